#include "egdb/codec_rows.h"

#include <gtest/gtest.h>

namespace deepwell::egdb {
namespace {

const RowPredictor Predictor(RowBits::all(CellValue::Win),
                             RowBits::all(CellValue::Loss),
                             CellValue::Draw,
                             CellValue::Win);

// A miss in the last of 32 columns leaves nothing to predict: a shift by 32, undefined if it is one
// of a 32-bit number.  The undefined behaviour sanitizer sees the difference.
TEST(RowPredictor, LeavesARowAloneThatIsKnownToItsEnd) {
    const RowBits known{0x80000001U, 0x00ffff00U};
    EXPECT_EQ(Predictor.predict(known, 32), known);
}

TEST(RowPredictor, KeepsWhatIsKnownBelowTheColumn) {
    const RowBits known{0x5U, 0x2U};
    const RowBits predicted = Predictor.predict(known, 3);
    EXPECT_EQ(predicted.win & 7U, known.win);
    EXPECT_EQ(predicted.loss & 7U, known.loss);
}

}  // namespace
}  // namespace deepwell::egdb
