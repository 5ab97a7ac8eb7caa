#include "tune/search_player.h"

#include <fmt/format.h>

#include "base/files.h"
#include "eval/evaluators.h"

namespace deepwell::tune {

SearchPlayer::SearchPlayer(std::shared_ptr<const Evaluator> evaluator,
                           const search::SearcherOptions& options,
                           const egdb::Database* database)
    : evaluator_(std::move(evaluator)), searcher_(*evaluator_, options, database) {}

Choice SearchPlayer::choose(const Game& game,
                            const search::Limits& limits,
                            const std::stop_token& stop) {
    const search::SearchResult result = searcher_.search(game, limits, stop);
    return Thought{.move = result.best.value(),
                   .score = result.score,
                   .depth = result.depth,
                   .nodes = result.nodes,
                   .seconds = result.seconds};
}

Result<PlayerFactory> own_players(const PlayerSpec& spec, const egdb::Database* database) {
    const auto named = evaluator_named(spec.weights_file);
    if (!named) return Failure{named.error()};
    const std::shared_ptr<const Evaluator> evaluator = *named;
    const search::SearcherOptions options{
        .hash_bytes = static_cast<std::size_t>(spec.hash_mebibytes) << 20,
        .threads = spec.threads,
        .params = spec.params};
    const egdb::Database* const known = spec.uses_databases ? database : nullptr;
    return PlayerFactory([evaluator, options, known] {
        return std::make_unique<SearchPlayer>(evaluator, options, known);
    });
}

}  // namespace deepwell::tune
