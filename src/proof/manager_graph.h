// ManagerGraph: the positions that the manager works on, and what is known of them
// (docs/proof-manager.md).
//
// Facts only: ranges narrow by what databases and provers have shown, by a worklist for what
// follows from it, and by settle() for the answer "no" that rests on circles.
//
// Thread rule: one thread at a time.

#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "proof/job_report.h"
#include "proof/leaves.h"
#include "proof/node_key.h"
#include "proof/proof_graph.h"
#include "proof/proof_numbers.h"

namespace deepwell::proof {

struct GraphNode {
    Position position;  // Black to move
    WdlRange known;     // proven, for the side to move
    WdlRange own;       // the part of it that a prover has shown
    Outlook outlook{};  // of alpha-beta if it was searched, else a guess
    std::uint16_t ply = 0;
    Attempts attempts{};  // of provers
    bool is_expanded = false;
    bool is_changed = false;  // since take_changed()
    Decider decider = Decider::Nobody;
    std::optional<Wdl> settled{};  // if expanded: the best move to a position that is no node
    std::uint8_t child_count = 0;
    std::uint32_t first_child = 0;  // its edges are neighbours
    std::uint32_t first_parent = None;
    std::array<Numbers, 2> numbers{};  // by NodeQuestion; the numbering's business
    bool is_searched() const { return !attempts.asked().is_empty(); }
    // Their kings wander: many moves, and the same ending as before.
    bool both_have_kings() const {
        return !position.kings_of(Side::Black).is_empty() &&
               !position.kings_of(Side::White).is_empty();
    }
    Numbers& of(NodeQuestion question) { return numbers[static_cast<std::size_t>(question)]; }
    const Numbers& of(NodeQuestion question) const {
        return numbers[static_cast<std::size_t>(question)];
    }
};

class ManagerGraph {
public:
    struct Edge {
        Index child = None;
        Index parent = None;
        std::uint32_t next = None;  // edge to the same child
    };
    // What a position may be worth before anybody has searched it.
    using Guess = std::function<Score(const Position&)>;

    // The leaves must outlive it.
    explicit ManagerGraph(const Leaves& leaves, Guess guess = {});

    const Leaves& leaves() const { return leaves_; }
    // What the databases say; a side without a move has lost.
    WdlRange leaf_value(const Position& position) const;

    // The node of the position, with either side to move, or of its twin; new if there is none.
    Index add(const Position& position, int ply = 0);
    Index find(const Position& position) const;  // None if there is none

    // Its moves become edges, positions without a node get one.  REQUIRES: it is not expanded.
    void expand(Index index);
    // A prover has spoken.  The position gets a node if it has none.
    Index learn(const JobReport& report);
    // A fact, and all that follows from it directly.
    void learn(Index index, WdlRange fact);
    // The answers "no" that follow from the graph as a whole.
    void settle();

    std::size_t size() const { return nodes_.size(); }
    std::size_t proven() const { return proven_; }  // nodes whose value is known exactly
    GraphNode& node(Index index) { return nodes_[index]; }
    const GraphNode& node(Index index) const { return nodes_[index]; }
    std::span<const Edge> children(Index index) const {
        return {edges_.data() + nodes_[index].first_child, nodes_[index].child_count};
    }
    template <class Visit>
    void for_each_parent(Index index, const Visit& visit) const {
        for (std::uint32_t e = nodes_[index].first_parent; e != None; e = edges_[e].next)
            visit(edges_[e].parent);
    }

    // The nodes that have changed since the last call.
    std::vector<Index> take_changed();
    void mark_changed(Index index);

private:
    class Possible;

    std::uint32_t slot_of(const Position& key) const;
    void grow_slots();
    WdlRange derived(const GraphNode& node) const;
    void narrow(Index index, WdlRange fact, std::vector<Index>& todo);
    void pass_on(std::vector<Index>& todo);

    const Leaves& leaves_;
    Guess guess_;
    std::vector<GraphNode> nodes_;
    std::vector<Edge> edges_;
    std::vector<Index> slots_;  // open addressing; a power of two
    std::vector<Index> changed_;
    std::size_t proven_ = 0;
};

}  // namespace deepwell::proof
