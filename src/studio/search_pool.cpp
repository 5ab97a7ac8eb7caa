#include "studio/search_pool.h"

#include <algorithm>
#include <chrono>

#include "base/error.h"
#include "studio/http.h"

namespace deepwell::studio {

namespace {
constexpr std::size_t MostIdle = 3;
constexpr std::chrono::seconds PoolPatience{5};
}  // namespace

std::unique_ptr<engine::Search> search_by(const engine::Settings& settings) {
    auto search = engine::make_search(settings);
    if (!search) throw Error(search.error());
    return *std::move(search);
}

std::unique_ptr<SearchPool::Loan> SearchPool::borrow(const engine::Settings& settings) {
    const int generation = knowledge_.generation();
    std::unique_ptr<engine::Search> search;
    {
        std::unique_lock lock(mutex_);
        if (!has_free_.wait_for(lock, PoolPatience, [&] { return free_ > 0; }))
            throw Refusal(429, "too many games are played at once; try again in a moment");
        search = take_idle(settings, generation);
        --free_;
    }
    try {
        if (search == nullptr) search = search_by(settings);
    } catch (...) {
        take_back(nullptr, settings, generation);
        throw;
    }
    return std::make_unique<Loan>(*this, std::move(search), settings, generation);
}

std::unique_ptr<engine::Search> SearchPool::take_idle(const engine::Settings& settings,
                                                      int generation) {
    std::erase_if(idle_, [&](const Idle& idle) { return idle.generation != generation; });
    const auto found =
        std::ranges::find_if(idle_, [&](const Idle& idle) { return idle.settings == settings; });
    if (found == idle_.end()) return nullptr;
    auto search = std::move(found->search);
    idle_.erase(found);
    return search;
}

void SearchPool::take_back(std::unique_ptr<engine::Search> search,
                           const engine::Settings& settings,
                           int generation) {
    const std::scoped_lock lock(mutex_);
    ++free_;
    if (search != nullptr) idle_.push_back({std::move(search), settings, generation});
    if (idle_.size() > MostIdle) idle_.erase(idle_.begin());
    has_free_.notify_one();
}

}  // namespace deepwell::studio
