#include "tune/ending_collector.h"

#include <utility>

#include "board/game.h"
#include "search/search_score.h"

namespace deepwell::tune {

namespace {

constexpr std::size_t JudgeBytes = std::size_t{1} << 20;  // of its table

}  // namespace

EndingCollector::EndingCollector(const Evaluator& evaluator,
                                 const egdb::Database* judge,
                                 const EndingOptions& options)
    : evaluator_(evaluator),
      judge_(judge),
      options_(options),
      searcher_(evaluator, {JudgeBytes, 1, {}}, judge) {}

Score EndingCollector::evaluate(const Position& position) const {
    if (EndingNetwork::knows(position.occupied().count())) {
        const Position p = position.side == Side::Black ? position : turned(position);
        const std::uint64_t hash = hash_of(p);
        if (hash % options_.every == 0 && seen_.insert(hash).second) kept_.push_back(p);
    }
    return evaluator_.evaluate(position);
}

std::vector<Sample> EndingCollector::take() {
    std::vector<Sample> samples;
    samples.reserve(kept_.size());
    searcher_.clear();
    for (const Position& position : kept_) samples.push_back(judged(position));
    if (!samples.empty()) samples[0].opens_game = true;
    kept_.clear();
    seen_.clear();
    return samples;
}

Sample EndingCollector::judged(const Position& position) {
    if (judge_ != nullptr && position.occupied().count() <= judge_->complete_pieces())
        if (const WdlRange range = judge_->probe(position); range.is_exact())
            return {position, search::database_score(range.low, 0), range.low, false};
    search::Limits limits;
    limits.nodes = options_.judge_nodes;
    limits.wants_score = true;
    const search::SearchResult found = searcher_.search(Game(position), limits);
    return {position, found.score, found.proven.value_or(Wdl::Draw), false};
}

}  // namespace deepwell::tune
