// SpotProof: answers a question by solving men configurations on the spot (docs/proof-method.md).
//
// A position with a piece or two more than the databases know, and kings that can go anywhere, is
// too deep for a search.  The tables of egdb/spot_tables.h take all places of the kings at once;
// what has to be chosen are the men.  The nearest configurations come first (egdb/spot_reach.h), in
// waves, each several times as large as the one before, until the answer is known.
//
// Thread rule: one thread.

#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "egdb/spot_reach.h"
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

// What a proof on the spot may take, and whether its records are wanted.
struct SpotOptions {
    std::size_t most_bytes = 0;
    bool writes = true;
};

class SpotProof {
public:
    // More pieces than the databases know.
    static constexpr int MostPiecesAbove = 2;
    static_assert(MostPiecesAbove <= egdb::SpotReach::MostPiecesAbove);
    // That are solved at least.
    static constexpr double CellsPerSecond = 5e7;

    // Can it say anything about this position?
    static bool is_fit(const Leaves& leaves, const Position& position) {
        const int pieces = position.occupied().count();
        return leaves.max_pieces() >= 2 && pieces > leaves.max_pieces() &&
               pieces <= leaves.max_pieces() + MostPiecesAbove && !position.own().is_empty() &&
               !position.enemy().is_empty();
    }

    // How many cells more can be held and solved, and the answer be shown; and how many of one
    // configuration, which has to be worked at as a whole.
    struct Affordable {
        double cells = 0;
        double largest = 0;
    };
    static Affordable affordable(const egdb::SpotTables& tables,
                                 std::size_t most_bytes,
                                 const Budget& budget,
                                 double cells_per_second = CellsPerSecond);
    // Of the memory, for turns.
    static std::size_t turn_room(std::size_t most_bytes);
    // Solves them and counts the work.  False: the budget is spent.
    static bool solve(egdb::SpotTables& tables,
                      const std::vector<egdb::SpotTables::Config>& configs,
                      Budget& budget);

    // What is hoped for is looked for; the contrary is found only if everything that can be
    // reached is solved.  REQUIRES: is_fit(leaves, root).  The leaves must outlive it.
    enum class Hope : std::uint8_t { Win, Safety };
    SpotProof(const Leaves& leaves,
              const Position& root,
              Side attacker,
              Hope hope,
              const SpotOptions& options);

    // Goes on until the answer is known, the budget is spent or nothing more fits into memory.
    // Its records are written only if they are wanted, the budget lasts and they fit.
    ShownAnswer ask(Budget& budget);

    // The same, both hopes in turn, wave by wave, each with half of the memory.  If that takes long
    // only the likely one is kept.
    static ShownAnswer ask_both_ways(const Leaves& leaves,
                                     const Position& root,
                                     Side attacker,
                                     Hope likely,
                                     const SpotOptions& options,
                                     Budget& budget);

private:
    using Config = egdb::SpotTables::Config;

    Answer answer(const Position& position);
    // One wave more.  False: nothing more can be solved.
    bool go_on(Budget& budget);
    std::vector<Config> next_configs(const Affordable& affordable);
    ShownAnswer show(Answer found, Budget& budget);
    std::optional<std::vector<ProofRecord>> show_safety(Budget& budget);

    const Leaves& leaves_;
    Position root_;
    Side attacker_;
    Hope hope_;
    std::size_t most_bytes_;
    bool writes_;
    egdb::SpotTables tables_;
    egdb::SpotReach reach_;
    std::uint64_t wave_;       // the next one, in cells
    double cells_per_second_;  // that were solved in the last one
    bool is_closed_ = false;   // all that can be reached is solved
};

}  // namespace deepwell::proof
