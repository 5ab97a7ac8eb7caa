#include "protocol/dxp_session.h"

#include <gmock/gmock.h>

#include "board/fen.h"
#include "board/movegen.h"
#include "protocol/fake_search.h"
#include "protocol/scripted_link.h"

namespace deepwell::protocol {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

const std::string Us = "Deepwell                        ";
const std::string Them = "Tornado                         ";

class DxpSessionTest : public testing::Test {
protected:
    DxpSession session(DxpLink& link) {
        return {link,
                engine_,
                terms_,
                [this](const std::string& line) { log_.push_back(line); },
                stop_.get_token()};
    }
    DxpGame asked(ScriptedLink& link, Side ours = Side::Black) {
        return session(link).ask(ours, true);
    }
    DxpGame answered(ScriptedLink& link, bool last = false) { return session(link).answer(last); }

    engine::Engine engine_{make_fake_search};
    DxpTerms terms_;
    std::vector<std::string> log_;
    std::stop_source stop_;
};

// The fake search plays the first legal move: 9-13 at the start.
const std::string TheyAskForWhite = "R01" + Them + "Z005000A";
const std::string TheyAskForBlack = "R01" + Them + "W005000A";
const std::string TheyAccept = "A" + Them + "0";

// White to move takes Black's last piece.
std::string they_ask_for_a_short_game(Side ours) {
    DxpRequest request;
    request.name = "Tornado";
    request.follower = ours;
    request.position = *parse_fen("W:W18:B15");
    return encode(request);
}

TEST_F(DxpSessionTest, AsksForAGameAndPlays) {
    ScriptedLink link({TheyAccept, "M0003221800", "E11"});
    const DxpGame game = asked(link);
    EXPECT_EQ(game.ending, DxpEnding::Finished);
    EXPECT_EQ(game.outcome, Outcome::BlackWins);
    EXPECT_EQ(game.reason, "Black wins: the opponent gave up");
    EXPECT_EQ(game.opponent, "Tornado");
    EXPECT_FALSE(game.more);
    EXPECT_THAT(game.game.moves(), SizeIs(3));
    EXPECT_THAT(link.sent,
                ElementsAre("R01" + Us + "W005000A", "M0000091300", StartsWith("M0000"), "E01"));
}

TEST_F(DxpSessionTest, AsksForAPosition) {
    terms_.position = *parse_fen("W:W32:B1");
    terms_.minutes = 7;
    terms_.moves = 40;
    ScriptedLink link({"A" + Them + "2"});
    const DxpGame game = asked(link, Side::White);
    EXPECT_EQ(game.ending, DxpEnding::Refused);
    EXPECT_EQ(game.reason, "Tornado refuses: not this game");
    EXPECT_FALSE(game.started);
    EXPECT_THAT(link.sent, ElementsAre("R01" + Us + "Z007040BWzeeeeeeeeeeeeeeeeeeeeeeeeeeeeeew"));
}

TEST_F(DxpSessionTest, AnswersAndPlaysEitherColour) {
    ScriptedLink white({TheyAskForBlack, "M0001111500", "E20"});
    const DxpGame as_white = answered(white);
    EXPECT_EQ(as_white.ours, Side::White);
    EXPECT_EQ(as_white.outcome, Outcome::Draw);
    EXPECT_TRUE(as_white.more);
    EXPECT_THAT(white.sent, ElementsAre("A" + Us + "0", StartsWith("M0000"), "E00"));
    ScriptedLink black({TheyAskForWhite, "E31"});
    const DxpGame as_black = answered(black);
    EXPECT_EQ(as_black.outcome, Outcome::WhiteWins);
    EXPECT_FALSE(as_black.more);
    EXPECT_THAT(black.sent, ElementsAre("A" + Us + "0", "M0000091300", "E01"));
}

TEST_F(DxpSessionTest, TheLastGameIsAnnounced) {
    ScriptedLink link({TheyAskForWhite, "E00"});
    EXPECT_FALSE(answered(link, true).more);
    EXPECT_EQ(link.sent.back(), "E01");
}

TEST_F(DxpSessionTest, RefusesWhatCannotBePlayed) {
    ScriptedLink version({"R02" + Them + "Z005000A"});
    EXPECT_EQ(answered(version).ending, DxpEnding::Refused);
    EXPECT_THAT(version.sent, ElementsAre("A" + Us + "1"));
    // A black man on its king row; no legal move.
    for (const auto* position : {"Zweeeeeeeeeeeeeeeeeeeeeeeeeeeeeez",
                                 "Zweeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
                                 "ZWeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"}) {
        ScriptedLink link({"R01" + Them + "Z005000B" + position});
        const DxpGame game = answered(link);
        EXPECT_EQ(game.ending, DxpEnding::Refused) << position;
        EXPECT_TRUE(game.more);
        EXPECT_THAT(link.sent, ElementsAre("A" + Us + "2"));
    }
}

TEST_F(DxpSessionTest, TheSideThatCannotMoveEndsTheGame) {
    ScriptedLink link(
        {they_ask_for_a_short_game(Side::Black), "M000118110115", "CGood game", "E00"});
    const DxpGame game = answered(link);
    EXPECT_EQ(game.outcome, Outcome::WhiteWins);
    EXPECT_EQ(game.reason, "White wins: no pieces left");
    EXPECT_TRUE(game.more);
    EXPECT_THAT(link.sent, ElementsAre("A" + Us + "0", "E10"));
    EXPECT_THAT(log_, testing::Contains("chat: Good game"));
}

TEST_F(DxpSessionTest, AWinOnTheBoardStandsWhateverFollows) {
    for (const DxpArrival then : {DxpArrival::Closed, DxpArrival::Timeout, DxpArrival::TooLong}) {
        ScriptedLink link({they_ask_for_a_short_game(Side::White)}, then);
        const DxpGame game = answered(link);
        EXPECT_EQ(game.ending, DxpEnding::Finished);
        EXPECT_EQ(game.outcome, Outcome::WhiteWins);
        EXPECT_FALSE(game.more);
    }
}

TEST_F(DxpSessionTest, EndsAfterTheAgreedMoves) {
    ScriptedLink link({"R01" + Them + "Z000001A", "M0001221800", "E00"});
    const DxpGame game = answered(link);
    EXPECT_EQ(game.ending, DxpEnding::Finished);
    EXPECT_EQ(game.reason, "no result: all agreed moves are played");
    EXPECT_EQ(link.sent.back(), "E00");
}

TEST_F(DxpSessionTest, LetsTheOpponentTakeBack) {
    ScriptedLink link(
        {TheyAskForWhite, "M0001221800", "B001W", "M0001231900", "B009W", "B000Z", "E00"});
    const DxpGame game = answered(link);
    EXPECT_THAT(game.game.moves(), SizeIs(3));
    EXPECT_EQ(game.game.moves()[1].from.number(), 23);
    EXPECT_THAT(game.seconds, SizeIs(3));
    EXPECT_THAT(link.sent,
                ElementsAre("A" + Us + "0",
                            "M0000091300",
                            StartsWith("M"),
                            "K0",
                            StartsWith("M"),
                            "K1",
                            "K1",
                            "E00"));
}

TEST_F(DxpSessionTest, TakenBackToOurOwnMoveWeMoveAgain) {
    ScriptedLink link({TheyAskForWhite, "B001Z", "E00"});
    EXPECT_THAT(answered(link).game.moves(), SizeIs(1));
    EXPECT_THAT(link.sent, ElementsAre("A" + Us + "0", "M0000091300", "K0", "M0000091300", "E00"));
}

TEST_F(DxpSessionTest, AnIllegalMoveEndsTheGame) {
    for (const auto* move : {"M0001221500", "M0001111500", "M000122180117"}) {
        ScriptedLink link({TheyAskForWhite, move});
        const DxpGame game = answered(link);
        EXPECT_EQ(game.ending, DxpEnding::Broken);
        EXPECT_THAT(game.reason, StartsWith("illegal move from "));
        EXPECT_THAT(link.sent,
                    ElementsAre("A" + Us + "0", "M0000091300", StartsWith("Cillegal move"), "E01"));
    }
}

TEST_F(DxpSessionTest, WhatIsOutOfPlaceEndsTheGame) {
    for (const std::string& message :
         {TheyAskForWhite, TheyAccept, std::string("garbage"), std::string("M00"), std::string()}) {
        ScriptedLink link({TheyAskForWhite, message});
        EXPECT_EQ(answered(link).ending, DxpEnding::Broken) << message;
        EXPECT_EQ(link.sent.back(), "E01");
    }
    for (const std::string& first : {std::string("M0001111500"), TheyAccept, std::string("?")}) {
        ScriptedLink link({first});
        const DxpGame game = answered(link);
        EXPECT_EQ(game.ending, DxpEnding::Broken) << first;
        EXPECT_FALSE(game.started);
    }
    ScriptedLink answer({"M0001111500"});
    EXPECT_EQ(asked(answer).ending, DxpEnding::Broken);
}

TEST_F(DxpSessionTest, AnAnswerToNoRequestIsIgnored) {
    ScriptedLink link({TheyAskForWhite, "K0", "E00"});
    EXPECT_EQ(answered(link).ending, DxpEnding::Finished);
}

TEST_F(DxpSessionTest, SilenceAndDepartureAreToldApart) {
    ScriptedLink silent({TheyAskForWhite}, DxpArrival::Timeout);
    EXPECT_EQ(answered(silent).reason, "the opponent is silent");
    ScriptedLink gone({TheyAskForWhite});
    EXPECT_EQ(answered(gone).reason, "the opponent closed the connection");
    ScriptedLink between({}, DxpArrival::Closed);
    EXPECT_EQ(answered(between).ending, DxpEnding::Left);
    ScriptedLink endless({TheyAskForWhite}, DxpArrival::TooLong);
    EXPECT_EQ(answered(endless).reason, "a message without end");
    ScriptedLink dead({});
    dead.is_gone = true;
    EXPECT_EQ(asked(dead).ending, DxpEnding::Left);
}

TEST_F(DxpSessionTest, AnUnconfirmedEndIsAnEnd) {
    for (const auto* last : {"garbage", "K0"}) {
        ScriptedLink link({"R01" + Them + "Z000001A", "M0001221800", last});
        const DxpGame game = answered(link);
        EXPECT_EQ(game.ending, DxpEnding::Finished);
        EXPECT_FALSE(game.more);
    }
}

TEST_F(DxpSessionTest, OurOwnFailureIsTold) {
    engine_.set("weights", "missing");
    ScriptedLink link({TheyAskForWhite});
    const DxpGame game = answered(link);
    EXPECT_EQ(game.ending, DxpEnding::Broken);
    EXPECT_EQ(game.reason, "missing: No such file or directory");
}

TEST_F(DxpSessionTest, StopsWhenTold) {
    stop_.request_stop();
    ScriptedLink link({TheyAskForWhite});
    const DxpGame game = answered(link);
    EXPECT_EQ(game.ending, DxpEnding::Stopped);
    EXPECT_EQ(link.sent.back(), "E01");
}

// Expects the first legal answer, and counts how often it was the right one.
class ExpectingSearch final : public FakeSearch {
public:
    explicit ExpectingSearch(std::vector<search::Limits>& pondered) : pondered_(pondered) {}

    search::SearchResult search(const Game& game,
                                const search::Limits& limits,
                                const std::stop_token& stop,
                                const search::InfoCallback& on_info) override {
        auto result = FakeSearch::search(game, limits, stop, on_info);
        result.ponder = legal_moves(play(game.position(), *result.best))[0];
        if (limits.ponder) pondered_.push_back(limits);
        return result;
    }

private:
    std::vector<search::Limits>& pondered_;
};

TEST(DxpPondering, GoesOnWithAnExpectedMoveAndStopsForAnother) {
    std::vector<search::Limits> pondered;
    engine::Engine engine([&](const engine::Settings&) {
        return Result<std::unique_ptr<engine::Search>>(std::make_unique<ExpectingSearch>(pondered));
    });
    engine.set("ponder", "true");
    Game game;
    game.play(legal_moves(game.position())[0]);
    const Move expected = legal_moves(game.position())[0];
    game.play(expected);
    game.play(legal_moves(game.position())[0]);
    const Move unexpected = legal_moves(game.position())[1];
    ScriptedLink link({"R01" + Them + "Z005040A",
                       encode(DxpMove{1, expected}),
                       "CHello",
                       encode(DxpMove{1, unexpected}),
                       "B002W",
                       encode(DxpMove{1, unexpected}),
                       "E00"});
    DxpSession session(link, engine, {}, [](const std::string&) {}, {});
    const DxpGame played = session.answer(true);
    EXPECT_EQ(played.ending, DxpEnding::Finished);
    EXPECT_THAT(played.game.moves(), SizeIs(5));
    ASSERT_THAT(pondered, SizeIs(4));
    std::vector<bool> hits;
    for (const search::Limits& limits : pondered)
        hits.push_back(limits.ponder_hit.stop_requested());
    EXPECT_THAT(hits, ElementsAre(true, false, false, false));
    EXPECT_EQ(pondered[0].moves_to_go, 39) << "of 40, one was made";
    EXPECT_FALSE(engine.is_searching());
}

TEST_F(DxpSessionTest, TheLogIsPrintable) {
    ScriptedLink link({TheyAskForWhite, "M0001221800", "CHello there", "E00"});
    answered(link);
    EXPECT_THAT(log_,
                ElementsAre("game with Tornado: we play Black, 5 min",
                            HasSubstr("1.   9-13"),
                            HasSubstr("1... 22-18"),
                            HasSubstr("2.  "),
                            "chat: Hello there",
                            HasSubstr("no result")));
}

}  // namespace
}  // namespace deepwell::protocol
