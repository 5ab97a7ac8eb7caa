#include "proof/prover_pool.h"

#include <gtest/gtest.h>
#include <set>

#include "base/error.h"
#include "proof/node_key.h"

namespace deepwell::proof {

namespace {

using namespace std::chrono_literals;

std::vector<Position> second_positions() {
    std::vector<Position> positions;
    for (const Move& move : legal_moves(Position::start()))
        positions.push_back(turned(play(Position::start(), move)));
    return positions;
}

std::vector<JobReport> collect(ProverPool& pool, std::size_t wanted) {
    std::vector<JobReport> reports;
    while (reports.size() < wanted) {
        const auto more = pool.collect(10s);
        if (more.empty()) break;
        reports.insert(reports.end(), more.begin(), more.end());
    }
    return reports;
}

JobReport plain_report(const Position& position) {
    JobReport report;
    report.position = position;
    return report;
}

TEST(ProverPool, EveryJobHasItsReport) {
    const JobWork work = [](const Job& job, const std::stop_token&) {
        return plain_report(job.position);
    };
    ProverPool pool({work, work});
    EXPECT_EQ(pool.workers(), 2);
    const std::vector<Position> positions = second_positions();
    for (const Position& position : positions) pool.submit({position});
    std::set<std::uint64_t> found;
    for (const JobReport& report : collect(pool, positions.size()))
        found.insert(hash_of(report.position));
    EXPECT_EQ(found.size(), positions.size());
    EXPECT_TRUE(pool.collect(1ms).empty());
}

TEST(ProverPool, AJobWhoseWorkerDiesIsHandedOutAgain) {
    std::atomic<int> tries = 0;
    const JobWork work = [&](const Job& job, const std::stop_token&) {
        if (++tries < ProverPool::MostFailures) throw Error("out of luck");
        return plain_report(job.position);
    };
    ProverPool pool({work});
    pool.submit({Position::start()});
    EXPECT_EQ(collect(pool, 1).size(), 1U);
    EXPECT_EQ(tries, ProverPool::MostFailures);
}

TEST(ProverPool, AWorkerThatAlwaysDiesIsReported) {
    const JobWork work = [](const Job&, const std::stop_token&) -> std::optional<JobReport> {
        throw Error("the database is damaged");
    };
    ProverPool pool({work});
    pool.submit({Position::start()});
    EXPECT_THROW(pool.collect(10s), Error);
}

TEST(ProverPool, WhatIsGivenUpIsNotBegun) {
    std::atomic<bool> may_go_on = false;
    const JobWork work = [&](const Job& job, const std::stop_token&) {
        while (!may_go_on) std::this_thread::sleep_for(1ms);
        return plain_report(job.position);
    };
    ProverPool pool({work});
    const std::vector<Position> positions = second_positions();
    for (const Position& position : positions) pool.submit({position});
    pool.give_up(positions.back());
    may_go_on = true;
    EXPECT_EQ(collect(pool, positions.size() - 1).size(), positions.size() - 1);
    EXPECT_TRUE(pool.collect(20ms).empty());
}

TEST(ProverPool, EndsInTheMiddleOfAJob) {
    const JobWork work = [](const Job&, const std::stop_token& stop) -> std::optional<JobReport> {
        while (!stop.stop_requested()) std::this_thread::sleep_for(1ms);
        return std::nullopt;
    };
    ProverPool pool({work, work});
    for (const Position& position : second_positions()) pool.submit({position});
}

}  // namespace

}  // namespace deepwell::proof
