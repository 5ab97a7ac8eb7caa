#include "search/searcher.h"

#include <algorithm>
#include <exception>
#include <thread>

namespace deepwell::search {

namespace {

// Keys of what searches by the judge leave in the table.
constexpr std::uint64_t JudgeKeys = 0x8ebc6af09c88c6e3U;

constexpr auto NoNodeLimit = ~std::uint64_t{0};
// Up to this size a table is emptied in a few milliseconds.
constexpr std::size_t SmallTable = std::size_t{64} << 20;
constexpr std::size_t SpareTable = std::size_t{8} << 20;

// Of the time, to wait for the way to a win that is known; the rest is for a search without it.
constexpr double ShareForWay = 0.8;

// How long a search may wait for its table.  Nothing: for as long as it takes, as where the result
// must not depend on time.
std::optional<Milliseconds> patience_for(const Limits& limits) {
    constexpr int ShareOfMove = 2;
    constexpr int ShareOfGame = 50;
    std::optional<Milliseconds> patience;
    if (limits.move_time) patience = *limits.move_time / ShareOfMove;
    if (limits.remaining) {
        const Milliseconds share = *limits.remaining / ShareOfGame;
        patience = patience ? std::min(*patience, share) : share;
    }
    return patience;
}

std::optional<Wdl> claim_of(Score score) {
    if (score > MaxEvaluation) return Wdl::Win;
    if (score < -MaxEvaluation) return Wdl::Loss;
    return std::nullopt;
}

// Where the databases know the move, an opinion gives way to their word; an end that was seen says
// more than a win without its distance.
Score truth_of(const RootMove& move, Score score) {
    if (!move.truth || (plies_to_end(score) && !plies_to_end(*move.truth))) return score;
    return *move.truth;
}

void tell(const SearchResult& result, const InfoCallback& callback) {
    if (!callback) return;
    SearchInfo info;
    info.depth = result.depth;
    info.selective_depth = result.selective_depth;
    info.score = result.score;
    info.seconds = result.seconds;
    info.pv = result.pv;
    callback(info);
}

// Ends the helpers however the main thread leaves: they must not outlive what they share.
class StopAtEnd {
public:
    explicit StopAtEnd(std::atomic<bool>& stop) : stop_(stop) {}
    ~StopAtEnd() { stop_.store(true); }
    StopAtEnd(const StopAtEnd&) = delete;
    StopAtEnd& operator=(const StopAtEnd&) = delete;

private:
    std::atomic<bool>& stop_;
};

// A helper that fails ends the search; one that has merely reached its depth does not.
class StopOnFailure {
public:
    explicit StopOnFailure(std::atomic<bool>& stop) : stop_(stop) {}
    ~StopOnFailure() {
        if (std::uncaught_exceptions() > 0) stop_.store(true);
    }
    StopOnFailure(const StopOnFailure&) = delete;
    StopOnFailure& operator=(const StopOnFailure&) = delete;

private:
    std::atomic<bool>& stop_;
};

}  // namespace

Searcher::Searcher(const Evaluator& evaluator,
                   const SearcherOptions& options,
                   const egdb::Database* database)
    : evaluator_(evaluator),
      judge_(options.judge),
      database_(database),
      params_(options.params),
      table_(options.hash_bytes) {
    if (database_ != nullptr) way_ = std::make_unique<WayFinder>(*database_);
    for (int i = 0; i < std::max(options.threads, 1); ++i)
        threads_.push_back(std::make_unique<RootSearch>(params_, i));
}

void Searcher::clear() {
    clear_orders();
    if (clearing_.valid())
        clearing_.get();
    else
        table_.clear();
}

void Searcher::start_clearing() {
    if (table_.bytes() <= SmallTable) return clear();
    clear_orders();
    if (clearing_.valid()) return;  // nothing was stored since
    if (spare_ == nullptr) spare_ = std::make_unique<TranspositionTable>(SpareTable);
    clearing_ = std::async(std::launch::async, [this] { table_.clear(); });
}

void Searcher::clear_orders() {
    for (const auto& thread : threads_) thread->worker().order().clear();
}

const TranspositionTable& Searcher::table() const {
    if (clearing_.valid()) clearing_.wait();
    return table_;
}

bool Searcher::is_for_judge(const Limits& limits) const {
    return judge_ != nullptr && limits.wants_score && !limits.until_decided;
}

TranspositionTable& Searcher::table_for(const Limits& limits, const std::stop_token& stop) {
    if (!clearing_.valid()) return table_;
    const auto patience = patience_for(limits);
    const auto is_impatient = [&] {
        return stop.stop_requested() ||
               (patience && clock_.seconds() >= std::chrono::duration<double>(*patience).count());
    };
    while (clearing_.wait_for(Milliseconds(1)) != std::future_status::ready)
        if (is_impatient()) {
            spare_->clear();
            return *spare_;
        }
    clearing_.get();
    return table_;
}

Shared Searcher::shared_for(const Limits& limits, const std::stop_token& stop) {
    const bool judges = is_for_judge(limits);
    keys_ = judges ? JudgeKeys : 0;
    const bool is_alone = threads_.size() == 1;
    return {.evaluator = judges ? *judge_ : evaluator_,
            .database = database_,
            .table = *used_,
            .params = params_,
            .clock = clock_,
            .stop_token = stop,
            .nodes_per_thread = limits.nodes
                                    ? std::max(*limits.nodes / threads_.size(), std::uint64_t{1})
                                    : NoNodeLimit,
            .root_value = root_value_,
            .safe_side = limits.safe_side,
            .safety_keys = limits.safety_keys,
            .keys = keys_,
            .looks_for_strokes = params_.strokes && limits.wants_score,
            .busy = is_alone ? nullptr : &busy_,
            .oracle = is_alone ? oracle_ : nullptr};
}

SearchResult Searcher::search(const Game& game,
                              const Limits& limits,
                              const std::stop_token& stop,
                              const InfoCallback& callback) {
    clock_.start(limits, queue_of(static_cast<int>(threads_.size())));
    root_ = game.position();
    const std::stop_callback on_hit(limits.ponder_hit, [this] { clock_.ponder_hit(); });
    std::vector<Move> candidates = candidates_of(game, limits);
    if (candidates.empty()) {
        SearchResult lost;
        lost.score = loss_at(0);
        lost.proven = Wdl::Loss;
        return lost;
    }
    std::optional<RootKnowledge> known;
    if (database_ != nullptr && !limits.safe_side)
        known = ask_databases(*database_, game.position(), candidates);
    if (known && limits.multi_pv <= 1) {
        if (const auto result = database_result(game.position(), *known, limits, stop)) {
            tell(*result, callback);
            wait_if_endless(limits, stop);
            return *result;
        }
        candidates = known->best_moves();
    }

    Limits wanted = limits;
    if (known && known->has_all_distances()) wanted.depth = 1;  // a search adds nothing

    used_ = &table_for(limits, stop);
    root_value_ = known ? std::optional(known->value) : std::nullopt;
    has_own_keys_ = root_value_ || limits.safe_side;
    Shared shared = shared_for(limits, stop);
    if (!limits.is_continued) used_->new_search();
    for (const auto& thread : threads_) {
        thread->begin(game, candidates, shared);
        if (known) thread->tell(known->moves);
    }
    run(wanted, shared, callback);
    if (threads_[0]->finished_depth() == 0 && !limits.until_decided)
        look_once(game, candidates, known, limits, shared, callback);
    wait_if_endless(limits, stop);
    return result_of_threads();
}

std::optional<Score> Searcher::claim_of_safety(const Position& position,
                                               Side side,
                                               unsigned safety_keys) const {
    const auto entry = table().find(hash_of(position) ^ salt_of(side, safety_keys));
    if (!entry || !entry->is_claim()) return std::nullopt;
    const Score score = position.side == side ? entry->score : -entry->score;
    return score > 0 ? std::optional(score) : std::nullopt;
}

std::vector<Move> Searcher::candidates_of(const Game& game, const Limits& limits) const {
    if (!limits.search_moves.empty()) return limits.search_moves;
    const MoveList moves = legal_moves(game.position());
    return {moves.begin(), moves.end()};
}

void Searcher::look_once(const Game& game,
                         const std::vector<Move>& candidates,
                         const std::optional<RootKnowledge>& known,
                         Limits limits,
                         const Shared& cut_off,
                         const InfoCallback& callback) {
    limits.depth = 1;
    Clock endless;
    endless.start({});
    Shared shared{.evaluator = cut_off.evaluator,
                  .database = database_,
                  .table = *used_,
                  .params = params_,
                  .clock = endless,
                  .stop_token = {},
                  .nodes_per_thread = NoNodeLimit,
                  .root_value = cut_off.root_value,
                  .safe_side = cut_off.safe_side,
                  .safety_keys = cut_off.safety_keys,
                  .keys = cut_off.keys};
    threads_[0]->begin(game, candidates, shared);
    if (known) threads_[0]->tell(known->moves);
    threads_[0]->deepen(limits, report_to(callback));
}

void Searcher::run(const Limits& limits, Shared& shared, const InfoCallback& callback) {
    std::vector<std::future<void>> helpers;
    {
        const StopAtEnd guard(shared.stop);
        for (std::size_t i = 1; i < threads_.size(); ++i)
            helpers.push_back(std::async(std::launch::async, [this, i, &limits, &shared] {
                const StopOnFailure guard_of_thread(shared.stop);
                threads_[i]->deepen(limits, {});
            }));
        threads_[0]->deepen(limits, report_to(callback));
    }
    for (auto& helper : helpers) helper.get();
}

RootSearch::Report Searcher::report_to(const InfoCallback& callback) const {
    if (!callback) return {};
    return [this, &callback](const RootMove& move, int depth, int rank) {
        report(move, depth, rank, callback);
    };
}

void Searcher::report(const RootMove& move,
                      int depth,
                      int rank,
                      const InfoCallback& callback) const {
    SearchInfo info;
    info.depth = depth;
    info.selective_depth = move.selective_depth;
    info.score = truth_of(move, move.told(move.score));
    info.bound = move.bound;
    info.nodes = nodes();
    info.probes = probes();
    info.seconds = clock_.seconds();
    info.nodes_per_second = static_cast<double>(info.nodes) / std::max(info.seconds, 1e-6);
    info.hash_per_mille = used_->per_mille_used();
    info.rank = rank;
    info.pv = move.truth && plies_to_end(*move.truth) ? line_by_distance(root_, move.move)
                                                      : lengthened(move.pv);
    callback(info);
}

std::vector<Move> Searcher::lengthened(std::vector<Move> line) const {
    if (has_own_keys_) return line;
    std::vector<Position> passed{root_};
    for (const Move& move : line) passed.push_back(play(passed.back(), move));
    while (line.size() < static_cast<std::size_t>(MaxPly)) {
        const auto entry = used_->find(hash_of(passed.back()) ^ keys_);
        if (!entry || entry->move.is_none() || entry->bound == Bound::Upper) break;
        const MoveList moves = legal_moves(passed.back());
        const auto* const found = std::find_if(moves.begin(), moves.end(), [&](const Move& move) {
            return MoveCode(move) == entry->move;
        });
        if (found == moves.end()) break;
        const Position next = play(passed.back(), *found);
        if (std::find(passed.begin(), passed.end(), next) != passed.end()) break;
        line.push_back(*found);
        passed.push_back(next);
    }
    return line;
}

void Searcher::wait_if_endless(const Limits& limits, const std::stop_token& stop) const {
    while ((limits.infinite || clock_.is_pondering()) && !stop.stop_requested())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

SearchResult Searcher::result_of_threads() const {
    const RootSearch& main = *threads_[0];
    const RootMove& best = main.moves().front();
    SearchResult result;
    result.best = best.move;
    result.score = best.score != -Infinite ? best.score : best.previous;
    if (result.score == -Infinite)
        result.score = DrawScore;  // stopped before anything was known
    else
        result.score = best.told(result.score);
    result.score = truth_of(best, result.score);
    if (root_value_)
        result.proven = root_value_;
    else if (!has_own_keys_)
        result.proven = claim_of(result.score);
    result.depth = main.finished_depth();
    result.selective_depth = best.selective_depth;
    result.nodes = nodes();
    result.probes = probes();
    result.seconds = clock_.seconds();
    result.pv = lengthened(best.pv);
    if (result.pv.size() > 1) result.ponder = result.pv[1];
    return result;
}

std::optional<SearchResult> Searcher::database_result(const Position& root,
                                                      const RootKnowledge& known,
                                                      const Limits& limits,
                                                      const std::stop_token& stop) {
    if (known.by_distance) return distance_result(root, known);
    if (known.value != Wdl::Win || !limits.search_moves.empty()) return std::nullopt;
    const auto line =
        way_->line(root, [&] { return stop.stop_requested() || clock_.has_used(ShareForWay); });
    if (!line) return std::nullopt;
    SearchResult result;
    result.score = database_score(Wdl::Win, 0);
    result.pv = *line;
    return completed(std::move(result), known);
}

SearchResult Searcher::distance_result(const Position& root, const RootKnowledge& known) const {
    SearchResult result;
    result.score = known.by_distance->score();
    result.pv = line_by_distance(root, known.by_distance->move);
    return completed(std::move(result), known);
}

// What a result by the databases says of itself.
SearchResult Searcher::completed(SearchResult result, const RootKnowledge& known) const {
    result.best = result.pv.front();
    if (result.pv.size() > 1) result.ponder = result.pv[1];
    result.proven = known.value;
    result.depth = 1;
    result.selective_depth = static_cast<int>(result.pv.size());
    result.seconds = clock_.seconds();
    return result;
}

std::vector<Move> Searcher::line_by_distance(const Position& root, const Move& first) const {
    std::vector<Move> line{first};
    const auto rest = distance_line(*database_, play(root, first), MaxPly, clock_);
    line.insert(line.end(), rest.begin(), rest.end());
    return line;
}

std::uint64_t Searcher::nodes() const {
    std::uint64_t sum = 0;
    for (const auto& thread : threads_) sum += thread->worker().nodes();
    return sum;
}

std::uint64_t Searcher::probes() const {
    std::uint64_t sum = 0;
    for (const auto& thread : threads_) sum += thread->worker().probes();
    return sum;
}

}  // namespace deepwell::search
