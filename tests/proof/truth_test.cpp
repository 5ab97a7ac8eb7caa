// What the prover says about every reachable position of a small board is true, by an exhaustive
// sweep that knows nothing of src/; and what it shows can be checked.

#include <gtest/gtest.h>

#include "board/fen.h"
#include "eval/evaluators.h"
#include "proof/df_pn.h"
#include "proof/oracle_truth.h"
#include "proof/prover.h"
#include "proof/shown_holds.h"
#include "proof/win_harvest.h"

namespace deepwell::proof {

namespace {

Answer truth_of(const oracle::Endgames& endgames, const Position& position, Side attacker) {
    const WdlRange value = WdlRange::exactly(true_value(endgames, position));
    return answer_of(value, position.side, attacker);
}

class SmallBoard : public testing::Test {
protected:
    static void SetUpTestSuite() {
        endgames_ = new oracle::Endgames(BoardSize, 2 * MenPerSide, MenPerSide);
    }
    static void TearDownTestSuite() { delete std::exchange(endgames_, nullptr); }

    static const oracle::Endgames* endgames_;
};

const oracle::Endgames* SmallBoard::endgames_ = nullptr;

TEST_F(SmallBoard, EveryReachablePosition) {
    const auto evaluator = default_evaluator();
    const Leaves leaves(nullptr);
    std::uint64_t checked = 0, extracted = 0;
    for (const bool weak : {false, true}) {
        ProofTable table(std::size_t{64} << 20);
        DfPn search(leaves, *evaluator, table, {.weak_numbers = weak});
        for (const Position& position : reachable_positions())
            for (const Side attacker : Sides) {
                Budget budget;
                const Answer truth = truth_of(*endgames_, position, attacker);
                ASSERT_EQ(search.search(position, attacker, budget), truth) << to_fen(position);
                if (++checked % 997 != 0) continue;
                ++extracted;
                const ShownAnswer shown = extract(search, position, attacker, budget);
                ASSERT_EQ(shown.answer, truth) << to_fen(position);
                ASSERT_TRUE(ShownHolds(shown, leaves).for_root(position));
            }
    }
    std::cout << checked << " answers, " << extracted << " extracted\n";
    EXPECT_GT(checked, 1000U);
}

// Who comes first is chance; what is shown is true all the same.
TEST_F(SmallBoard, SeveralThreadsOnOneSearch) {
    const auto evaluator = default_evaluator();
    const Leaves leaves(nullptr);
    ProofTable table(std::size_t{1} << 20);  // soon full
    DfPn search(leaves, *evaluator, table, {.threads = 3});
    const std::vector<Position> positions = reachable_positions();
    const std::size_t step = 1 + positions.size() / 40;
    for (std::size_t i = 0; i < positions.size(); i += step)
        for (const Side attacker : Sides) {
            Budget budget;
            const ShownAnswer shown = extract(search, positions[i], attacker, budget);
            ASSERT_EQ(shown.answer, truth_of(*endgames_, positions[i], attacker))
                << to_fen(positions[i]);
            ASSERT_TRUE(ShownHolds(shown, leaves).for_root(positions[i]));
        }
}

// Both questions are asked at once; a win ends the other one.
TEST_F(SmallBoard, ProversWithSeveralThreads) {
    const auto evaluator = default_evaluator();
    ProverOptions options;
    options.table_bytes = std::size_t{8} << 20;
    options.hash_bytes = std::size_t{1} << 20;
    const std::vector<Position> positions = reachable_positions();
    const std::size_t step = 1 + positions.size() / 40;
    for (const int threads : {1, 2, 3}) {
        options.df_pn.threads = threads;
        Prover prover(*evaluator, nullptr, options);
        for (std::size_t i = 0; i < positions.size(); i += step) {
            ProofLimits limits;
            limits.score = 0;  // nothing is known beforehand
            const ProofResult result = prover.prove(positions[i], limits);
            ASSERT_EQ(result.value, WdlRange::exactly(true_value(*endgames_, positions[i])))
                << to_fen(positions[i]) << ", " << threads << " threads";
            for (const ShownAnswer& shown : result.shown)
                ASSERT_TRUE(ShownHolds(shown, prover.leaves()).for_root(positions[i]));
        }
    }
}

// Conjectures are kept as if they were facts: what the search believes may be false, what is
// extracted may not.
TEST_F(SmallBoard, ConjecturesAreRepaired) {
    const auto evaluator = default_evaluator();
    const Leaves leaves(nullptr);
    ProofTable table(std::size_t{64} << 20);
    DfPn search(leaves, *evaluator, table, {.keep_conditional = true});
    std::uint64_t asked = 0, false_beliefs = 0, repairs = 0;
    const std::vector<Position> positions = reachable_positions();
    const std::size_t step = 1 + positions.size() / 2000;
    for (std::size_t i = 0; i < positions.size(); i += step)
        for (const Side attacker : Sides) {
            Budget budget;
            const Answer truth = truth_of(*endgames_, positions[i], attacker);
            ++asked;
            false_beliefs += search.search(positions[i], attacker, budget) != truth ? 1 : 0;
            const ShownAnswer shown = extract(search, positions[i], attacker, budget);
            repairs += shown.repairs;
            ASSERT_EQ(shown.answer, truth) << to_fen(positions[i]);
            ASSERT_TRUE(ShownHolds(shown, leaves).for_root(positions[i]));
        }
    EXPECT_TRUE(BoardSize != 5 || false_beliefs > 0) << "then this test shows nothing";
    std::cout << asked << " answers, " << false_beliefs << " false beliefs, " << repairs
              << " repairs\n";
}

// With a table of alpha-beta that soon forgets.  Whoever asks for a win that is none gets none.
TEST_F(SmallBoard, HarvestedWinsAreTrue) {
    const auto evaluator = default_evaluator();
    const Leaves leaves(nullptr);
    ProofTable table(std::size_t{64} << 20);
    search::Searcher searcher(*evaluator, {.hash_bytes = std::size_t{1} << 16});
    const std::vector<Position> positions = reachable_positions();
    const std::size_t step = 1 + positions.size() / 2000;
    std::uint64_t wins = 0, found = 0;
    for (std::size_t i = 0; i < positions.size(); i += step) {
        const Position& position = positions[i];
        Budget budget(20'000);
        const auto win = find_win(searcher, leaves, table, position, 0.5, budget);
        for (const Side attacker : Sides) {
            const bool is_won = truth_of(*endgames_, position, attacker) == Answer::Yes;
            wins += is_won ? 1 : 0;
            if (win && win->attacker == attacker) {
                ++found;
                ASSERT_TRUE(is_won) << to_fen(position);
                ASSERT_EQ(win->answer, Answer::Yes);
                ASSERT_TRUE(ShownHolds(*win, leaves).for_root(position));
            } else if (!is_won) {
                Budget asking(5'000);
                ASSERT_FALSE(WinHarvest(searcher, leaves, table, attacker, asking).gather(position))
                    << to_fen(position);
            }
        }
    }
    EXPECT_GT(found, wins / 2);
    std::cout << found << " of " << wins << " wins harvested\n";
}

// What was shown for one position serves the next, in a memory that soon forgets; beliefs may be
// false, facts may not.
TEST_F(SmallBoard, FactsAreTrue) {
    const auto evaluator = default_evaluator();
    Facts facts(std::size_t{1} << 20);
    const Leaves leaves(nullptr, 0, &facts);
    ProofTable table(std::size_t{64} << 20);
    DfPn search(leaves, *evaluator, table, {.keep_conditional = true});
    const std::vector<Position> positions = reachable_positions();
    const std::size_t step = 1 + positions.size() / 1000;
    std::uint64_t met = 0;
    for (std::size_t i = 0; i < positions.size(); i += step)
        for (const Side attacker : Sides) {
            Budget budget;
            met += facts.find(positions[i], attacker) != Answer::Unknown ? 1 : 0;
            const ShownAnswer shown = extract(search, positions[i], attacker, budget);
            ASSERT_EQ(shown.answer, truth_of(*endgames_, positions[i], attacker))
                << to_fen(positions[i]);
            add_to(facts, shown);
        }
    EXPECT_GT(met, 0U) << "then this test shows nothing";
    std::uint64_t known = 0;
    for (const Position& position : positions)
        for (const Side attacker : Sides) {
            const Answer fact = facts.find(position, attacker);
            if (fact == Answer::Unknown) continue;
            ++known;
            ASSERT_EQ(fact, truth_of(*endgames_, position, attacker)) << to_fen(position);
        }
    std::cout << known << " facts, " << met << " positions were known before they were asked\n";
}

}  // namespace

}  // namespace deepwell::proof
