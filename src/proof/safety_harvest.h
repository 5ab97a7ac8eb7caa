// SafetyHarvest: shows that a side does not lose, where alpha-beta believes it
// (docs/proof-method.md).
//
// A search in which draws count as wins of the defender (search::Limits) finds out in moments what
// df-pn does not see in many times the time: how he reaches a drawn ending, or goes round in
// circles.  Its word rests on hashes and on the path, so it is a conjecture.  Here its table is
// followed from the root: one of the defender's moves that it recommends, all of the attacker's,
// until the set is closed.
//
//     d  defender to move: held by one move --> a
//     a  attacker to move: every move       --> d', held itself, or a leaf that he does not win
//
// Where the table has forgotten, alpha-beta is asked again; a position for which it finds nothing
// with so many nodes is given up, and whoever relied on it chooses anew.  A set that closes is a
// proof, whatever led to it.
// (With several threads of alpha-beta it is not told what is held and what was too hard.)
//
// Thread rule: one thread.

#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "proof/budget.h"
#include "proof/extraction.h"
#include "proof/leaves.h"
#include "proof/proof_graph.h"
#include "search/searcher.h"

namespace deepwell::proof {

class SafetyHarvest final : private search::Oracle {
public:
    // Both must outlive it.  The set takes so many bytes at most.
    SafetyHarvest(search::Searcher& searcher,
                  const Leaves& leaves,
                  Side attacker,
                  const Position& root,
                  std::size_t most_bytes);

    // Does alpha-beta believe that the defender is safe?  It goes on where it has left off.
    bool look(Budget& budget);

    Side attacker() const { return attacker_; }

    // No with its proof; Unknown: the budget is exhausted, or it is too hard to show.
    // REQUIRES: look() was true.
    ShownAnswer show(Budget& budget);

private:
    enum class State : std::uint8_t { Open, Held, GivenUp };
    // A position with the defender to move.
    struct Node {
        Position position;
        State state = State::Open;
        bool is_hard = false;                               // alpha-beta found nothing for it
        std::uint32_t sweep = 0;                            // the last one that came across it
        Position choice{};                                  // if held
        std::vector<std::pair<Index, Position>> parents{};  // who relied on it, and by what choice
    };

    // Of alpha-beta, where its table says nothing.
    static constexpr std::uint64_t FirstNodes = 1000;
    static constexpr std::uint64_t MostNodes = 512'000;
    static constexpr std::uint64_t NodesGrowth = 8;
    static constexpr std::size_t LeastBetweenSweeps = 1000;

    Side defender() const { return other(attacker_); }
    bool is_safe(const Position& position) const {
        return leaves_.ask(position, attacker_) == Answer::No;
    }
    bool is_lost(const Position& position) const;
    static bool is_late(const Budget& budget);
    // Positions of the defender that must be held if the attacker moves from here.
    std::vector<Position> obligations_of(const Position& attacker_to_move) const;
    Index add(const Position& position);
    // One try with nodes_to_ask_.  Nothing: the budget or the memory is exhausted.
    std::optional<bool> close(Budget& budget);
    // Puts all on the list that the roots need and nobody holds.
    void sweep();
    // The positions that a held one needs; it is no longer held if one of them was given up.
    std::vector<Index> review(Index index);
    void expand(Index index, Budget& budget);
    bool choose(Index index, const Position& choice);
    std::vector<Position> recommended(const Position& position) const;
    std::optional<Position> searched(const Position& position, Budget& budget);
    void give_up(Index index);
    void forget_failures(bool hard_ones_too);
    // For alpha-beta: to come back to what is held is as good as a draw, and what was too hard is
    // taken for lost when a better way is looked for.
    std::optional<Wdl> ask(const Position& position) override;
    search::SearchResult search(const Position& position, std::uint64_t nodes, Budget& budget);
    bool is_full() const { return nodes_.size() * BytesPerNode > most_bytes_; }
    std::vector<ProofRecord> records() const;

    search::Searcher& searcher_;
    const Leaves& leaves_;
    Side attacker_;
    Position root_;
    std::size_t most_bytes_;
    std::uint64_t nodes_to_ask_;
    std::uint64_t look_nodes_ = std::uint64_t{1} << 28;  // at most, the next time
    unsigned keys_ = 0;  // a new way begins with new ones: old claims rest on what was too hard
    std::unordered_map<Position, Index, PositionHash> index_;
    std::vector<Node> nodes_;
    std::vector<Index> roots_;
    std::unordered_set<Position, PositionHash> chosen_;        // attacker to move
    std::unordered_set<Position, PositionHash> failed_;        // likewise
    std::unordered_map<std::uint64_t, std::uint32_t> stands_;  // of the defender, how often chosen
    std::vector<Index> todo_;
    std::uint32_t sweep_ = 0;
    std::uint64_t expanded_ = 0;
    std::uint64_t next_sweep_ = 0;
};

// Looks for safety from the attacker with alpha-beta, and shows it.
std::optional<ShownAnswer> find_safety(search::Searcher& searcher,
                                       const Leaves& leaves,
                                       const Position& position,
                                       Side attacker,
                                       std::size_t most_bytes,
                                       Budget& budget);

}  // namespace deepwell::proof
