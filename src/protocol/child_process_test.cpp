#include "protocol/child_process.h"

#include <csignal>
#include <gmock/gmock.h>

namespace deepwell::protocol {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

Deadline soon() {
    return std::chrono::steady_clock::now() + 10s;
}

TEST(ChildProcess, ACommandIsCutAtItsSpaces) {
    EXPECT_THAT(words_of_command("scan hub"), ElementsAre("scan", "hub"));
    EXPECT_THAT(words_of_command("  \"/a b/scan\"  --x=\"1 2\" \"\" "),
                ElementsAre("/a b/scan", "--x=1 2", ""));
    EXPECT_TRUE(words_of_command(" ").empty());
}

TEST(ChildProcess, LinesGoAndCome) {
    auto process = ChildProcess::start({"cat"});
    ASSERT_TRUE(process);
    ChildProcess cat = *std::move(process);
    ASSERT_TRUE(cat.write_line("one", soon()));
    ASSERT_TRUE(cat.write_line("two\r", soon()));
    EXPECT_EQ(cat.read_line(soon(), 100).line, "one");
    EXPECT_EQ(cat.read_line(soon(), 100).line, "two");
    EXPECT_EQ(cat.read_line(std::chrono::steady_clock::now() + 10ms, 100).end, LineEnd::Timeout);
    ASSERT_TRUE(cat.write_line(std::string(200, 'x'), soon()));
    EXPECT_EQ(cat.read_line(soon(), 100).end, LineEnd::TooLong);
}

TEST(ChildProcess, AnEndIsSeen) {
    std::signal(SIGPIPE, SIG_IGN);
    auto process = ChildProcess::start({"sh", "-c", "echo last; exit 4"});
    ASSERT_TRUE(process);
    ChildProcess shell = *std::move(process);
    EXPECT_EQ(shell.read_line(soon(), 100).line, "last");
    EXPECT_EQ(shell.read_line(soon(), 100).end, LineEnd::Closed);
    EXPECT_EQ(shell.how_it_ended(), "exit code 4");
    EXPECT_FALSE(shell.write_line("hello", soon()));
}

TEST(ChildProcess, WhatCannotBeStartedSaysWhy) {
    const auto process = ChildProcess::start({"/nonexistent/program"});
    ASSERT_FALSE(process);
    EXPECT_EQ(process.error(), "cannot start /nonexistent/program: No such file or directory");
    EXPECT_FALSE(ChildProcess::start({}));
}

}  // namespace
}  // namespace deepwell::protocol
