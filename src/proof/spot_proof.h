// SpotProof: answers a question by solving men configurations on the spot (docs/proof-method.md).
//
// A position with a piece or two more than the databases know, and kings that can go anywhere, is
// too deep for a search.  The tables of egdb/spot_tables.h take all places of the kings at once;
// what has to be chosen are the men.  Begin with those of the root.  While the answer is open, let
// the attacker play as if all that is unknown were won, see where that leads out of the tables, and
// add what is met there first.
//
// Thread rule: one thread.

#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "egdb/spot_tables.h"
#include "proof/budget.h"
#include "proof/extraction.h"
#include "proof/leaves.h"

namespace deepwell::proof {

// A move of the attacker that wins by the tables: to a leaf; or out of the configuration; or to
// where the loss was found soonest.
std::optional<Position> spot_move(egdb::SpotTables& tables,
                                  const Leaves& leaves,
                                  const Position& position);

// The tree of a win, where `choose` gives the winner's move for each position that is not a leaf.
// Nothing: it gives none, or leads in a circle, or the budget or the memory is exhausted.
using Choose = std::function<std::optional<Position>(const Position&)>;
std::optional<std::vector<ProofRecord>> show_tree(const Position& root,
                                                  Side attacker,
                                                  const Leaves& leaves,
                                                  std::size_t most_bytes,
                                                  Budget& budget,
                                                  const Choose& choose);

class SpotProof {
public:
    // More pieces than the databases know.
    static constexpr int MostPiecesAbove = 2;

    // Can it say anything about this position?
    static bool is_fit(const Leaves& leaves, const Position& position) {
        const int pieces = position.occupied().count();
        return leaves.max_pieces() >= 2 && pieces > leaves.max_pieces() &&
               pieces <= leaves.max_pieces() + MostPiecesAbove && !position.own().is_empty() &&
               !position.enemy().is_empty();
    }

    // Do memory and time suffice for a configuration?
    static bool is_affordable(const egdb::SpotTables& tables,
                              const egdb::SpotTables::Config& config,
                              std::size_t most_bytes,
                              const Budget& budget);
    // Solves them and counts the work.  False: the budget is spent.
    static bool solve(egdb::SpotTables& tables,
                      const std::vector<egdb::SpotTables::Config>& configs,
                      Budget& budget);

    // Configurations that were met, by how often for their price.
    using Hits = std::map<egdb::SpotTables::Config, double>;
    static std::vector<egdb::SpotTables::Config> by_merit(const Hits& hits);

    // REQUIRES: is_fit(leaves, root).  The leaves must outlive it.
    // With the hope of a win, attempts that give up pieces are put off until all others have
    // failed.
    enum class Hope : std::uint8_t { Win, Safety };
    SpotProof(const Leaves& leaves,
              const Position& root,
              Side attacker,
              Hope hope,
              std::size_t most_bytes);

    // Goes on until the answer is shown, the budget is spent or nothing more fits into memory.
    ShownAnswer ask(Budget& budget);

private:
    using Config = egdb::SpotTables::Config;

    Answer answer(const Position& position);
    // To be added at a time.
    double enough_cells() const;
    std::vector<Config> next_configs(Budget& budget);
    Hits find_open(Budget& budget);
    std::optional<Position> attempt(const Position& position);
    bool is_affordable(const Config& config, const Budget& budget) const {
        return is_affordable(tables_, config, most_bytes_, budget);
    }
    ShownAnswer show(Answer found, Budget& budget);
    std::optional<std::vector<ProofRecord>> show_safety(Budget& budget);

    const Leaves& leaves_;
    Position root_;
    Side attacker_;
    std::size_t most_bytes_;
    egdb::SpotTables tables_;
    bool is_hunting_;  // for a win without giving up pieces
};

}  // namespace deepwell::proof
