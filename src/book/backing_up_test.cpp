#include "book/backing_up.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

#include "board/fen.h"
#include "board/movegen.h"
#include "book/book_builder.h"
#include "book/game_for_tests.h"

namespace deepwell::book {
namespace {

int value_after(const std::vector<Entry>& entries, const Game& game) {
    const Entry* const entry = find_entry(entries, as_kept(game.position()));
    EXPECT_NE(entry, nullptr);
    return entry == nullptr ? 999 : entry->value;
}

TEST(BackingUp, AGameGivesItsResultToItsWholeLine) {
    BookBuilder builder;
    builder.add(game_of("11-15 23-18 8-11"), Outcome::BlackWins);
    const auto entries = builder.finish(nullptr);
    EXPECT_EQ(value_after(entries, game_of("")), Won);
    EXPECT_EQ(value_after(entries, game_of("11-15")), -Won);
    EXPECT_EQ(value_after(entries, game_of("11-15 23-18 8-11")), -Won);
}

TEST(BackingUp, EachSideTakesItsBestMove) {
    BookBuilder builder;
    builder.add(game_of("11-15 23-18 8-11"), Outcome::BlackWins);
    builder.add(game_of("11-15 23-19 8-11"), Outcome::Draw);
    builder.add(game_of("9-13 22-18"), Outcome::WhiteWins);
    const auto entries = builder.finish(nullptr);
    EXPECT_EQ(value_after(entries, game_of("11-15")), 0);
    EXPECT_EQ(value_after(entries, game_of("9-13")), Won);
    EXPECT_EQ(value_after(entries, game_of("")), 0);
}

TEST(BackingUp, TheEndOfSeveralGamesHasTheirMean) {
    BookBuilder builder;
    for (const Outcome outcome :
         {Outcome::BlackWins, Outcome::BlackWins, Outcome::Draw, Outcome::WhiteWins})
        builder.add(game_of("11-15"), outcome);
    builder.add(game_of("11-15"), std::nullopt);
    const auto entries = builder.finish(nullptr);
    EXPECT_EQ(value_after(entries, game_of("11-15")), -25);
    EXPECT_EQ(value_after(entries, game_of("")), 25);
    EXPECT_EQ(find_entry(entries, Position::start())->moves.at(0).tally,
              (Tally{.wins = 2, .draws = 1, .losses = 1, .open = 1}));
}

// Nobody played 10-14 after 9-13 24-20 here, but it leads to where the other game went by another
// order of moves.
TEST(BackingUp, AMoveThatNobodyPlayedCountsIfItTransposes) {
    BookBuilder builder;
    builder.add(game_of("9-13 24-20 11-15"), Outcome::WhiteWins);
    builder.add(game_of("10-14 24-20 9-13 28-24"), Outcome::BlackWins);
    const auto entries = builder.finish(nullptr);
    EXPECT_EQ(value_after(entries, game_of("9-13 24-20")), Won);
    EXPECT_EQ(value_after(entries, game_of("9-13")), -Won);
}

TEST(BackingUp, ATwinIsTheSameEntry) {
    BookBuilder builder;
    builder.add(game_of("11-15"), Outcome::BlackWins);
    builder.add(Game(turned(game_of("11-15").position())), Outcome::WhiteWins);
    EXPECT_EQ(builder.size(), 2U);
    const auto entries = builder.finish(nullptr);
    EXPECT_EQ(find_entry(entries, as_kept(game_of("11-15").position()))->ended.games(), 2U);
}

// Kings that go back and forth: who can leave for something better does, endless play is a draw.
TEST(BackingUp, CirclesAreDrawnUnlessOneSideCanLeaveThem) {
    const Position initial = *parse_fen("B:WK32:BK1");
    const std::string round = "1-5 32-28 5-1 28-32";
    BookBuilder circle;
    circle.add(game_of(round + " 1-6 32-27", initial), std::nullopt);
    EXPECT_EQ(value_after(circle.finish(nullptr), Game(initial)), 0);

    BookBuilder won;
    won.add(game_of(round, initial), Outcome::Draw);
    won.add(game_of("1-5 32-27 5-9", initial), Outcome::WhiteWins);
    won.add(game_of("1-6 32-27 6-10", initial), Outcome::BlackWins);
    const auto entries = won.finish(nullptr);
    EXPECT_EQ(value_after(entries, Game(initial)), Won);
    EXPECT_EQ(value_after(entries, game_of("1-5 32-28", initial)), Won);  // back, and then 1-6
    EXPECT_EQ(value_after(entries, game_of("1-5", initial)), Won);        // White leaves for 32-27
}

// Short random games, which meet again and again.
std::vector<Game> random_games(int count) {
    std::mt19937_64 random(7);
    std::vector<Game> games;
    for (int i = 0; i < count; ++i) {
        Game game;
        for (int ply = 0; ply < 12; ++ply) {
            const MoveList moves = legal_moves(game.position());
            if (moves.empty()) break;
            game.play(moves[random() % std::min<std::size_t>(3, moves.size())]);
        }
        games.push_back(game);
    }
    return games;
}

// All entries from which moves lead to one of `ends`, by going over the book until nothing is new.
std::vector<bool> can_reach(const std::vector<Entry>& entries, const std::vector<Position>& ends) {
    std::vector<bool> reaches(entries.size());
    const auto place = [&](const Position& position) {
        return find_entry(entries, as_kept(position)) - entries.data();
    };
    for (const Position& end : ends) reaches[static_cast<std::size_t>(place(end))] = true;
    for (bool is_new = true; is_new;) {
        is_new = false;
        for (std::size_t i = 0; i < entries.size(); ++i) {
            if (reaches[i]) continue;
            for (const Move& move : legal_moves(entries[i].position)) {
                const Position next = play(entries[i].position, move);
                if (find_entry(entries, as_kept(next)) == nullptr) continue;
                if (reaches[static_cast<std::size_t>(place(next))]) is_new = reaches[i] = true;
            }
        }
    }
    return reaches;
}

// Reversed results of some games change values only where their ends can be reached, and tallies
// only where these games went; some of it does change.
TEST(BackingUp, APoisonedFileShiftsOnlyWhatItMust) {
    constexpr std::size_t Poisoned = 5;
    const std::vector<Game> games = random_games(300);
    const auto book_with = [&](Outcome of_first) {
        BookBuilder builder;
        for (std::size_t i = 0; i < games.size(); ++i)
            builder.add(games[i],
                        i < Poisoned ? of_first
                        : i % 2 == 0 ? Outcome::Draw
                                     : Outcome::BlackWins);
        return builder.finish(nullptr);
    };
    const auto before = book_with(Outcome::WhiteWins), after = book_with(Outcome::BlackWins);
    ASSERT_EQ(before.size(), after.size());
    std::vector<Position> ends, visited;
    for (std::size_t i = 0; i < Poisoned; ++i) {
        ends.push_back(games[i].position());
        for (const Position& position : games[i].positions()) visited.push_back(as_kept(position));
    }
    const std::vector<bool> may_change = can_reach(before, ends);
    std::size_t changed = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (before[i].value != after[i].value) {
            ++changed;
            EXPECT_TRUE(may_change[i]) << to_fen(before[i].position);
        }
        if (before[i].moves == after[i].moves && before[i].ended == after[i].ended) continue;
        EXPECT_TRUE(std::count(visited.begin(), visited.end(), before[i].position) > 0);
    }
    EXPECT_GT(changed, Poisoned);
    EXPECT_LT(changed, before.size() / 4);
}

TEST(BackingUp, TheOrderOfGamesDoesNotMatter) {
    const std::vector<std::pair<std::string, Outcome>> games{
        {"11-15 23-18 8-11", Outcome::BlackWins},
        {"11-15 23-19 8-11 22-17", Outcome::Draw},
        {"9-13 22-18", Outcome::WhiteWins},
        {"9-13 22-18 12-16", Outcome::Draw},
        {"9-13 22-18", Outcome::BlackWins}};
    BookBuilder forwards, backwards;
    for (const auto& [moves, outcome] : games) forwards.add(game_of(moves), outcome);
    for (auto game = games.rbegin(); game != games.rend(); ++game)
        backwards.add(game_of(game->first), game->second);
    EXPECT_EQ(forwards.finish(nullptr), backwards.finish(nullptr));
}

}  // namespace
}  // namespace deepwell::book
