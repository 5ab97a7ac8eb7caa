// Every small ending solved position by position, for tests to compare with.
//
// Like the rules beside it, slow and obvious, and it shares nothing with src/.  One table holds all
// positions with at most so many pieces, for both sides to move, neither turned nor mirrored.  The
// moves of each are listed once; then sweep d marks the positions whose distance is d:
//
//     0          the side to move has no piece or no legal move: a loss
//     1, 3, ...  a win: some move leads to a loss, the nearest of them d - 1 plies from its end
//     2, 4, ...  a loss: all moves lead to wins, the farthest of them d - 1 plies from its end
//
// What no sweep marks is a draw, by endless play.  Every ply counts, a jump of many pieces as one.

#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "oracle/rules.h"

namespace oracle {

// Numbers all boards with 1 to max_pieces pieces, also those that no game allows.
//
//     slot = 2 * (boards with fewer pieces + 4^pieces * rank of the squares + kinds) + side to move
//
// The rank of a set of squares s1 < s2 < ... counted from 0 is C(s1, 1) + C(s2, 2) + ...; the kinds
// are one digit to the base 4 for each piece, that on the lowest square first.
class Numbering {
public:
    // Throws std::invalid_argument unless 1 <= max_pieces <= 15 and so many squares exist, and
    // std::length_error if the slots do not fit in 32 bits.
    Numbering(int board_size, int max_pieces);

    std::uint32_t slots() const { return 2 * first_.back(); }
    int max_pieces() const { return static_cast<int>(first_.size()) - 2; }

    // REQUIRES: the board has this size and 1 to max_pieces pieces.
    std::uint32_t slot_of(const Board& board) const;
    // REQUIRES: slot < slots().
    Board board_of(std::uint32_t slot) const;

private:
    std::uint32_t choose(std::size_t from, std::size_t count) const { return choose_[from][count]; }
    // The squares, counted from 0, of the set of `count` squares with this rank; rising.
    std::vector<std::size_t> squares_of(std::uint32_t rank, std::size_t count) const;

    int size_;
    std::vector<Field> fields_;                       // in the order of the squares' numbers
    std::vector<std::vector<std::uint32_t>> choose_;  // [squares][pieces]
    std::vector<std::uint32_t> first_;                // [pieces]: boards with fewer pieces
};

struct Material {
    int black_kings = 0;
    int black_men = 0;
    int white_kings = 0;
    int white_men = 0;
    auto operator<=>(const Material&) const = default;
};

Material material_of(const Board& board);

class Endgames {
public:
    struct Answer {
        int value = 0;      // for the side to move: +1 win, 0 draw, -1 loss
        int distance = -1;  // plies to the end of the game, -1 for draws
        bool operator==(const Answer&) const = default;
    };
    struct Count {
        std::uint64_t positions = 0;
        std::uint64_t wins = 0;
        std::uint64_t losses = 0;
        std::uint64_t draws = 0;
        bool operator==(const Count&) const = default;
    };

    // Solves everything at once.  Four pieces on 8x8 take 40 seconds and 0.4 GB, the whole 5x5
    // board 15 seconds and 0.15 GB.  Throws as Numbering does.
    Endgames(int board_size, int max_pieces, int max_per_side);

    // Is this a position of the table?  One side may be without pieces; no man may stand where it
    // would have been crowned.
    bool contains(const Board& board) const;
    // Throws std::out_of_range unless the table contains the board.
    Answer answer(const Board& board) const;

    // All positions of the table where both sides have pieces, for both sides to move.
    void for_each(const std::function<void(const Board&, Answer)>& callback) const;

    // How the positions of each material with both sides present end with Black to move.
    std::map<Material, Count> counts() const;

private:
    // A position without a distance yet, and where the slots of its successors are listed.
    struct Open {
        std::uint32_t slot = 0;
        std::uint32_t first = 0;
        std::uint32_t end = 0;
    };
    struct Graph {
        std::vector<Open> open;
        std::vector<std::uint32_t> successors;
    };

    bool is_position(const Board& board) const;
    Graph list_moves();
    void sweep(Graph graph);
    bool is_settled(const Open& position, const Graph& graph, int distance) const;
    Answer answer_at(std::uint32_t slot) const;

    int board_size_;
    int max_per_side_;
    Numbering numbering_;
    std::vector<std::int16_t> distance_;  // [slot], odd for wins and even for losses
};

}  // namespace oracle
