// What is solved on the spot is what the databases of more pieces say; what is shown of it holds.

#include <gtest/gtest.h>
#include <set>
#include <tuple>

#include "base/random.h"
#include "board/fen.h"
#include "board/movegen.h"
#include "egdb/database_folder.h"
#include "eval/evaluators.h"
#include "proof/safety_harvest.h"
#include "proof/shown_holds.h"
#include "proof/spot_hunt.h"
#include "proof/spot_proof.h"

namespace deepwell::proof {

namespace {

// On 6x6 above databases of 6 pieces, some of whose values are derived; this takes a minute.
constexpr bool IsSlow = BoardSize == 6;
int pieces_on_board() {
    return IsSlow ? 7 : egdb::slow_tests_wanted() ? 5 : 4;
}
constexpr int Rounds = IsSlow ? 10 : 30;
constexpr std::size_t Memory = std::size_t{64} << 20;

Position random_position(Random& random) {
    for (;;) {
        Position position;
        for (int i = 0; i < pieces_on_board(); ++i) {
            const auto square =
                Bitboard::of(Square::from_index(static_cast<int>(random.below(SquareCount))));
            (i % 2 == 0 ? position.black : position.white) |= square - position.occupied();
            if (random.below(2) == 0) position.kings |= square & position.occupied();
        }
        position.side = random.below(2) == 0 ? Side::Black : Side::White;
        if (position.occupied().count() == pieces_on_board() && !fault_of(position))
            return position;
    }
}

// The same men; kings and the side to move anywhere.
Position with_other_kings(const Position& position, Random& random) {
    Position other = position;
    for (const Side side : Sides)
        (side == Side::Black ? other.black : other.white) = position.men(side);
    other.kings = {};
    for (const Side side : Sides)
        for (int left = position.kings_of(side).count(); left > 0;) {
            const auto square =
                Bitboard::of(Square::from_index(static_cast<int>(random.below(SquareCount))));
            if (!(square & other.occupied()).is_empty()) continue;
            (side == Side::Black ? other.black : other.white) |= square;
            other.kings |= square;
            --left;
        }
    other.side = random.below(2) == 0 ? Side::Black : Side::White;
    return other;
}

class Spots : public egdb::DatabaseFolder {
protected:
    void SetUp() override {
        DatabaseFolder::SetUp();
        if (IsSlow && !egdb::slow_tests_wanted()) GTEST_SKIP() << "only with ./test --slow";
        build(pieces_on_board(), 2, best_kernel(), 2);
        database_ = std::make_unique<egdb::Database>(folder_);
    }

    Answer truth_of(const Position& position, Side attacker) const {
        return answer_of(database_->probe(position), position.side, attacker);
    }

    std::unique_ptr<egdb::Database> database_;
};

// Configurations some plies ahead are added in two steps, so that the first are solved again.
TEST_F(Spots, EveryCertainAnswerIsTrue) {
    Random random(1);
    int yes = 0, no = 0, open = 0;
    for (int i = 0; i < Rounds; ++i) {
        const Position root = random_position(random);
        const Side attacker = i % 2 == 0 ? Side::Black : Side::White;
        const int known = std::max(2, pieces_on_board() - 1 - i % 3);
        constexpr egdb::Aim Aims[] = {egdb::Aim::Both, egdb::Aim::Win, egdb::Aim::Safety};
        egdb::SpotTables tables(*database_, known, attacker, Aims[i / 2 % 3]);
        std::vector<Position> line{root};
        for (std::size_t at = 0; at < line.size() && line.size() < 60; ++at)
            for (const Move& move : legal_moves(line[at]))
                if (const Position after = play(line[at], move);
                    after.occupied().count() > known && !after.own().is_empty())
                    line.push_back(after);
        std::vector<egdb::SpotTables::Config> configs;
        configs.reserve(line.size());
        for (const Position& position : line) configs.push_back(tables.config_of(position));
        tables.add({configs.data(), 1}, [] { return true; });
        tables.add(configs, [] { return true; });
        for (int j = 0; j < 300; ++j) {
            const Position& like = line[random.below(static_cast<std::uint32_t>(line.size()))];
            const Position position = with_other_kings(like, random);
            const auto wins = tables.ask(position);
            if (!wins) {
                ++open;
                continue;
            }
            ++(*wins ? yes : no);
            ASSERT_EQ(*wins ? Answer::Yes : Answer::No, truth_of(position, attacker))
                << to_fen(position) << " with " << known << " pieces known";
        }
    }
    std::cout << yes << " yes, " << no << " no, " << open << " open\n";
    EXPECT_GT(yes, 200);
    EXPECT_GT(no, 300);
}

// "Nothing more can be reached" makes an answer certain, so nothing may be forgotten.
TEST_F(Spots, WhateverIsPlayedIsReached) {
    Random random(4);
    using Place = std::tuple<std::uint32_t, std::uint32_t, int, int>;
    std::size_t met = 0;
    for (int i = 0; i < Rounds; ++i) {
        const Position root = random_position(random);
        const int known = std::max(2, pieces_on_board() - 1 - i % 2);
        egdb::SpotReach reach(root, known, Side::Black);
        std::set<Place> reached;
        while (!reach.is_exhausted())
            for (const auto& [material, men] : reach.next(std::uint64_t{1} << 40))
                reached.emplace(
                    men.black.bits(), men.white.bits(), material.black.kings, material.white.kings);
        for (int game = 0; game < 200; ++game) {
            Position position = game % 2 == 0 ? root : with_other_kings(root, random);
            for (int ply = 0; ply < 80; ++ply) {
                const MoveList moves = legal_moves(position);
                if (moves.empty() || position.occupied().count() <= known) break;
                ASSERT_TRUE(reached.contains({position.men(Side::Black).bits(),
                                              position.men(Side::White).bits(),
                                              position.kings_of(Side::Black).count(),
                                              position.kings_of(Side::White).count()}))
                    << to_fen(position) << " from " << to_fen(root);
                ++met;
                position =
                    play(position, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
            }
        }
    }
    EXPECT_GT(met, 3000U);
}

TEST_F(Spots, WhatIsShownHolds) {
    Random random(2);
    int yes = 0, no = 0;
    for (int i = 0; i < Rounds; ++i) {
        const Position root = random_position(random);
        const Leaves leaves(database_.get(), pieces_on_board() - 1 - i % 2);
        ASSERT_TRUE(SpotProof::is_fit(leaves, root));
        const auto hope = i % 4 < 2 ? SpotProof::Hope::Win : SpotProof::Hope::Safety;
        for (const Side attacker : Sides) {
            Budget budget(400'000);
            const ShownAnswer shown =
                i % 3 == 0
                    ? SpotProof(leaves, root, attacker, hope, {Memory}).ask(budget)
                    : SpotProof::ask_both_ways(leaves, root, attacker, hope, {Memory}, budget);
            if (shown.answer == Answer::Unknown) continue;
            ASSERT_EQ(shown.answer, truth_of(root, attacker)) << to_fen(root);
            if (!shown.is_written) continue;
            ASSERT_TRUE(ShownHolds(shown, leaves).for_root(root));
            ++(shown.answer == Answer::Yes ? yes : no);
        }
    }
    std::cout << yes << " yes, " << no << " no of " << 2 * Rounds << "\n";
    EXPECT_GT(yes, 2);
    EXPECT_GT(no, 3);
}

// However little may be spent, and however often a little more is solved for it.
TEST_F(Spots, EveryBudgetEnds) {
    Random random(5);
    const Leaves leaves(database_.get(), pieces_on_board() - 2);
    for (int i = 0; i < Rounds; ++i) {
        const Position root = random_position(random);
        for (const std::uint64_t nodes : {1U, 30U, 1000U, 30'000U}) {
            Budget budget(nodes);
            const ShownAnswer shown = SpotProof::ask_both_ways(
                leaves, root, Side::Black, SpotProof::Hope::Win, {Memory}, budget);
            ASSERT_TRUE(shown.answer == Answer::Unknown ||
                        shown.answer == truth_of(root, Side::Black))
                << to_fen(root);
        }
    }
}

// What tables take that hold as much around the root as they may.
std::size_t bytes_taken(const egdb::Database& leaves, const Position& root, std::size_t most) {
    egdb::SpotTables tables(leaves, leaves.complete_pieces(), Side::Black, egdb::Aim::Win);
    egdb::SpotReach reach(root, leaves.complete_pieces(), Side::Black);
    Budget budget(std::uint64_t{1} << 40, std::nullopt, {});
    for (bool goes_on = true; goes_on;) {
        const auto affordable = SpotProof::affordable(tables, most, budget);
        std::vector<egdb::SpotTables::Config> configs;
        for (const auto& place : reach.next(static_cast<std::uint64_t>(affordable.cells),
                                            static_cast<std::uint64_t>(affordable.largest)))
            configs.push_back(tables.config_of(place.material, place.men));
        goes_on = !configs.empty() && SpotProof::solve(tables, configs, budget);
    }
    return tables.bytes();
}

// The least memory whose half is enough for what does not depend on it: leaves of the first few
// configurations, and what the solver of each material works in.
std::size_t least_memory() {
    return std::size_t{1} << (IsSlow ? 23 : egdb::slow_tests_wanted() ? 21 : 18);
}

TEST_F(Spots, NoMoreMemoryIsTakenThanIsAllowed) {
    const egdb::Database smaller(folder_, {.max_pieces = pieces_on_board() - 1});
    Random random(3);
    std::size_t wanted = 0;
    for (int round = 0; round < Rounds; ++round) {
        const Position root = random_position(random);
        wanted = std::max(wanted, bytes_taken(smaller, root, std::size_t{1} << 40));
        for (const std::size_t most : {least_memory(), 2 * least_memory()})
            EXPECT_LE(bytes_taken(smaller, root, most), 2 * most) << to_fen(root);
    }
    EXPECT_GT(wanted, 3 * least_memory());
}

TEST_F(Spots, AHuntShowsTrueWins) {
    Random random(3);
    const auto evaluator = default_evaluator();
    int yes = 0;
    for (int i = 0; i < Rounds; ++i) {
        const Position root = random_position(random);
        const Leaves leaves(database_.get(), pieces_on_board() - 2);
        search::Searcher searcher(*evaluator, {.hash_bytes = Memory}, nullptr);
        ProofTable table(Memory);
        for (const Side attacker : Sides) {
            Budget budget(100'000);
            const ShownAnswer shown =
                SpotHunt(searcher, leaves, table, root, attacker, {Memory}).ask(budget);
            if (shown.answer == Answer::Unknown) continue;
            ASSERT_EQ(shown.answer, Answer::Yes);
            ASSERT_EQ(truth_of(root, attacker), Answer::Yes) << to_fen(root);
            if (!shown.is_written) continue;
            ASSERT_TRUE(ShownHolds(shown, leaves).for_root(root));
            ++yes;
        }
    }
    std::cout << yes << " wins\n";
    EXPECT_GT(yes, 1);
}

// Searches for safety rest on repetition and on hashes; what is shown of them must not.
TEST_F(Spots, SafetyThatIsShownHolds) {
    Random random(6);
    const auto evaluator = default_evaluator();
    const int known = pieces_on_board() - 2;
    const egdb::Database smaller(folder_, {.max_pieces = known});
    const Leaves leaves(&smaller);
    int shown_ones = 0;
    for (int i = 0; i < 2 * Rounds; ++i) {
        const Position root = random_position(random);
        search::Searcher searcher(*evaluator, {.hash_bytes = Memory}, &smaller);
        for (const Side attacker : Sides) {
            SafetyHarvest safety(searcher, leaves, attacker, root, Memory);
            Budget budget(200'000);
            for (int round = 0; round < 3; ++round) {
                Budget looking(budget, 0.3);
                if (!safety.look(looking)) continue;
                const ShownAnswer shown = safety.show(budget);
                if (shown.answer == Answer::Unknown) continue;
                ASSERT_EQ(shown.answer, Answer::No);
                ASSERT_EQ(truth_of(root, attacker), Answer::No) << to_fen(root);
                ASSERT_TRUE(ShownHolds(shown, leaves).for_root(root));
                ++shown_ones;
                break;
            }
        }
    }
    std::cout << shown_ones << " of " << 4 * Rounds << " shown\n";
    EXPECT_GT(shown_ones, Rounds);
}

}  // namespace

}  // namespace deepwell::proof
