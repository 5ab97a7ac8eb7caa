// JobQueue: where the manager leaves positions for provers and finds their reports.
//
// The seam behind which other machines can stand.  A queue may lose a job, deliver a report twice,
// or late: the manager hands a job out again when its lease is over, and a second report does no
// harm (docs/proof-manager.md).

#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "proof/job_report.h"

namespace deepwell::proof {

struct Job {
    Position position;  // Black to move
    QuestionSet questions = QuestionSet::both();
    unsigned in_vain = 0;  // attempts to answer them so far
    // Of an earlier job for the same position: alpha-beta need not look again.
    std::optional<Outlook> outlook{};
};

// How much more a prover may do after so many attempts in vain.
constexpr std::uint64_t effort_after(unsigned in_vain) {
    constexpr unsigned BitsEachTime = 2;
    return std::uint64_t{1} << BitsEachTime * std::min(in_vain, Attempts::Most);
}

class JobQueue {
public:
    JobQueue() = default;
    JobQueue(const JobQueue&) = delete;
    JobQueue& operator=(const JobQueue&) = delete;
    virtual ~JobQueue() = default;

    // REQUIRES: Black is to move; no job for the position is under way.
    virtual void submit(const Job& job) = 0;
    // The reports that are there; waits for the first one, but not longer than `patience`.  Throws
    // Error if the provers cannot work.
    virtual std::vector<JobReport> collect(std::chrono::milliseconds patience) = 0;
    // Nobody waits for this job any more: it need not be begun, and will be submitted again.
    virtual void give_up(const Position& position) = 0;
    // How many jobs can be worked on at the same time.
    virtual int workers() const = 0;
};

}  // namespace deepwell::proof
