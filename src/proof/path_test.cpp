#include "proof/path.h"

#include <gtest/gtest.h>

#include "board/movegen.h"

namespace deepwell::proof {

TEST(Path, FindsWhatIsOnItAndNothingElse) {
    Path path;
    std::vector<Position> line{Position::start()};
    while (line.size() < 40) {
        const MoveList moves = legal_moves(line.back());
        if (moves.empty()) break;
        line.push_back(play(line.back(), moves[0]));
    }
    for (std::size_t i = 0; i < line.size(); ++i) {
        EXPECT_EQ(path.find(line[i]), std::nullopt);
        path.push(line[i]);
        EXPECT_EQ(path.find(line[i]), static_cast<int>(i));
    }
    EXPECT_EQ(path.find(line[3]), 3);
    for (std::size_t i = line.size(); i-- > 0;) {
        path.pop();
        EXPECT_EQ(path.find(line[i]), std::nullopt);
        EXPECT_EQ(path.depth(), static_cast<int>(i));
    }
}

}  // namespace deepwell::proof
