// make_search() and its like: the search of the layers below, with its evaluation and its
// databases.

#include <filesystem>
#include <fmt/format.h>

#include "book/move_book.h"
#include "egdb/database.h"
#include "egdb/directory.h"
#include "engine/book_guide.h"
#include "engine/level.h"
#include "engine/search.h"
#include "eval/evaluators.h"
#include "search/searcher.h"

namespace deepwell::engine {

namespace {

std::size_t mebibytes(int count) {
    return static_cast<std::size_t>(count) << 20;
}

using Databases = std::unique_ptr<egdb::Database>;

egdb::DatabaseOptions database_options(const Settings& settings) {
    egdb::DatabaseOptions options;
    options.max_pieces = settings.number(Option::EgdbPieces);
    options.cache_bytes = mebibytes(settings.number(Option::EgdbCache));
    return options;
}

// nullptr: none are wanted, or there are none.
Databases databases_for(const Settings& settings) {
    // A person at the board has none either.
    const bool human = settings.number(Option::Level) > 0;
    if (human || settings.number(Option::EgdbPieces) == 0) return nullptr;
    const std::string& path = settings.text(Option::EgdbPath);
    auto database = std::make_unique<egdb::Database>(
        path.empty() ? egdb::directory_of(settings.data_directory()) : std::filesystem::path(path),
        database_options(settings));
    return database->bytes() > 0 ? std::move(database) : nullptr;
}

// Are there none where the settings say that there are?
std::optional<Failure> fault_of(const Databases& databases, const Settings& settings) {
    const std::string& path = settings.text(Option::EgdbPath);
    const bool wanted = settings.number(Option::EgdbPieces) > 0 &&
                        settings.number(Option::Level) == 0 && !path.empty();
    if (databases != nullptr || !wanted) return std::nullopt;
    return Failure{fmt::format("egdb-path: {} has no endgame databases of up to {} pieces",
                               path,
                               settings.number(Option::EgdbPieces))};
}

// nullptr: none is wanted.  Throws Error if there is none, or a damaged one.
std::unique_ptr<BookGuide> book_for(const Settings& settings) {
    const std::string& use = settings.text(Option::Book);
    if (use == "off" || use == "minimal") return nullptr;
    const std::string& file = settings.text(Option::BookFile);
    return std::make_unique<BookGuide>(
        file.empty() ? book::game_book_path(settings.data_directory())
                     : std::filesystem::path(file),
        use == "follow" ? BookGuide::Use::Follow : BookGuide::Use::Bias);
}

// Books of moves to play, the first to ask first.  Throws Error as book_for() does.
std::vector<std::unique_ptr<book::MoveBook>> move_books_for(const Settings& settings) {
    std::vector<std::unique_ptr<book::MoveBook>> books;
    if (settings.number(Option::Level) > 0) return books;  // a beginner knows none
    if (settings.flag(Option::OwnBook)) {
        const std::string& file = settings.text(Option::OwnBookFile);
        auto own =
            file.empty() ? book::MoveBook::built_in() : std::make_unique<book::MoveBook>(file);
        if (own != nullptr) books.push_back(std::move(own));
    }
    if (settings.text(Option::Book) == "minimal") {
        const std::string& file = settings.text(Option::BookFile);
        books.push_back(std::make_unique<book::MoveBook>(
            file.empty() ? book::minimal_book_path(settings.data_directory())
                         : std::filesystem::path(file)));
    }
    return books;
}

search::SearchResult played_from_book(const Move& move) {
    search::SearchResult result;
    result.best = move;
    result.pv = {move};
    return result;
}

search::SearcherOptions searcher_options(const Settings& settings, const Evaluator* judge) {
    search::SearcherOptions options;
    options.judge = judge;
    options.hash_bytes = mebibytes(settings.number(Option::Hash));
    options.threads = settings.number(Option::Threads);
    if (const int number = settings.number(Option::Level); number > 0) {
        options.threads = 1;  // its choices must not depend on how threads happen to meet
        options.params.threats = level(number).sees_threats;
    }
    return options;
}

class FullSearch final : public Search {
public:
    FullSearch(std::shared_ptr<const Evaluator> evaluator,
               Databases database,
               const Settings& settings)
        : database_(std::move(database)),
          move_books_(move_books_for(settings)),
          book_(book_for(settings)),
          evaluator_(std::move(evaluator)),
          judge_(settings.text(Option::Weights).empty() ? default_judge() : nullptr),
          searcher_(*evaluator_, searcher_options(settings, judge_.get()), database_.get()) {}

    search::SearchResult search(const Game& game,
                                const search::Limits& limits,
                                const std::stop_token& stop,
                                const search::InfoCallback& on_info) override {
        const bool wants_move = !limits.wants_score && !limits.infinite && !limits.ponder;
        if (wants_move && limits.search_moves.empty())
            if (const auto move = move_from_books(game)) return played_from_book(*move);
        if (book_ == nullptr) return searcher_.search(game, limits, stop, on_info);
        search::Limits leaning = limits;
        leaning.bonuses = book_->bonuses(game.position());
        return searcher_.search(game, leaning, stop, on_info);
    }
    void clear() override { searcher_.start_clearing(); }

private:
    // A position that comes again is left to the search, which knows of repetition.
    std::optional<Move> move_from_books(const Game& game) const {
        if (game.occurrences() > 1) return std::nullopt;
        for (const auto& book : move_books_)
            if (const auto entry = book->find(game.position())) return entry->move;
        return book_ == nullptr ? std::nullopt : book_->move_to_follow(game.position());
    }

    Databases database_;
    std::vector<std::unique_ptr<book::MoveBook>> move_books_;
    std::unique_ptr<BookGuide> book_;
    std::shared_ptr<const Evaluator> evaluator_;
    std::shared_ptr<const Evaluator> judge_;  // nullptr: none
    search::Searcher searcher_;
};

Result<std::unique_ptr<Search>> make_with(Databases databases, const Settings& settings) {
    const auto evaluator = evaluator_named(settings.text(Option::Weights));
    if (!evaluator) return Failure{evaluator.error()};
    std::unique_ptr<Search> search =
        std::make_unique<FullSearch>(*evaluator, std::move(databases), settings);
    const int number = settings.number(Option::Level);
    if (number > 0)
        search = at_level(std::move(search), level(number), settings.number(Option::Seed));
    return search;
}

}  // namespace

std::optional<Failure> fault_of_databases(const Settings& settings) {
    return fault_of(databases_for(settings), settings);
}

Result<std::unique_ptr<Search>> make_search(const Settings& settings) {
    return make_with(databases_for(settings), settings);
}

Result<std::unique_ptr<Search>> make_search_as_told(const Settings& settings) {
    Databases databases = databases_for(settings);
    if (auto fault = fault_of(databases, settings)) return *std::move(fault);
    return make_with(std::move(databases), settings);
}

}  // namespace deepwell::engine
