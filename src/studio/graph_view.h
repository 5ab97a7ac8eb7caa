// GraphView: the graph of a manager as a proof to be looked at.

#pragma once

#include "proof/manager_graph.h"
#include "studio/proof_view.h"

namespace deepwell::studio {

class GraphView final : public ProofView {
public:
    // The graph must outlive it.
    explicit GraphView(const proof::ManagerGraph& graph) : graph_(graph) {}

    ProofFacts look(const Position& position) const override;
    // A graph plays no move; its tree does, once there is one.
    bool is_chosen(const Position&, const Position&) const override { return false; }

private:
    const proof::ManagerGraph& graph_;
};

}  // namespace deepwell::studio
