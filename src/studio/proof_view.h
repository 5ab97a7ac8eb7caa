// ProofView: a proof, or a proof that is being looked for, one position at a time.

#pragma once

#include <optional>
#include <string>

#include "board/position.h"
#include "board/wdl.h"
#include "eval/score.h"
#include "studio/json.h"

namespace deepwell::studio {

enum class ProofNodeKind { Inner, Leaf, NotInTree, Unresolved };

struct ProofFacts {
    WdlRange value{};  // for the side to move
    ProofNodeKind kind = ProofNodeKind::NotInTree;
    std::string by{};              // who knows: "databases", "rules", "prover", "tree"; or nobody
    std::optional<Score> score{};  // a guess, where there is one
};

class ProofView {
public:
    ProofView() = default;
    ProofView(const ProofView&) = delete;
    ProofView& operator=(const ProofView&) = delete;
    virtual ~ProofView() = default;

    virtual ProofFacts look(const Position& position) const = 0;
    // Does the proof play the move that leads there?
    virtual bool is_chosen(const Position& position, const Position& after) const = 0;
};

// A ProofNode of web/openapi.json, with all moves as its children.
Json node_json(const ProofView& view, const Position& position);

}  // namespace deepwell::studio
