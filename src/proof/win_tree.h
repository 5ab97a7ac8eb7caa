// WinTree: a yes, with ranks (docs/proof-method.md).

#pragma once

#include <unordered_map>
#include <vector>

#include "proof/df_pn.h"
#include "proof/proof_graph.h"

namespace deepwell::proof {

// The tree of a win: all moves of the loser, one of the winner.
//
// The table may have lost the near wins that a far one was built on.  What is left can lead in
// circles: then more of the winner's moves are looked at, until ranks can be given.
class WinTree {
public:
    WinTree(DfPn& search, Side attacker, Budget& budget)
        : search_(search), attacker_(attacker), budget_(budget) {}

    // False: the budget or the memory is exhausted.
    bool build(const Position& root) {
        add(root);
        do {
            for (; expanded_ < nodes_.size(); ++expanded_)
                if (!expand(expanded_)) return false;
            set_ranks();
        } while (nodes_[0].rank == 0 && widen());
        return nodes_[0].rank != 0;
    }

    std::vector<ProofRecord> records() const;

private:
    struct Node {
        Position position;
        Position choice{};
        std::vector<Index> parents{};
        std::uint32_t open = 0;  // the loser's moves without a rank
        std::uint32_t rank = 0;  // 0: none yet; leaves are no nodes
        bool reaches_leaf = false;
        bool is_widened = false;
    };

    Index add(const Position& position) {
        const auto [found, is_new] =
            index_.try_emplace(position, static_cast<Index>(nodes_.size()));
        if (is_new) nodes_.push_back({.position = position});
        return found->second;
    }
    void depend(Index parent, const Position& child) {
        const Index index = add(child);
        nodes_[index].parents.push_back(parent);
        ++nodes_[parent].open;
    }
    bool is_attacker(const Node& node) const { return node.position.side == attacker_; }
    bool expand(Index index);
    bool expand_attacker(Index index);
    bool is_won(const Position& position);
    bool widen();
    bool widen_at(Index index);
    void set_ranks();

    DfPn& search_;
    Side attacker_;
    Budget& budget_;
    std::unordered_map<Position, Index, PositionHash> index_;
    std::vector<Node> nodes_;
    Index expanded_ = 0;
};

}  // namespace deepwell::proof
