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
        options.most_whim = most_whim_;
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
    int most_whim_ = SelfPlayOptions().most_whim;
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

using Positions = std::set<std::uint64_t>;  // by hash

// Those after the openings, and one ply behind them.
Positions behind(const std::vector<Position>& openings) {
    Positions positions;
    for (const Position& opening : openings) {
        positions.insert(hash_of(opening));
        for (const Move& move : legal_moves(opening))
            positions.insert(hash_of(play(opening, move)));
    }
    return positions;
}

Positions behind_three_moves() {
    std::vector<Position> openings;
    for (const ThreeMoveOpening& opening : three_move_openings())
        openings.push_back(parse_opening(opening.moves)->position);
    return behind(openings);
}

Positions behind_ballots() {
    std::vector<Position> openings;
    for (const OpeningLine& ballot : eleven_man_ballots()) openings.push_back(ballot.position);
    return behind(openings);
}

// How many games have their first sample at most one ply behind an opening: most of those that
// begin with one and have no jump there, by chance few others.
std::size_t near_openings(const std::vector<SampleBatch>& batches, const Positions& openings) {
    std::size_t near = 0;
    for (const SampleBatch& batch : batches)
        for (const Sample& sample : batch.samples)
            near += sample.opens_game ? openings.count(hash_of(sample.position)) : 0;
    return near;
}

TEST_F(SelfPlay, BeginsWithThreeMoveOpeningsAndBallotsToo) {
    if (three_move_openings().empty()) GTEST_SKIP() << "no openings on this board";
    const Positions three = behind_three_moves();
    const Positions ballots = behind_ballots();
    EXPECT_GE(near_openings(games(64, 1, "three", GameBeginnings::ThreeMove), three), 32U);
    EXPECT_GE(near_openings(games(64, 1, "eleven", GameBeginnings::ElevenMan), ballots), 32U);
    const auto mixed = games(64, 1, "mixed", GameBeginnings::Mixed);
    EXPECT_GE(near_openings(mixed, three), 10U);
    EXPECT_GE(near_openings(mixed, ballots), 10U);
    const auto random = games(64, 1, "random", GameBeginnings::Random);
    EXPECT_LE(near_openings(random, three) + near_openings(random, ballots), 8U);
}

// How many samples are of a position that another one is of, too.
std::size_t repeated(const std::vector<SampleBatch>& batches) {
    Positions positions;
    std::size_t count = 0;
    for (const SampleBatch& batch : batches)
        for (const Sample& sample : batch.samples)
            count += positions.insert(hash_of(sample.position)).second ? 0 : 1;
    return count;
}

// 512 games from 174 openings: without whims some three from each go the same way.
TEST_F(SelfPlay, GamesFromOneOpeningDifferByWhims) {
    if (three_move_openings().empty()) GTEST_SKIP() << "no openings on this board";
    most_whim_ = 0;
    const std::size_t without = repeated(games(512, 1, "plain", GameBeginnings::ThreeMove));
    most_whim_ = 8;
    const std::size_t with = repeated(games(512, 1, "whims", GameBeginnings::ThreeMove));
    EXPECT_LT(5 * with, without);
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
