// 8x8: what the prover says with databases switched off, or limited to 2 or 3 pieces, is what the
// databases of 4 and 5 pieces say; undecided is allowed, wrong is not.

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/files.h"
#include "base/random.h"
#include "board/fen.h"
#include "board/movegen.h"
#include "egdb/database_folder.h"
#include "eval/chinook.h"
#include "eval/evaluators.h"
#include "proof/prover.h"
#include "proof/shown_holds.h"

namespace deepwell::proof {

namespace {

// Pieces anywhere; both sides have some, and the one to move need not have a move.
Position random_position(Random& random, int pieces) {
    for (;;) {
        Position position;
        for (int i = 0; i < pieces; ++i) {
            const auto square =
                Bitboard::of(Square::from_index(static_cast<int>(random.below(SquareCount))));
            (i % 2 == 0 ? position.black : position.white) |= square - position.occupied();
            if (random.below(2) == 0) position.kings |= square & position.occupied();
        }
        position.side = random.below(2) == 0 ? Side::Black : Side::White;
        if (position.occupied().count() == pieces && !fault_of(position)) return position;
    }
}

class Endings : public egdb::DatabaseFolder {
protected:
    struct Tally {
        int decided = 0, wrong = 0;
    };

    // `pieces` on the board, databases of at most `known`, so many nodes each.
    Tally prove_many(const egdb::Database& database, int pieces, int known, int count, int nodes) {
        const auto evaluator = default_evaluator();
        const Leaves leaves(&database, known);
        ProofTable table(std::size_t{64} << 20);
        DfPn search(leaves, *evaluator, table);
        Random random(static_cast<std::uint64_t>(10 * pieces + known));
        Tally tally;
        for (int i = 0; i < count; ++i) {
            const Position position = random_position(random, pieces);
            for (const Side attacker : Sides) {
                Budget budget(static_cast<std::uint64_t>(nodes));
                const ShownAnswer shown = extract(search, position, attacker, budget);
                if (shown.answer == Answer::Unknown) continue;
                ++tally.decided;
                const Answer truth = answer_of(database.probe(position), position.side, attacker);
                if (shown.answer == truth) continue;
                ++tally.wrong;
                ADD_FAILURE() << to_fen(position) << " with " << known << " pieces known";
            }
        }
        return tally;
    }
};

TEST_F(Endings, NoValueIsWrong) {
    build(5, 2, best_kernel(), 2);
    const egdb::Database database(folder_);
    int decided = 0;
    for (const int pieces : {4, 5})
        for (const int known : {0, 2, 3}) {
            const Tally tally = prove_many(database, pieces, known, 3500, 300);
            std::cout << pieces << " pieces, " << known << " known: " << tally.decided
                      << " answers of 7000, " << tally.wrong << " wrong\n";
            decided += tally.decided;
        }
    EXPECT_GT(decided, 6000);
}

// All ways of proving together, as the command has them, and what they write down of it.
TEST_F(Endings, WhatTheProverSaysIsTrue) {
    build(5, 2, best_kernel(), 2);
    const egdb::Database truth(folder_);
    const auto evaluator = default_evaluator();
    ProverOptions options;
    options.set_memory(std::size_t{8} << 20);
    ProofLimits limits;
    limits.nodes = 3000;
    const int count = egdb::slow_tests_wanted() ? 5000 : 500;
    int decided = 0, written = 0;
    for (const int known : {2, 3, 4}) {
        const egdb::Database database(folder_, {.max_pieces = known});
        Prover prover(*evaluator, &database, options);
        Random random(static_cast<std::uint64_t>(known));
        for (int i = 0; i < count; ++i) {
            Position position = random_position(random, known == 4 ? 5 : 4 + i % 2);
            if (random.below(2) == 0) position = turned(position);
            prover.clear();
            const ProofResult result = prover.prove(position, limits);
            const Wdl value = truth.probe(position).low;
            ASSERT_TRUE(result.value.low <= value && value <= result.value.high)
                << to_fen(position) << " with " << known << " pieces known";
            decided += result.value.is_exact() ? 1 : 0;
            for (const ShownAnswer& shown : result.shown) {
                if (!shown.is_written) continue;
                ++written;
                ASSERT_TRUE(ShownHolds(shown, prover.leaves()).for_root(position))
                    << to_fen(position) << " with " << known << " pieces known";
            }
        }
    }
    std::cout << decided << " of " << 3 * count << " decided, " << written << " answers written\n";
    EXPECT_GT(4 * decided, count);
}

// Two kings each, one side in the double corner: everything goes in circles.  How many are decided
// depends on who judges: the heuristics, which stay as they are when there is a new network.
TEST_F(Endings, Circles) {
    build(4, 2, best_kernel(), 2);
    const egdb::Database database(folder_);
    const ChinookEvaluator evaluator;
    const Leaves leaves(&database, 3);
    ProofTable table(std::size_t{64} << 20);
    DfPn search(leaves, evaluator, table);
    const Bitboard corner = Bitboard::of(Square::from_index(0)) |
                            Bitboard::of(Square::from_index(4)) |
                            Bitboard::of(Square::from_index(5));
    int asked = 0, decided = 0;
    Random random(7);
    while (asked < 100) {
        Position position = random_position(random, 4);
        position.kings = position.occupied();
        if ((position.white & corner).is_empty()) continue;
        const Side attacker = asked++ % 2 == 0 ? Side::Black : Side::White;
        Budget budget(60'000);
        const ShownAnswer shown = extract(search, position, attacker, budget);
        if (shown.answer == Answer::Unknown) continue;
        ++decided;
        EXPECT_EQ(shown.answer, answer_of(database.probe(position), position.side, attacker))
            << to_fen(position);
        EXPECT_TRUE(ShownHolds(shown, leaves).for_root(position));
    }
    std::cout << decided << " of " << asked << " decided\n";
    EXPECT_GT(decided, 50);
}

// Each thread meets the damaged block behind the first move: one tells of it, and all end.
TEST_F(Endings, ADamagedFileEndsAllThreads) {
    build(3, 2, best_kernel(), 2);
    const std::filesystem::path file = folder_ / "1k0m-2k0m.wdl";
    std::string bytes = *read_file(file);
    constexpr std::size_t FromEnd = 16;  // within the last block
    bytes[bytes.size() - FromEnd] = static_cast<char>(bytes[bytes.size() - FromEnd] ^ 1);
    write_file_atomically(file, bytes);
    const egdb::Database database(folder_);
    const auto evaluator = default_evaluator();
    const Leaves leaves(&database);
    ProofTable table(std::size_t{16} << 20);
    DfPn search(leaves, *evaluator, table, {.threads = 3});
    Budget budget(1000);
    EXPECT_THROW(search.search(*parse_fen("W:WK18,K28:BK1,K15"), Side::White, budget), Error);
}

}  // namespace

}  // namespace deepwell::proof
