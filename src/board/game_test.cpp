#include "board/game.h"

#include <array>
#include <gtest/gtest.h>
#include <initializer_list>
#include <string>

#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"

namespace deepwell {

namespace {

Game game_from(const char* fen) {
    return Game(parse_fen(fen).value());
}

void play_all(Game& game, std::initializer_list<const char*> texts) {
    for (const char* text : texts) game.play(parse_move(game.position(), text).value());
}

// Each side has a king that goes round and round, 6 squares and 8, and a man that waits: positions
// come back every 24 moves a side.
constexpr std::array<int, 6> BlackRound{7, 3, 8, 12, 16, 11};
constexpr std::array<int, 8> WhiteRound{31, 26, 22, 17, 14, 18, 23, 27};

template <std::size_t Size>
Move step_of(const std::array<int, Size>& round, std::size_t i) {
    return {Square::from_number(round[i % Size]).value(),
            Square::from_number(round[(i + 1) % Size]).value(),
            {}};
}

void play_idly(Game& game) {
    const std::size_t ply = game.moves().size();
    const Move move = ply % 2 == 0 ? step_of(BlackRound, ply / 2) : step_of(WhiteRound, ply / 2);
    ASSERT_TRUE(legal_moves(game.position()).contains(move)) << to_fen(game.position());
    game.play(move);
}

Game idle_game(int plies) {
    Game game = game_from("B:WK31,28:BK7,5");
    for (int ply = 0; ply < plies; ++ply) play_idly(game);
    return game;
}

constexpr GameState Open{};

}  // namespace

TEST(Game, StartsAtTheStart) {
    const Game game;
    EXPECT_EQ(game.initial(), Position::start());
    EXPECT_EQ(game.position(), Position::start());
    EXPECT_TRUE(game.moves().empty());
    EXPECT_EQ(game.state(), Open);
    EXPECT_EQ(game.occurrences(), 1);
    EXPECT_EQ(game.quiet_plies(), 0);
}

TEST(Game, RemembersPositionsAndMoves) {
    Game game;
    play_all(game, {"11-15", "23-19"});
    EXPECT_EQ(game.moves().size(), 2U);
    EXPECT_EQ(game.positions().size(), 3U);
    EXPECT_EQ(game.initial(), Position::start());
    EXPECT_EQ(game.position().side, Side::Black);
}

TEST(Game, TakesMovesBack) {
    Game game;
    play_all(game, {"11-15", "23-19"});
    EXPECT_TRUE(game.undo());
    EXPECT_EQ(game.position().side, Side::White);
    EXPECT_TRUE(game.undo());
    EXPECT_EQ(game.position(), Position::start());
    EXPECT_FALSE(game.undo());
    EXPECT_EQ(game.position(), Position::start());
}

TEST(Game, IsLostWithoutPieces) {
    Game game = game_from("B:W18:B14");
    play_all(game, {"14x23"});
    EXPECT_EQ(game.state(), (GameState{Outcome::BlackWins, OutcomeReason::NoPieces}));
    EXPECT_EQ(game_from("B:W18:B").state(),
              (GameState{Outcome::WhiteWins, OutcomeReason::NoPieces}));
}

TEST(Game, IsLostWithoutMoves) {
    EXPECT_EQ(game_from("B:W16,19:B12").state(),
              (GameState{Outcome::WhiteWins, OutcomeReason::NoMoves}));
    EXPECT_EQ(game_from("W:W21:B14,17").state(),
              (GameState{Outcome::BlackWins, OutcomeReason::NoMoves}));
}

TEST(Game, IsDrawnWhenAPositionOccursForTheThirdTime) {
    Game game = game_from("B:WK32:BK1");
    for (int round = 1; round <= 2; ++round) {
        EXPECT_EQ(game.occurrences(), round);
        EXPECT_EQ(game.state(), Open);
        play_all(game, {"1-5", "32-28", "5-1", "28-32"});
    }
    EXPECT_EQ(game.occurrences(), 3);
    EXPECT_EQ(game.state(), (GameState{Outcome::Draw, OutcomeReason::Repetition}));
}

TEST(Game, GoesOnAfterADraw) {
    Game game = game_from("B:WK32:BK1");
    for (int round = 1; round <= 2; ++round) play_all(game, {"1-5", "32-28", "5-1", "28-32"});
    play_all(game, {"1-6"});
    EXPECT_EQ(game.state(), Open);
}

TEST(Game, IsDrawnAfterFortyMovesASideWithoutProgress) {
    Game game = idle_game(79);
    EXPECT_EQ(game.quiet_plies(), 79);
    EXPECT_EQ(game.state(), Open);
    play_idly(game);
    EXPECT_EQ(game.quiet_plies(), 80);
    EXPECT_EQ(game.state(), (GameState{Outcome::Draw, OutcomeReason::NoProgress}));
    EXPECT_TRUE(game.undo());
    EXPECT_EQ(game.quiet_plies(), 79);
    EXPECT_EQ(game.state(), Open);
}

TEST(Game, CountsProgressAgainFromAMansMove) {
    Game game = idle_game(78);
    play_all(game, {"5-9"});
    EXPECT_EQ(game.quiet_plies(), 0);
    play_idly(game);
    EXPECT_EQ(game.quiet_plies(), 1);
    EXPECT_EQ(game.occurrences(), 1);
    EXPECT_EQ(game.state(), Open);
}

TEST(Game, CountsProgressAgainFromACapture) {
    Game game = game_from("B:WK32,K9:BK1,K2");
    play_all(game, {"2-7", "9-5"});
    EXPECT_EQ(game.quiet_plies(), 2);
    play_all(game, {"1-6", "32-28", "6-1", "5-9", "1-5", "28-32"});
    EXPECT_EQ(game.quiet_plies(), 8);
    play_all(game, {"5x14"});
    EXPECT_EQ(game.quiet_plies(), 0);
}

TEST(Game, HasWordsForEveryEnding) {
    EXPECT_STREQ(describe(OutcomeReason::None), "the game goes on");
    EXPECT_STREQ(describe(OutcomeReason::NoPieces), "no pieces left");
    EXPECT_STREQ(describe(OutcomeReason::NoMoves), "no legal move");
    EXPECT_STREQ(describe(OutcomeReason::Repetition), "third repetition");
    EXPECT_STREQ(describe(OutcomeReason::NoProgress), "40 moves a side without progress");
}

}  // namespace deepwell
