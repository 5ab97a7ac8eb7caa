// WinHarvest: wins that alpha-beta has seen, shown position by position (docs/proof-method.md).
//
// Alpha-beta sees wins that df-pn does not find in many times the time, but its word rests on
// hashes.  Here its table is followed from the root down: each of the winner's moves that it
// recommends, each of the loser's that the rules allow, until leaves are reached.  Where the table
// has forgotten, alpha-beta is asked again.  What holds becomes a yes in the table of df-pn, and is
// kept here with the winner's move: each win rests on wins that were shown before it.

#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "egdb/spot_tables.h"
#include "proof/budget.h"
#include "proof/extraction.h"
#include "proof/leaves.h"
#include "proof/proof_graph.h"
#include "proof/proof_table.h"
#include "search/searcher.h"

namespace deepwell::proof {

class WinHarvest {
public:
    // All must outlive it.
    WinHarvest(search::Searcher& searcher,
               const Leaves& leaves,
               ProofTable& table,
               Side attacker,
               Budget& budget,
               egdb::SpotTables* spots = nullptr)
        : searcher_(searcher),
          leaves_(leaves),
          table_(table),
          attacker_(attacker),
          budget_(budget),
          spots_(spots) {}

    // True: the table knows that the attacker wins.  False: the budget is exhausted, or the
    // claim does not hold, or it is too hard to show.
    bool gather(const Position& root);

    // The position after the winner's move, where it is known that it wins.
    std::optional<Position> winning_move(const Position& position) const;

    // The tree of the win; Unknown if it does not fit, or rests on what others have forgotten.
    // REQUIRES: gather(root) was true, without spots.
    ShownAnswer show(const Position& root);

private:
    // Plies to a leaf at most.
    using Rank = std::optional<std::uint32_t>;
    struct Win {
        std::uint32_t rank = 0;
        Position choice{};  // of the winner, if he is to move
    };

    Answer leaf(const Position& position) const;
    Rank rank_of(const Position& position);
    Rank known_rank(const Position& position);
    std::optional<Win> win_of_attacker(const Position& position);
    std::optional<Win> win_of_defender(const Position& position);
    std::optional<Win> searched(const Position& position);
    std::optional<Win> win_by(const Position& child);
    // Positions after the attacker's moves that alpha-beta takes for won, the nearest win first.
    std::vector<Position> promising(const std::vector<Position>& children) const;
    std::optional<Score> claim_of_defeat(const Position& defender) const;

    search::Searcher& searcher_;
    const Leaves& leaves_;
    ProofTable& table_;
    Side attacker_;
    Budget& budget_;
    egdb::SpotTables* spots_;
    std::uint64_t nodes_to_ask_ = 0;  // of alpha-beta, where its table has forgotten
    std::unordered_map<Position, Win, PositionHash> wins_;
    std::unordered_set<Position, PositionHash> path_;
    std::unordered_set<Position, PositionHash> in_vain_;  // with so many nodes
};

// Looks for a win with alpha-beta, for a share of the budget, and shows it.
std::optional<ShownAnswer> find_win(search::Searcher& searcher,
                                    const Leaves& leaves,
                                    ProofTable& table,
                                    const Position& position,
                                    double share,
                                    Budget& budget);

}  // namespace deepwell::proof
