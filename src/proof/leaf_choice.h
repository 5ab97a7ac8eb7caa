// LeafChoice: the leaves that a batch of jobs should search, one after the other.
//
// Each walk goes down to a most-proving leaf.  The numbers of a leaf that was chosen are
// multiplied, so that the next walk goes elsewhere unless this place is much the best.

#pragma once

#include <optional>

#include "proof/numbering.h"

namespace deepwell::proof {

class LeafChoice {
public:
    using IsBusy = std::function<bool(Index)>;

    // Both must outlive it; `is_busy` tells the leaves that are being searched.  A leaf in which
    // both sides have kings is asked so many times at most, any other once.
    LeafChoice(ManagerGraph& graph, Numbering& numbering, unsigned most_attempts, IsBusy is_busy)
        : graph_(graph),
          numbering_(numbering),
          most_attempts_(most_attempts),
          is_busy_(std::move(is_busy)) {}

    struct Choice {
        Index leaf = None;
        QuestionSet questions;  // that should be asked of it
        unsigned in_vain = 0;   // attempts so far
    };
    // A leaf below the target that is not busy, with a question which serves this one of the target
    // and may be asked; with both if the leaf is the best one for both.  Leaves that were asked in
    // vain are expanded on the way.  Nothing if none was found in a few walks.
    std::optional<Choice> next(NodeQuestion question);

    // Some leaf that the target's value still depends on, whatever the numbers say.  Nothing if
    // all are busy, or if one was expanded: then the numbers are to be computed again.
    std::optional<Choice> any();

    bool has_expanded() const { return has_expanded_; }

private:
    std::optional<Choice> walk(NodeQuestion question);
    std::optional<Index> best_child(Index index, NodeQuestion question) const;
    bool may_be_asked(const GraphNode& node, NodeQuestion question) const;
    QuestionSet open_questions(const GraphNode& node, unsigned in_vain) const;
    std::optional<Choice> easiest(Index leaf) const;
    bool is_on_path(Index index) const;
    void expand(Index index);
    void discourage(Index index);
    void update_path();

    ManagerGraph& graph_;
    Numbering& numbering_;
    unsigned most_attempts_;
    IsBusy is_busy_;
    std::vector<Index> path_;
    bool has_expanded_ = false;
};

}  // namespace deepwell::proof
