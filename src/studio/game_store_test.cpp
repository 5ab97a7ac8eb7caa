#include "studio/game_store.h"

#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files.h"
#include "board/pdn_reader.h"

namespace deepwell::studio {
namespace {

std::vector<PdnGame> games(int count) {
    std::string text;
    for (int i = 0; i < count; ++i)
        text += "[Black \"Player " + std::to_string(i) +
                "\"]\n[White \"X\"]\n[Result \"1-0\"]\n1. 9-13 21-17 2. 5-9 *\n\n";
    return read_pdn(text, "test").games;
}

class GameStoreTest : public testing::Test {
protected:
    ~GameStoreTest() override { std::filesystem::remove(file_); }

    std::filesystem::path file_ = std::filesystem::temp_directory_path() /
                                  ("games-test-" + std::to_string(getpid()) +
                                   testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(GameStoreTest, GamesAreThereAgain) {
    {
        GameStore store(file_);
        EXPECT_EQ(store.add(games(3)).back().id, 3);
        EXPECT_TRUE(store.remove(2));
        EXPECT_FALSE(store.remove(2));
    }
    const GameStore store(file_);
    EXPECT_EQ(store.size(), 2U);
    EXPECT_EQ(store.header(3)->black, "Player 2");
    EXPECT_EQ(store.header(3)->opening->acf_number, 1);
    EXPECT_FALSE(store.get(2));
    EXPECT_EQ(store.count_of_opening(1), 2);
}

TEST_F(GameStoreTest, ATornLineIsCutOff) {
    { GameStore(file_).add(games(2)); }
    std::ofstream(file_, std::ios::app) << "{\"id\":9,\"pd";
    {
        GameStore store(file_);
        EXPECT_EQ(store.size(), 2U);
        store.add(games(1));
    }
    EXPECT_EQ(GameStore(file_).size(), 3U);
}

TEST_F(GameStoreTest, AnIdIsNeverGivenTwice) {
    {
        GameStore store(file_);
        store.add(games(5));
        store.clear();
    }
    GameStore store(file_);
    EXPECT_EQ(store.size(), 0U);
    EXPECT_EQ(store.add(games(1)).front().id, 6);
}

TEST_F(GameStoreTest, ALongLogIsWrittenAnew) {
    {
        GameStore store(file_);
        store.add(games(1));
        const PdnGame game = games(1).front();
        for (int i = 0; i < 1100; ++i) store.replace(1, game);
    }
    const auto before = std::filesystem::file_size(file_);
    EXPECT_EQ(GameStore(file_).size(), 1U);
    EXPECT_LT(std::filesystem::file_size(file_), before / 100);
}

TEST_F(GameStoreTest, ResultsAreReadAsTheUserSays) {
    GameStore store(file_);
    store.add(games(1));
    GameFilter filter;
    filter.outcome = Outcome::WhiteWins;
    EXPECT_EQ(store.matching(filter).size(), 1U);
    filter.reading = ResultReading::FirstPlayer;
    EXPECT_TRUE(store.matching(filter).empty());
    filter.outcome = Outcome::BlackWins;
    EXPECT_EQ(store.matching(filter).size(), 1U);
}

}  // namespace
}  // namespace deepwell::studio
