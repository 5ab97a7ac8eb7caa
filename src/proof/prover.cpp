#include "proof/prover.h"

#include <future>
#include <mutex>

#include "base/stopwatch.h"
#include "board/movegen.h"
#include "proof/forced_line.h"
#include "proof/spot_hunt.h"
#include "proof/spot_proof.h"
#include "proof/win_harvest.h"

namespace deepwell::proof {

namespace {

// Shares of the budget.
constexpr double LookAheadShare = 0.1;
constexpr double NearLookAheadShare = 0.07;  // where more is solved on the spot
constexpr double ShowingShare = 0.5;         // of what is left, for safety that alpha-beta has seen
constexpr double BriefShare = 0.05;          // both, where more is solved on the spot
constexpr double FirstRoundShare = 0.06;     // likewise, for wins and safety in turn
constexpr double MostRoundShare = 0.25;      // the next ones are longer, up to this
constexpr double LeastWinShare = 0.2;        // of a round, for a win
constexpr int NearRounds = 5;                // where more can be solved on the spot
constexpr int FarRounds = 10;
constexpr double HarvestShare = 0.9;      // of what is left, for a win that alpha-beta has seen
constexpr double HuntShare = 0.75;        // of what is left, likewise the next ones
constexpr double WeakSpotShare = 0.2;     // for the question that is likely to be denied
constexpr double NearSpotShare = 0.9;     // one piece above the databases
constexpr double FarSpotShare = 0.8;      // two
constexpr double HalfSpotShare = 0.6;     // where the other question is open too
constexpr double FirstShare = 0.5;        // for the first question at first
constexpr double LongestLookAhead = 5.0;  // seconds
constexpr double KnownLookAhead = 0.1;    // likewise, where only a line is wanted
constexpr double NoHurry = 86400;
// So much better stands a side for whose win it is worth hunting.
constexpr Score LeastLead = ManScore / 4;
// With this one is likely to win a piece above the databases, with less to draw.
constexpr Score NearlyAMan = ManScore * 9 / 10;
// Another thread makes alpha-beta faster by so much (docs/decisions/search.md).
constexpr double LookAheadGain = 0.66;

// Time passes in any case; nodes are what the budget of a deterministic proof counts.
constexpr std::uint64_t NoNodeLimit = std::numeric_limits<std::uint64_t>::max();

}  // namespace

struct Prover::Task {
    Position position;
    ProofLimits limits;
    Stopwatch watch;
    ProofResult result;
    std::uint64_t first_probe = 0;
    std::array<Answer, 2> answers{Answer::Unknown, Answer::Unknown};  // by attacker
    std::vector<ShownAnswer> unwritten{};  // that are known, where their records are wanted
    const Budget* whole = nullptr;         // of the questions at hand
    std::mutex observing{};

    bool is_asked(Side attacker) const {
        return limits.questions.has(attacker == position.side ? NodeQuestion::Wins
                                                              : NodeQuestion::Loses);
    }
    // All that was asked.
    bool is_answered() {
        const auto has_answer = [&](Side attacker) {
            return !is_asked(attacker) || answer(attacker) != Answer::Unknown;
        };
        return value().is_exact() || (has_answer(Side::Black) && has_answer(Side::White));
    }
    bool is_open(Side attacker) {
        return is_asked(attacker) && answer(attacker) == Answer::Unknown && !is_answered() &&
               !is_over();
    }
    // Of what is left, for a question beside which the other one may be open.
    double share(Side attacker, double of_two) {
        const bool is_alone =
            !is_asked(other(attacker)) || answer(other(attacker)) != Answer::Unknown;
        return is_alone ? 1 : of_two;
    }

    Side leader() const { return result.score >= 0 ? position.side : other(position.side); }
    Answer& answer(Side attacker) { return answers[attacker == Side::Black ? 0 : 1]; }
    WdlRange value() { return value_of(answer(position.side), answer(other(position.side))); }

    std::uint64_t nodes_left() const {
        if (!limits.nodes) return NoNodeLimit;
        return *limits.nodes > result.nodes ? *limits.nodes - result.nodes : 0;
    }
    std::optional<double> seconds_left() const {
        if (!limits.seconds) return std::nullopt;
        return std::max(0.0, *limits.seconds - watch.seconds());
    }
    bool is_over() const {
        return nodes_left() == 0 || (limits.seconds && *seconds_left() <= 0) ||
               limits.stop.stop_requested();
    }
    std::uint64_t share_of_nodes(double share) const {
        if (!limits.nodes) return NoNodeLimit;
        return static_cast<std::uint64_t>(std::max(1.0, static_cast<double>(nodes_left()) * share));
    }
    std::optional<Budget::Clock::time_point> deadline_in(double share) const {
        if (!limits.seconds) return std::nullopt;
        const std::chrono::duration<double> seconds(*seconds_left() * share);
        return Budget::Clock::now() + std::chrono::duration_cast<Budget::Clock::duration>(seconds);
    }
};

Prover::Prover(const Evaluator& evaluator,
               const egdb::Database* database,
               const ProverOptions& options)
    : database_(database),
      facts_(options.facts),
      threads_(options.df_pn.threads),
      table_bytes_(options.table_bytes),
      leaves_(database, options.database_pieces, options.facts),
      searcher_(evaluator,
                {.hash_bytes = options.hash_bytes, .threads = options.df_pn.threads},
                leaves_.max_pieces() > 0 ? database : nullptr) {
    for (auto& inquiry : inquiries_) inquiry = std::make_unique<Inquiry>(evaluator, *this, options);
}

Prover::Inquiry::Inquiry(const Evaluator& evaluator, Prover& prover, const ProverOptions& options)
    : table(options.table_bytes / 2),
      search(prover.leaves_, evaluator, table, options.df_pn, &prover.searcher_.table()) {}

void Prover::clear() {
    for (auto& inquiry : inquiries_) {
        inquiry->table.clear();
        inquiry->search.forget_root();
    }
    searcher_.clear();
}

bool Prover::is_near(const Task& task) const {
    return SpotProof::is_fit(leaves_, task.position) &&
           task.position.occupied().count() == leaves_.max_pieces() + 1;
}

void Prover::look_ahead(Task& task) {
    // What the databases know needs no second opinion, only a line.
    const bool known = is_known(task.position);
    const auto longest =
        known ? KnownLookAhead : LongestLookAhead / (1 + LookAheadGain * (threads_ - 1));
    search::Limits limits;
    limits.wants_score = limits.until_decided = !known;
    look_ahead(task, limits, is_near(task) ? NearLookAheadShare : LookAheadShare, longest);
}

// Once more, and longer: alpha-beta finds most wins that can be found at all.
void Prover::look_further(Task& task, double share) {
    if (!task.is_open(task.leader()) || search::is_decided(task.result.score)) return;
    search::Limits limits;
    limits.wants_score = limits.until_decided = limits.is_continued = true;
    look_ahead(task, limits, share, NoHurry);
}

void Prover::look_ahead(Task& task, search::Limits limits, double share, double most_seconds) {
    if (task.limits.nodes) limits.nodes = task.share_of_nodes(share);
    if (task.limits.seconds || !task.limits.nodes) {
        const double left = task.seconds_left().value_or(LongestLookAhead / LookAheadShare);
        const double seconds = std::min(most_seconds, left * share);
        limits.move_time = search::Milliseconds(std::max(1, static_cast<int>(1000 * seconds)));
    }
    const auto tell = [&](const search::SearchInfo& info) {
        if (!task.limits.observer) return;
        ProofProgress progress = progress_of(task, ProofStage::AlphaBeta, task.leader());
        progress.nodes += info.nodes;
        task.limits.observer(progress);
    };
    const search::SearchResult found =
        searcher_.search(Game(task.position), limits, task.limits.stop, tell);
    task.result.nodes += found.nodes;
    const bool says_nothing = found.depth == 0 && !search::is_decided(found.score);
    if (says_nothing && (!task.result.line.empty() || task.limits.score)) return;
    task.result.score = found.score;
    task.result.line = found.pv;
    Position last = task.position;
    for (const Move& move : found.pv) last = play(last, move);
    task.result.warning = !last.kings.is_empty();
}

std::uint64_t Prover::probes_since(const Task& task) const {
    return database_ == nullptr ? 0 : database_->counts().probes - task.first_probe;
}

void Prover::take(Task& task, ShownAnswer shown) {
    task.result.repairs += shown.repairs;
    if (shown.answer == Answer::Unknown || task.answer(shown.attacker) != Answer::Unknown) return;
    if (task.limits.wants_records && !shown.is_written) {
        task.unwritten.push_back(std::move(shown));
        return;
    }
    task.answer(shown.attacker) = shown.answer;
    if (facts_ != nullptr) add_to(*facts_, shown);
    task.result.shown.push_back(std::move(shown));
}

// What nobody could write down in time is certain all the same.  Facts are for proofs that are
// joined, so there it does not count.
void Prover::take_unwritten(Task& task) {
    if (facts_ != nullptr) return;
    for (ShownAnswer& shown : task.unwritten) {
        if (task.is_answered() || task.answer(shown.attacker) != Answer::Unknown) continue;
        task.answer(shown.attacker) = shown.answer;
        task.result.shown.push_back(std::move(shown));
    }
}

ProofProgress Prover::progress_of(Task& task, ProofStage stage, Side attacker) const {
    const Inquiry& asked = inquiry(attacker);
    const bool is_df_pn = stage == ProofStage::DfPn;
    return {.stage = stage,
            .attacker = attacker,
            .root = is_df_pn ? std::optional(asked.search.root_numbers()) : std::nullopt,
            .nodes = task.result.nodes + (task.whole != nullptr ? task.whole->spent() : 0),
            .seconds = task.watch.seconds(),
            .fill = asked.table.fill(),
            .probes = probes_since(task)};
}

// Tells how a question gets on.
std::function<void(std::uint64_t)> Prover::observer_of(Task& task,
                                                       ProofStage stage,
                                                       Side attacker) {
    if (!task.limits.observer) return {};
    return [this, &task, stage, attacker](std::uint64_t) {
        const std::lock_guard lock(task.observing);
        task.limits.observer(progress_of(task, stage, attacker));
    };
}

template <class Answered>
void Prover::spend(
    Task& task, ProofStage stage, Side attacker, double share, const Answered& answer) {
    Budget whole(task.share_of_nodes(share), task.deadline_in(share), task.limits.stop);
    task.whole = &whole;
    const auto observer = observer_of(task, stage, attacker);
    if (observer) observer(0);
    Budget budget(whole, observer);
    take(task, answer(budget));
    task.whole = nullptr;
    task.result.nodes += whole.spent();
}

// Alpha-beta claims that the attacker wins.
void Prover::harvest(Task& task, Side attacker) {
    if (!task.is_open(attacker)) return;
    spend(task, ProofStage::Showing, attacker, HarvestShare, [&](Budget& budget) {
        WinHarvest wins(searcher_, leaves_, inquiry(attacker).table, attacker, budget);
        if (!wins.gather(task.position)) return ShownAnswer{.attacker = attacker};
        ShownAnswer shown = wins.show(task.position);
        if (shown.answer == Answer::Unknown)
            shown = {.attacker = attacker, .answer = Answer::Yes, .is_written = false};
        return shown;
    });
}

bool Prover::ask_safety(Task& task, SafetyHarvest& safety, double share, double showing_share) {
    if (!task.is_open(safety.attacker())) return true;
    bool is_seen = false;
    spend(task, ProofStage::Safety, safety.attacker(), share, [&](Budget& budget) {
        is_seen = safety.look(budget);
        return ShownAnswer{.attacker = safety.attacker()};
    });
    if (!is_seen || task.is_over()) return true;
    spend(task, ProofStage::Safety, safety.attacker(), showing_share, [&](Budget& budget) {
        return safety.show(budget);
    });
    return !task.is_open(safety.attacker());
}

// Yes and no are looked for in turn, longer and longer, the likely one longer than the other.
void Prover::ask_alpha_beta(Task& task, int rounds) {
    const std::size_t bytes = table_bytes_ / 2;
    SafetyHarvest safe_from_black(searcher_, leaves_, Side::Black, task.position, bytes);
    SafetyHarvest safe_from_white(searcher_, leaves_, Side::White, task.position, bytes);
    double share = FirstRoundShare;
    double showing = ShowingShare;
    for (int round = 0; round < rounds; ++round, share = std::min(2 * share, MostRoundShare)) {
        const Side leader = task.leader();
        const double lead = std::abs(task.result.score) / static_cast<double>(ManScore);
        const double for_win = task.is_open(leader) ? std::clamp(lead, LeastWinShare, 0.8) : 0;
        for (const Side attacker : {other(leader), leader}) {
            auto& safety = attacker == Side::Black ? safe_from_black : safe_from_white;
            if (!ask_safety(task, safety, share * (1 - for_win), showing)) showing /= 2;
        }
        look_further(task, share * for_win);
        if (search::is_decided(task.result.score)) return harvest(task, task.leader());
    }
}

// One piece above the databases: solves what is needed of their larger brothers.  That the weaker
// side does not win is mostly found soon; the rest is for the stronger one.
void Prover::ask_near(Task& task) {
    const Side leader = task.leader();
    const bool leads = std::abs(task.result.score) >= NearlyAMan;
    const auto likely = leads ? SpotProof::Hope::Win : SpotProof::Hope::Safety;
    for (const Side attacker : {other(leader), leader}) {
        SafetyHarvest safety(searcher_, leaves_, attacker, task.position, table_bytes_);
        ask_safety(task, safety, BriefShare, BriefShare);
    }
    ask_whether_safe(task, other(leader), WeakSpotShare);
    ask_both_ways(task, leader, likely, NearSpotShare);
    ask_both_ways(task, other(leader), SpotProof::Hope::Safety, NearSpotShare);
    hunt(task);
}

// Two pieces above them: draws are often found soon, wins by alpha-beta, and long wins by both
// together.
void Prover::ask_far(Task& task) {
    const bool is_fit = SpotProof::is_fit(leaves_, task.position);
    ask_alpha_beta(task, is_fit ? NearRounds : FarRounds);
    if (search::is_decided(task.result.score) || !is_fit) return;
    const Side leader = task.leader();
    if (!is_clear_lead(task.result.score))
        for (const Side attacker : {leader, other(leader)})
            ask_whether_safe(task, attacker, task.share(attacker, HalfSpotShare) * FarSpotShare);
    hunt(task);
    ask_whether_safe(task, leader, FarSpotShare);
}

SpotOptions Prover::spot_options(const Task& task) const {
    return {table_bytes_, task.limits.wants_records};
}

void Prover::ask_both_ways(Task& task, Side attacker, SpotProof::Hope likely, double share) {
    if (!task.is_open(attacker)) return;
    spend(task, ProofStage::Tables, attacker, share, [&](Budget& budget) {
        return SpotProof::ask_both_ways(
            leaves_, task.position, attacker, likely, spot_options(task), budget);
    });
}

void Prover::ask_whether_safe(Task& task, Side attacker, double share) {
    if (!task.is_open(attacker)) return;
    spend(task, ProofStage::Tables, attacker, share, [&](Budget& budget) {
        return SpotProof(
                   leaves_, task.position, attacker, SpotProof::Hope::Safety, spot_options(task))
            .ask(budget);
    });
}

// For a win of the side that stands better.
void Prover::hunt(Task& task) {
    const Side attacker = task.leader();
    const bool leads = std::abs(task.result.score) >= LeastLead;
    if (threads_ > 1 || !leads || !task.is_open(attacker)) return;
    if (!SpotProof::is_fit(leaves_, task.position)) return;
    ProofTable& table = inquiry(attacker).table;
    spend(task, ProofStage::Hunt, attacker, HuntShare, [&](Budget& budget) {
        return SpotHunt(searcher_,
                        leaves_,
                        table,
                        task.position,
                        attacker,
                        {table_bytes_ / 2, task.limits.wants_records})
            .ask(budget);
    });
}

void Prover::ask(Task& task, Side attacker, double share) {
    if (!task.is_asked(attacker) || task.answer(attacker) != Answer::Unknown || task.is_over())
        return;
    DfPn& search = inquiry(attacker).search;
    search.set_threads(threads_);
    spend(task, ProofStage::DfPn, attacker, share, [&](Budget& budget) {
        return extract(search, task.position, attacker, budget);
    });
}

// Each question has half of the threads; when one is answered, the other has them all.  A win ends
// both.
void Prover::ask_both(Task& task) {
    std::stop_source enough;
    const std::stop_callback stopped(task.limits.stop, [&] { enough.request_stop(); });
    Budget whole(task.share_of_nodes(1), task.deadline_in(1), enough.get_token());
    task.whole = &whole;
    for (auto& asked : inquiries_) asked->search.set_threads(threads_ / 2);
    const auto ask_one = [&](Side attacker) {
        try {
            Budget budget(whole, observer_of(task, ProofStage::DfPn, attacker));
            ShownAnswer shown = extract(inquiry(attacker).search, task.position, attacker, budget);
            inquiry(other(attacker)).search.set_threads(threads_);
            if (shown.answer == Answer::Yes) enough.request_stop();
            return shown;
        } catch (...) {
            enough.request_stop();
            throw;
        }
    };
    auto black = std::async(std::launch::async, ask_one, Side::Black);
    ShownAnswer white = ask_one(Side::White);
    take(task, black.get());
    take(task, std::move(white));
    task.whole = nullptr;
    task.result.nodes += whole.spent();
}

// A clear lead: does the leader win?  Else first what is likely to be denied: a win of the side
// that stands worse.
void Prover::ask_in_turn(Task& task) {
    if (search::is_decided(task.result.score)) {
        harvest(task, task.leader());
    } else if (!is_known(task.position)) {
        is_near(task) ? ask_near(task) : ask_far(task);
    }
    if (task.is_answered()) return;
    const Side leader = task.leader();
    const bool is_won = search::is_decided(task.result.score);
    const Side first = is_won ? leader : other(leader);
    constexpr double Slice = 0.25;
    const bool both_open = task.is_open(Side::Black) && task.is_open(Side::White);
    if (threads_ > 1 && both_open && !is_won) ask_both(task);
    ask(task, first, is_won ? 1 : task.share(first, FirstShare));
    while (!task.is_answered() && !task.is_over()) {
        ask(task, other(first), task.share(other(first), Slice));
        ask(task, first, task.share(first, Slice));
    }
}

WdlRange ProofResult::written_value(Side to_move) const {
    std::array<Answer, 2> wins{Answer::Unknown, Answer::Unknown};  // the side to move, the other
    for (const ShownAnswer& one : shown)
        if (one.is_written) wins[one.attacker == to_move ? 0 : 1] = one.answer;
    return value_of(wins[0], wins[1]);
}

// Facts are told of the position itself, so there nothing is passed over.
ProofResult Prover::prove(const Position& position, const ProofLimits& limits) {
    const ForcedLine line(position,
                          [&](const Position& at) { return facts_ != nullptr || is_known(at); });
    ProofLimits there = limits;
    if (line.turns()) {
        there.questions = turned(limits.questions);
        if (limits.score) there.score = -*limits.score;
    }
    ProofResult result = prove_with_choice(line.end(), there);
    for (ShownAnswer& shown : result.shown) line.lift(shown);
    result.line.insert(result.line.begin(), line.moves().begin(), line.moves().end());
    if (!line.turns()) return result;
    result.value = -result.value;
    result.score = -result.score;
    return result;
}

ProofResult Prover::prove_with_choice(const Position& position, const ProofLimits& limits) {
    Task task{.position = position, .limits = limits, .watch = {}, .result = {}};
    if (database_ != nullptr) task.first_probe = database_->counts().probes;
    if (limits.score)
        task.result.score = *limits.score;
    else
        look_ahead(task);
    ask_in_turn(task);
    take_unwritten(task);
    task.result.value = task.value();
    task.result.seconds = task.watch.seconds();
    task.result.probes = probes_since(task);
    return task.result;
}

std::vector<std::uint8_t> Prover::certificate(const Position& position,
                                              const ProofResult& result) const {
    const WdlRange value = result.written_value(position.side);
    CHECK(facts_ == nullptr && value != WdlRange{});
    return certificate_of({position, value}, result.shown, leaves_);
}

}  // namespace deepwell::proof
