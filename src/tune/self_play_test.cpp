#include "tune/self_play.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <unistd.h>

#include "base/error.h"
#include "board/movegen.h"
#include "board/openings.h"
#include "eval/chinook.h"
#include "tune/sample_file.h"

namespace deepwell::tune {
namespace {

class SelfPlay : public testing::Test {
protected:
    ~SelfPlay() override {
        for (const auto& path : paths_) std::filesystem::remove(path);
    }

    std::vector<SampleBatch> games(std::uint64_t count,
                                   int threads,
                                   const std::string& name,
                                   GameBeginnings beginnings = GameBeginnings::Mixed) {
        SelfPlayOptions options;
        options.beginnings = beginnings;
        options.most_plies_behind_opening = 0;
        options.file = std::filesystem::temp_directory_path() /
                       ("deepwell-self-play-" + name + std::to_string(getpid()));
        paths_.push_back(options.file);
        options.games = count;
        options.nodes = 60;
        options.threads = threads;
        NoProgress progress;
        EXPECT_TRUE(play_games(options, evaluator_, nullptr, {}, progress).finished);
        return read_samples(options.file);
    }

    ChinookEvaluator evaluator_;
    std::vector<std::filesystem::path> paths_;
};

TEST_F(SelfPlay, IsTheSameForAnyNumberOfThreadsAndWhenResumed) {
    const auto one = games(128, 1, "one");
    const auto two = games(128, 2, "two");
    games(64, 1, "resumed");
    const auto resumed = games(128, 1, "resumed");
    ASSERT_EQ(one.size(), 2U);
    for (std::size_t i = 0; i < one.size(); ++i) {
        EXPECT_EQ(one[i].samples, two[i].samples);
        EXPECT_EQ(one[i].samples, resumed[i].samples);
    }
}

TEST_F(SelfPlay, EndingsThatSearchesMeetAreTheSameForAnyNumberOfThreads) {
    if (BoardSize != 8) GTEST_SKIP() << "endings of 7 and 8 pieces";
    const auto endings = [&](int threads, const std::string& name) {
        SelfPlayOptions options;
        options.beginnings = GameBeginnings::Endings;
        options.file = std::filesystem::temp_directory_path() /
                       ("deepwell-endings-" + name + std::to_string(getpid()));
        paths_.push_back(options.file);
        options.games = 128;
        options.nodes = 60;
        options.threads = threads;
        options.endings = EndingOptions{.every = 5, .judge_nodes = 20};
        NoProgress progress;
        EXPECT_TRUE(play_games(options, evaluator_, nullptr, {}, progress).finished);
        EXPECT_THROW(read_samples(options.file, SampleKind::Games), Error);
        return read_samples(options.file, SampleKind::Endings);
    };
    const auto one = endings(1, "one");
    const auto two = endings(2, "two");
    ASSERT_EQ(one.size(), 2U);
    std::size_t count = 0;
    for (std::size_t i = 0; i < one.size(); ++i) {
        EXPECT_EQ(one[i].samples, two[i].samples);
        count += one[i].samples.size();
        for (const Sample& sample : one[i].samples) {
            const int pieces = sample.position.occupied().count();
            EXPECT_TRUE(pieces == 7 || pieces == 8);
            EXPECT_EQ(sample.position.side, Side::Black);
            EXPECT_FALSE(can_jump(sample.position));
        }
    }
    EXPECT_GT(count, 100U);
}

TEST_F(SelfPlay, SamplesAreQuietAndNeighboursAgreeOnTheResult) {
    const auto batches = games(64, 1, "quiet");
    std::size_t games_seen = 0;
    for (std::size_t i = 0; i < batches[0].samples.size(); ++i) {
        const Sample& sample = batches[0].samples[i];
        EXPECT_FALSE(can_jump(sample.position));
        games_seen += sample.opens_game;
        if (i == 0 || sample.opens_game) continue;
        const Sample& last = batches[0].samples[i - 1];
        const bool same_side = last.position.side == sample.position.side;
        EXPECT_EQ(sample.result, same_side ? last.result : -last.result);
    }
    EXPECT_GT(games_seen, 60U);
}

// Positions after the three moves of an opening.
bool is_behind_an_opening(const Position& position) {
    const auto deck = three_move_openings();
    return std::any_of(deck.begin(), deck.end(), [&](const ThreeMoveOpening& opening) {
        const OpeningLine line = *parse_opening(opening.moves);
        if (line.position == position) return true;
        const MoveList moves = legal_moves(line.position);
        return std::any_of(moves.begin(), moves.end(), [&](const Move& move) {
            return play(line.position, move) == position;
        });
    });
}

// How many games have their first sample at most one ply behind a three-move opening: most of
// those that begin with one and have no jump there, by chance few others.
std::size_t near_openings(const std::vector<SampleBatch>& batches) {
    std::size_t near = 0;
    for (const SampleBatch& batch : batches)
        for (const Sample& sample : batch.samples)
            near += sample.opens_game && is_behind_an_opening(sample.position) ? 1 : 0;
    return near;
}

TEST_F(SelfPlay, BeginsWithThreeMoveOpeningsToo) {
    if (three_move_openings().empty()) GTEST_SKIP() << "no openings on this board";
    EXPECT_GE(near_openings(games(64, 1, "three", GameBeginnings::ThreeMove)), 32U);
    EXPECT_GE(near_openings(games(64, 1, "mixed", GameBeginnings::Mixed)), 16U);
    EXPECT_LE(near_openings(games(64, 1, "random", GameBeginnings::Random)), 8U);
}

TEST_F(SelfPlay, BeginsWithRandomEndings) {
    std::set<int> sizes;
    std::size_t with_kings = 0;
    std::size_t games_seen = 0;
    for (const SampleBatch& batch : games(64, 1, "endings", GameBeginnings::Endings))
        for (const Sample& sample : batch.samples) {
            if (!sample.opens_game) continue;
            ++games_seen;
            sizes.insert(sample.position.occupied().count());
            with_kings += sample.position.kings.is_empty() ? 0 : 1;
        }
    EXPECT_GT(games_seen, 40U);
    EXPECT_GT(with_kings, games_seen / 2);
    EXPECT_LE(*sizes.rbegin(), MenPerSide + 1);
    EXPECT_GE(sizes.size(), 4U);
}

TEST_F(SelfPlay, BeginsWithRandomMovesAnywhereInAGame) {
    std::set<int> sizes;
    std::size_t games_seen = 0;
    for (const SampleBatch& batch : games(64, 1, "strays", GameBeginnings::Strays))
        for (const Sample& sample : batch.samples) {
            if (!sample.opens_game) continue;
            ++games_seen;
            sizes.insert(sample.position.occupied().count());
        }
    EXPECT_GT(games_seen, 20U);
    EXPECT_GE(sizes.size(), static_cast<std::size_t>(MenPerSide / 2));
}

}  // namespace
}  // namespace deepwell::tune
