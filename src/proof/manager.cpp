#include "proof/manager.h"

#include <ctime>

namespace deepwell::proof {

namespace {

constexpr double SecondsBetweenSyncs = 0.2;
constexpr double SecondsBetweenCommits = 1;
constexpr double SecondsBetweenLooks = 0.1;
constexpr std::chrono::milliseconds Patience{50};
constexpr std::size_t LongestShownLine = 12;

// A round of choosing may take so much of the time of the jobs that it hands out.
constexpr double RoundShare = 0.03;
constexpr std::size_t MostTimesLarger = 64;  // than the batch that was asked for
constexpr double WeightOfNewJob = 0.05;

double effort_of(const Job& job) {
    return static_cast<double>(effort_after(job.in_vain));
}

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
    batch_ = static_cast<std::size_t>(options.batch);
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
    archive_.commit();  // whoever asks for the root from now on finds it
    while (!is_proven() && iterate()) continue;
    make_durable();
    archive_.commit();
    last_seen_ = 0;
    observe();
    return graph_.node(root_).known;
}

bool Manager::is_over() const {
    return stop_.stop_requested() || (deadline_ && Clock::now() >= *deadline_) ||
           (options_.most_nodes && prover_nodes_ >= *options_.most_nodes);
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
        const double began = seconds_of(CLOCK_THREAD_CPUTIME_ID);
        graph_.settle();
        if (is_proven()) return true;
        numbering_.compute(target, threshold_);
        if (numbering_.is_decided()) return true;
        if (is_over()) return false;
        const bool has_changed = fill_batch();
        adapt_batch(seconds_of(CLOCK_THREAD_CPUTIME_ID) - began);
        // If there was nothing to choose, there will not be before the next report.
        const std::size_t most = has_changed || in_flight_.empty() ? batch_ : in_flight_.size() - 1;
        wait_for_reports(std::min(batch_ / 2, most));
    }
}

// The graph grows, and with it the time that a round takes.
void Manager::adapt_batch(double seconds) {
    if (job_seconds_ <= 0) return;
    const auto least = static_cast<std::size_t>(options_.batch);
    const double wanted = 2 * seconds / (RoundShare * job_seconds_);
    const auto most = static_cast<double>(MostTimesLarger * least);
    batch_ = std::max(least, static_cast<std::size_t>(std::min(wanted, most)));
}

// False: nothing was chosen, and the graph is as it was.
bool Manager::fill_batch() {
    LeafChoice choice(graph_, numbering_, options_.most_attempts, [&](Index leaf) {
        return in_flight_.contains(leaf);
    });
    int in_vain = 0;
    const std::size_t before = in_flight_.size();
    while (in_flight_.size() < batch_ && in_vain < 2) {
        turn_ = other(turn_);
        const auto leaf = choice.next(turn_);
        in_vain = leaf ? 0 : in_vain + 1;
        if (leaf) submit(*leaf);
    }
    if (in_flight_.empty() && !choice.has_expanded()) fill_anyhow(choice);
    return in_flight_.size() > before || choice.has_expanded();
}

// The walks have led nowhere, round in circles: anything that the target depends on will do.
void Manager::fill_anyhow(LeafChoice& choice) {
    const auto leaf = choice.any();
    if (leaf) return submit(*leaf);
    CHECK(choice.has_expanded());
}

Job Manager::job_for(const LeafChoice::Choice& choice) const {
    const GraphNode& node = graph_.node(choice.leaf);
    Job job{.position = node.position, .questions = choice.questions, .in_vain = choice.in_vain};
    if (node.is_searched()) job.outlook = node.outlook;
    return job;
}

void Manager::submit(const LeafChoice::Choice& choice) {
    const Job job = job_for(choice);
    in_flight_[choice.leaf] = {Clock::now(), job};
    queue_.submit(job);
}

// Until so many are in flight, or fewer.
void Manager::wait_for_reports(std::size_t enough) {
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
        const double weight = job_seconds_ > 0 ? WeightOfNewJob : 1;
        job_seconds_ += weight * (report.seconds - job_seconds_);
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
    double efforts = 0;
    for (const auto& [leaf, order] : in_flight_) efforts += effort_of(order.job);
    const double share = efforts / std::max(1, queue_.workers());
    const auto now = Clock::now();
    for (auto& [leaf, order] : in_flight_) {
        const std::chrono::duration<double> lease(options_.lease_seconds *
                                                  (share + effort_of(order.job)));
        if (now - order.submitted < lease) continue;
        ++handed_out_again_;
        order.submitted = now;
        queue_.give_up(order.job.position);
        queue_.submit(order.job);
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
