// MinimalTree: the part of a manager's graph that the value of a position rests on.
//
// As in the papers, not the smallest there is: for every choice one move that suffices.

#pragma once

#include <optional>
#include <vector>

#include "proof/manager_graph.h"

namespace deepwell::proof {

// One answer about a node that the value of the root needs.
struct NeededAnswer {
    Index node = None;
    NodeQuestion question = NodeQuestion::Wins;
    Answer answer = Answer::Unknown;
    int ply = 0;              // from the root
    bool is_own = false;      // a prover has shown it: nothing below is needed
    bool by_settled = false;  // a move to a position of the databases suffices
    Index choice = None;      // else, where one move suffices: it leads here
};

class MinimalTree {
public:
    // The graph must outlive it.  REQUIRES: the node's value is not wholly unknown.
    MinimalTree(const ManagerGraph& graph, Index root);

    // From the root downwards.
    const std::vector<NeededAnswer>& answers() const { return answers_; }
    // The entry of a node for a question, if it is needed.
    const NeededAnswer* find(Index node, NodeQuestion question) const;

    std::size_t size() const;  // nodes
    int max_ply() const;

private:
    void set_ranks();
    void need(Index node, NodeQuestion question, int ply);
    void choose(NeededAnswer& needed);
    Index nearest_win(Index node) const;
    Index refuge(Index node) const;
    std::size_t place(Index node, NodeQuestion question) const {
        return 2 * std::size_t{node} + static_cast<std::size_t>(question);
    }

    const ManagerGraph& graph_;
    std::vector<std::uint32_t> ranks_;   // of yes; 0: none
    std::vector<std::uint32_t> places_;  // in answers_, plus one
    std::vector<NeededAnswer> answers_;
};

}  // namespace deepwell::proof
