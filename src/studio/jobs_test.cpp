#include "studio/jobs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "studio/http.h"

namespace deepwell::studio {
namespace {

using testing::ElementsAre;

constexpr std::chrono::seconds Patience{20};

class JobsTest : public testing::Test {
protected:
    JobsTest() { std::filesystem::remove_all(directory_); }
    ~JobsTest() override { std::filesystem::remove_all(directory_); }

    // Kinds: "quick" is done at once, "long" waits to be stopped, "bad" fails.
    std::unique_ptr<Jobs> opened(int threads = 1) const {
        auto jobs = std::make_unique<Jobs>(directory_);
        const auto plan = [](const Json& request) { return JobPlan{request, "a title"}; };
        jobs->add_kind({.name = "quick", .plan = plan, .work = [](JobContext& context) {
                            context.save_file("report.txt", "all is well");
                            return JobEnd{true, "done."};
                        }});
        jobs->add_kind({.name = "long", .plan = plan, .work = [](JobContext& context) {
                            while (!context.stop().stop_requested()) {
                                context.progress().update({"waiting", 1, 2, "hours"});
                                std::this_thread::sleep_for(std::chrono::milliseconds(1));
                            }
                            return JobEnd{false, "stopped."};
                        }});
        jobs->add_kind({.name = "bad", .plan = plan, .work = [](JobContext&) -> JobEnd {
                            throw Error("disk full");
                        }});
        if (threads > 0) jobs->start(threads);
        return jobs;
    }

    static JobState wait(const Jobs& jobs, const std::string& id, JobState wanted) {
        const auto end = std::chrono::steady_clock::now() + Patience;
        while (jobs.get(id).state != wanted && std::chrono::steady_clock::now() < end)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return jobs.get(id).state;
    }

    static int refusal(const std::function<void()>& work) {
        try {
            work();
        } catch (const Refusal& refused) {
            return refused.status();
        }
        return 0;
    }

    std::filesystem::path directory_ =
        std::filesystem::temp_directory_path() /
        ("jobs-test-" + std::to_string(getpid()) + "-" +
         testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(JobsTest, WorkIsDoneAndLeavesItsFile) {
    const auto jobs = opened();
    const std::string id = jobs->add({{"kind", "quick"}}).id;
    EXPECT_EQ(wait(*jobs, id, JobState::Done), JobState::Done);
    EXPECT_EQ(jobs->get(id).summary, "done.");
    EXPECT_TRUE(std::filesystem::exists(jobs->file_of(id, "report.txt")));
    EXPECT_EQ(refusal([&] { jobs->file_of(id, "../../job.json"); }), 404);
    EXPECT_EQ(refusal([&] { jobs->file_of(id, "sheet.html"); }), 404);
}

TEST_F(JobsTest, AFailureIsToldInOneSentence) {
    const auto jobs = opened();
    const std::string id = jobs->add({{"kind", "bad"}}).id;
    EXPECT_EQ(wait(*jobs, id, JobState::Failed), JobState::Failed);
    EXPECT_EQ(jobs->get(id).error, "disk full");
}

TEST_F(JobsTest, PauseResumeCancel) {
    const auto jobs = opened();
    const std::string id = jobs->add({{"kind", "long"}}).id;
    wait(*jobs, id, JobState::Running);
    jobs->pause(id);
    EXPECT_EQ(wait(*jobs, id, JobState::Paused), JobState::Paused);
    EXPECT_EQ(refusal([&] { jobs->pause(id); }), 409);
    EXPECT_EQ(refusal([&] { jobs->remove(id); }), 409);
    jobs->resume(id);
    EXPECT_EQ(wait(*jobs, id, JobState::Running), JobState::Running);
    jobs->cancel(id);
    EXPECT_EQ(wait(*jobs, id, JobState::Cancelled), JobState::Cancelled);
    jobs->remove(id);
    EXPECT_EQ(refusal([&] { jobs->get(id); }), 404);
    EXPECT_FALSE(std::filesystem::exists(directory_ / id));
}

TEST_F(JobsTest, WhatRanGoesOnInTheNextProcess) {
    std::string running, paused;
    {
        const auto jobs = opened();
        running = jobs->add({{"kind", "long"}}).id;
        paused = jobs->add({{"kind", "long"}}).id;
        wait(*jobs, running, JobState::Running);
        jobs->pause(paused);
    }
    {
        const auto jobs = opened(0);
        EXPECT_EQ(jobs->get(running).state, JobState::Queued);
        EXPECT_EQ(jobs->get(paused).state, JobState::Paused);
    }
    const auto jobs = opened();
    EXPECT_EQ(wait(*jobs, running, JobState::Running), JobState::Running);
    EXPECT_NE(jobs->add({{"kind", "quick"}}).id, running);
}

TEST_F(JobsTest, NewsAreToldOnce) {
    const auto jobs = opened();
    const std::string id = jobs->add({{"kind", "quick"}}).id;
    wait(*jobs, id, JobState::Done);
    const Jobs::News first = jobs->news_since(0, std::chrono::milliseconds(0));
    ASSERT_EQ(first.changed.size(), 1U);
    EXPECT_TRUE(jobs->news_since(first.moment, std::chrono::milliseconds(0)).changed.empty());
    jobs->remove(id);
    EXPECT_THAT(jobs->news_since(first.moment, std::chrono::milliseconds(0)).removed,
                ElementsAre(id));
}

TEST_F(JobsTest, UnknownKindsAndIdsAreRefused) {
    const auto jobs = opened();
    EXPECT_EQ(refusal([&] { jobs->add({{"kind", "none"}}); }), 400);
    EXPECT_EQ(refusal([&] { jobs->add({{"no", "kind"}}); }), 400);
    for (const char* const id : {"1", "", "01", "../1", "1x", "-1"})
        EXPECT_EQ(refusal([&] { jobs->get(id); }), 404) << id;
}

TEST(Job, AFileIsReadBack) {
    Job job{{.id = "3", .kind = "prove", .title = "t", .state = JobState::Paused}};
    job.request = {{"kind", "prove"}};
    job.created = time_now();
    job.progress = JobProgress{.stage = "s", .done = 1, .total = 2, .unit = "u"};
    job.log.push_back({{"time", "now"}, {"text", "hello"}});
    const auto back = job_from_file(to_file(job));
    ASSERT_TRUE(back);
    EXPECT_EQ(to_file(*back), to_file(job));
    EXPECT_FALSE(job_from_file("{}"));
    EXPECT_FALSE(job_from_file("no JSON"));
}

}  // namespace
}  // namespace deepwell::studio
