// What is won in the databases is won at the board.

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>

#include "base/random.h"
#include "base/stopwatch.h"
#include "board/fen.h"
#include "egdb/database_folder.h"
#include "egdb/index.h"
#include "eval/chinook.h"
#include "search/searcher.h"

namespace deepwell::search {

namespace {

constexpr egdb::Material TwoAgainstOne{{2, 0}, {1, 0}};  // kings

class DatabasePlay : public egdb::DatabaseFolder {
protected:
    void build_with_distances(int distance_pieces, int pieces = 3) const {
        egdb::BuildOptions options;
        options.directory = folder_;
        options.pieces = pieces;
        options.distance_pieces = distance_pieces;
        NoProgress progress;
        egdb::build_databases(options, {}, progress);
    }

    // Both sides play by search; returns the plies to the end.
    static int play_out(Searcher& searcher, Game game, const Limits& limits) {
        while (game.state().outcome == Outcome::Open)
            game.play(searcher.search(game, limits).best.value());
        EXPECT_NE(game.state().outcome, Outcome::Draw);
        return static_cast<int>(game.moves().size());
    }

    static std::vector<Position> won_positions(const egdb::Database& database, int wanted) {
        std::vector<Position> won;
        Random random(11);
        const egdb::MaterialIndex index(TwoAgainstOne, Side::Black);
        while (static_cast<int>(won.size()) < wanted) {
            const auto position =
                index.position_of(random.below(static_cast<std::uint32_t>(index.size())));
            if (position && database.probe(*position) == WdlRange::exactly(Wdl::Win))
                won.push_back(*position);
        }
        return won;
    }
    // Two against two, nobody jumps.
    static std::vector<Position> won_even_endings(const egdb::Database& database,
                                                  std::size_t wanted) {
        std::vector<Position> won;
        Random random(12);
        while (won.size() < wanted) {
            const Position position = random_position(random, 4);
            if (position.own().count() == 2 && position.enemy().count() == 2 &&
                !legal_moves(position)[0].is_jump() &&
                database.probe(position) == WdlRange::exactly(Wdl::Win))
                won.push_back(position);
        }
        return won;
    }
    // Of the move to this position.
    static Score true_score(const egdb::Database& database, const Position& after) {
        if (legal_moves(after).empty()) return WinScore - 1;
        const Wdl value = -database.probe(after).low;
        const auto rest = database.distance(after);
        if (!rest) return database_score(value, 0);
        return value == Wdl::Win ? WinScore - *rest - 1 : loss_at(*rest + 1);
    }
    // Of random games: the first with so few pieces in which there is a move.
    static Position random_position(Random& random, int pieces) {
        Position position = Position::start();
        while (position.occupied().count() > pieces) {
            const MoveList moves = legal_moves(position);
            position =
                moves.empty()
                    ? Position::start()
                    : play(position, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        }
        return legal_moves(position).empty() ? random_position(random, pieces) : position;
    }

    const ChinookEvaluator evaluator_;
};

}  // namespace

TEST_F(DatabasePlay, WinsTwoKingsAgainstOneWithinTheDistance) {
    build_with_distances(3);
    const egdb::Database database(folder_);
    Searcher searcher(evaluator_, {.hash_bytes = 1 << 20, .threads = 1, .params = {}}, &database);
    for (const Position& position : won_positions(database, 50)) {
        Limits limits;
        limits.depth = 1;
        EXPECT_EQ(play_out(searcher, Game(position), limits), database.distance(position))
            << to_fen(position);
    }
}

TEST_F(DatabasePlay, WinsTwoKingsAgainstOneWithoutDistances) {
    build_with_distances(0);
    const egdb::Database database(folder_);
    ASSERT_EQ(database.distance_file(TwoAgainstOne), nullptr);
    Searcher searcher(evaluator_, {.hash_bytes = 1 << 20, .threads = 1, .params = {}}, &database);
    for (const Position& position : won_positions(database, 20)) {
        Limits limits;
        limits.depth = 11;
        EXPECT_LE(play_out(searcher, Game(position), limits), 60) << to_fen(position);
    }
}

// Two against two: there the winner is not ahead, and nothing but the databases tells that he wins.
TEST_F(DatabasePlay, WinsEvenEndingsWithoutDistances) {
    build_with_distances(0, 4);
    const egdb::Database database(folder_);
    Searcher searcher(evaluator_, {.hash_bytes = 1 << 20, .threads = 1, .params = {}}, &database);
    for (const Position& position : won_even_endings(database, 60)) {
        Limits limits;
        limits.nodes = 2'000;
        play_out(searcher, Game(position), limits);
    }
}

TEST_F(DatabasePlay, TheWayToAWinIsWonWhateverTheLoserDoes) {
    build_with_distances(0, 4);
    const egdb::Database database(folder_);
    egdb::WinningWay way(database);
    Random random(5);
    for (const Position& position : won_even_endings(database, 60)) {
        Game game(position);
        while (!legal_moves(game.position()).empty()) {
            ASSERT_EQ(database.probe(game.position()), WdlRange::exactly(Wdl::Win));
            way.prepare(game.position());
            ASSERT_TRUE(way.is_ready(game.position()));
            game.play(way.line(game.position()).front());
            const MoveList replies = legal_moves(game.position());
            if (!replies.empty())
                game.play(replies[random.below(static_cast<std::uint32_t>(replies.size()))]);
            ASSERT_LT(game.moves().size(), 300U) << to_fen(position);
        }
        EXPECT_NE(game.position().side, position.side) << to_fen(position);
    }
}

// A search that may not wait leaves what has to be solved to the next one.
TEST_F(DatabasePlay, FindsTheWayWhenThereIsTime) {
    build_with_distances(0, 4);
    const egdb::Database database(folder_);
    WayFinder finder(database);
    const Position position = won_even_endings(database, 1).front();
    finder.line(position, [] { return true; });
    const auto line = finder.line(position, [] { return false; });
    ASSERT_TRUE(line);
    EXPECT_EQ(database.probe(play(position, line->front())), WdlRange::exactly(Wdl::Loss));
}

TEST_F(DatabasePlay, EveryLineTellsTheTruth) {
    for (const int distance_pieces : {0, 4}) {
        build_with_distances(distance_pieces, 4);
        const egdb::Database database(folder_);
        Searcher searcher(
            evaluator_, {.hash_bytes = 1 << 20, .threads = 1, .params = {}}, &database);
        Limits limits;
        limits.depth = 6;
        limits.multi_pv = 64;
        for (const Position& position : won_even_endings(database, 20)) {
            std::vector<SearchInfo> lines;
            const SearchResult result =
                searcher.search(Game(position), limits, {}, [&](const SearchInfo& info) {
                    if (info.rank == 1) lines.clear();
                    lines.push_back(info);
                });
            EXPECT_EQ(lines.size(), legal_moves(position).size());
            EXPECT_EQ(result.best, lines.front().pv.front()) << to_fen(position);
            EXPECT_TRUE(std::ranges::is_sorted(lines, std::greater(), &SearchInfo::score));
            for (const SearchInfo& line : lines) {
                const Score truth = true_score(database, play(position, line.pv.front()));
                if (distance_pieces == 0 && plies_to_end(line.score))
                    EXPECT_EQ(line.score > 0, truth > 0) << to_fen(position);
                else
                    EXPECT_EQ(line.score, truth) << to_fen(position);
            }
        }
    }
}

TEST_F(DatabasePlay, KnowsTheValueBehindAnExchange) {
    build_with_distances(0);
    const egdb::Database database(folder_);
    Searcher searcher(evaluator_, {.hash_bytes = 1 << 20, .threads = 1, .params = {}}, &database);
    // Black jumps, and two kings against one remain.
    const Game game(parse_fen("B:W18,K32:BK14,K1").value());
    Limits limits;
    limits.depth = 3;
    const SearchResult result = searcher.search(game, limits);
    EXPECT_EQ(result.proven, Wdl::Win);
    EXPECT_GT(result.probes, 0U);
}

// Whatever is extended, reduced or cut: a side that is said to win wins.  The databases of a piece
// more know.
TEST_F(DatabasePlay, WhatTheWholeSearchClaimsIsTrue) {
    build_with_distances(0, 4);
    const egdb::Database truth(folder_);
    const egdb::Database smaller(folder_, {.max_pieces = 3});
    const SearchParams params;
    Searcher searcher(
        evaluator_, {.hash_bytes = 1 << 20, .threads = 1, .params = params}, &smaller);
    Random random(21);
    Limits limits;
    limits.nodes = 20'000;
    int deep_claims = 0;
    for (int i = 0; i < 300; ++i) {
        const Position position = random_position(random, 4);
        if (position.occupied().count() != 4) continue;
        searcher.clear();
        const SearchResult result = searcher.search(Game(position), limits);
        if (!result.proven) continue;
        ASSERT_EQ(truth.probe(position), WdlRange::exactly(*result.proven)) << to_fen(position);
        deep_claims += result.depth > params.rival_depth;
    }
    EXPECT_GT(deep_claims, 20);
}

// Positions a few jumps away from the databases, of which nothing has been read yet.
TEST_F(DatabasePlay, NeverOverstepsAMoveTimeWithColdDatabases) {
    build_with_distances(3);
    Random random(22);
    for (int i = 0; i < 20; ++i) {
        const auto time = Milliseconds(50 + 10 * (i % 6));
        const Game game(random_position(random, 3 + i % 4));
        const auto seconds_over = [&] {
            const egdb::Database database(folder_);
            Searcher searcher(
                evaluator_, {.hash_bytes = 1 << 26, .threads = 1, .params = {}}, &database);
            Limits limits;
            limits.move_time = time;
            const Stopwatch watch;
            EXPECT_TRUE(searcher.search(game, limits).best);
            return watch.seconds() - std::chrono::duration<double>(time).count();
        };
        // Once more, for another process may have had the processor.
        const double over = seconds_over();
        EXPECT_LT(over < 0.020 ? over : seconds_over(), 0.020) << to_fen(game.position());
    }
}

// Where draws are wins of the safe side, its defeats rest on nothing but the databases.  Its safety
// may rest on a repetition, so it is a conjecture, but seldom a wrong one.
TEST_F(DatabasePlay, SearchesForSafety) {
    build_with_distances(0, 4);
    const egdb::Database truth(folder_);
    const egdb::Database smaller(folder_, {.max_pieces = 3});
    Searcher searcher(evaluator_, {.hash_bytes = 1 << 24, .threads = 1, .params = {}}, &smaller);
    Random random(7);
    int safe = 0, wrong = 0, lost = 0, remembered = 0;
    for (int i = 0; i < 150; ++i) {
        const Position position = random_position(random, 4);
        if (position.occupied().count() != 4) continue;
        for (const Side side : Sides) {
            Limits limits;
            limits.nodes = 20'000;
            limits.until_decided = true;
            limits.safe_side = side;
            const SearchResult found = searcher.search(Game(position), limits);
            EXPECT_FALSE(found.proven);
            if (!is_decided(found.score)) continue;
            const bool is_safe = (found.score > 0) == (position.side == side);
            const Wdl value = truth.probe(position).low;
            const bool loses = (position.side == side ? value : -value) == Wdl::Loss;
            EXPECT_TRUE(is_safe || loses) << to_fen(position);
            is_safe ? ++safe : ++lost;
            wrong += is_safe && loses ? 1 : 0;
            if (!is_safe || position.side != side) continue;
            const Position after = play(position, found.best.value());
            if (searcher.claim_of_safety(after, side, 0)) ++remembered;
            EXPECT_FALSE(searcher.claim_of_safety(after, side, 1));
        }
    }
    EXPECT_GT(safe, 100);
    EXPECT_GT(lost, 10);
    EXPECT_GT(remembered, 10);
    EXPECT_LT(wrong, safe / 20);
}

}  // namespace deepwell::search
