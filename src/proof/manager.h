// Manager: solves a position by giving others that matter to provers (docs/proof-manager.md).

#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <unordered_map>

#include "base/stopwatch.h"
#include "proof/job_queue.h"
#include "proof/leaf_choice.h"
#include "proof/proof_archive.h"

namespace deepwell::proof {

struct ManagerOptions {
    // Value iteration: scores of at least the threshold count as decided, until it has risen to
    // infinity.  Off: facts only, from the beginning.
    bool uses_threshold = true;
    Score threshold_start = 100;
    Score threshold_step = 50;
    // Leaves in flight; when half of them are done, new ones are chosen.  More if a round of
    // choosing takes the manager long for what the provers do in the meantime.
    int batch = 32;
    // A leaf in which both sides have kings is asked so many times, each time with more effort,
    // before its moves are looked at.
    unsigned most_attempts = 4;
    // Of the provers, in one run: it ends when so many are done.  Nothing: no limit.  Other than
    // time it does not depend on the machine.
    std::optional<std::uint64_t> most_nodes{};
    // A job is handed out again if each worker could have done its share of the jobs in flight,
    // with so much time for each.
    double lease_seconds = 3600;
    // Positions to be decided first, in this order, in the first iteration: a line of play from
    // its end backwards.
    std::vector<Position> seeds{};
    NumberTerms terms{};
};

struct ManagerStatus {
    WdlRange value;  // of the root, proven, for the side to move
    Score threshold = InfiniteThreshold;
    std::uint64_t nodes = 0;     // of the graph
    std::uint64_t proven = 0;    // of these: value known exactly
    std::uint64_t likely = 0;    // leaves that only the threshold decides
    std::uint64_t frontier = 0;  // leaves that are open
    std::uint64_t jobs = 0;      // done since the start of this run
    std::uint64_t handed_out_again = 0;
    std::uint64_t searches = 0;      // in the log
    std::uint64_t prover_nodes = 0;  // of this run
    std::size_t in_flight = 0;
    std::array<Numbers, 2> numbers{};  // of the root, by NodeQuestion
    double seconds = 0;                // of this run
    double cpu_seconds = 0;            // of the process, provers included
    double manager_seconds = 0;        // of these: the manager's
    std::vector<Position> line;        // from the root on, where the work is; Black to move in all
};

class Manager {
public:
    using Clock = std::chrono::steady_clock;
    using Observer = std::function<void(const ManagerStatus&)>;

    // All must outlive it; the graph is the archive's.
    Manager(const Position& root,
            ManagerGraph& graph,
            ProofArchive& archive,
            JobQueue& queue,
            const ManagerOptions& options);

    // Until the root's value is proven, a stop is requested, or time or nodes are over.  What was
    // found is on disk when it returns.  Throws Error if the disk is full or a prover cannot work.
    WdlRange run(const std::stop_token& stop,
                 std::optional<Clock::time_point> deadline = std::nullopt,
                 Observer observer = {});

    ManagerStatus status() const;

private:
    struct Order {
        Clock::time_point submitted;
        Job job;
    };

    bool iterate();
    bool decide(Index target);
    bool raise_threshold();
    bool is_over() const;
    bool is_proven() const { return graph_.node(root_).known.is_exact(); }
    void adapt_batch(double seconds);
    bool fill_batch();
    void fill_anyhow(LeafChoice& choice);
    void submit(const LeafChoice::Choice& choice);
    Job job_for(const LeafChoice::Choice& choice) const;
    void wait_for_reports(std::size_t enough);
    void receive(std::vector<JobReport> reports);
    void make_durable();
    void commit_now_and_then();
    void renew_leases();
    void observe();
    std::vector<Position> best_line() const;

    Position root_position_;
    ManagerGraph& graph_;
    ProofArchive& archive_;
    JobQueue& queue_;
    ManagerOptions options_;
    Numbering numbering_;
    Index root_;
    Score threshold_;
    bool is_first_iteration_;
    NodeQuestion turn_ = NodeQuestion::Wins;

    std::unordered_map<Index, Order> in_flight_;
    std::vector<JobReport> unsynced_;
    std::stop_token stop_;
    std::optional<Clock::time_point> deadline_;
    Observer observer_;
    Stopwatch watch_;
    double last_sync_ = 0, last_commit_ = 0, last_seen_ = 0;
    double first_cpu_ = 0, first_own_cpu_ = 0;
    std::size_t batch_;
    double job_seconds_ = 0;  // of late
    std::uint64_t jobs_ = 0, handed_out_again_ = 0, prover_nodes_ = 0;
};

}  // namespace deepwell::proof
