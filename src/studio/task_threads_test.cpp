#include "studio/task_threads.h"

#include <atomic>
#include <gtest/gtest.h>
#include <latch>

namespace deepwell::studio {
namespace {

TEST(TaskThreads, TasksThatWaitForEachOtherAllRun) {
    constexpr int Many = 200;
    std::latch all(Many);
    std::atomic<int> done = 0;
    {
        TaskThreads threads(Many);
        for (int i = 0; i < Many; ++i)
            threads.run([&] {
                all.arrive_and_wait();
                ++done;
            });
    }
    EXPECT_EQ(done, Many);
}

TEST(TaskThreads, MoreTasksThanThreadsWait) {
    std::atomic<int> done = 0;
    {
        TaskThreads threads(2);
        for (int i = 0; i < 1000; ++i) threads.run([&] { ++done; });
        EXPECT_LE(threads.threads(), 2U);
    }
    EXPECT_EQ(done, 1000);
}

}  // namespace
}  // namespace deepwell::studio
