#include "engine/engine.h"

#include <exception>
#include <utility>

namespace deepwell::engine {

namespace {

bool has_limit(const search::Limits& limits) {
    return limits.depth || limits.nodes || limits.move_time || limits.remaining;
}

search::Limits limits_for(search::Limits limits, Mode mode, const Settings& settings) {
    limits.ponder = mode == Mode::Ponder;
    limits.wants_score = mode == Mode::Analyse;
    limits.infinite = mode == Mode::Analyse && !has_limit(limits);
    if (mode == Mode::Analyse && limits.multi_pv == 1)
        limits.multi_pv = settings.number(Option::MultiPv);
    return limits;
}

}  // namespace

Engine::Engine(SearchFactory factory, Settings settings)
    : factory_(std::move(factory)), settings_(std::move(settings)) {}

Engine::~Engine() {
    finish();
}

std::optional<Failure> Engine::set(std::string_view name, std::string_view text) {
    return settings_.set(name, text);
}

std::optional<Failure> Engine::prepare() {
    wait();
    return make_if_needed(settings_);
}

void Engine::new_game() {
    finish();
    game_ = Game();
    if (search_) search_->clear();
}

void Engine::go(search::Limits limits, Mode mode, Callbacks callbacks) {
    finish();
    const std::lock_guard lock(mutex_);
    signals_ = {};
    limits = limits_for(std::move(limits), mode, settings_);
    limits.ponder_hit = signals_.hit.get_token();
    searching_ = true;
    thread_ = std::thread([this,
                           game = game_,
                           limits = std::move(limits),
                           settings = settings_,
                           stop = signals_.stop.get_token(),
                           callbacks = std::move(callbacks)] {
        const auto result = run(game, limits, settings, stop, callbacks.on_info);
        if (callbacks.on_done) callbacks.on_done(result);
        searching_ = false;
    });
}

void Engine::stop() {
    signals().stop.request_stop();
}

void Engine::ponder_hit() {
    signals().hit.request_stop();
}

void Engine::wait() {
    if (thread_.joinable()) thread_.join();
}

Engine::Signals Engine::signals() const {
    const std::lock_guard lock(mutex_);
    return signals_;
}

void Engine::finish() {
    stop();
    wait();
}

std::optional<Failure> Engine::make_if_needed(const Settings& settings) {
    if (search_ && !differ_in_search(settings, made_with_)) return std::nullopt;
    search_.reset();  // first, for its memory
    auto made = factory_(settings);
    if (!made) return Failure{made.error()};
    search_ = *std::move(made);
    made_with_ = settings;
    return std::nullopt;
}

Result<search::SearchResult> Engine::run(const Game& game,
                                         const search::Limits& limits,
                                         const Settings& settings,
                                         const std::stop_token& stop,
                                         const search::InfoCallback& on_info) {
    // The border of the thread: what is thrown here would end the process.
    try {
        if (auto failure = make_if_needed(settings)) return *std::move(failure);
        return search_->search(game, limits, stop, on_info);
    } catch (const std::exception& error) {
        return Failure{error.what()};
    }
}

}  // namespace deepwell::engine
