#include "proof/prover.h"

#include <gtest/gtest.h>

namespace deepwell::proof {
namespace {

ShownAnswer no(Side attacker, bool is_written) {
    return {.attacker = attacker, .answer = Answer::No, .is_written = is_written};
}

TEST(ProofResult, TheHalfOfADrawThatIsWrittenIsABound) {
    ProofResult result;
    result.value = WdlRange::exactly(Wdl::Draw);
    result.shown = {no(Side::Black, true), no(Side::White, false)};
    EXPECT_FALSE(result.is_written());
    EXPECT_EQ(result.written_value(Side::Black), (WdlRange{Wdl::Loss, Wdl::Draw}));
    EXPECT_EQ(result.written_value(Side::White), (WdlRange{Wdl::Draw, Wdl::Win}));
    result.shown[0].is_written = false;
    EXPECT_EQ(result.written_value(Side::Black), WdlRange{});
    result.shown = {no(Side::Black, true), no(Side::White, true)};
    EXPECT_EQ(result.written_value(Side::White), result.value);
}

}  // namespace
}  // namespace deepwell::proof
