#include "tune/referee.h"

#include <chrono>
#include <gmock/gmock.h>
#include <thread>

#include "board/fen.h"
#include "board/notation.h"
#include "tune/fake_player.h"

namespace deepwell::tune {
namespace {

using namespace std::chrono_literals;

Opening opening_at(const char* fen) {
    return {fen, Game(*parse_fen(fen))};
}

Opening start() {
    return {"start", Game()};
}

RefereeRules rules_with(const char* limit, const char* value) {
    RefereeRules rules;
    rules.budgets = {*with_limit({}, limit, value), *with_limit({}, limit, value)};
    return rules;
}

PlayedGame played(const Opening& opening,
                  const FakePlayer::Behaviour& black,
                  const FakePlayer::Behaviour& white,
                  const RefereeRules& rules = rules_with("nodes", "1")) {
    FakePlayer first(black);
    FakePlayer second(white);
    return *play_game(opening, {first, second, true}, rules, {});
}

// Behaves until it has moved so often.
FakePlayer::Behaviour after(std::size_t plies, const Choice& choice) {
    return
        [=](const Game& game) { return game.moves().size() < plies ? first_move(game) : choice; };
}

TEST(Referee, AWinOnTheBoard) {
    const PlayedGame game = played(opening_at("B:W18:B14"), first_move, first_move);
    EXPECT_EQ(game.outcome, Outcome::BlackWins);
    EXPECT_EQ(game.reason, "no pieces left");
    EXPECT_EQ(game.thoughts.size(), 1U);
    EXPECT_FALSE(game.is_forfeit);
}

TEST(Referee, DrawsByTheRules) {
    const auto shuffle = [](const Game& game) {
        const bool black = game.position().side == Side::Black;
        const bool home = game.position().kings.contains(*Square::from_number(black ? 1 : 32));
        const char* const move = black ? (home ? "1-5" : "5-1") : (home ? "32-28" : "28-32");
        return Choice(thought_of(*parse_move(game.position(), move)));
    };
    const PlayedGame repeated = played(opening_at("B:WK32:BK1"), shuffle, shuffle);
    EXPECT_EQ(repeated.outcome, Outcome::Draw);
    EXPECT_EQ(repeated.reason, "third repetition");
    RefereeRules rules = rules_with("nodes", "1");
    rules.max_plies = 5;
    const PlayedGame cut = played(start(), first_move, first_move, rules);
    EXPECT_EQ(cut.outcome, Outcome::Draw);
    EXPECT_EQ(cut.reason, "5 plies");
    EXPECT_EQ(cut.game.moves().size(), 5U);
}

TEST(Referee, AnIllegalMoveLoses) {
    const Move nonsense{*Square::from_number(9), *Square::from_number(18), {}};
    const PlayedGame game = played(start(), after(4, thought_of(nonsense)), first_move);
    EXPECT_EQ(game.outcome, Outcome::WhiteWins);
    EXPECT_EQ(game.reason, "Black forfeits: illegal move: from 9 to 18");
    EXPECT_TRUE(game.is_forfeit);
    EXPECT_EQ(game.game.moves().size(), 4U);
}

TEST(Referee, APlayerThatFailsLosesWithTheReason) {
    const auto reason = [](Fault fault, const char* detail) {
        return played(start(), first_move, after(1, Forfeit{fault, detail})).reason;
    };
    EXPECT_EQ(reason(Fault::Crash, "it ended (signal 11)"),
              "White forfeits: crash: it ended (signal 11)");
    EXPECT_EQ(reason(Fault::BadText, ""), "White forfeits: unreadable answer");
    EXPECT_EQ(reason(Fault::Overrun, ""), "White forfeits: time overrun");
    EXPECT_EQ(reason(Fault::Error, "no level was given"),
              "White forfeits: error: no level was given");
    EXPECT_EQ(reason(Fault::Resignation, ""), "White forfeits: resignation");
    const PlayedGame game = played(start(), first_move, after(1, Forfeit{}));
    EXPECT_EQ(game.outcome, Outcome::BlackWins);
}

TEST(Referee, TooLongAThoughtLoses) {
    const auto slow = [](const Game& game) {
        std::this_thread::sleep_for(60ms);
        return first_move(game);
    };
    RefereeRules rules = rules_with("time", "0.01");
    rules.margin = 0.02;
    const PlayedGame late = played(start(), first_move, slow, rules);
    EXPECT_EQ(late.outcome, Outcome::BlackWins);
    EXPECT_THAT(late.reason, testing::StartsWith("White forfeits: time overrun: 0."));
    rules.margin = 600;
    rules.max_plies = 4;
    EXPECT_EQ(played(start(), first_move, slow, rules).outcome, Outcome::Draw);
}

TEST(Referee, TheClockOfTheGameRunsDown) {
    const auto slow = [](const Game& game) {
        std::this_thread::sleep_for(30ms);
        return first_move(game);
    };
    RefereeRules rules = rules_with("clock", "100+0");
    rules.budgets[1] = *with_limit({}, "clock", "0.1");
    rules.margin = 0;
    const PlayedGame game = played(start(), first_move, slow, rules);
    EXPECT_EQ(game.outcome, Outcome::BlackWins);
    EXPECT_LE(game.game.moves().size(), 8U);  // three moves fit, the fourth cannot
}

TEST(Referee, EveryPlayerHasItsOwnBudgetWhateverItsColour) {
    RefereeRules rules;
    rules.budgets = {*with_limit({}, "nodes", "11"), *with_limit({}, "nodes", "22")};
    rules.max_plies = 4;
    for (const bool first_is_black : {true, false}) {
        FakePlayer black(first_move);
        FakePlayer white(first_move);
        play_game(start(), {black, white, first_is_black}, rules, {});
        EXPECT_EQ(black.last_limits.nodes, first_is_black ? 11U : 22U);
        EXPECT_EQ(white.last_limits.nodes, first_is_black ? 22U : 11U);
        EXPECT_EQ(black.games, 1);
    }
}

TEST(Referee, AStopLeavesNoGame) {
    FakePlayer black(first_move);
    FakePlayer white(first_move);
    std::stop_source source;
    source.request_stop();
    EXPECT_FALSE(
        play_game(start(), {black, white, true}, rules_with("nodes", "1"), source.get_token()));
}

}  // namespace
}  // namespace deepwell::tune
