// Short games for the tests of this layer.

#pragma once

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

#include "board/game.h"
#include "board/notation.h"

namespace deepwell::book {

// "11-15 23-18": legal moves one after the other.
inline Game game_of(const std::string& moves, const Position& initial = Position::start()) {
    Game game(initial);
    std::size_t at = 0;
    while (at < moves.size()) {
        const std::size_t end = std::min(moves.find(' ', at), moves.size());
        const auto move = parse_move(game.position(), moves.substr(at, end - at));
        EXPECT_TRUE(move) << moves.substr(at, end - at);
        if (!move) break;
        game.play(*move);
        at = end + 1;
    }
    return game;
}

}  // namespace deepwell::book
