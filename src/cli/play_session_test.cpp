#include "cli/play_session.h"

#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>
#include <thread>

#include "base/files.h"
#include "board/fen.h"
#include "board/movegen.h"
#include "board/pdn_reader.h"

namespace deepwell::cli {

namespace {

using testing::HasSubstr;
using testing::Not;

// Plays the first move of the list and thinks what it is told to.
struct Mind {
    Score score = 0;
    std::optional<Wdl> proven;
    std::vector<std::string> levels;  // of the searches that were made
    std::vector<bool> hits;           // of the answers that were pondered on
};

class FakeSearch final : public engine::Search {
public:
    explicit FakeSearch(Mind& mind) : mind_(mind) {}
    search::SearchResult search(const Game& game,
                                const search::Limits& limits,
                                const std::stop_token& stop,
                                const search::InfoCallback&) override {
        search::SearchResult result;
        result.best = legal_moves(game.position())[0];
        result.pv = {*result.best};
        result.score = mind_.score;
        result.proven = mind_.proven;
        result.depth = 7;
        const MoveList answers = legal_moves(deepwell::play(game.position(), *result.best));
        if (!answers.empty()) result.ponder = answers[0];
        if (limits.ponder) mind_.hits.push_back(is_hit(limits, stop));
        return result;
    }
    void clear() override {}

private:
    // Waits until it is known.
    static bool is_hit(const search::Limits& limits, const std::stop_token& stop) {
        while (!stop.stop_requested() && !limits.ponder_hit.stop_requested())
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return !stop.stop_requested();
    }

    Mind& mind_;
};

class Play : public testing::Test {
protected:
    void SetUp() override { std::filesystem::remove(file); }
    void TearDown() override { std::filesystem::remove(file); }

    // What is said to these lines.
    std::string after(const std::string& input) {
        std::istringstream in(input);
        std::ostringstream out;
        PlaySession session(options, in, out, [this](const engine::Settings& settings) {
            mind.levels.push_back(settings.text(engine::Option::Level));
            return Result<std::unique_ptr<engine::Search>>(std::make_unique<FakeSearch>(mind));
        });
        if (!loaded.empty()) {
            const auto failure = session.load(loaded);
            EXPECT_FALSE(failure) << failure->message;
        }
        session.run();
        finished = session.finished();
        return out.str();
    }
    // The same from a position.
    std::string from(const std::string& fen, const std::string& input) {
        return after("new " + fen + "\n" + input);
    }

    Mind mind;
    PlayOptions options;
    std::string loaded;
    std::vector<book::FinishedGame> finished;  // of the last session
    std::filesystem::path file =
        std::filesystem::path(testing::TempDir()) /
        (std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + ".pdn");
};

}  // namespace

TEST_F(Play, TheInputMayEndAtAnyTime) {
    EXPECT_THAT(after(""), testing::EndsWith("Goodbye.\n"));
    EXPECT_THAT(after("quit\n11-15\n"), Not(HasSubstr("Deepwell plays")));
}

TEST_F(Play, MovesAreTypedOrChosenByNumber) {
    for (const char* const move : {"11-15", "11 15", "11x15", "3"})
        EXPECT_THAT(after(std::string(move) + "\nfen\n"), HasSubstr("Deepwell plays ")) << move;
    EXPECT_THAT(after("moves\n"), HasSubstr("  1) 9-13 "));
}

TEST_F(Play, BadInputCostsOneLine) {
    EXPECT_THAT(after("11-17\n"), HasSubstr("11-17: "));
    EXPECT_THAT(after("99\n"), HasSubstr("There are 7 moves"));
    EXPECT_THAT(after("dance\n"), HasSubstr("'dance' is neither a move nor a command"));
    EXPECT_THAT(after("level 11\n"), HasSubstr("level is a whole number from 0 to 10"));
    EXPECT_THAT(after("load /nowhere.pdn\n"), HasSubstr("/nowhere.pdn: No such file"));
    EXPECT_THAT(after("save /nowhere/x.pdn\n"), HasSubstr("cannot write /nowhere/x.pdn"));
    EXPECT_THAT(after("save\n"), HasSubstr("the name of a file"));
    EXPECT_THAT(after("new B:W1:B\n"), HasSubstr("FEN: White has a man on its king row"));
    EXPECT_THAT(after("\n  \n\t\n"), Not(HasSubstr("neither")));
}

TEST_F(Play, TheLastMoveIsMarked) {
    // The engine, White, answers 11-15 with the first of its moves.
    const std::string said = after("11-15\n");
    EXPECT_THAT(said, HasSubstr("[w]"));
    EXPECT_THAT(said, Not(HasSubstr("[b]")));
}

TEST_F(Play, JumpsAndCrownsAreAnnounced) {
    EXPECT_THAT(from("B:W18,27:B14", ""), HasSubstr("You must jump:"));
    EXPECT_THAT(from("B:W18,26,32:B14", "1\n"), HasSubstr("You play 14x23x30 and jump 2 pieces"));
    EXPECT_THAT(from("B:W5:B26", "26-30\n"), HasSubstr("You play 26-30.  Crowned!"));
}

TEST_F(Play, AGameEndsWithItsReason) {
    EXPECT_THAT(from("B:W18:B14", "1\n"), HasSubstr("You win: White has no pieces left."));
    EXPECT_THAT(from("B:W18:B14", "1\n1\n"), HasSubstr("The game is over"));
    EXPECT_THAT(after("resign\n"), HasSubstr("Deepwell wins: Black resigns."));
    options.person = Side::White;
    EXPECT_THAT(from("B:W18:B14", ""), HasSubstr("Deepwell wins: White has no pieces left."));
}

TEST_F(Play, UndoTakesBackAPairOfMoves) {
    const std::string start = to_fen(Position::start());
    EXPECT_THAT(after("11-15\nundo\nfen\n"), HasSubstr(start));
    EXPECT_THAT(after("undo\n"), HasSubstr("no move of yours"));
    EXPECT_THAT(from("B:W18:B14", "1\nundo\nfen\n"), HasSubstr("\nB:W18:B14\n"));
    options.person = Side::White;
    EXPECT_THAT(after("undo\n"), HasSubstr("no move of yours"));  // Black's is Deepwell's
}

TEST_F(Play, SwapMakesTheEnginePlayTheOtherSide) {
    const std::string said = after("swap\nfen\n");
    EXPECT_THAT(said, HasSubstr("You play White.\nDeepwell plays 9-13."));
}

TEST_F(Play, TheLevelIsOfTheOpponentAndAdviceIsAtFullStrength) {
    after("level 4\n11-15\nhint\n");
    EXPECT_EQ(mind.levels, (std::vector<std::string>{"4", "0"}));
}

TEST_F(Play, TheOpinionIsForBothEyes) {
    mind.score = 35;
    EXPECT_THAT(after("eval\n"), HasSubstr("Black is slightly better (0.35).  Depth 7: 9-13"));
    EXPECT_THAT(after("hint\n"), HasSubstr("Try 9-13."));
    mind.proven = Wdl::Draw;
    EXPECT_THAT(after("eval\n"), HasSubstr("For certain: drawn."));
}

TEST_F(Play, ADrawIsAcceptedWhereNothingIsLeftToPlayFor) {
    const std::string few = "B:WK32,K31:BK1,K2";
    EXPECT_THAT(from(few, "draw?\n"), HasSubstr("A draw: agreed."));
    EXPECT_THAT(after("draw\n"), HasSubstr("early"));
    mind.score = -80;  // for the person
    EXPECT_THAT(from(few, "draw?\n"), HasSubstr("would like to play on"));
    mind.score = 0;
    mind.proven = Wdl::Draw;
    EXPECT_THAT(after("draw?\n"), HasSubstr("A draw: agreed."));
    mind.proven = Wdl::Loss;
    EXPECT_THAT(from(few, "draw?\n"), HasSubstr("would like to play on"));
}

TEST_F(Play, AGameIsSavedAndGoesOn) {
    const std::string first = after("11-15\nfen\nsave " + file.string() + "\n");
    EXPECT_THAT(read_file(file).value(), HasSubstr("[White \"Deepwell\"]"));
    loaded = file.string();
    const std::string second = after("fen\n");
    const std::size_t fen = second.find("\nB:W");
    ASSERT_NE(fen, std::string::npos);
    EXPECT_THAT(first, HasSubstr(second.substr(fen, second.find('\n', fen + 1) - fen)));
    loaded.clear();
    EXPECT_THAT(after("load " + file.string() + " 2\n"), HasSubstr("there is no game 2"));
}

TEST_F(Play, AFinishedGameIsSavedWithItsResult) {
    after("resign\nsave " + file.string() + "\n");
    EXPECT_THAT(read_file(file).value(), HasSubstr("[Result \"1-0\"]"));  // White won
}

TEST_F(Play, SavingAgainReplacesTheGameAndNothingElse) {
    const std::string save = "save " + file.string() + "\n";
    after("9-13\nresign\n" + save);
    const std::string old = read_file(file).value();
    const std::string said = after("11-15\n" + save + "resign\n" + save);
    EXPECT_THAT(said, HasSubstr("Added to " + file.string()));
    EXPECT_THAT(said, HasSubstr("Saved in " + file.string()));
    const PdnFile pdn = read_pdn(read_file(file).value(), "");
    EXPECT_THAT(read_file(file).value(), testing::StartsWith(old));
    ASSERT_EQ(pdn.games.size(), 2U);
    EXPECT_EQ(pdn.games[1].result, PdnResult::OneZero);
}

TEST_F(Play, AnotherGameIsAddedToThoseOfTheSession) {
    const std::string save = "save " + file.string() + "\n";
    after("9-13\n" + save + "new\n11-15\n" + save + "load " + file.string() + " 1\n" + save);
    EXPECT_EQ(read_pdn(read_file(file).value(), "").games.size(), 3U);
}

TEST_F(Play, ALoadedGameKeepsItsTagsWhenItIsSaved) {
    write_file_atomically(file, "[Event \"Barnsley\"]\n[Result \"1-0\"]\n\n1. 9-13 22-18 *\n");
    after("load " + file.string() + "\nundo\n10-15\nsave " + file.string() + "\n");
    const PdnFile pdn = read_pdn(read_file(file).value(), "");
    ASSERT_EQ(pdn.games.size(), 2U);
    EXPECT_EQ(tag_value(pdn.games[1], "Event"), "Barnsley");
    EXPECT_EQ(tag_value(pdn.games[1], "Result"), "*");
}

TEST_F(Play, OnlyThePlayedMovesOfAGameNeedToBeSound) {
    write_file_atomically(file, "[Event \"?\"]\n\n1. 9-13 (11-17) 22-18 *\n");
    const std::string said = after("load " + file.string() + "\nfen\n");
    EXPECT_THAT(said, HasSubstr("The variations are left out: " + file.string() + ": game 1"));
    EXPECT_THAT(said, HasSubstr("\nB:W18,21,23,24,"));
}

TEST_F(Play, AGameThatIsTakenBackFromItsEndCountsOnce) {
    after("9-13\nresign\nundo\n9-13\nresign\n");
    EXPECT_EQ(finished.size(), 1U);
    after("9-13\nresign\nundo\n");
    EXPECT_EQ(finished.size(), 0U);
    after("9-13\nresign\nnew\n9-13\nresign\n");
    EXPECT_EQ(finished.size(), 2U);
}

TEST_F(Play, AGameThatWasOverWhenItWasLoadedDoesNotCount) {
    after("9-13\nresign\nsave " + file.string() + "\n");
    loaded = file.string();
    after("resign\n");
    EXPECT_EQ(finished.size(), 0U);
    after("1\nresign\n");
    EXPECT_EQ(finished.size(), 1U);
}

TEST_F(Play, TheFileTellsWhoPlayedWhenTheGameEnded) {
    const std::string said = after("9-13\nresign\nswap\nsave " + file.string() + "\n");
    EXPECT_THAT(said, HasSubstr("You play White in the next game."));
    EXPECT_THAT(read_file(file).value(), HasSubstr("[Black \"You\"]"));
    EXPECT_THAT(after("9-13\nresign\nswap\nnew\n"), HasSubstr("A new game; you play White."));
}

TEST_F(Play, StartIsAPosition) {
    EXPECT_THAT(after("11-15\nnew start\nfen\n"), HasSubstr(to_fen(Position::start())));
}

TEST_F(Play, UndoGivesTheTimeBack) {
    double now = 0;
    options.clock.emplace(60, 2, [&now] { return now; });
    EXPECT_THAT(after("11-15\nundo\nclock\n"), HasSubstr("You 1:00, Deepwell 1:00."));
    // Every look at the time takes a second: the flag falls while the person types.
    options.clock.emplace(60, 0, [&now] { return now += 1; });
    std::string input = "11-15\n";
    for (int i = 0; i < 40; ++i) input += "\n";
    const std::string said = after(input + "undo\nclock\nfen\n");
    const std::size_t lost = said.find("Black has no time left");
    ASSERT_NE(lost, std::string::npos);
    EXPECT_EQ(said.find("no time left", lost + 20), std::string::npos);
    EXPECT_THAT(said, HasSubstr("You 0:5"));
}

TEST_F(Play, ALoadedGameStartsWithFreshClocks) {
    double now = 0;
    options.clock.emplace(300, 2, [&now] { return now; });
    after("11-15\nsave " + file.string() + "\n");
    EXPECT_THAT(after("11-15\nload " + file.string() + "\nclock\n"),
                HasSubstr("You 5:00, Deepwell 5:00."));
}

TEST_F(Play, WhoeverHasNoTimeLeftLoses) {
    double now = 0;
    options.clock.emplace(60, 0, [&now] { return now += 25; });
    EXPECT_THAT(after("fen\nfen\nfen\nfen\n"), HasSubstr("Deepwell wins: Black has no time left."));
}

TEST_F(Play, TheClockIsShown) {
    EXPECT_THAT(after("clock\n"), HasSubstr("No clock; Deepwell takes 2 s a move."));
    EXPECT_THAT(after("level 3\nclock\n"),
                HasSubstr("No clock; at level 3 Deepwell takes 2 s a move at most."));
    options.clock.emplace(300, 2, [] { return 0.0; });
    EXPECT_THAT(after("11-15\nclock\n"), HasSubstr("You 5:02, Deepwell 5:02."));
}

TEST_F(Play, TheClockIsSetInTheMiddleOfAGame) {
    options.now = [] { return 0.0; };
    EXPECT_THAT(after("11-15\nclock 3+2\n"), HasSubstr("You 3:00, Deepwell 3:00."));
    EXPECT_THAT(after("clock 3+2\n11-15\nclock\n"), HasSubstr("You 3:02, Deepwell 3:02."));
    for (const char* const then : {"undo", "new"})
        EXPECT_THAT(after(std::string("11-15\nclock 3+2\n1\n") + then + "\nclock\n"),
                    testing::ContainsRegex("You 3:00, Deepwell 3:00(.|\n)*You 3:00, Deepwell 3:00"))
            << then;
    EXPECT_THAT(after("clock soon\n"),
                HasSubstr("clock: 'soon' is not MINUTES+SECONDS, as in 5+2."));
}

TEST_F(Play, ThinksOnThePersonsTimeIfItIsToldTo) {
    const std::string input = "11-15\n2\nfen\n1\nundo\n1\nhint\n1\nlevel 0\n1\n";
    const std::string without = after(input);
    EXPECT_TRUE(mind.hits.empty());
    options.settings.set("ponder", "true");
    EXPECT_EQ(after(input), without) << "nobody sees it";
    // The first guess was wrong, the second right; then a move was taken back, advice was wanted,
    // the level was set, and at last the input ended.
    EXPECT_EQ(mind.hits, (std::vector<bool>{false, true, false, false, false, false}));
}

TEST_F(Play, ALevelDoesNotThinkOnThePersonsTime) {
    options.settings.set("ponder", "true");
    after("level 3\n11-15\n1\nlevel 0\n1\n");
    EXPECT_EQ(mind.hits.size(), 1U);
}

TEST_F(Play, HelpKnowsEveryCommand) {
    const std::string said = after("help\n");
    for (const char* const name : {"hint",
                                   "eval",
                                   "moves",
                                   "undo",
                                   "swap",
                                   "level",
                                   "draw?",
                                   "resign",
                                   "clock",
                                   "board",
                                   "flip",
                                   "fen",
                                   "new",
                                   "save",
                                   "load",
                                   "quit"})
        EXPECT_THAT(said, HasSubstr(std::string("\n  ") + name));
}

}  // namespace deepwell::cli
