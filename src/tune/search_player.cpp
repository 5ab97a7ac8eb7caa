#include "tune/search_player.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

#include "base/files.h"
#include "eval/evaluators.h"

namespace deepwell::tune {

namespace {

using SharedBook = std::shared_ptr<const book::MoveBook>;

// nullptr: none is wanted.  Throws Error if it is damaged.
Result<SharedBook> book_named(const std::string& name) {
    if (name.empty()) return SharedBook();
    if (name == "own") {
        SharedBook own = book::MoveBook::built_in();
        if (own == nullptr) return Failure{"this program carries no book of its own"};
        return own;
    }
    if (!book::is_move_book(name)) return Failure{name + ": no book of moves"};
    return SharedBook(std::make_shared<const book::MoveBook>(name));
}

Thought from_book(const book::MoveEntry& entry) {
    Thought thought;
    thought.move = entry.move;
    return thought;
}

}  // namespace

SearchPlayer::SearchPlayer(std::shared_ptr<const Evaluator> evaluator,
                           const search::SearcherOptions& options,
                           const egdb::Database* database,
                           std::shared_ptr<const book::MoveBook> book)
    : evaluator_(std::move(evaluator)),
      searcher_(*evaluator_, options, database),
      book_(std::move(book)) {}

Choice SearchPlayer::choose(const Game& game,
                            const search::Limits& limits,
                            const std::stop_token& stop) {
    if (book_ != nullptr && game.occurrences() == 1)
        if (const auto entry = book_->find(game.position())) return from_book(*entry);
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
    const auto found = book_named(spec.book_file);
    if (!found) return Failure{found.error()};
    const SharedBook book = *found;
    const search::SearcherOptions options{
        .hash_bytes = spec.hash_mebibytes > 0 ? static_cast<std::size_t>(spec.hash_mebibytes) << 20
                                              : fitting_hash_bytes(budget),
        .threads = spec.threads,
        .params = spec.params};
    const egdb::Database* const known = spec.uses_databases ? database : nullptr;
    return PlayerFactory([evaluator, options, known, book] {
        return std::make_unique<SearchPlayer>(evaluator, options, known, book);
    });
}

}  // namespace deepwell::tune
