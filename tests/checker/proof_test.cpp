// Certificates of a small board, made from the oracle's values, are verified; spoiled ones are
// refused, or what they claim is true all the same.

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <sstream>
#include <sys/wait.h>

#include "base/random.h"
#include "checker/certificate_maker.h"
#include "checker/check.h"
#include "checker/spoilers.h"
#include "egdb/database.h"
#include "egdb/database_folder.h"
#include "oracle/endgames.h"

namespace certificate {

namespace {

using deepwell::BoardSize;
using deepwell::MenPerSide;
using deepwell::Random;
using deepwell::SquareCount;

constexpr int Pieces = 4;
constexpr std::uint64_t CacheBytes = 1 << 16;  // few slots: that they are used again is tested too

Position position_of(const oracle::Board& board) {
    Position position;
    for (int number = 1; number <= SquareCount; ++number) {
        const oracle::Piece piece = board.on_square(number);
        if (piece == oracle::Piece::None) continue;
        const std::uint32_t square = std::uint32_t{1} << (number - 1);
        (color_of(piece) == oracle::Color::Black ? position.black : position.white) |= square;
        if (is_king(piece)) position.kings |= square;
    }
    position.side = board.to_move == oracle::Color::Black ? 0 : 1;
    return position;
}

oracle::Board board_of(const Position& position) {
    oracle::Board board;
    board.size = BoardSize;
    board.to_move = position.side == 0 ? oracle::Color::Black : oracle::Color::White;
    for (int number = 1; number <= SquareCount; ++number) {
        const bool is_king = (position.kings >> (number - 1) & 1U) != 0;
        if ((position.black >> (number - 1) & 1U) != 0)
            board.on_square(number) = is_king ? oracle::Piece::BlackKing : oracle::Piece::BlackMan;
        if ((position.white >> (number - 1) & 1U) != 0)
            board.on_square(number) = is_king ? oracle::Piece::WhiteKing : oracle::Piece::WhiteMan;
    }
    return board;
}

// The whole truth about positions with at most 4 pieces.
class OracleGame {
public:
    std::vector<Position> moves(const Position& p) const {
        const oracle::Board board = board_of(p);
        std::vector<Position> after;
        for (const oracle::Move& move : legal_moves(board))
            after.push_back(position_of(play(board, move)));
        std::sort(after.begin(), after.end());
        after.erase(std::unique(after.begin(), after.end()), after.end());
        return after;
    }
    int value(const Position& p) const { return endgames_.answer(board_of(p)).value; }
    int distance(const Position& p) const { return endgames_.answer(board_of(p)).distance; }
    bool is_leaf(const Position& p) const {
        return p.black != 0 && p.white != 0 && std::popcount(p.black | p.white) <= listed_pieces;
    }
    bool contains(const Position& p) const { return endgames_.contains(board_of(p)); }
    template <class Visit>
    void for_each(const Visit& visit) const {
        endgames_.for_each([&](const oracle::Board& board, oracle::Endgames::Answer answer) {
            visit(position_of(board), answer.value);
        });
    }

    int listed_pieces = 0;

private:
    oracle::Endgames endgames_{BoardSize, Pieces, std::min(MenPerSide, Pieces - 1)};
};

// Everything that a value of the root allows to be claimed.
std::vector<std::pair<int, int>> true_claims(int value) {
    std::vector<std::pair<int, int>> claims;
    for (int lower = 0; lower <= 2; ++lower)
        for (int upper = lower; upper <= 2; ++upper)
            if (lower <= value + 1 && value + 1 <= upper && upper - lower < 2)
                claims.emplace_back(lower, upper);
    return claims;
}

class Proofs : public deepwell::egdb::DatabaseFolder {
protected:
    static void SetUpTestSuite() { game_ = new OracleGame; }
    static void TearDownTestSuite() { delete game_; }

    void SetUp() override {
        DatabaseFolder::SetUp();
        data_ = folder_;
        folder_ /= fmt::format("egdb/{0}x{0}", BoardSize);
        std::filesystem::create_directories(folder_);
        build(3, 1, deepwell::best_kernel(), 0);
        const deepwell::egdb::Database database(folder_);
        for (int pieces = 2; pieces <= 3; ++pieces)
            for (const deepwell::egdb::Material& m : deepwell::egdb::materials_with(pieces))
                files_.push_back({{static_cast<std::uint8_t>(m.black.kings),
                                   static_cast<std::uint8_t>(m.black.men),
                                   static_cast<std::uint8_t>(m.white.kings),
                                   static_cast<std::uint8_t>(m.white.men)},
                                  database.file(m)->checksum()});
        std::sort(files_.begin(), files_.end(), [](const auto& a, const auto& b) {
            return a.material < b.material;
        });
    }
    void TearDown() override { std::filesystem::remove_all(data_); }

    // With the databases up to so many pieces.
    Certificate make(const Position& root, std::pair<int, int> claim, int listed_pieces) {
        game_->listed_pieces = listed_pieces;
        certificate::Maker<OracleGame> maker(*game_);
        Certificate made = maker.make(root, claim.first, claim.second, BoardSize);
        for (const certificate::File& file : files_)
            if (file.material[0] + file.material[1] + file.material[2] + file.material[3] <=
                listed_pieces)
                made.files.push_back(file);
        return made;
    }

    // The reason of a refusal; empty: verified, and `shown` is what.
    std::string refusal_of(const Bytes& bytes, checker::Header& shown) const {
        std::ostringstream told;
        try {
            shown = checker::check(bytes, data_, told, CacheBytes);
            return "";
        } catch (const checker::Refusal& refusal) {
            return refusal.what();
        }
    }
    std::string refusal_of(const Certificate& certificate) const {
        checker::Header shown;
        return refusal_of(to_bytes(certificate), shown);
    }

    // What was verified is true.
    static testing::AssertionResult is_true(const checker::Header& header) {
        const Position root{header.root.black,
                            header.root.white,
                            header.root.kings,
                            static_cast<std::uint8_t>(header.root.side)};
        if (!game_->contains(root)) return testing::AssertionFailure() << "who knows?";
        const auto value = static_cast<checker::Value>(game_->value(root) + 1);
        if (header.lower <= value && value <= header.upper) return testing::AssertionSuccess();
        return testing::AssertionFailure() << to_fen(header.root) << " is not " << claim_of(header);
    }

    // Some roots of each value, whose certificates have at least so many records.
    std::vector<Certificate> samples(std::size_t of_each_claim, std::size_t records) {
        std::map<std::tuple<int, int, int>, std::size_t> counts;
        std::vector<Certificate> result;
        Random random(7);
        game_->for_each([&](const Position& root, int value) {
            if (!random.one_in(17)) return;
            for (const auto& claim : true_claims(value))
                for (const int listed : {0, 2, 3}) {
                    auto& count = counts[{claim.first, claim.second, listed}];
                    if (count >= of_each_claim) continue;
                    Certificate made = make(root, claim, listed);
                    std::size_t size = 0;
                    for (const auto& section : made.sections) size += section.records.size();
                    if (size < records) continue;
                    ++count;
                    result.push_back(std::move(made));
                }
        });
        return result;
    }

    static inline OracleGame* game_ = nullptr;
    std::filesystem::path data_;
    std::vector<certificate::File> files_;
};

}  // namespace

TEST_F(Proofs, EveryTrueClaimIsVerified) {
    Random random(1);
    std::map<std::pair<int, int>, int> verified;
    game_->for_each([&](const Position& root, int value) {
        if (!random.one_in(BoardSize == 4 ? 10 : 300)) return;
        for (const auto& claim : true_claims(value))
            for (const int listed : {0, 2, 3}) {
                const std::string refusal = refusal_of(make(root, claim, listed));
                ASSERT_EQ(refusal, "") << oracle::to_fen(board_of(root));
                ++verified[claim];
            }
    });
    for (const std::pair<int, int>& claim : {std::pair{0, 0}, {0, 1}, {1, 1}, {1, 2}, {2, 2}})
        EXPECT_GT(verified[claim], 20) << claim.first << " to " << claim.second;
}

TEST_F(Proofs, SpoiledOnesAreRefusedOrTrue) {
    const auto certificates = samples(8, 3);
    ASSERT_GE(certificates.size(), 60U);
    constexpr int Rounds = 300;
    Random random(2);
    for (const Spoiler& spoiler : all_spoilers()) {
        int refused = 0;
        for (int i = 0; i < Rounds; ++i) {
            const auto& certificate =
                certificates[random.below(static_cast<std::uint32_t>(certificates.size()))];
            checker::Header shown;
            if (!refusal_of(spoiler.spoil(certificate, random), shown).empty()) {
                ++refused;
                continue;
            }
            ASSERT_TRUE(is_true(shown)) << spoiler.name;
        }
        EXPECT_GT(refused, 0) << spoiler.name;
        if (spoiler.never_verified) {
            EXPECT_EQ(refused, Rounds) << spoiler.name;
        }
    }
}

// A closed set in which M never loses has all that "M wins" needs except ranks that fall.
TEST_F(Proofs, DrawsAreNotWins) {
    Random random(5);
    int refused = 0;
    for (Certificate draw : samples(20, 5)) {
        if (draw.lower != 1 || draw.upper != 1 || !draw.files.empty()) continue;
        std::erase_if(draw.sections,
                      [&](const Section& section) { return section.attacker == draw.root.side; });
        Section& section = draw.sections.front();
        section.attacker = draw.root.side;
        section.wins = 1;
        draw.lower = draw.upper = 2;
        for (const std::uint32_t ranks : {1U, 2U, 1000U}) {
            for (Record& record : section.records) record.rank = random.below(ranks);
            EXPECT_THAT(refusal_of(draw), testing::HasSubstr("the rank does not fall"));
            ++refused;
        }
    }
    EXPECT_GE(refused, 30);
}

TEST_F(Proofs, RefusalsSayWhere) {
    const auto certificates = samples(3, 5);
    const auto win = std::find_if(certificates.begin(), certificates.end(), [](const auto& c) {
        return c.lower == 2 && c.root.side == 0 && !c.files.empty();
    });
    ASSERT_NE(win, certificates.end());
    Certificate spoiled = *win;
    spoiled.sections[0].records[2].move = 200;
    EXPECT_THAT(refusal_of(spoiled),
                testing::StartsWith("Black wins, record 2, " +
                                    oracle::to_fen(board_of(win->sections[0].records[2].position)) +
                                    ": there is no move 200"));
    spoiled = *win;
    spoiled.sections[0].wins = 0;
    EXPECT_THAT(refusal_of(spoiled), testing::HasSubstr("does not answer \"Black wins\""));
    spoiled = *win;
    spoiled.files[0].checksum += 1;
    EXPECT_THAT(refusal_of(spoiled), testing::HasSubstr("0k1m-0k1m.wdl: it is not the one"));
    spoiled = *win;
    std::erase_if(spoiled.sections[0].records,
                  [&](const Record& record) { return record.position != win->root; });
    EXPECT_THAT(refusal_of(spoiled), testing::HasSubstr("is missing: it has no record"));
    spoiled = *win;
    std::erase_if(spoiled.sections[0].records,
                  [&](const Record& record) { return record.position == win->root; });
    EXPECT_EQ(refusal_of(spoiled), "Black wins, the root has no record");
}

// What the program says to the shell.
TEST_F(Proofs, ExitCodes) {
    const auto status_of = [](const std::string& arguments) {
        const std::string command = CHECK_PROGRAM " " + arguments + " >/dev/null 2>&1";
        return WEXITSTATUS(std::system(command.c_str()));
    };
    const auto write = [&](const char* name, const Bytes& bytes) {
        const auto path = data_ / name;
        std::ofstream(path, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()),
                   static_cast<std::streamsize>(bytes.size()));
        return path.string();
    };
    Random random(4);
    const Certificate sample = samples(1, 3).back();
    const std::string good = write("good", to_bytes(sample));
    const std::string bad = write("bad", without_a_record(sample, random));
    const std::string data = "--data " + data_.string() + " ";
    EXPECT_EQ(status_of(data + good), 0);
    EXPECT_EQ(status_of(data + good + " " + good), 0);
    EXPECT_EQ(status_of(data + bad + " " + good), 1);
    EXPECT_EQ(status_of(data + write("empty", {0})), 1);
    EXPECT_EQ(status_of("--help"), 0);
    EXPECT_EQ(status_of(data), 2);
    EXPECT_EQ(status_of("--dat " + good), 2);
    EXPECT_EQ(status_of(data + data_.string() + "/absent"), 2);
}

// The reader of the checksum stands before all others; so garbage is given a right one.
TEST_F(Proofs, GarbageIsRefused) {
    Random random(3);
    for (int i = 0; i < 3'000; ++i) {
        Bytes bytes(random.below(200));
        for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
        const std::string_view magic = "DWPROOF1";
        if (random.one_in(2))
            std::copy_n(magic.begin(), std::min(magic.size(), bytes.size()), bytes.begin());
        certificate::seal(bytes);
        checker::Header shown;
        ASSERT_NE(refusal_of(bytes, shown), "");
    }
}

}  // namespace certificate
