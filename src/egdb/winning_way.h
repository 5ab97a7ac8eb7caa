// WinningWay: how to win what the databases call a win, where they store no distances.
//
// To know that every move of the game wins is not yet to win: one can wander for ever.  What leads
// on cannot be undone: a jump, a step of a man.  So the winner makes such a move where it keeps the
// win, and else moves a king to where such a move is nearest.  How near that is, over these men,
// is found by solving their configuration once more on the spot (spot_tables.h), and kept until
// the men change: king moves come nearer each time, and moves that cannot be undone come to an end.
//
// Thread rule: one thread.

#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "board/movegen.h"
#include "egdb/database.h"
#include "egdb/spot_tables.h"

namespace deepwell::egdb {

class WinningWay {
public:
    // The database must outlive it.
    explicit WinningWay(const Database& database) : database_(database) {}

    // How many cells the configuration has: what has to be solved.
    static std::uint64_t cells_of(const Position& position);

    // Solves it; a million cells take 1 to 30 milliseconds.  REQUIRES: the side to move wins, and
    // the database has every material with so many pieces.
    void prepare(const Position& position);
    bool is_ready(const Position& position) const;

    // The winner's move, the loser's longest resistance and so on, up to the next move that cannot
    // be undone.  REQUIRES: it wins, and is_ready(position).
    std::vector<Move> line(const Position& position);

private:
    struct Choice {
        Move move;
        int steps = 0;  // until something cannot be undone; 0: this move
    };

    bool is_kept(const Position& position) const;
    Choice choose(const Position& position);
    std::optional<Move> resist(const Position& position);

    const Database& database_;
    std::unique_ptr<SpotTables> tables_;  // for positions with so many pieces, and this winner
    int pieces_ = 0;
    Side winner_ = Side::Black;
};

}  // namespace deepwell::egdb
