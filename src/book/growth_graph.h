// GrowthGraph: the positions that were searched for a book, and where to search next
// (docs/book.md).
//
// A position and its turned twin are one node; a move leads to the next position at which somebody
// has a choice, for an only move needs neither search nor book.  Of our moves the best alone is
// gone into, of theirs every sensible one; each node may be met as ours and as theirs.

#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "book/forced_values.h"
#include "book/searched_position.h"

namespace deepwell::book {

struct GrowthRules {
    Score sensible = 30;      // their replies so many points below the best are gone into
    Score points_a_ply = 10;  // a reply so many points worse waits as long as one a ply deeper
    Score unproven = 6;       // a move that was not gone into counts so much less than it seems
    int known_pieces = 0;     // positions of so few pieces need no book
};

// Where a move leads: the next position with a choice, or the end of the game.
struct Landing {
    Position kept;            // Black to move
    bool keeps_turn = false;  // the side that made the move is to move again
    bool operator==(const Landing&) const = default;
};
Landing landing_of(const Position& position, const Move& move);

// A leaf that is to be searched.
struct Wanted {
    Position kept;
    double cost = 0;  // plies from the roots, and more for replies that are worse
};

// One of our moves that was the best by its own search and is not by what was found behind it.
struct ChangedMove {
    Position kept;
    Move before;
    Move now;
    Score score_before = 0;  // as the search saw it
    Score value_before = 0;  // as it turned out
    Score value_now = 0;
};

class GrowthGraph {
public:
    GrowthGraph(std::vector<Position> roots, const GrowthRules& rules);

    // REQUIRES: it is not there yet.
    void add(const SearchedPosition& searched);

    std::size_t size() const { return searched_.size(); }
    bool has(const Position& kept) const { return numbers_.contains(kept); }
    const SearchedPosition& searched(NodeNumber node) const { return searched_[node]; }

    // Backs values up and finds what is in reach.  What follows speaks of the graph as it was then.
    void back_up();

    Score value(NodeNumber node) const { return values_[node]; }
    ScoredMove best(NodeNumber node) const;  // with its backed-up score
    bool is_ours(NodeNumber node) const { return ours_[node]; }
    std::size_t positions_in_reach() const;

    // The leaves in reach, the next one first.
    const std::vector<Wanted>& wanted() const { return wanted_; }
    std::vector<ChangedMove> changed_moves() const;

private:
    struct PositionHash {
        std::size_t operator()(const Position& position) const { return hash_of(position); }
    };
    struct Reach;

    Score gain_of(NodeNumber node, std::size_t move) const;
    std::size_t best_number(NodeNumber node) const;
    Score raw_gain(NodeNumber node, std::size_t move) const;
    bool needs_no_search(const Position& kept) const;
    void link(NodeNumber node);
    void find_reach();
    void go_on(Reach& reach, NodeNumber node, bool ours, double cost) const;
    void step(Reach& reach, NodeNumber node, std::size_t move, bool ours, double cost) const;

    std::vector<Position> roots_;
    GrowthRules rules_;
    std::vector<SearchedPosition> searched_;
    std::vector<std::vector<Landing>> landings_;  // by node and move
    std::unordered_map<Position, NodeNumber, PositionHash> numbers_;

    std::vector<std::vector<Way>> ways_;
    std::vector<Score> values_;
    std::vector<bool> ours_, theirs_;  // in reach
    std::vector<Wanted> wanted_;
};

}  // namespace deepwell::book
