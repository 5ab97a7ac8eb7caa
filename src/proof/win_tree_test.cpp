#include "proof/win_tree.h"

#include <gtest/gtest.h>

#include "board/fen.h"
#include "eval/evaluators.h"

namespace deepwell::proof {

// The table knows all that the tree needs, so nothing is searched on the way.
TEST(WinTree, EndsWithItsBudgetThoughNothingIsSearched) {
    const auto evaluator = default_evaluator();
    const Leaves leaves(nullptr);
    ProofTable table(std::size_t{16} << 20);
    DfPn search(leaves, *evaluator, table);
    const Position root = *parse_fen("W:WK10,K15:B3");
    Budget enough;
    ASSERT_EQ(search.search(root, Side::White, enough), Answer::Yes);
    std::stop_source stop;
    Budget stopped(1'000'000, std::nullopt, stop.get_token());
    EXPECT_TRUE(WinTree(search, Side::White, stopped).build(root));
    stop.request_stop();
    EXPECT_FALSE(WinTree(search, Side::White, stopped).build(root));
}

}  // namespace deepwell::proof
