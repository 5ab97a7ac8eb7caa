#include "protocol/hub_text.h"

#include <gmock/gmock.h>

#include "board/fen.h"
#include "board/movegen.h"
#include "search/score_in_men.h"

namespace deepwell::protocol {
namespace {

using testing::HasSubstr;

Position fen(const char* text) {
    return *parse_fen(text);
}

std::string fault_in_line(std::string_view line) {
    const auto result = parse_hub_line(line);
    return result ? "none" : result.error();
}

TEST(HubText, LinesHaveACommandFlagsAndValues) {
    const auto line = parse_hub_line(R"(  pos pos=Bbe  moves="11-15 22-18" infinite egdb="" )");
    ASSERT_TRUE(line);
    EXPECT_EQ(line->command, "pos");
    EXPECT_EQ(line->arguments.size(), 4U);
    EXPECT_EQ(line->value("pos"), "Bbe");
    EXPECT_EQ(line->value("moves"), "11-15 22-18");
    EXPECT_EQ(line->value("infinite"), "");
    EXPECT_EQ(line->value("egdb"), "");
    EXPECT_FALSE(line->has("depth"));
    EXPECT_TRUE(line->arguments[2].is_flag);
    EXPECT_FALSE(line->arguments[3].is_flag);
}

TEST(HubText, ACarriageReturnAtTheEndIsBlank) {
    EXPECT_EQ(parse_hub_line("quit\r")->command, "quit");
}

TEST(HubText, MalformedLinesSayWhy) {
    EXPECT_EQ(fault_in_line(""), "the line is empty");
    EXPECT_EQ(fault_in_line(" \t"), "the line is empty");
    EXPECT_EQ(fault_in_line("=x"), "the line does not begin with a command");
    EXPECT_EQ(fault_in_line("pos=x"), "the line does not begin with a command");
    EXPECT_EQ(fault_in_line("\"pos\""), "the line does not begin with a command");
    EXPECT_EQ(fault_in_line("pos =x"), "an argument has no name");
    EXPECT_EQ(fault_in_line("pos \"x\""), "an argument has no name");
    EXPECT_EQ(fault_in_line("pos pos="), "pos= has no value");
    EXPECT_EQ(fault_in_line("pos pos= x"), "pos= has no value");
    EXPECT_EQ(fault_in_line("pos pos=a=b"), "the value of pos goes on after its end");
    EXPECT_EQ(fault_in_line("pos pos=\"a\"b"), "the value of pos goes on after its end");
    EXPECT_EQ(fault_in_line("pos a\"b"), "the name a ends in a quote");
    EXPECT_EQ(fault_in_line("pos moves=\"11-15"), "a quote is not closed");
    EXPECT_EQ(fault_in_line("pos pos=a pos=b"), "pos is given twice");
    EXPECT_EQ(fault_in_line("pos\x01"), "the line has control characters");
    EXPECT_EQ(fault_in_line(std::string(MaxHubLine + 1, 'x')), "the line is too long");
}

TEST(HubText, WhatIsWrittenIsRead) {
    const HubLine line{"param",
                       {{"name", "egdb"}, {"value", ""}, {"values", "a b=c"}, {"x", "", true}}};
    EXPECT_EQ(to_text(line), R"(param name=egdb value="" values="a b=c" x)");
    EXPECT_EQ(*parse_hub_line(to_text(line)), line);
}

TEST(HubText, QuotesAndControlCharactersDoNotLeaveAValue) {
    const HubLine line{"error", {{"message", "no \"x\"\n\x1b"}}};
    EXPECT_EQ(to_text(line), "error message=\"no 'x'??\"");
}

TEST(HubText, PositionsAreOneCharacterPerSquare) {
    EXPECT_EQ(to_hub(Position::start()), "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww");
    const Position position = fen("W:WK1,32:B5,K31");
    const std::string text = to_hub(position);
    EXPECT_EQ(text, "WWeeebeeeeeeeeeeeeeeeeeeeeeeeeeBw");
    EXPECT_EQ(*parse_hub_position(text), position);
}

TEST(HubText, BadPositionsSayWhy) {
    const std::string start = to_hub(Position::start());
    const auto fault = [](const std::string& text) { return parse_hub_position(text).error(); };
    EXPECT_EQ(fault(""), "a position has 33 characters, this one 0");
    EXPECT_EQ(fault(start + "e"), "a position has 33 characters, this one 34");
    EXPECT_EQ(fault("b" + start.substr(1)), "a position begins with the side to move, B or W");
    EXPECT_EQ(fault("Bx" + start.substr(2)), "square 1 holds none of w b W B e");
    EXPECT_THAT(fault("Bw" + start.substr(2)), HasSubstr("king row"));
}

TEST(HubText, JumpsNameWhatTheyCapture) {
    const Position single = fen("W:W22:B18");
    EXPECT_EQ(to_hub(legal_moves(single)[0]), "22x15x18");
    for (const auto* text : {"22x15x18", "22x15", "022x15x18"})
        EXPECT_EQ(*parse_hub_move(single, text), legal_moves(single)[0]) << text;
}

TEST(HubText, CapturedSquaresComeInAnyOrder) {
    const Position position = fen("W:W29:B25,18,11");
    const Move jump = legal_moves(position)[0];
    EXPECT_EQ(to_hub(jump), "29x8x11x18x25");
    for (const auto* text : {"29x8x11x18x25", "29x8x25x11x18", "29x8"})
        EXPECT_EQ(*parse_hub_move(position, text), jump) << text;
    for (const auto* text : {"29x8x25x18", "29x8x25x18x11x11", "29x8x25x25x18", "29x22x25"})
        EXPECT_FALSE(parse_hub_move(position, text)) << text;
}

TEST(HubText, AKingThatCirclesBack) {
    const Position position = fen("W:WK14:B10,11,18,19");
    EXPECT_EQ(to_hub(legal_moves(position)[0]), "14x14x10x11x18x19");
    EXPECT_TRUE(parse_hub_move(position, "14x14x19x18x11x10"));
}

TEST(HubText, TwoWaysBetweenTheSameSquaresMustBeTold) {
    // From 31 to 15: over 27 and 19, or over 26 and 18.
    const Position position = fen("W:W31:B27,19,26,18");
    EXPECT_EQ(parse_hub_move(position, "31x15").error(), "'31x15' does not say what it captures");
    EXPECT_TRUE(parse_hub_move(position, "31x15x26x18"));
    EXPECT_TRUE(parse_hub_move(position, "31x15x27x19"));
}

TEST(HubText, WhatIsNoMoveIsRefused) {
    for (const auto* text : {"",
                             "-",
                             "x",
                             "11",
                             "11-",
                             "-15",
                             "11-15-18",
                             "11x15",
                             "11-33",
                             "0-1",
                             "11--15",
                             "11-1e1",
                             "+11-15",
                             "11 15",
                             "99999999999-1",
                             "11-15 "})
        EXPECT_FALSE(parse_hub_move(Position::start(), text)) << text;
    EXPECT_EQ(parse_hub_move(Position::start(), "11-20").error(), "'11-20' is not a legal move");
}

TEST(HubText, EveryLegalMoveIsReadAsWritten) {
    Game game;
    for (int ply = 0; ply < 60 && !legal_moves(game.position()).empty(); ++ply) {
        const MoveList moves = legal_moves(game.position());
        for (const Move& move : moves)
            EXPECT_EQ(*parse_hub_move(game.position(), to_hub(move)), move);
        game.play(moves[static_cast<std::size_t>(ply * 7) % moves.size()]);
    }
    EXPECT_EQ(parse_hub_game(game.initial(), to_hub(game.moves()))->positions(), game.positions());
}

TEST(HubText, GamesReplayUpToTheirFirstFault) {
    const auto game = parse_hub_game(Position::start(), " 11-15  22-18 15x22x18 ");
    ASSERT_TRUE(game);
    EXPECT_EQ(game->moves().size(), 3U);
    EXPECT_EQ(parse_hub_game(Position::start(), "11-15 11-15").error(),
              "'11-15' is not a legal move");
}

TEST(HubText, ScoresAreInMen) {
    EXPECT_DOUBLE_EQ(search::in_men(0), 0);
    EXPECT_DOUBLE_EQ(search::in_men(123), 1.23);
    EXPECT_DOUBLE_EQ(search::in_men(-123), -1.23);
    EXPECT_DOUBLE_EQ(search::in_men(search::WinScore - 7), 99.93);
    EXPECT_DOUBLE_EQ(search::in_men(search::loss_at(8)), -99.92);
    EXPECT_DOUBLE_EQ(search::in_men(search::database_score(Wdl::Win, 4)), 89.96);
    EXPECT_DOUBLE_EQ(search::in_men(search::database_score(Wdl::Loss, 0)), -90);
    EXPECT_DOUBLE_EQ(search::in_men(MaxEvaluation), 80);
}

}  // namespace
}  // namespace deepwell::protocol
