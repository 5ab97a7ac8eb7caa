// The list of openings in the source agrees with the published one.

#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sstream>

#include "board/openings.h"
#include "data/shared_data.h"

namespace deepwell {

TEST(OpeningsData, ThreeMoveOpeningsAreThePublishedOnes) {
    NEEDS_SHARED_DATA("three_move_openings.csv");
    std::ifstream file(shared_data("three_move_openings.csv"));
    std::string line;
    std::getline(file, line);
    for (const ThreeMoveOpening& opening : three_move_openings()) {
        ASSERT_TRUE(std::getline(file, line));
        std::istringstream fields(line);
        std::string number, moves;
        std::getline(fields, number, ',');
        std::getline(fields, moves, ',');
        EXPECT_EQ(std::stoi(number), opening.acf_number);
        EXPECT_EQ(moves, opening.moves);
    }
    EXPECT_FALSE(std::getline(file, line)) << "the source lacks " << line;
}

}  // namespace deepwell
