// ConfigSolver: the values of all king placements over one men configuration, bit rows at a time.
//
// The method (docs/egdb-method.md has the argument).  Jumps and moves of men lead out of the
// configuration, to values that are finished; they are settled first, once, for all king sets of a
// row together (seed_rows, seed_columns).  What remains are quiet king moves.  If only one side has
// kings, the side without them is settled already and the other needs one look ahead.  If both
// have, wins and losses spread by turns until nothing changes (Spread):
//
//     S wins   where some king move of S reaches a loss of O          OR of whole rows
//     O loses  where all king moves of O reach wins of S              AND of whole rows
//
// Thread rule: one solver per thread; it keeps its working memory between configurations.

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/cpu.h"
#include "egdb/raw_table.h"

namespace deepwell::egdb {

// What is to be known of a question, "does the attacker win?": where he wins for certain, where he
// does not for certain, or both, which takes twice as long.
enum class Aim : std::uint8_t { Both, Win, Safety };

class ConfigSolver {
public:
    virtual ~ConfigSolver() = default;

    // Solves one men configuration of the table and writes both halves.  REQUIRES: everything its
    // moves lead to is finished: in the store, or in the table at higher advancement.
    virtual void solve(std::uint64_t configuration) = 0;

    // The same for a sparse table that holds answers instead of values (spot_tables.h): does the
    // attacker win?  What its moves lead to may be unknown.  `turns`, if they are wanted, are
    // filled (king_spread.h) if both sides have kings, else made empty.  One thread.
    virtual void answer(std::uint64_t configuration,
                        Side attacker,
                        Aim aim,
                        std::vector<std::uint8_t>* turns) = 0;

    // Fills one half of a configuration of such a table: where the mover must jump by looking at
    // the jumps, elsewhere with `known`, a plane in which a bit means that the attacker wins.
    // REQUIRES: the material has kings.
    virtual void complete(std::uint64_t configuration,
                          Side mover,
                          Side attacker,
                          const std::vector<std::uint8_t>& known) = 0;

    // Fills one half of a configuration of such a table by looking at all moves.  REQUIRES: the
    // material has kings; the other half is filled, and so is that of every configuration of this
    // table to which a man of the mover can step.
    virtual void derive(std::uint64_t configuration, Side mover, Side attacker) = 0;
};

// `store` and `table` must outlive the solver.
std::unique_ptr<ConfigSolver> make_config_solver(Kernel kernel,
                                                 const RawStore& store,
                                                 RawTable& table);

std::unique_ptr<ConfigSolver> make_config_solver_portable(const RawStore& store, RawTable& table);
std::unique_ptr<ConfigSolver> make_config_solver_avx2(const RawStore& store, RawTable& table);

}  // namespace deepwell::egdb
