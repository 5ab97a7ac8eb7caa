// The proofs of many provers joined into one, for a certificate (docs/proof-manager.md).

#pragma once

#include <functional>
#include <stop_token>

#include "base/progress.h"
#include "proof/extraction.h"
#include "proof/manager_graph.h"
#include "search/searcher.h"

namespace deepwell::proof {

// Shows an answer again that was shown before.  Unknown: it was stopped.
using ProveAgain = std::function<ShownAnswer(
    const Position& position, Side attacker, Answer answer, const std::stop_token&)>;

// What a certificate of the root's value, as the graph knows it, has to contain.  Nothing if it
// was stopped.  REQUIRES: the value is not wholly unknown; the graph's own answers were given by
// provers with the same databases.
std::optional<std::vector<ShownAnswer>> joined_proof(const ManagerGraph& graph,
                                                     const Position& root,
                                                     const Leaves& leaves,
                                                     const ProveAgain& prove_again,
                                                     const std::stop_token& stop,
                                                     Progress& progress);

// By the means of the prover, with a budget that doubles until it suffices.  What was shown for one
// position serves the next.
class AgainProver {
public:
    // Both must outlive it.
    AgainProver(const Evaluator& evaluator,
                const egdb::Database* database,
                int database_pieces,
                std::size_t bytes,
                int threads = 1);

    ShownAnswer operator()(const Position& position,
                           Side attacker,
                           Answer answer,
                           const std::stop_token& stop);

private:
    ShownAnswer on_the_spot(const Position& position, Side attacker, Answer answer, Budget& budget);

    std::size_t bytes_;
    Facts facts_;
    Leaves leaves_;
    ProofTable table_;
    search::Searcher searcher_;
    DfPn search_;
};

}  // namespace deepwell::proof
