#include "tune/search_player.h"

#include <algorithm>
#include <bit>
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

std::size_t fitting_hash_bytes(const Budget& budget) {
    constexpr std::size_t Mebibyte = std::size_t{1} << 20;
    constexpr std::uint64_t MovesRemembered = 25;
    constexpr std::uint64_t BytesOfNode = 16;
    const std::uint64_t nodes = std::min(budget.nodes.value_or(Mebibyte), std::uint64_t{Mebibyte});
    return std::clamp<std::size_t>(
        std::bit_ceil(nodes * MovesRemembered * BytesOfNode), Mebibyte, 16 * Mebibyte);
}

Result<PlayerFactory> own_players(const PlayerSpec& spec,
                                  const Budget& budget,
                                  const egdb::Database* database) {
    const auto named = evaluator_named(spec.weights_file);
    if (!named) return Failure{named.error()};
    const std::shared_ptr<const Evaluator> evaluator = *named;
    const search::SearcherOptions options{
        .hash_bytes = spec.hash_mebibytes > 0 ? static_cast<std::size_t>(spec.hash_mebibytes) << 20
                                              : fitting_hash_bytes(budget),
        .threads = spec.threads,
        .params = spec.params};
    const egdb::Database* const known = spec.uses_databases ? database : nullptr;
    return PlayerFactory([evaluator, options, known] {
        return std::make_unique<SearchPlayer>(evaluator, options, known);
    });
}

}  // namespace deepwell::tune
