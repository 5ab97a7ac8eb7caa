// Truth: does a side win?  Answers are proven, by the databases or by the prover's methods, and
// remembered with all that their proofs show.  Guesses of alpha-beta have names that say so.
//
// Thread rule: one thread at a time.

#pragma once

#include <array>
#include <span>
#include <unordered_map>

#include "compose/effort.h"
#include "proof/df_pn.h"
#include "proof/extraction.h"
#include "search/searcher.h"

namespace deepwell::compose {

struct TruthOptions {
    std::size_t table_bytes = std::size_t{256} << 20;
    std::size_t hash_bytes = std::size_t{64} << 20;  // of alpha-beta
    int database_pieces = MenPerSide * 2;            // asks files with at most so many
};

class Truth {
public:
    // Both must outlive it; the database may be absent.
    Truth(const Evaluator& evaluator, const egdb::Database* database, const TruthOptions& options);

    // Does the attacker win?  Without searching: the rules, the databases, what was proven before.
    proof::Answer known(const Position& position, Side attacker) const;

    // The same with as much search as the budget allows.
    proof::Answer ask(const Position& position, Side attacker, proof::Budget& budget);

    // Plies to the end with best play, where the databases know them; 0: the game is over.
    std::optional<int> distance(const Position& position) const;

    // Every position with so many pieces is known.
    int database_pieces() const { return leaves_.max_pieces(); }
    const Evaluator& evaluator() const { return evaluator_; }

    // What alpha-beta with the databases thinks; later proofs take hints from it.  Charged.
    search::SearchResult guess(const Position& position, std::uint64_t nodes, Effort& effort);

    // The move that it would play, of these or (none) of all; whatever was asked before.  Charged.
    std::optional<Move> choice(const Position& position,
                               std::uint64_t nodes,
                               Effort& effort,
                               std::span<const Move> moves = {});

    // What a player thinks who has no databases and looks at so many nodes only.  Charged.
    search::SearchResult shallow(const Position& position, std::uint64_t nodes, Effort& effort);

    // The moves that such a player prefers after 1, 2, ... plies of looking ahead.  Charged.
    std::vector<Move> looks(const Position& position,
                            int depth,
                            std::uint64_t nodes,
                            Effort& effort);

    // Forgets everything: what follows is as if nothing had been asked before.
    void clear();

private:
    void remember(const proof::ShownAnswer& shown);
    void remember(const Position& position, Side attacker, proof::Answer answer);

    const Evaluator& evaluator_;
    const egdb::Database* database_;
    proof::Leaves leaves_;
    proof::ProofTable table_;
    search::Searcher searcher_;
    search::Searcher chooser_;
    search::Searcher player_;  // without databases
    proof::DfPn df_pn_;
    using Answers = std::array<proof::Answer, 2>;  // by attacker
    std::unordered_map<Position, Answers, proof::PositionHash> proven_;
};

}  // namespace deepwell::compose
