// The checker's own rules and its own reader of databases against those of src/: two programs that
// share only the documents agree.

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <vector>

#include "checker/database.h"
#include "checker/rules.h"
#include "egdb/database.h"
#include "egdb/database_folder.h"
#include "property/random_positions.h"

namespace deepwell {

namespace {

checker::Position translated(const Position& p) {
    return {p.black.bits(),
            p.white.bits(),
            p.kings.bits(),
            p.side == Side::Black ? checker::Side::Black : checker::Side::White};
}

std::vector<checker::Position> moves_by_board(const Position& position) {
    std::vector<checker::Position> after;
    for (const Move& move : legal_moves(position))
        after.push_back(translated(play(position, move)));
    std::sort(after.begin(), after.end());
    after.erase(std::unique(after.begin(), after.end()), after.end());
    return after;
}

testing::AssertionResult same_moves(const Position& position) {
    const checker::Position other = translated(position);
    if (const auto fault = checker::fault_of(other); !fault.empty())
        return testing::AssertionFailure() << fault;
    const std::vector<checker::Position> moves = numbered_moves(other);
    if (moves != moves_by_board(position))
        return testing::AssertionFailure() << moves.size() << " other moves";
    if (checker::jumps(other).empty() == can_jump(position))
        return testing::AssertionFailure() << "must jump, or not";
    if (checker::to_fen(other) != to_fen(position))
        return testing::AssertionFailure() << checker::to_fen(other);
    if (translated(turned(position)) != checker::turned(other))
        return testing::AssertionFailure() << "turns another way";
    return testing::AssertionSuccess();
}

int value_of(checker::Value value) {
    return static_cast<int>(value) - 1;
}

// Opens, up to so many pieces, every file that there is.
void open_all(checker::Database& mine, const egdb::Database& database, int pieces) {
    for (int count = 2; count <= pieces; ++count)
        for (const egdb::Material& m : egdb::materials_with(count))
            mine.open({m.black.kings, m.black.men, m.white.kings, m.white.men},
                      database.file(m)->checksum());
}

Position few_pieces(int pieces, Random& random) {
    while (true) {
        Position position;
        position.side = random_side(random);
        const auto black = 1 + random.below(static_cast<std::uint32_t>(pieces) - 1);
        scatter(position, Side::Black, black, random.below(5), random);
        scatter(position,
                Side::White,
                static_cast<std::uint32_t>(pieces) - black,
                random.below(5),
                random);
        if (!position.black.is_empty() && !position.white.is_empty()) return position;
    }
}

void expect_agreement(const std::filesystem::path& directory, int pieces, int count) {
    const egdb::Database database(directory);
    ASSERT_GE(database.complete_pieces(), pieces);
    checker::Database mine(directory, std::uint64_t{64} << 20);
    open_all(mine, database, pieces);
    const auto draw = [&](Random& random) { return few_pieces(pieces, random); };
    for_random_positions(20261116, count, draw, [&](const Position& position) {
        const auto found = mine.value(translated(position));
        const int expected = static_cast<int>(database.probe(position).low);
        if (found && value_of(*found) == expected) return testing::AssertionSuccess();
        return testing::AssertionFailure()
               << "expected " << expected << ", got " << (found ? value_of(*found) : 99);
    });
}

class CheckerDatabase : public egdb::DatabaseFolder {};

}  // namespace

TEST(CheckerRules, AgreeInRandomGames) {
    RandomPlay games;
    const auto next = [&](Random& random) { return games.next(random); };
    for_random_positions(1, 200'000, next, same_moves);
}

TEST(CheckerRules, AgreeOnWildPositions) {
    for_random_positions(2, 50'000, random_placement, same_moves);
    for_random_positions(3, 50'000, king_heavy_placement, same_moves);
    for_random_positions(4, 50'000, long_jump_placement, same_moves);
}

TEST(CheckerRules, FaultsAreNamed) {
    EXPECT_NE(checker::fault_of({1, 1, 0, checker::Side::Black}), "");
    EXPECT_NE(checker::fault_of({0, 1, 0, checker::Side::Black}), "");
    EXPECT_NE(checker::fault_of({1, 2, 4, checker::Side::Black}), "");
    EXPECT_NE(checker::fault_of({0x1fff, 0, 0, checker::Side::Black}), "");
    EXPECT_EQ(checker::fault_of({1, 1U << 31, 0, checker::Side::Black}), "");
}

TEST_F(CheckerDatabase, ValuesUpToFourPieces) {
    build(4, 1, best_kernel(), 0);
    for (int pieces = 2; pieces <= 4; ++pieces) expect_agreement(folder_, pieces, 50'000);
}

TEST_F(CheckerDatabase, OpensOnlyWhatIsNamed) {
    build(3, 1, best_kernel(), 0);
    const egdb::Database database(folder_);
    const auto sum = database.file({{2, 0}, {1, 0}})->checksum();
    const auto is_refused =
        [](checker::Database& mine, const checker::Material& m, std::uint64_t s) {
            try {
                mine.open(m, s);
            } catch (const checker::Refusal&) {
                return true;
            }
            return false;
        };
    checker::Database mine(folder_, 1 << 20);
    EXPECT_TRUE(is_refused(mine, {2, 0, 1, 0}, sum + 1));
    EXPECT_TRUE(is_refused(mine, {2, 1, 1, 0}, sum));
    EXPECT_TRUE(is_refused(mine, {0, 0, 1, 0}, sum));
    EXPECT_TRUE(is_refused(mine, {200, 0, 1, 0}, sum));
    EXPECT_FALSE(is_refused(mine, {2, 0, 1, 0}, sum));
    const auto kings = [](checker::Squares black, checker::Squares white, checker::Side side) {
        return checker::Position{black, white, black | white, side};
    };
    // Two kings against one: decided; a jump needs the file of what is left, unless nothing is.
    EXPECT_TRUE(mine.value(kings(0x80000001, 0x8000, checker::Side::Black)).has_value());
    EXPECT_FALSE(mine.value(kings(0x80000001, 0x8000, checker::Side::White)).has_value());
    EXPECT_FALSE(mine.value(kings(1, 0x8000, checker::Side::Black)).has_value());
    EXPECT_EQ(mine.value(kings(0x20000001, 0x2000000, checker::Side::Black)), checker::Value::Win);

    auto bytes = read_file(folder_ / "2k0m-1k0m.wdl").value();
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    write_file_atomically(folder_ / "2k0m-1k0m.wdl", bytes);
    checker::Database damaged(folder_, 1 << 20);
    EXPECT_TRUE(is_refused(damaged, {2, 0, 1, 0}, sum));
}

// Needs databases up to 6 pieces: DEEPWELL_EGDB6 is a data directory that has them.
TEST(CheckerSixPieces, ValuesOfFiveAndSix) {
    const char* const data = std::getenv("DEEPWELL_EGDB6");
    if (data == nullptr)
        GTEST_SKIP() << "DEEPWELL_EGDB6 names no data directory with 6 pieces: not compared";
    const auto directory = std::filesystem::path(data) / "egdb" / "8x8";
    expect_agreement(directory, 5, 30'000);
    expect_agreement(directory, 6, 30'000);
}

}  // namespace deepwell
