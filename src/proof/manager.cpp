#include "proof/manager.h"

#include <ctime>

namespace deepwell::proof {

namespace {

constexpr double SecondsBetweenSyncs = 0.2;
constexpr double SecondsBetweenCommits = 1;
constexpr double SecondsBetweenLooks = 0.1;
constexpr std::chrono::milliseconds Patience{50};
constexpr std::size_t LongestShownLine = 12;

double seconds_of(clockid_t clock) {
    timespec time{};
    ::clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

Manager::Manager(const Position& root,
                 ManagerGraph& graph,
                 ProofArchive& archive,
                 JobQueue& queue,
                 const ManagerOptions& options)
    : root_position_(root),
      graph_(graph),
      archive_(archive),
      queue_(queue),
      options_(options),
      numbering_(graph, options.terms),
      root_(graph.add(root)) {
    const std::optional<Score> reached = archive.threshold(root);
    is_first_iteration_ = !reached;
    threshold_ =
        options.uses_threshold ? reached.value_or(options.threshold_start) : InfiniteThreshold;
    archive.note_root(root);
}

WdlRange Manager::run(const std::stop_token& stop,
                      std::optional<Clock::time_point> deadline,
                      Observer observer) {
    stop_ = stop;
    deadline_ = deadline;
    observer_ = std::move(observer);
    watch_ = {};
    first_cpu_ = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    first_own_cpu_ = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    while (!is_proven() && iterate()) continue;
    make_durable();
    archive_.commit();
    last_seen_ = 0;
    observe();
    return graph_.node(root_).known;
}

bool Manager::is_over() const {
    return stop_.stop_requested() || (deadline_ && Clock::now() >= *deadline_);
}

// One threshold.  False: no more is to be done.
bool Manager::iterate() {
    if (is_first_iteration_)
        for (const Position& seed : options_.seeds)
            if (!decide(graph_.add(seed))) return false;
    if (!decide(root_)) return false;
    is_first_iteration_ = false;
    return !is_proven() && raise_threshold();
}

bool Manager::raise_threshold() {
    CHECK(threshold_ != InfiniteThreshold);
    const Score next = threshold_ + options_.threshold_step;
    Score largest = 0;  // of the scores that are to be made facts
    for (Index index = 0; index < graph_.size(); ++index) {
        const GraphNode& node = graph_.node(index);
        if (node.is_searched() && !node.is_expanded && !node.known.is_exact())
            largest = std::max(largest, std::abs(node.outlook.score));
    }
    threshold_ = next <= largest ? next : InfiniteThreshold;
    archive_.set_threshold(root_position_, threshold_);
    return true;
}

// Until the target's value is decided, for the threshold at hand.  False: it was stopped.
bool Manager::decide(Index target) {
    for (;;) {
        graph_.settle();
        if (is_proven()) return true;
        numbering_.compute(target, threshold_);
        if (numbering_.is_decided()) return true;
        if (is_over()) return false;
        fill_batch();
        wait_for_reports();
    }
}

void Manager::fill_batch() {
    LeafChoice choice(graph_, numbering_, [&](Index leaf) { return in_flight_.contains(leaf); });
    int in_vain = 0;
    while (in_flight_.size() < static_cast<std::size_t>(options_.batch) && in_vain < 2) {
        turn_ = other(turn_);
        const auto leaf = choice.next(turn_);
        in_vain = leaf ? 0 : in_vain + 1;
        if (leaf) submit(*leaf);
    }
    if (in_flight_.empty() && !choice.has_expanded()) fill_anyhow(choice);
}

// The walks have led nowhere, round in circles: anything that the target depends on will do.
void Manager::fill_anyhow(LeafChoice& choice) {
    const auto leaf = choice.any();
    if (leaf) return submit(*leaf);
    CHECK(choice.has_expanded());
}

Job Manager::job_for(Index leaf, QuestionSet questions) const {
    const GraphNode& node = graph_.node(leaf);
    Job job{.position = node.position, .questions = questions};
    if (node.is_searched()) job.outlook = node.outlook;
    return job;
}

void Manager::submit(const LeafChoice::Choice& choice) {
    in_flight_[choice.leaf] = {Clock::now(), choice.questions};
    queue_.submit(job_for(choice.leaf, choice.questions));
}

void Manager::wait_for_reports() {
    const auto enough = static_cast<std::size_t>(options_.batch / 2);
    while (!in_flight_.empty()) {
        receive(queue_.collect(Patience));
        renew_leases();
        observe();
        if (is_over() || in_flight_.size() <= enough) break;
    }
    commit_now_and_then();
}

void Manager::receive(std::vector<JobReport> reports) {
    for (JobReport& report : reports) {
        archive_.keep(report);
        unsynced_.push_back(std::move(report));
    }
    if (unsynced_.empty()) return;
    const bool all_are_back = unsynced_.size() >= in_flight_.size();
    if (all_are_back || watch_.seconds() - last_sync_ >= SecondsBetweenSyncs) make_durable();
}

// From here on the reports count as done.
void Manager::make_durable() {
    archive_.sync();
    last_sync_ = watch_.seconds();
    for (const JobReport& report : unsynced_) {
        in_flight_.erase(graph_.learn(report));
        ++jobs_;
        prover_nodes_ += report.nodes;
    }
    unsynced_.clear();
}

void Manager::commit_now_and_then() {
    if (watch_.seconds() - last_commit_ < SecondsBetweenCommits) return;
    make_durable();
    archive_.commit();
    last_commit_ = watch_.seconds();
}

void Manager::renew_leases() {
    const double shares =
        1 + static_cast<double>(in_flight_.size()) / std::max(1, queue_.workers());
    const std::chrono::duration<double> lease(options_.lease_seconds * shares);
    const auto now = Clock::now();
    for (auto& [leaf, order] : in_flight_) {
        if (now - order.submitted < lease) continue;
        ++handed_out_again_;
        order.submitted = now;
        queue_.give_up(graph_.node(leaf).position);
        queue_.submit(job_for(leaf, order.questions));
    }
}

void Manager::observe() {
    if (!observer_ || watch_.seconds() - last_seen_ < SecondsBetweenLooks) return;
    last_seen_ = watch_.seconds();
    observer_(status());
}

// The moves that seem best to both sides, as far as there are nodes.
std::vector<Position> Manager::best_line() const {
    std::vector<Position> line{graph_.node(root_).position};
    Index index = root_;
    while (line.size() <= LongestShownLine && graph_.node(index).is_expanded) {
        std::optional<Index> best;
        const auto merit = [&](const GraphNode& child) {
            return std::tuple(child.known.high,
                              child.of(NodeQuestion::Loses).proof,
                              child.of(NodeQuestion::Wins).disproof);
        };
        for (const auto& edge : graph_.children(index))
            if (!best || merit(graph_.node(edge.child)) < merit(graph_.node(*best)))
                best = edge.child;
        if (!best) break;
        index = *best;
        line.push_back(graph_.node(index).position);
    }
    return line;
}

ManagerStatus Manager::status() const {
    ManagerStatus status;
    status.value = graph_.node(root_).known;
    status.threshold = threshold_;
    status.nodes = graph_.size();
    status.proven = graph_.proven();
    status.likely = numbering_.counts().likely;
    status.frontier = numbering_.counts().frontier;
    status.jobs = jobs_;
    status.handed_out_again = handed_out_again_;
    status.searches = archive_.totals().searches;
    status.prover_nodes = prover_nodes_;
    status.in_flight = in_flight_.size();
    status.numbers = graph_.node(root_).numbers;
    status.seconds = watch_.seconds();
    status.cpu_seconds = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - first_cpu_;
    status.manager_seconds = seconds_of(CLOCK_THREAD_CPUTIME_ID) - first_own_cpu_;
    status.line = best_line();
    return status;
}

}  // namespace deepwell::proof
