// SearchPool: searches for short work, lent one at a time; few at once, so that the machine stays
// responsive.
//
// Thread rule: any thread.

#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/search.h"
#include "studio/knowledge.h"

namespace deepwell::studio {

class SearchPool {
public:
    // At most so many are lent at the same time.
    SearchPool(const Knowledge& knowledge, int most) : knowledge_(knowledge), free_(most) {}
    SearchPool(const SearchPool&) = delete;
    SearchPool& operator=(const SearchPool&) = delete;

    // Gives its search back at its end.
    class Loan {
    public:
        Loan(SearchPool& pool,
             std::unique_ptr<engine::Search> search,
             engine::Settings settings,
             int generation)
            : pool_(pool),
              search_(std::move(search)),
              settings_(std::move(settings)),
              generation_(generation) {}
        ~Loan() { pool_.take_back(std::move(search_), settings_, generation_); }
        Loan(const Loan&) = delete;
        Loan& operator=(const Loan&) = delete;

        engine::Search& operator*() const { return *search_; }
        engine::Search* operator->() const { return search_.get(); }

    private:
        SearchPool& pool_;
        std::unique_ptr<engine::Search> search_;
        engine::Settings settings_;
        int generation_;
    };

    // Refuses with 429 if none is free within a few seconds.
    std::unique_ptr<Loan> borrow(const engine::Settings& settings);

private:
    struct Idle {
        std::unique_ptr<engine::Search> search;
        engine::Settings settings;
        int generation;  // of the knowledge that it was made with
    };
    std::unique_ptr<engine::Search> take_idle(const engine::Settings& settings, int generation);
    void take_back(std::unique_ptr<engine::Search> search,
                   const engine::Settings& settings,
                   int generation);

    const Knowledge& knowledge_;
    std::mutex mutex_;
    std::condition_variable has_free_;
    int free_;
    std::vector<Idle> idle_;  // the latest last
};

// A search by these settings.  Throws Error if the settings do not allow one.
std::unique_ptr<engine::Search> search_by(const engine::Settings& settings);

}  // namespace deepwell::studio
