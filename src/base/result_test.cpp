#include "base/result.h"

#include <gtest/gtest.h>
#include <memory>
#include <string>

namespace deepwell {

namespace {

Result<int> half_of(int number) {
    if (number % 2 != 0) return Failure{"it is odd"};
    return number / 2;
}

}  // namespace

TEST(Result, HoldsTheValueOfAYes) {
    const auto half = half_of(8);
    EXPECT_TRUE(half.has_value());
    EXPECT_TRUE(half);
    EXPECT_EQ(half.value(), 4);
    EXPECT_EQ(*half, 4);
}

TEST(Result, HoldsTheSentenceOfANo) {
    const auto half = half_of(7);
    EXPECT_FALSE(half.has_value());
    EXPECT_FALSE(half);
    EXPECT_EQ(half.error(), "it is odd");
}

TEST(Result, FallsBackOnlyWhenThereIsNoValue) {
    EXPECT_EQ(half_of(8).value_or(-1), 4);
    EXPECT_EQ(half_of(7).value_or(-1), -1);
}

TEST(Result, ReachesMembersOfTheValue) {
    const Result<std::string> text = std::string("eleven");
    EXPECT_EQ(text->size(), 6U);
}

TEST(Result, TellsAFailureFromAStringValue) {
    const Result<std::string> yes = std::string("no");
    const Result<std::string> no = Failure{"no"};
    EXPECT_TRUE(yes);
    EXPECT_FALSE(no);
}

TEST(Result, GivesUpAValueThatCanOnlyBeMoved) {
    Result<std::unique_ptr<int>> made = std::make_unique<int>(5);
    const std::unique_ptr<int> taken = *std::move(made);
    EXPECT_EQ(*taken, 5);
}

TEST(ResultDeathTest, StopsWhenAskedForAValueThatIsNotThere) {
    EXPECT_DEATH((void)half_of(7).value(), "CHECK failed: has_value");
}

TEST(ResultDeathTest, StopsWhenAskedForAnErrorThatDidNotHappen) {
    EXPECT_DEATH((void)half_of(8).error(), "CHECK failed: !has_value");
}

}  // namespace deepwell
