#include "eval/evaluators.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files.h"
#include "eval/chinook.h"
#include "eval/network.h"

namespace deepwell {
namespace {

class Evaluators : public testing::Test {
protected:
    Evaluators()
        : path_(std::filesystem::temp_directory_path() /
                ("deepwell-evaluators-" + std::to_string(getpid()))) {}
    ~Evaluators() override { std::filesystem::remove(path_); }

    std::filesystem::path path_;
    const Position start_ = Position::start();
};

TEST_F(Evaluators, BuiltInOnesHaveNames) {
    EXPECT_EQ(evaluator_named("").value()->evaluate(start_), default_evaluator()->evaluate(start_));
    EXPECT_EQ(evaluator_named("chinook").value()->evaluate(start_),
              ChinookEvaluator().evaluate(start_));
}

TEST_F(Evaluators, AFileIsOfWeightsOrOfANetwork) {
    const auto network = std::make_unique<Network>();
    for (Network::Head& head : network->heads) head.last_bias = 17;
    write_file_atomically(path_, to_bytes(*network));
    EXPECT_EQ(evaluator_named(path_).value()->evaluate(start_), 17);
    write_file_atomically(path_, "back_row 1 2 3\n");
    const auto wrong = evaluator_named(path_);
    ASSERT_FALSE(wrong);
    EXPECT_TRUE(wrong.error().starts_with(path_.string() + ": line 1")) << wrong.error();
}

TEST_F(Evaluators, AMissingFileIsNamed) {
    const auto missing = evaluator_named("no-such-file");
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().find("no-such-file"), std::string::npos);
}

}  // namespace
}  // namespace deepwell
