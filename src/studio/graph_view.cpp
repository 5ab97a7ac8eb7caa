#include "studio/graph_view.h"

#include "board/movegen.h"

namespace deepwell::studio {

ProofFacts GraphView::look(const Position& position) const {
    if (legal_moves(position).empty())
        return {WdlRange::exactly(Wdl::Loss), ProofNodeKind::Leaf, "rules", std::nullopt};
    const WdlRange leaf = graph_.leaf_value(position);
    if (leaf.is_exact()) return {leaf, ProofNodeKind::Leaf, "databases", std::nullopt};
    const proof::Index index = graph_.find(position);
    if (index == proof::None) return {};
    const proof::GraphNode& node = graph_.node(index);
    if (node.is_expanded)
        return {node.known,
                ProofNodeKind::Inner,
                node.known == WdlRange{} ? "" : "tree",
                node.outlook.score};
    if (node.known.is_exact())
        return {node.known, ProofNodeKind::Leaf, "prover", node.outlook.score};
    return {node.known,
            ProofNodeKind::Unresolved,
            node.is_searched() ? "prover" : "",
            node.outlook.score};
}

}  // namespace deepwell::studio
