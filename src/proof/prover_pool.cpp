#include "proof/prover_pool.h"

#include <utility>

#include "board/movegen.h"
#include "proof/node_key.h"

namespace deepwell::proof {

namespace {

// Alpha-beta saw what df-pn has shown.
bool is_foreseen(const ProofResult& result) {
    if (!result.value.is_exact() || !search::is_decided(result.score)) return false;
    return result.value.low == (result.score > 0 ? Wdl::Win : Wdl::Loss);
}

Decider decider_of(const Position& position, const ProofResult& result, const Leaves& leaves) {
    if (result.value == WdlRange{}) return Decider::Nobody;
    if (leaves.ask_database(position, Side::Black) != Answer::Unknown) return Decider::Database;
    return is_foreseen(result) ? Decider::AlphaBeta : Decider::DfPn;
}

bool ends_in_database_draw(Position position, const std::vector<Move>& line, const Leaves& leaves) {
    for (const Move& move : line) position = play(position, move);
    return leaves.ask_database(position, Side::Black) == Answer::No &&
           leaves.ask_database(position, Side::White) == Answer::No;
}

Outlook outlook_of(const Position& position, const ProofResult& result, const Leaves& leaves) {
    return {.score = result.score,
            .warning = result.warning,
            .database_draw = ends_in_database_draw(position, result.line, leaves)};
}

JobReport report_of(const Job& job, const ProofResult& result, const Leaves& leaves) {
    JobReport report;
    report.position = job.position;
    report.asked = job.questions;
    report.in_vain = job.in_vain;
    report.value = result.value;
    report.outlook = job.outlook ? *job.outlook : outlook_of(job.position, result, leaves);
    report.decider = decider_of(job.position, result, leaves);
    report.nodes = result.nodes;
    report.seconds = result.seconds;
    report.line = result.line;
    return report;
}

}  // namespace

ProverPool::ProverPool(std::vector<JobWork> work) {
    for (JobWork& one : work)
        threads_.emplace_back([this, its_work = std::move(one)](const std::stop_token& stop) {
            run(its_work, stop);
        });
}

ProverPool::~ProverPool() {
    for (std::jthread& thread : threads_) thread.request_stop();
    threads_.clear();
}

void ProverPool::submit(const Job& job) {
    {
        const std::lock_guard lock(mutex_);
        waiting_.push_back(job);
    }
    has_work_.notify_one();
}

void ProverPool::give_up(const Position& position) {
    const std::lock_guard lock(mutex_);
    std::erase_if(waiting_, [&](const Job& job) { return job.position == position; });
}

std::vector<JobReport> ProverPool::collect(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    has_reports_.wait_for(lock, patience, [&] { return !reports_.empty() || failure_; });
    if (failure_ && reports_.empty()) std::rethrow_exception(std::exchange(failure_, nullptr));
    return std::exchange(reports_, {});
}

std::optional<Job> ProverPool::take(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    if (!has_work_.wait(lock, stop, [&] { return !waiting_.empty(); })) return std::nullopt;
    const Job job = waiting_.front();
    waiting_.pop_front();
    return job;
}

void ProverPool::fail(const Job& job, std::exception_ptr reason) {
    const std::lock_guard lock(mutex_);
    if (++failures_[job.position] >= MostFailures)
        failure_ = std::move(reason);
    else
        waiting_.push_back(job);
}

void ProverPool::run(const JobWork& work, const std::stop_token& stop) {
    while (const auto job = take(stop)) {
        try {
            auto report = work(*job, stop);
            if (!report) continue;
            const std::lock_guard lock(mutex_);
            reports_.push_back(std::move(*report));
            failures_.erase(job->position);
        } catch (...) {
            fail(*job, std::current_exception());
            has_work_.notify_one();
        }
        has_reports_.notify_one();
    }
}

JobWork prover_work(const Evaluator& evaluator,
                    const egdb::Database* database,
                    const ProverOptions& options,
                    const ProofLimits& limits) {
    const auto prover = std::make_shared<Prover>(evaluator, database, options);
    return
        [prover, limits](const Job& job, const std::stop_token& stop) -> std::optional<JobReport> {
            ProofLimits of_job = limits;
            if (of_job.nodes) *of_job.nodes *= effort_after(job.in_vain);
            if (of_job.seconds) *of_job.seconds *= static_cast<double>(effort_after(job.in_vain));
            of_job.stop = stop;
            of_job.questions = job.questions;
            // With a clear lead more effort is more for alpha-beta too: it finds most of the wins.
            const bool looks_again =
                job.outlook && job.in_vain > 0 && is_clear_lead(job.outlook->score);
            if (job.outlook && !looks_again) of_job.score = job.outlook->score;
            const ProofResult result = prover->prove(job.position, of_job);
            if (stop.stop_requested()) return std::nullopt;
            return report_of(job, result, prover->leaves());
        };
}

}  // namespace deepwell::proof
