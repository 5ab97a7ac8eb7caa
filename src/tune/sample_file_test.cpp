#include "tune/sample_file.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/error.h"
#include "base/files.h"
#include "board/fen.h"

namespace deepwell::tune {
namespace {

class SampleFile : public testing::Test {
protected:
    SampleFile()
        : path_(std::filesystem::temp_directory_path() /
                ("deepwell-samples-" + std::to_string(getpid()))) {}
    ~SampleFile() override { std::filesystem::remove(path_); }

    static SampleBatch batch(std::uint32_t number) {
        const Position white_to_move = parse_fen("W:W18,K27:B3,K14").value();
        return {
            number,
            {{Position::start(), 12, Wdl::Draw, true}, {white_to_move, -345, Wdl::Loss, false}}};
    }

    std::filesystem::path path_;
};

TEST_F(SampleFile, GivesBackWhatWasWritten) {
    SampleWriter(path_).append(batch(3));
    const auto batches = read_samples(path_);
    ASSERT_EQ(batches.size(), 1U);
    EXPECT_EQ(batches[0].number, 3U);
    EXPECT_EQ(batches[0].samples, batch(3).samples);
}

TEST_F(SampleFile, GoesOnWhereItEnded) {
    SampleWriter(path_).append(batch(0));
    SampleWriter writer(path_);
    EXPECT_TRUE(writer.has(0));
    EXPECT_FALSE(writer.has(1));
    EXPECT_EQ(writer.samples(), 2U);
    writer.append(batch(1));
    EXPECT_EQ(read_samples(path_).size(), 2U);
}

TEST_F(SampleFile, TheOrderOfWritingDoesNotMatter) {
    SampleWriter writer(path_);
    for (const std::uint32_t number : {2U, 0U, 1U}) writer.append(batch(number));
    const auto batches = read_samples(path_);
    ASSERT_EQ(batches.size(), 3U);
    for (std::uint32_t number = 0; number < 3; ++number) EXPECT_EQ(batches[number].number, number);
}

TEST_F(SampleFile, ForgetsATornEnd) {
    {
        SampleWriter writer(path_);
        writer.append(batch(0));
        writer.append(batch(1));
    }
    std::filesystem::resize_file(path_, std::filesystem::file_size(path_) - 1);
    EXPECT_EQ(read_samples(path_).size(), 1U);
    SampleWriter(path_).append(batch(2));
    const auto batches = read_samples(path_);
    ASSERT_EQ(batches.size(), 2U);
    EXPECT_EQ(batches[1].number, 2U);
}

TEST_F(SampleFile, KeepsGamesAndEndingsApart) {
    SampleWriter(path_, SampleKind::Endings).append(batch(0));
    EXPECT_EQ(read_samples(path_, SampleKind::Endings).size(), 1U);
    try {
        read_samples(path_, SampleKind::Games);
        FAIL() << "endings were read as games";
    } catch (const Error& error) {
        EXPECT_EQ(std::string(error.what()), path_.string() + ": samples of endings, not of games");
    }
    EXPECT_THROW(SampleWriter{path_}, Error);
    EXPECT_EQ(read_samples(path_, SampleKind::Endings).size(), 1U);
}

TEST_F(SampleFile, RefusesOtherFiles) {
    write_file_atomically(path_, "[Event \"no samples\"]");
    EXPECT_THROW(read_samples(path_), Error);
    EXPECT_THROW(SampleWriter{path_}, Error);
    EXPECT_EQ(read_file(path_).value(), "[Event \"no samples\"]");
}

}  // namespace
}  // namespace deepwell::tune
