// SpotHunt: alpha-beta looks for a win, with what is solved on the spot as if it were a database.
//
// Alpha-beta sees how pieces are won, but not the long way from there to the end, with one piece
// more than the databases know.  So it is asked by turns with SpotTables: where it has been most
// often the men configuration is solved, with what lies behind it, and there it sees the end at
// once.
//
// Thread rule: one thread.

#pragma once

#include <map>

#include "egdb/spot_reach.h"
#include "egdb/spot_tables.h"
#include "proof/budget.h"
#include "proof/extraction.h"
#include "proof/leaves.h"
#include "proof/proof_table.h"
#include "proof/spot_proof.h"
#include "proof/win_harvest.h"
#include "search/searcher.h"

namespace deepwell::proof {

class SpotHunt final : private search::Oracle {
public:
    // All must outlive it.  REQUIRES: SpotProof::is_fit(leaves, root).
    SpotHunt(search::Searcher& searcher,
             const Leaves& leaves,
             ProofTable& table,
             const Position& root,
             Side attacker,
             const SpotOptions& options);

    // Yes or Unknown.  Records are written only if they are wanted, the budget lasts and they fit.
    ShownAnswer ask(Budget& budget);

private:
    using Config = egdb::SpotTables::Config;

    std::optional<Wdl> ask(const Position& position) override;
    bool look(Budget& budget);
    void solve_hottest(Budget& budget);
    std::vector<Config> next_configs(const Budget& budget);
    void write(const WinHarvest& harvest, Budget& budget, ShownAnswer& shown);

    search::Searcher& searcher_;
    const Leaves& leaves_;
    ProofTable& table_;
    Position root_;
    Side attacker_;
    std::size_t most_bytes_;
    bool writes_;
    egdb::SpotTables spots_;
    egdb::SpotReach reach_;
    std::map<Config, double> hits_;  // in configurations that are not solved
    std::uint64_t nodes_;            // of the next look
};

}  // namespace deepwell::proof
