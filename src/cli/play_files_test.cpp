#include "cli/play_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/files.h"
#include "board/pdn_reader.h"

namespace deepwell::cli {

namespace {

using testing::HasSubstr;
using Manner = SavedGame::Manner;

class PlayFiles : public testing::Test {
protected:
    void SetUp() override { std::filesystem::remove(file); }
    void TearDown() override { std::filesystem::remove(file); }
    void write(const std::string& text) const { write_file_atomically(file, text); }
    std::string text() const { return read_file(file).value(); }

    std::filesystem::path file =
        std::filesystem::path(testing::TempDir()) /
        (std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + ".pdn");
};

const std::string First = "[Event \"1\"]\n\n1. 9-13 *\n";
const std::string Second = "[Event \"2\"]\n\n1. 9-14 *\n";
const std::string Third = "[Event \"3\"]\n\n1. 10-14 *\n";

}  // namespace

TEST_F(PlayFiles, AGameIsAddedBehindOthersAndThenReplaced) {
    SavedGame saved;
    write(First);
    EXPECT_EQ(saved.save(file, Second).value(), Manner::Added);
    EXPECT_EQ(text(), First + "\n" + Second);
    EXPECT_EQ(saved.save(file, Third).value(), Manner::Replaced);
    EXPECT_EQ(text(), First + "\n" + Third);
    write(First + "\n");
    EXPECT_EQ(SavedGame().save(file, Second).value(), Manner::Added);
    EXPECT_EQ(text(), First + "\n" + Second);
}

TEST_F(PlayFiles, ANewFileHoldsTheGameAlone) {
    SavedGame saved;
    EXPECT_EQ(saved.save(file, First).value(), Manner::Alone);
    EXPECT_EQ(saved.save(file.parent_path() / "." / file.filename(), Second).value(),
              Manner::Replaced);
    EXPECT_EQ(text(), Second);
}

TEST_F(PlayFiles, WhatOthersWriteInTheMeantimeIsNeverLost) {
    SavedGame saved;
    EXPECT_EQ(saved.save(file, First).value(), Manner::Alone);
    write(First + "\n" + Second);
    EXPECT_EQ(saved.save(file, Third).value(), Manner::Replaced);
    EXPECT_EQ(text(), Third + "\n" + Second);
    write(Second);
    EXPECT_EQ(saved.save(file, First).value(), Manner::Added);
    EXPECT_EQ(text(), Second + "\n" + First);
}

TEST_F(PlayFiles, AFileOfSomethingElseStaysAsItIs) {
    write("Dear Marion,\n");
    EXPECT_THAT(SavedGame().save(file, First).error(), HasSubstr("holds no games"));
    EXPECT_EQ(text(), "Dear Marion,\n");
    EXPECT_EQ(SavedGame().save("/dev/null", First).value(), Manner::Alone);
    EXPECT_THROW((void)SavedGame().save(file.parent_path(), First), Error);
}

TEST_F(PlayFiles, AGameThatIsAddedKeepsItsLettersAndThoseOfOthers) {
    write("[Event \"K\xf6ln\"]\n\n1. 9-13 *");  // Latin-1
    EXPECT_EQ(SavedGame().save(file, "[Event \"Z\xc3\xbcrich\"]\n\n1. 9-14 *\n").value(),
              Manner::Added);
    const PdnFile pdn = read_pdn(text(), "");
    ASSERT_EQ(pdn.games.size(), 2U);
    EXPECT_EQ(tag_value(pdn.games[0], "Event"), "K\xc3\xb6ln");
    EXPECT_EQ(tag_value(pdn.games[1], "Event"), "Z\xc3\xbcrich");
}

TEST_F(PlayFiles, FaultsOfVariationsCostTheVariations) {
    for (const char* const variation :
         {"(11-17)", "(9-13 (22-18 12-99) 23-18)", "(dance {(} )", "(9-14 $999)", "(9-14 1-0)"}) {
        write(First + "\n[Event \"x\"]\n\n1. 11-15 " + std::string(variation) + " 23-19\n*\n");
        const Result<GameOfFile> found = game_of_file(file.string(), 2);
        ASSERT_TRUE(found) << variation << ": " << found.error();
        EXPECT_EQ(found->game.main.moves.size(), 2U) << variation;
        EXPECT_THAT(
            found->remark,
            HasSubstr("The variations are left out: " + file.string() + ": game 2, line 7, ply "));
    }
}

TEST_F(PlayFiles, OtherFaultsAreRefused) {
    for (const char* const moves :
         {"1. 11-17", "1. 11-15 (9-13 (9-14 *", "1. 11-15 (11-17) 23-11"}) {
        write("[Event \"x\"]\n\n" + std::string(moves) + "\n\n" + First);
        EXPECT_FALSE(game_of_file(file.string(), 1)) << moves;
        EXPECT_TRUE(game_of_file(file.string(), 2)) << moves;
    }
    EXPECT_THAT(game_of_file(file.string(), 3).error(), HasSubstr("there is no game 3"));
}

}  // namespace deepwell::cli
