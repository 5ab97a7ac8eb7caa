// Every published perft count of the reference data, in both conventions.

#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

#include "board/perft.h"
#include "data/shared_data.h"

namespace deepwell {

namespace {

struct Row {
    int depth = 0;
    std::uint64_t unique = 0;
    std::uint64_t paths = 0;
};

std::vector<Row> published_rows() {
    std::ifstream file(shared_data("perft.csv"));
    std::vector<Row> rows;
    for (std::string line; std::getline(file, line);) {
        Row row;
        char comma = 0;
        std::istringstream fields(line);
        if (fields >> row.depth >> comma >> row.unique >> comma >> row.paths) rows.push_back(row);
    }
    return rows;
}

std::uint64_t count(int depth, JumpPaths paths) {
    PerftOptions options;
    options.paths = paths;
    options.threads = 2;
    NoProgress progress;
    return perft(Position::start(), depth, options, {}, progress).value();
}

}  // namespace

TEST(PerftData, EveryPublishedCountIsReached) {
    NEEDS_SHARED_DATA("perft.csv");
    const auto rows = published_rows();
    ASSERT_GE(rows.size(), 13U);
    for (const Row& row : rows) {
        EXPECT_EQ(count(row.depth, JumpPaths::Unique), row.unique) << "depth " << row.depth;
        EXPECT_EQ(count(row.depth, JumpPaths::All), row.paths) << "depth " << row.depth;
    }
}

}  // namespace deepwell
