// Numbering: proof and disproof numbers of the nodes below a target, for both questions at once,
// under a threshold (docs/proof-manager.md).
//
// Whether a question is decided does not suffer from circles; the disproof numbers in between are
// guesses.

#pragma once

#include "proof/leaf_numbers.h"

namespace deepwell::proof {

class Numbering {
public:
    // The graph must outlive it.
    Numbering(ManagerGraph& graph, const NumberTerms& terms) : graph_(graph), terms_(terms) {}

    void compute(Index target, Score threshold);

    // Of the last target: is its value decided, by facts or by what is likely?
    bool is_decided() const;
    Index target() const { return target_; }
    Score threshold() const { return threshold_; }

    // What the numbers of the children make of a node's.
    Numbers from_children(Index index, NodeQuestion question) const;
    // After a change near it, until the next compute().
    void refresh(Index index);
    // The node was expanded: its children become part of what is below the target.
    void include_children(Index index);

    // Of the nodes below the target that are not decided themselves.
    struct Counts {
        std::uint64_t frontier = 0;  // leaves that are open
        std::uint64_t likely = 0;    // leaves that the threshold decides
        std::uint64_t inner = 0;
    };
    Counts counts() const { return counts_; }

private:
    struct Task {
        Number cost = 0;
        Index index = None;
        NodeQuestion question = NodeQuestion::Wins;
        bool operator>(const Task& other) const { return cost > other.cost; }
    };
    static constexpr std::uint32_t Outside = ~std::uint32_t{0};

    void collect();
    void set_proofs();
    void set_disproofs();
    bool is_open(const GraphNode& node) const;
    void refresh_leaf(GraphNode& node) const;
    Number joined(std::uint64_t sum, std::uint64_t most, std::uint64_t open) const;

    ManagerGraph& graph_;
    NumberTerms terms_;
    Index target_ = None;
    Score threshold_ = InfiniteThreshold;
    std::vector<std::uint32_t> depth_;  // below the target, by node
    std::vector<Index> order_;          // by rising depth
    Counts counts_;
};

}  // namespace deepwell::proof
