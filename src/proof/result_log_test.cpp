#include "proof/result_log.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "base/error.h"
#include "base/files.h"
#include "board/fen.h"
#include "board/movegen.h"
#include "proof/node_key.h"

namespace deepwell::proof {

namespace {

JobReport sample_report(int number) {
    JobReport report;
    report.position = Position::start();
    for (int i = 0; i < number; ++i) {
        const MoveList moves = legal_moves(report.position);
        report.position = turned(play(report.position, moves[0]));
    }
    report.value = {Wdl::Draw, Wdl::Win};
    report.outlook.score = -17 * number;
    report.outlook.warning = number % 2 == 1;
    report.outlook.database_draw = number % 3 == 1;
    if (number % 5 == 1) report.asked = NodeQuestion::Wins;
    if (number % 5 == 2) report.asked = NodeQuestion::Loses;
    report.in_vain = static_cast<unsigned>(number % 4);
    report.decider = Decider::DfPn;
    report.nodes = std::uint64_t{1} << (32 + number);
    report.seconds = 1.25;
    Position position = report.position;
    for (std::size_t i = 0; i < 3; ++i) {
        report.line.push_back(legal_moves(position)[i % 2]);
        position = play(position, report.line.back());
    }
    return report;
}

class ResultLogFile : public testing::Test {
protected:
    ResultLogFile() {
        folder_ = std::filesystem::path(testing::TempDir()) /
                  ("result_log_" + std::to_string(::getpid()) +
                   testing::UnitTest::GetInstance()->current_test_info()->name());
        std::filesystem::create_directories(folder_);
    }
    ~ResultLogFile() override { std::filesystem::remove_all(folder_); }

    std::filesystem::path file() const { return folder_ / "results.log"; }

    void write_reports(int count) const {
        ResultLog log(file(), [](const LogEntry&, std::uint64_t) {});
        for (int i = 0; i < count; ++i) log.append(sample_report(i));
        log.sync();
    }
    std::string content() const { return *read_file(file()); }
    void replace(const std::string& content) const {
        std::ofstream(file(), std::ios::binary) << content;
    }

    struct Found {
        std::vector<JobReport> reports;
        std::vector<Position> roots;
        std::uint64_t next = 0;
        LogState state;
    };
    Found read() const {
        Found found;
        found.state = read_log(file(), visitor(found));
        return found;
    }
    Found open() const {
        Found found;
        const ResultLog log(file(), visitor(found));
        found.state = log.found();
        return found;
    }
    static LogVisitor visitor(Found& found) {
        return [&found](const LogEntry& entry, std::uint64_t next) {
            found.next = next;
            if (const auto* report = std::get_if<JobReport>(&entry))
                found.reports.push_back(*report);
            else
                found.roots.push_back(std::get<LoggedRoot>(entry).position);
        };
    }

    std::filesystem::path folder_;
};

TEST_F(ResultLogFile, KeepsEverythingThatIsReported) {
    write_reports(5);
    const Found found = read();
    ASSERT_EQ(found.reports.size(), 5U);
    for (int i = 0; i < 5; ++i) {
        const JobReport expected = sample_report(i);
        const JobReport& actual = found.reports[static_cast<std::size_t>(i)];
        EXPECT_EQ(to_fen(actual.position), to_fen(expected.position));
        EXPECT_EQ(actual.value, expected.value);
        EXPECT_EQ(actual.outlook.score, expected.outlook.score);
        EXPECT_EQ(actual.outlook.warning, expected.outlook.warning);
        EXPECT_EQ(actual.outlook.database_draw, expected.outlook.database_draw);
        EXPECT_EQ(actual.asked, expected.asked);
        EXPECT_EQ(actual.in_vain, expected.in_vain);
        EXPECT_EQ(actual.decider, expected.decider);
        EXPECT_EQ(actual.nodes, expected.nodes);
        EXPECT_EQ(actual.seconds, expected.seconds);
        EXPECT_EQ(actual.line, expected.line);
    }
    EXPECT_TRUE(found.state.faults.empty());
    EXPECT_EQ(found.next, found.state.end);
}

TEST_F(ResultLogFile, RootsKeepTheirSide) {
    const Position root = *parse_fen("W:WK18,22:BK1,5");
    {
        ResultLog log(file(), [](const LogEntry&, std::uint64_t) {});
        log.append(LoggedRoot{root});
        log.sync();
    }
    ASSERT_EQ(read().roots.size(), 1U);
    EXPECT_EQ(to_fen(read().roots[0]), to_fen(root));
}

TEST_F(ResultLogFile, WhatIsNotSyncedIsNotThere) {
    write_reports(1);
    ResultLog log(file(), [](const LogEntry&, std::uint64_t) {});
    log.append(sample_report(1));
    EXPECT_EQ(read().reports.size(), 1U);
    log.sync();
    EXPECT_EQ(read().reports.size(), 2U);
}

TEST_F(ResultLogFile, ATornEndIsCutOffWhereverItIsTorn) {
    write_reports(3);
    const std::string whole = content();
    write_reports(0);
    const std::uint64_t last = [&] {
        std::vector<std::uint64_t> ends;
        read_log(file(), [&](const LogEntry&, std::uint64_t next) { ends.push_back(next); });
        return ends[1];
    }();
    for (std::size_t size = last + 1; size < whole.size(); ++size) {
        replace(whole.substr(0, size));
        const Found found = open();
        ASSERT_EQ(found.reports.size(), 2U) << size;
        EXPECT_EQ(found.state.torn_bytes, size - last);
        EXPECT_TRUE(found.state.faults.empty());
        EXPECT_EQ(content(), whole.substr(0, last));
    }
    write_reports(1);
    EXPECT_EQ(read().reports.size(), 3U);
}

TEST_F(ResultLogFile, AKillBeforeTheHeaderIsWhole) {
    write_reports(0);
    const std::string whole = content();
    for (std::size_t size = 0; size < whole.size(); ++size) {
        replace(whole.substr(0, size));
        EXPECT_TRUE(open().reports.empty());
        EXPECT_EQ(content(), whole);
    }
}

TEST_F(ResultLogFile, ADamagedRecordIsNamedAndTheRestKept) {
    write_reports(4);
    const std::string whole = content();
    std::vector<std::uint64_t> ends;
    read_log(file(), [&](const LogEntry&, std::uint64_t next) { ends.push_back(next); });
    for (std::size_t at = ends[0]; at < ends[1]; ++at) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
        replace(damaged);
        const Found found = open();
        ASSERT_EQ(found.reports.size(), 3U) << at;
        ASSERT_EQ(found.state.faults.size(), 1U);
        EXPECT_EQ(found.state.faults[0],
                  "results.log: damaged from byte " + std::to_string(ends[0]) + " to " +
                      std::to_string(ends[1]));
        EXPECT_EQ(content(), damaged) << "nothing may be thrown away";
    }
}

TEST_F(ResultLogFile, RefusesWhatIsNoLog) {
    replace("this is a letter to my aunt, not a log");
    EXPECT_THROW(read(), Error);
    EXPECT_THROW(open(), Error);
}

TEST_F(ResultLogFile, HasOneWriter) {
    const ResultLog log(file(), [](const LogEntry&, std::uint64_t) {});
    EXPECT_THROW(open(), Error);
}

TEST_F(ResultLogFile, AFullDiskLosesNothingThatWasSynced) {
    write_reports(2);
    const std::string before = content();
    ResultLog log(file(), [](const LogEntry&, std::uint64_t) {});
    auto* const old_handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit old_limit{};
    ::getrlimit(RLIMIT_FSIZE, &old_limit);
    const rlimit small{before.size() + 20, old_limit.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    log.append(sample_report(2));
    EXPECT_THROW(log.sync(), Error);
    ::setrlimit(RLIMIT_FSIZE, &old_limit);
    std::signal(SIGXFSZ, old_handler);
    EXPECT_EQ(content(), before);
    log.sync();  // there is room again: nothing is forgotten
    EXPECT_EQ(read().reports.size(), 3U);
}

}  // namespace

}  // namespace deepwell::proof
