// Real collections: every game of them must replay and survive being written and read again.
//
// They are not part of the project.  Their folder is named by the environment variable
// DEEPWELL_SHARED or, failing that, by the compile definition DEEPWELL_SHARED_DIR.

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <optional>
#include <sstream>

#include "board/pdn_reader.h"
#include "board/pdn_writer.h"

namespace deepwell {

namespace {

std::optional<std::string> shared_file(const std::string& name) {
    const char* folder = std::getenv("DEEPWELL_SHARED");
#ifdef DEEPWELL_SHARED_DIR
    if (folder == nullptr) folder = DEEPWELL_SHARED_DIR;
#endif
    if (folder == nullptr) return std::nullopt;
    std::ifstream file(std::string(folder) + "/data/" + name, std::ios::binary);
    if (!file) return std::nullopt;
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

void expect_same_after_writing(const std::vector<PdnGame>& games) {
    const PdnFile again = read_pdn(to_pdn(games), "written.pdn");
    for (const PdnError& error : again.errors) ADD_FAILURE() << describe(error);
    ASSERT_EQ(again.games.size(), games.size());
    for (std::size_t i = 0; i < games.size(); ++i) {
        EXPECT_TRUE(again.games[i].main == games[i].main) << "game " << i + 1;
        EXPECT_EQ(again.games[i].tags, games[i].tags);
        EXPECT_EQ(again.games[i].result, games[i].result);
        EXPECT_EQ(again.games[i].initial, games[i].initial);
    }
}

}  // namespace

TEST(PdnData, AllGamesOfTheAcfReplay) {
    const auto text = shared_file("acf_games.pdn");
    if (!text) GTEST_SKIP() << "data/acf_games.pdn not found: 8,000 games are NOT checked";
    const PdnFile file = read_pdn(*text, "acf_games.pdn");
    for (const PdnError& error : file.errors) ADD_FAILURE() << describe(error);
    EXPECT_EQ(file.games.size(), 8000U);  // data/README.md
    expect_same_after_writing(file.games);
}

// By data/README.md one game holds an illegal move.  In two more, a remark without braces is
// glued to the last move.
TEST(PdnData, OneGameOfTinsleyHoldsAnIllegalMove) {
    const auto text = shared_file("tinsley.pdn");
    if (!text) GTEST_SKIP() << "data/tinsley.pdn not found: 724 games are NOT checked";
    const PdnFile file = read_pdn(*text, "tinsley.pdn");
    EXPECT_EQ(file.games.size(), 724U);  // data/README.md
    ASSERT_EQ(file.errors.size(), 1U);
    EXPECT_EQ(file.errors[0].kind, PdnErrorKind::IllegalMove);
    EXPECT_EQ(describe(file.errors[0]),
              "tinsley.pdn: game 541, line 5588, ply 123: 32-28: no piece stands on 32");
    for (const std::size_t i : {622U, 692U})
        EXPECT_NE(file.games[i].main.moves.back().comment_after.find("overstepped"),
                  std::string::npos);
    EXPECT_EQ(file.games[540].main.moves.size(), 122U);
    expect_same_after_writing(file.games);
}

}  // namespace deepwell
