#include "tune/match.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

namespace deepwell::tune {

namespace {

// Finished games on their way from the threads that play to the one that counts.
class Finished {
public:
    void put(MatchGame game) {
        const std::lock_guard lock(mutex_);
        games_.push_back(std::move(game));
        changed_.notify_one();
    }
    void fail(std::exception_ptr error) {
        const std::lock_guard lock(mutex_);
        if (!error_) error_ = std::move(error);
        changed_.notify_one();
    }
    void leave() {
        const std::lock_guard lock(mutex_);
        ++left_;
        changed_.notify_one();
    }
    // The next game; nothing when all threads have left.  Throws what a thread failed with.
    std::optional<MatchGame> take(int threads) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return error_ || !games_.empty() || left_ == threads; });
        if (error_) std::rethrow_exception(error_);
        if (games_.empty()) return std::nullopt;
        MatchGame game = std::move(games_.front());
        games_.pop_front();
        return game;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<MatchGame> games_;
    std::exception_ptr error_;
    int left_ = 0;
};

class Match {
public:
    Match(const MatchPlan& plan, const std::vector<std::uint64_t>& games)
        : plan_(plan), games_(games) {}

    // Plays games until none is left: the work of one thread.
    void work(const std::stop_token& stop) {
        try {
            const auto first = plan_.first();
            const auto second = plan_.second();
            while (!stop.stop_requested()) {
                const std::size_t next = next_++;
                if (next >= games_.size()) break;
                auto game = play(games_[next], *first, *second, stop);
                if (game) finished_.put(std::move(*game));
            }
        } catch (...) {
            finished_.fail(std::current_exception());
        }
        finished_.leave();
    }

    Finished& finished() { return finished_; }

private:
    std::optional<MatchGame> play(std::uint64_t number,
                                  Player& first,
                                  Player& second,
                                  const std::stop_token& stop) const {
        const Opening opening = plan_.openings.at(number / 2);
        const bool swapped = !first_is_black(number);
        const Seats seats{swapped ? second : first, swapped ? first : second, !swapped};
        auto played = play_game(opening, seats, plan_.rules, stop);
        if (!played) return std::nullopt;
        const Points points = points_of(played->outcome, number);
        return MatchGame{number, opening.name, std::move(*played), points};
    }

    const MatchPlan& plan_;
    const std::vector<std::uint64_t>& games_;
    std::atomic<std::size_t> next_ = 0;
    Finished finished_;
};

}  // namespace

Points points_of(Outcome outcome, std::uint64_t game) {
    CHECK(outcome != Outcome::Open);
    if (outcome == Outcome::Draw) return Points::Draw;
    return (outcome == Outcome::BlackWins) == first_is_black(game) ? Points::Win : Points::Loss;
}

void run_match(const MatchPlan& plan,
               const std::vector<std::uint64_t>& games,
               const std::stop_token& stop,
               const GameCallback& on_game) {
    std::stop_source own_stop;
    const std::stop_callback forward(stop, [&] { own_stop.request_stop(); });
    Match match(plan, games);
    const int count = std::max(1,
                               static_cast<int>(std::min<std::size_t>(
                                   games.size(), static_cast<std::size_t>(plan.concurrency))));
    std::vector<std::jthread> threads;
    threads.reserve(static_cast<std::size_t>(count));
    // However this ends, the threads are told to, and waited for.
    struct StopAtEnd {
        std::stop_source& source;
        ~StopAtEnd() { source.request_stop(); }
    } const stop_at_end{own_stop};
    for (int i = 0; i < count; ++i) threads.emplace_back([&] { match.work(own_stop.get_token()); });
    while (const auto game = match.finished().take(count))
        if (!on_game(*game)) break;
}

}  // namespace deepwell::tune
