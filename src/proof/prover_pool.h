// ProverPool: a JobQueue of threads, each with its own prover.

#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <unordered_map>

#include "proof/job_queue.h"
#include "proof/proof_graph.h"
#include "proof/prover.h"

namespace deepwell::proof {

// What a prover makes of a job.  Nothing: it was stopped before it had done its share.
using JobWork = std::function<std::optional<JobReport>(const Job&, const std::stop_token&)>;

class ProverPool final : public JobQueue {
public:
    // One thread for each.  A job whose work throws is handed out again; after so many failures
    // in a row for one position the exception comes out of collect().
    static constexpr int MostFailures = 3;
    explicit ProverPool(std::vector<JobWork> work);
    // Stops what is going on and waits for it.
    ~ProverPool() override;

    void submit(const Job& job) override;
    std::vector<JobReport> collect(std::chrono::milliseconds patience) override;
    void give_up(const Position& position) override;
    int workers() const override { return static_cast<int>(threads_.size()); }

private:
    void run(const JobWork& work, const std::stop_token& stop);
    std::optional<Job> take(const std::stop_token& stop);
    void fail(const Job& job, std::exception_ptr reason);

    std::mutex mutex_;
    std::condition_variable_any has_work_;
    std::condition_variable has_reports_;
    std::deque<Job> waiting_;
    std::vector<JobReport> reports_;
    std::unordered_map<Position, int, PositionHash> failures_;
    std::exception_ptr failure_;
    std::vector<std::jthread> threads_;
};

// The work of a prover that lives as long as the work does.  `limits` hold for each position.
// The evaluator and the database must outlive it.
JobWork prover_work(const Evaluator& evaluator,
                    const egdb::Database* database,
                    const ProverOptions& options,
                    const ProofLimits& limits);

}  // namespace deepwell::proof
