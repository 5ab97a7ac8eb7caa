// Search: what the engine needs of a search, and how it gets one.  Tests give it a fake.

#pragma once

#include <functional>
#include <memory>
#include <stop_token>

#include "board/game.h"
#include "engine/options.h"
#include "search/limits.h"
#include "search/search_result.h"

namespace deepwell::engine {

class Search {
public:
    Search() = default;
    Search(const Search&) = delete;
    Search& operator=(const Search&) = delete;
    virtual ~Search() = default;

    // As search::Searcher::search(): blocks, heeds stop and limits.ponder_hit even if they were
    // requested before it began, throws Error if the world is broken.
    virtual search::SearchResult search(const Game& game,
                                        const search::Limits& limits,
                                        const std::stop_token& stop,
                                        const search::InfoCallback& on_info) = 0;
    // Forgets everything, as before a new game.
    virtual void clear() = 0;
};

// The Failure says what is wrong with the settings; throws Error if the world is broken.
using SearchFactory = std::function<Result<std::unique_ptr<Search>>(const Settings&)>;

// The real one: endgame databases if there are any, the evaluation with its weights, levels.
Result<std::unique_ptr<Search>> make_search(const Settings& settings);
// The same for somebody who has set egdb-path: then it is a failure if none are there.
Result<std::unique_ptr<Search>> make_search_as_told(const Settings& settings);
// That failure without the search; throws Error if the databases are damaged.
std::optional<Failure> fault_of_databases(const Settings& settings);

}  // namespace deepwell::engine
