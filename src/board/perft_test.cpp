#include "board/perft.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <optional>
#include <stop_token>
#include <thread>

#include "board/fen.h"
#include "board/movegen.h"
#include "board/perft_table.h"

namespace deepwell {

namespace {

// From the start position, depth 1 to 10: OEIS A133046 (A. Bik) and rhalbersma/dctl, which agree up
// to depth 11.
constexpr std::array<std::uint64_t, 10> StartLeaves{
    7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564};
// At depth 12 a king can first go in a circle: dctl counts moves, OEIS counts paths.
constexpr std::uint64_t StartLeaves12 = 388617999;
constexpr std::uint64_t StartPaths12 = 388623673;

constexpr std::size_t Megabyte = std::size_t{1} << 20;
// A circle of four from 14, both ways round one move, after which Black has nothing left.
constexpr const char* Circle = "W:WK14:B10,11,18,19";
// One move before it.
constexpr const char* BeforeCircle = "B:WK14,32:B6,11,18,19";
// After 15-18 14x23 a man steps on the square where the king was taken, and is still a man.
constexpr const char* TakenKing = "W:WK15,22,32:B1,14";

std::optional<std::uint64_t> leaves(const Position& position,
                                    int depth,
                                    const PerftOptions& options = {}) {
    NoProgress silent;
    return perft(position, depth, options, {}, silent);
}

void expect_known_leaves(const PerftOptions& options, int max_depth) {
    for (int depth = 1; depth <= max_depth; ++depth)
        EXPECT_EQ(leaves(Position::start(), depth, options),
                  StartLeaves.at(static_cast<std::size_t>(depth - 1)))
            << "depth " << depth << ", kernel " << name_of(options.kernel);
}

// The same by playing every move out.
std::uint64_t leaves_by_playing(const Position& position, int depth, JumpPaths paths) {
    if (depth == 0) return 1;
    std::uint64_t sum = 0;
    for (const Move& move : legal_moves(position)) {
        const std::size_t ways = paths == JumpPaths::All ? paths_of(position, move).size() : 1;
        sum += ways * leaves_by_playing(play(position, move), depth - 1, paths);
    }
    return sum;
}

// Keeps the last report, and that reports came at all.
class LastReport final : public Progress {
public:
    void update(const ProgressState& state) override {
        ++reports_;
        if (state.done == state.total) complete_ = true;
    }
    int reports() const { return reports_; }
    bool is_complete() const { return complete_; }

private:
    std::atomic<int> reports_ = 0;
    std::atomic<bool> complete_ = false;
};

// Calls the work off at the first report.
class StopAtOnce final : public Progress {
public:
    explicit StopAtOnce(std::stop_source& source) : source_(source) {}
    void update(const ProgressState&) override { source_.request_stop(); }

private:
    std::stop_source& source_;
};

}  // namespace

TEST(Perft, HasOneLeafAtDepthZero) {
    EXPECT_EQ(leaves(Position::start(), 0), 1U);
}

TEST(Perft, AgreesWithTheLiteratureWithoutSpecialInstructions) {
    PerftOptions options;
    options.kernel = Kernel::Portable;
    expect_known_leaves(options, 9);
    options.paths = JumpPaths::All;
    expect_known_leaves(options, 9);
}

TEST(Perft, AgreesWithTheLiteratureWithTheBestKernel) {
    PerftOptions options;
    options.kernel = best_kernel();
    expect_known_leaves(options, 9);
    options.paths = JumpPaths::All;
    expect_known_leaves(options, 9);
}

TEST(Perft, AgreesWithTheLiteratureWithATable) {
    PerftOptions options;
    options.table_bytes = Megabyte;
    expect_known_leaves(options, 10);
}

TEST(Perft, AgreesWithTheLiteratureWithATableOfOneEntry) {
    PerftOptions options;
    options.table_bytes = 1;
    expect_known_leaves(options, 8);
}

TEST(Perft, AgreesWithTheLiteratureWithTwoThreads) {
    PerftOptions options;
    options.threads = 2;
    expect_known_leaves(options, 9);
    options.table_bytes = Megabyte;
    expect_known_leaves(options, 9);
}

TEST(Perft, CountsMovesAndPathsApartAtDepthTwelve) {
    PerftOptions options;
    options.threads = 2;
    options.table_bytes = 32 * Megabyte;
    EXPECT_EQ(leaves(Position::start(), 12, options), StartLeaves12);
    options.paths = JumpPaths::All;
    EXPECT_EQ(leaves(Position::start(), 12, options), StartPaths12);
}

TEST(Perft, CountsTwinPathsOnceOrTwice) {
    for (const Kernel kernel : {Kernel::Portable, best_kernel()}) {
        PerftOptions options;
        options.kernel = kernel;
        EXPECT_EQ(leaves(parse_fen(Circle).value(), 1, options), 1U);
        const auto moves = leaves(parse_fen(BeforeCircle).value(), 2, options);
        options.paths = JumpPaths::All;
        EXPECT_EQ(leaves(parse_fen(Circle).value(), 1, options), 2U);
        EXPECT_EQ(leaves(parse_fen(BeforeCircle).value(), 2, options), *moves + 1);
    }
}

TEST(Perft, CountsWhatPlayingEveryMoveOutReaches) {
    for (const char* fen :
         {"B:WK32,K31,20:BK1,K2,13", "B:WK14,K18,32:BK6,K11,K19,1", BeforeCircle, TakenKing}) {
        const Position original = parse_fen(fen).value();
        for (const Position& position : {original, turned(original)}) {
            for (const JumpPaths paths : {JumpPaths::Unique, JumpPaths::All}) {
                const auto expected = leaves_by_playing(position, 5, paths);
                for (const Kernel kernel : {Kernel::Portable, best_kernel()})
                    EXPECT_EQ(leaves(position, 5, {paths, 1, 0, kernel}), expected) << fen;
            }
        }
    }
}

TEST(Perft, HasNoLeavesBeyondTheEndOfTheGame) {
    for (const Kernel kernel : {Kernel::Portable, best_kernel()}) {
        PerftOptions options;
        options.kernel = kernel;
        EXPECT_EQ(leaves(parse_fen("B:W16,19:B12").value(), 1, options), 0U);
        EXPECT_EQ(leaves(parse_fen("B:W16,19:B12").value(), 9, options), 0U);
        EXPECT_EQ(leaves(parse_fen("B:W18:B").value(), 3, options), 0U);
        EXPECT_EQ(leaves(parse_fen(Circle).value(), 2, options), 0U);
    }
}

TEST(Perft, DividesIntoTheMovesOfThePosition) {
    for (const int depth : {1, 2, 5, 8}) {
        NoProgress silent;
        const auto counts = perft_divide(Position::start(), depth, {}, {}, silent).value();
        const MoveList moves = legal_moves(Position::start());
        ASSERT_EQ(counts.size(), moves.size());
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < counts.size(); ++i) {
            EXPECT_EQ(counts[i].first, moves[i]);
            EXPECT_EQ(counts[i].second, leaves(play(Position::start(), moves[i]), depth - 1));
            sum += counts[i].second;
        }
        EXPECT_EQ(sum, StartLeaves.at(static_cast<std::size_t>(depth - 1)));
    }
}

TEST(Perft, DividesTwinPathsAsOneMoveThatCountsTwice) {
    PerftOptions options;
    options.paths = JumpPaths::All;
    NoProgress silent;
    const auto counts = perft_divide(parse_fen(Circle).value(), 1, options, {}, silent).value();
    ASSERT_EQ(counts.size(), 1U);
    EXPECT_EQ(counts[0].second, 2U);
}

TEST(Perft, ReportsProgressToTheEnd) {
    LastReport report;
    EXPECT_TRUE(perft(Position::start(), 8, {}, {}, report));
    EXPECT_GT(report.reports(), 0);
    EXPECT_TRUE(report.is_complete());
}

TEST(Perft, GivesNothingWhenStoppedBeforehand) {
    std::stop_source source;
    source.request_stop();
    NoProgress silent;
    EXPECT_FALSE(perft(Position::start(), 5, {}, source.get_token(), silent));
    EXPECT_FALSE(perft_divide(Position::start(), 5, {}, source.get_token(), silent));
}

TEST(Perft, GivesNothingWhenStoppedBetweenPiecesOfWork) {
    std::stop_source source;
    StopAtOnce stop(source);
    EXPECT_FALSE(perft(Position::start(), 9, {}, source.get_token(), stop));
}

TEST(Perft, GivesNothingWhenStoppedInTheMiddleOfAPiece) {
    std::stop_source source;
    PerftOptions options;
    options.table_bytes = Megabyte;
    NoProgress silent;
    const std::jthread impatience([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        source.request_stop();
    });
    EXPECT_FALSE(perft(Position::start(), 20, options, source.get_token(), silent));
}

TEST(PerftDeathTest, HasNoDepthBelowZero) {
    NoProgress silent;
    EXPECT_DEATH((void)perft(Position::start(), -1, {}, {}, silent), "CHECK failed: depth >= 0");
    EXPECT_DEATH((void)perft_divide(Position::start(), 0, {}, {}, silent),
                 "CHECK failed: depth >= 1");
}

TEST(PerftTable, FindsWhatWasStored) {
    PerftTable table(Megabyte);
    EXPECT_FALSE(table.find(Position::start(), 5));
    table.store(Position::start(), 5, 7361);
    EXPECT_EQ(table.find(Position::start(), 5), 7361U);
    EXPECT_FALSE(table.find(Position::start(), 6));
    EXPECT_FALSE(table.find(turned(Position::start()), 5));
}

TEST(PerftTable, TellsDepthsAndPositionsApartInASingleEntry) {
    PerftTable table(1);
    Position passed = Position::start();
    passed.side = Side::White;
    table.store(Position::start(), 5, 7361);
    EXPECT_FALSE(table.find(Position::start(), 6));
    EXPECT_FALSE(table.find(passed, 5));
    EXPECT_FALSE(table.find(parse_fen("B:W32:B1").value(), 5));
    table.store(passed, 5, 1);
    EXPECT_EQ(table.find(passed, 5), 1U);
    EXPECT_FALSE(table.find(Position::start(), 5));
}

TEST(PerftTable, DoesNotTakeAnUntouchedEntryForTheEmptyBoard) {
    EXPECT_FALSE(PerftTable(1).find(Position{}, 0));
}

TEST(PerftTable, KeepsNoCountThatDoesNotFit) {
    PerftTable table(Megabyte);
    constexpr std::uint64_t Largest = (std::uint64_t{1} << 56) - 1;
    table.store(Position::start(), 5, Largest + 1);
    EXPECT_FALSE(table.find(Position::start(), 5));
    table.store(Position::start(), 5, Largest);
    EXPECT_EQ(table.find(Position::start(), 5), Largest);
}

}  // namespace deepwell
