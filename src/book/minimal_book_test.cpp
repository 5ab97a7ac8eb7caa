#include "book/minimal_book.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <random>

#include "board/movegen.h"
#include "book/book_builder.h"
#include "book/game_for_tests.h"
#include "book/position_searcher.h"
#include "eval/chinook.h"
#include "search/searcher.h"

namespace deepwell::book {
namespace {

class MinimalBook : public testing::Test {
protected:
    void SetUp() override {
        std::string name =
            (std::filesystem::temp_directory_path() / "deepwell-minimal-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder_ = name;
        search::Limits limits;
        limits.nodes = Nodes;
        limits.wants_score = true;
        search::Searcher searcher(evaluator_, {});
        quick_ = *searcher.search(Game(), limits).best;
        for (const Move& move : legal_moves(Position::start()))
            if (move != quick_) other_ = move;
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    // Twelve games each with the move of a short search and with another one.
    MinimalReport found(Outcome quick, Outcome other) const {
        BookBuilder builder;
        for (int i = 0; i < 12; ++i) {
            for (const auto& [move, outcome] : {std::pair{quick_, quick}, {other_, other}}) {
                Game game;
                game.play(move);
                builder.add(game, outcome);
            }
        }
        write_book(folder_ / "games.book", builder.finish(nullptr), builder.games());
        NoProgress silent;
        // No search insists on anything here: only the games can.
        return find_minimal_book(GameBook(folder_ / "games.book"),
                                 {.log = folder_ / std::to_string(static_cast<int>(quick)),
                                  .nodes = Nodes,
                                  .insists = 10'000},
                                 evaluator_,
                                 nullptr,
                                 {},
                                 silent);
    }

    static constexpr std::uint64_t Nodes = 300;
    std::filesystem::path folder_;
    ChinookEvaluator evaluator_;
    Move quick_, other_;
};

TEST_F(MinimalBook, HasTheMoveThatTheGamesInsistOn) {
    const MinimalReport report = found(Outcome::WhiteWins, Outcome::Draw);
    EXPECT_TRUE(report.finished);
    EXPECT_EQ(report.examined, 1U);
    ASSERT_EQ(report.entries.size(), 1U);
    EXPECT_EQ(report.entries[0].position, Position::start());
    EXPECT_EQ(report.entries[0].move, other_);
}

TEST_F(MinimalBook, HasNothingWhereTheSearchPlaysWell) {
    EXPECT_TRUE(found(Outcome::Draw, Outcome::WhiteWins).entries.empty());
}

// Random games are full of shots that a few nodes do not see.
TEST_F(MinimalBook, HasTheMoveThatALongSearchInsistsOn) {
    BookBuilder builder;
    std::mt19937_64 random(3);
    for (int i = 0; i < 10; ++i) {
        Game game;
        for (int ply = 0; ply < 24 && !legal_moves(game.position()).empty(); ++ply) {
            const MoveList moves = legal_moves(game.position());
            game.play(moves[random() % moves.size()]);
        }
        builder.add(game, std::nullopt);  // games without results insist on nothing
    }
    write_book(folder_ / "games.book", builder.finish(nullptr), builder.games());
    NoProgress silent;
    const MinimalOptions options{.log = folder_ / "long", .least_games = 1, .nodes = 40};
    const MinimalReport report = find_minimal_book(
        GameBook(folder_ / "games.book"), options, evaluator_, nullptr, {}, silent);
    ASSERT_GT(report.entries.size(), 0U);
    EXPECT_LT(report.entries.size(), report.examined / 2);
    search::Searcher searcher(evaluator_, {hash_bytes_for(400), 1, {}});
    for (const MoveEntry& entry : report.entries) {
        search::Limits limits;
        limits.wants_score = true;
        limits.nodes = 40;
        searcher.clear();
        EXPECT_NE(*searcher.search(Game(entry.position), limits).best, entry.move);
        limits.nodes = 400;
        searcher.clear();
        EXPECT_EQ(*searcher.search(Game(entry.position), limits).best, entry.move);
    }
}

}  // namespace
}  // namespace deepwell::book
