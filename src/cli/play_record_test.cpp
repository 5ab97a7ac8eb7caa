#include "cli/play_record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "board/notation.h"
#include "board/pdn_reader.h"
#include "board/pdn_writer.h"

namespace deepwell::cli {

namespace {

using testing::HasSubstr;
using testing::Not;

PdnGame annotated() {
    return read_pdn(
               "[Event \"Barnsley\"]\n[Black \"Long\"]\n[White \"Bryant\"]\n[Result \"1-0\"]\n"
               "[Termination \"normal\"]\n\n1. 9-13 {Edinburgh} 22-18 2. 6-9 {odd} *\n",
               "")
        .games.at(0);
}

Game with_moves(std::initializer_list<const char*> moves) {
    Game game;
    for (const char* const move : moves) game.play(parse_move(game.position(), move).value());
    return game;
}

}  // namespace

TEST(PlayRecord, AGameThatWasOnlyLoadedStaysAsItWas) {
    const PdnGame loaded = annotated();
    EXPECT_EQ(to_pdn(record_of(main_game(loaded), Side::White, std::nullopt, loaded)),
              to_pdn(loaded));
}

TEST(PlayRecord, RemarksStayUpToWhereTheGamesPart) {
    const std::string text = to_pdn(
        record_of(with_moves({"9-13", "22-18", "10-15"}), Side::Black, std::nullopt, annotated()));
    EXPECT_THAT(text, HasSubstr("[Black \"Long\"]\n[White \"Bryant\"]\n[Result \"*\"]\n\n"));
    EXPECT_THAT(
        text,
        HasSubstr(
            "1. 9-13 {Edinburgh} 1... 22-18 2. {From here on against Deepwell, White.} 10-15"));
}

TEST(PlayRecord, ANewEndReplacesTheOldOne) {
    const GameEnding ending{Outcome::BlackWins, "White resigns", Side::White};
    const std::string text =
        to_pdn(record_of(main_game(annotated()), Side::White, ending, annotated()));
    EXPECT_THAT(text, HasSubstr("[Result \"0-1\"]"));
    EXPECT_THAT(text, Not(HasSubstr("Termination")));
    EXPECT_THAT(text, HasSubstr("{odd}"));
    EXPECT_THAT(text, HasSubstr("{White resigns}"));
}

TEST(PlayRecord, PlayersAreThoseOfTheEnd) {
    const GameEnding ending{Outcome::WhiteWins, "Black resigns", Side::Black};
    EXPECT_THAT(to_pdn(record_of(with_moves({"9-13"}), Side::White, ending, std::nullopt)),
                HasSubstr("[Black \"You\"]\n[White \"Deepwell\"]"));
}

}  // namespace deepwell::cli
