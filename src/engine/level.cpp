#include "engine/level.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "base/check.h"
#include "base/random.h"
#include "board/movegen.h"

namespace deepwell::engine {

namespace {

using search::SearchInfo;
using search::SearchResult;

// Each beats the one two below it clearly (level_test.cpp).  The margins stay below a man: nobody
// gives one away knowingly.
constexpr std::array<Level, MaxLevel> Levels{{
    {1, 300, 60, false},
    {2, 600, 50, false},
    {3, 1'500, 40, false},
    {4, 4'000, 32, true},
    {5, 10'000, 25, true},
    {6, 25'000, 20, true},
    {8, 60'000, 15, true},
    {10, 150'000, 10, true},
    {12, 400'000, 6, true},
    {15, 1'500'000, 3, true},
}};

// The lines of the last iteration that was finished, best first.
class Candidates {
public:
    void take(const SearchInfo& info) {
        if (info.bound != search::Bound::Exact) return;
        if (info.rank == 1) lines_.clear();
        lines_.push_back(info);
    }
    const std::vector<SearchInfo>& lines() const { return lines_; }

private:
    std::vector<SearchInfo> lines_;
};

// REQUIRES: lines is not empty, its best line first.
const SearchInfo& waver(const std::vector<SearchInfo>& lines, int margin, Random& random) {
    std::vector<std::uint32_t> chances;
    for (const SearchInfo& line : lines) {
        const int closeness = std::max(margin - (lines.front().score - line.score), 0);
        chances.push_back(static_cast<std::uint32_t>(closeness * closeness));
    }
    const std::uint32_t sum = std::accumulate(chances.begin(), chances.end(), std::uint32_t{0});
    std::uint32_t draw = random.below(sum);
    std::size_t chosen = 0;
    while (draw >= chances[chosen]) draw -= chances[chosen++];
    return lines[chosen];
}

class LevelSearch final : public Search {
public:
    LevelSearch(std::unique_ptr<Search> search, const Level& level, int seed)
        : search_(std::move(search)), level_(level), seed_(static_cast<std::uint64_t>(seed)) {}

    SearchResult search(const Game& game,
                        const search::Limits& limits,
                        const std::stop_token& stop,
                        const search::InfoCallback& on_info) override {
        if (limits.wants_score) return search_->search(game, limits, stop, on_info);
        Candidates candidates;
        SearchResult result =
            search_->search(game, narrowed(limits, game), stop, [&](const SearchInfo& info) {
                candidates.take(info);
                if (on_info && info.rank <= limits.multi_pv) on_info(info);
            });
        if (!candidates.lines().empty()) choose(game, candidates.lines(), result);
        return result;
    }

    void clear() override {
        search_->clear();
        ++games_;
    }

private:
    search::Limits narrowed(search::Limits limits, const Game& game) const {
        limits.depth = std::min(limits.depth.value_or(level_.depth), level_.depth);
        limits.nodes = std::min(limits.nodes.value_or(level_.nodes), level_.nodes);
        limits.multi_pv = std::max(1, static_cast<int>(legal_moves(game.position()).size()));
        return limits;
    }

    void choose(const Game& game, const std::vector<SearchInfo>& lines, SearchResult& result) {
        Random random(hash_of(game.position()) ^ (seed_ << 20) ^ games_ ^ game.moves().size());
        const SearchInfo& line = waver(lines, level_.margin, random);
        result.best = line.pv.front();
        result.ponder.reset();
        if (line.pv.size() > 1) result.ponder = line.pv[1];
        result.score = line.score;
        result.selective_depth = line.selective_depth;
        result.pv = line.pv;
    }

    std::unique_ptr<Search> search_;
    Level level_;
    std::uint64_t seed_;
    std::uint64_t games_ = 0;
};

}  // namespace

const Level& level(int number) {
    CHECK(number >= 1 && number <= MaxLevel);
    return Levels[static_cast<std::size_t>(number - 1)];
}

std::unique_ptr<Search> at_level(std::unique_ptr<Search> search, const Level& level, int seed) {
    return std::make_unique<LevelSearch>(std::move(search), level, seed);
}

}  // namespace deepwell::engine
