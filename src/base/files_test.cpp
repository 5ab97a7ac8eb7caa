#include "base/files.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "base/error.h"

namespace deepwell {

namespace {

class Files : public testing::Test {
protected:
    void SetUp() override {
        folder_ = std::filesystem::temp_directory_path() /
                  ("deepwell-files-" + std::to_string(::getpid()));
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::filesystem::path folder_;
};

}  // namespace

TEST_F(Files, WhatIsWrittenIsRead) {
    const std::string content("line\n\0binary\xff", 13);
    write_file_atomically(folder_ / "a", content);
    EXPECT_EQ(read_file(folder_ / "a").value(), content);
    write_file_atomically(folder_ / "a", "");
    EXPECT_EQ(read_file(folder_ / "a").value(), "");
}

TEST_F(Files, WhatAKilledProcessLeftIsRemoved) {
    const pid_t dead = ::fork();
    if (dead == 0) ::_exit(0);
    ASSERT_EQ(::waitpid(dead, nullptr, 0), dead);
    const auto file_of = [&](pid_t writer) { return "a.wdl." + std::to_string(writer) + ".tmp"; };
    const std::vector<std::string> kept = {
        file_of(::getpid()), "b.wdl", "a.tmp", "7.tmp.txt", "x.1y.tmp"};
    for (const std::string& name : kept) write_file_atomically(folder_ / name, "x");
    write_file_atomically(folder_ / file_of(dead), "x");
    remove_abandoned_files(folder_);
    for (const std::string& name : kept)
        EXPECT_TRUE(std::filesystem::exists(folder_ / name)) << name;
    EXPECT_FALSE(std::filesystem::exists(folder_ / file_of(dead)));
    remove_abandoned_files(folder_ / "nowhere");
}

TEST_F(Files, LargeFilesAreReadWhole) {
    const std::string content(5'000'001, 'x');
    write_file_atomically(folder_ / "large", content);
    EXPECT_EQ(read_file(folder_ / "large").value(), content);
}

TEST_F(Files, AMissingFileIsAFailureThatNamesIt) {
    const auto content = read_file(folder_ / "missing");
    ASSERT_FALSE(content);
    EXPECT_NE(content.error().find("missing: No such file or directory"), std::string::npos);
}

TEST_F(Files, ADirectoryIsAFailure) {
    EXPECT_FALSE(read_file(folder_));
}

TEST_F(Files, AFailedWriteThrowsAndLeavesNothingBehind) {
    EXPECT_THROW(write_file_atomically(folder_ / "no" / "such", "x"), Error);
    std::filesystem::create_directories(folder_ / "taken");
    EXPECT_THROW(write_file_atomically(folder_ / "taken", "x"), Error);  // a directory
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
        files += entry.is_regular_file();
    EXPECT_EQ(files, 0);
}

TEST_F(Files, BehindALinkTheFileItselfIsReplaced) {
    write_file_atomically(folder_ / "file", "old");
    std::filesystem::create_symlink(folder_ / "file", folder_ / "link");
    write_file_atomically(folder_ / "link", "new");
    EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "link"));
    EXPECT_EQ(read_file(folder_ / "file").value(), "new");
}

TEST_F(Files, ADeviceIsWrittenToAndNotReplaced) {
    write_file_atomically("/dev/null", "gone");
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
    EXPECT_THROW(write_file_atomically("/dev/full", "x"), Error);
}

}  // namespace deepwell
