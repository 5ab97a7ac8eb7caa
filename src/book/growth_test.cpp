#include "book/growth.h"

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

#include "base/error.h"
#include "book/game_for_tests.h"
#include "eval/chinook.h"

namespace deepwell::book {
namespace {

// Stops after so many positions.
class StopAfter final : public Progress {
public:
    StopAfter(std::stop_source& stop, int count) : stop_(stop), left_(count) {}
    void update(const ProgressState&) override {
        if (--left_ == 0) stop_.request_stop();
    }

private:
    std::stop_source& stop_;
    int left_;
};

class GrowthTest : public testing::Test {
protected:
    void SetUp() override {
        std::string name =
            (std::filesystem::temp_directory_path() / "deepwell-growth-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    GrowthOptions options(const char* log) const {
        GrowthOptions options;
        options.log = folder_ / log;
        options.roots = {Position::start()};
        options.positions = 80;
        options.nodes = 300;
        return options;
    }
    GrowthReport grown(const GrowthOptions& options) const {
        NoProgress silent;
        return grow(options, evaluator_, nullptr, {}, silent);
    }
    static std::string book_of(const GrowthReport& report) { return to_bytes({}, report.entries); }

    std::filesystem::path folder_;
    ChinookEvaluator evaluator_;
};

TEST_F(GrowthTest, HasAMoveForItselfAfterEveryReplyItKnows) {
    const GrowthReport report = grown(options("log"));
    EXPECT_TRUE(report.finished);
    EXPECT_EQ(report.positions, 80U);
    EXPECT_EQ(report.searched_now, 80U);
    std::size_t ours = 0;
    for (const MoveEntry& entry : report.entries) ours += entry.is_ours ? 1 : 0;
    EXPECT_GT(ours, 20U);
}

TEST_F(GrowthTest, ThreadsAndStopsDoNotChangeTheBook) {
    const std::string wanted = book_of(grown(options("whole")));
    GrowthOptions two = options("two");
    two.threads = 2;
    EXPECT_EQ(book_of(grown(two)), wanted);
    for (const int count : {1, 20, 33}) {
        std::stop_source stop;
        StopAfter progress(stop, count);
        EXPECT_FALSE(
            grow(options("stopped"), evaluator_, nullptr, stop.get_token(), progress).finished);
    }
    const GrowthReport rest = grown(options("stopped"));
    EXPECT_EQ(rest.searched_now, 80U - 54U);
    EXPECT_EQ(book_of(rest), wanted);
}

// A kill may leave any beginning of the log.
TEST_F(GrowthTest, AnyTornLogGivesTheSameBook) {
    const std::string wanted = book_of(grown(options("log")));
    std::ifstream in(folder_ / "log", std::ios::binary);
    const std::string log((std::istreambuf_iterator<char>(in)), {});
    for (const std::size_t size :
         {log.size() - 1, log.size() / 2, log.size() / 3, std::size_t{7}}) {
        std::ofstream(folder_ / "log", std::ios::binary | std::ios::trunc) << log.substr(0, size);
        EXPECT_EQ(book_of(grown(options("log"))), wanted) << size;
    }
}

TEST_F(GrowthTest, ADamagedRecordIsSkippedAndFoundAgain) {
    const std::string wanted = book_of(grown(options("log")));
    std::fstream file(folder_ / "log", std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(std::filesystem::file_size(folder_ / "log") - 300));
    file.put('x').put('y').put('z');
    file.close();
    const GrowthReport report = grown(options("log"));
    EXPECT_EQ(report.damaged_records, 1U);
    EXPECT_EQ(report.searched_now, 1U);
    EXPECT_EQ(book_of(report), wanted);
}

TEST_F(GrowthTest, OtherSettingsNeedAnotherLog) {
    grown(options("log"));
    GrowthOptions other = options("log");
    other.nodes = 301;
    EXPECT_THROW(grown(other), Error);
    std::ofstream(folder_ / "foreign") << std::string(100, 'x');
    EXPECT_THROW(grown(options("foreign")), Error);
}

TEST(GrowthRoots, AreTheStartAndTheOpeningsEachOnce) {
    const std::vector<Position> roots = growth_roots();
    EXPECT_GT(roots.size(), 140U);
    EXPECT_LE(roots.size(), 175U);
}

}  // namespace
}  // namespace deepwell::book
