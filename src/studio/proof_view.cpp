#include "studio/proof_view.h"

#include "board/fen.h"
#include "board/movegen.h"
#include "studio/position_json.h"

namespace deepwell::studio {

namespace {

const char* name_of(ProofNodeKind kind) {
    switch (kind) {
        case ProofNodeKind::Inner:
            return "inner";
        case ProofNodeKind::Leaf:
            return "leaf";
        case ProofNodeKind::NotInTree:
            return "not in tree";
        case ProofNodeKind::Unresolved:
            break;
    }
    return "unresolved";
}

}  // namespace

Json node_json(const ProofView& view, const Position& position) {
    const ProofFacts facts = view.look(position);
    Json children = Json::array();
    for (const Move& move : legal_moves(position)) {
        const Position after = play(position, move);
        const ProofFacts child = view.look(after);
        children.push_back({{"move", move_json(position, move)},
                            {"fen", to_fen(after)},
                            {"label", label_of(child.value)},
                            {"kind", name_of(child.kind)},
                            {"by", child.by},
                            {"chosen", view.is_chosen(position, after)},
                            {"open", child.kind == ProofNodeKind::Inner}});
    }
    return {{"fen", to_fen(position)},
            {"label", label_of(facts.value)},
            {"kind", name_of(facts.kind)},
            {"by", facts.by},
            {"words", verdict_text(position.side, facts.value)},
            {"score", or_null(facts.score)},
            {"children", std::move(children)}};
}

}  // namespace deepwell::studio
