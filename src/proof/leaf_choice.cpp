#include "proof/leaf_choice.h"

#include <algorithm>
#include <tuple>
#include <unordered_set>

namespace deepwell::proof {

namespace {

constexpr int WalksInVain = 16;
constexpr std::uint64_t VirtualFactor = 4;

Number made_larger(Number number) {
    return number == 0 || number == Infinite ? number : clamp_number(number * VirtualFactor);
}

}  // namespace

// Where both sides have kings, the moves only lead about in the same ending: more effort for the
// whole of it is better than the same effort for each of them.
bool LeafChoice::may_be_asked(const GraphNode& node, NodeQuestion question) const {
    if (answer_of(node.known, question) != Answer::Unknown) return false;
    return node.attempts.of(question) < (node.both_have_kings() ? most_attempts_ : 1);
}

// That were asked so many times.
QuestionSet LeafChoice::open_questions(const GraphNode& node, unsigned in_vain) const {
    QuestionSet open;
    for (const NodeQuestion question : NodeQuestions)
        if (may_be_asked(node, question) && node.attempts.of(question) == in_vain)
            open = open | question;
    return open;
}

std::optional<LeafChoice::Choice> LeafChoice::easiest(Index leaf) const {
    const GraphNode& node = graph_.node(leaf);
    for (unsigned in_vain = 0; in_vain < most_attempts_; ++in_vain)
        if (const QuestionSet open = open_questions(node, in_vain); !open.is_empty())
            return Choice{leaf, open, in_vain};
    return std::nullopt;
}

bool LeafChoice::is_on_path(Index index) const {
    return std::find(path_.begin(), path_.end(), index) != path_.end();
}

// The attacker's best move: the least to prove.  The defender's: the least to disprove.  Of equals
// the one that serves the other question too.
std::optional<Index> LeafChoice::best_child(Index index, NodeQuestion question) const {
    const NodeQuestion below = other(question);
    std::optional<Index> best;
    std::tuple<Number, Number> best_merit;
    for (const auto& edge : graph_.children(index)) {
        const GraphNode& child = graph_.node(edge.child);
        const Numbers& numbers = child.of(below);
        if (numbers.is_decided() || is_on_path(edge.child)) continue;
        const Numbers& beside = child.of(question);
        const Number least = question == NodeQuestion::Wins ? numbers.proof : numbers.disproof;
        const Number also =
            beside.is_decided() ? Infinite : std::min(beside.proof, beside.disproof);
        if (best && best_merit <= std::tuple(least, also)) continue;
        best = edge.child;
        best_merit = {least, also};
    }
    return best;
}

void LeafChoice::expand(Index index) {
    graph_.expand(index);
    numbering_.include_children(index);
    has_expanded_ = true;
}

void LeafChoice::discourage(Index index) {
    for (Numbers& numbers : graph_.node(index).numbers)
        numbers = {made_larger(numbers.proof), made_larger(numbers.disproof)};
}

// From the end of the path upwards; its last node has changed.
void LeafChoice::update_path() {
    for (std::size_t i = path_.size() - 1; i-- > 0;) numbering_.refresh(path_[i]);
}

std::optional<LeafChoice::Choice> LeafChoice::walk(NodeQuestion question) {
    path_.assign(1, numbering_.target());
    bool serves_both = true;
    for (;;) {
        const Index index = path_.back();
        GraphNode& node = graph_.node(index);
        if (!node.is_expanded && may_be_asked(node, question)) {
            discourage(index);
            update_path();
            if (is_busy_(index)) return std::nullopt;
            const unsigned in_vain = node.attempts.of(question);
            return Choice{index, serves_both ? open_questions(node, in_vain) : question, in_vain};
        }
        if (!node.is_expanded) {
            expand(index);
            numbering_.refresh(index);
            update_path();
        }
        const auto child = best_child(index, question);
        if (!child || graph_.node(index).of(question).is_decided()) {
            discourage(index);
            update_path();
            return std::nullopt;
        }
        serves_both = serves_both && best_child(index, other(question)) == child;
        path_.push_back(*child);
        question = other(question);
    }
}

std::optional<LeafChoice::Choice> LeafChoice::next(NodeQuestion question) {
    for (int i = 0; i < WalksInVain; ++i) {
        if (graph_.node(numbering_.target()).of(question).is_decided()) return std::nullopt;
        if (const auto leaf = walk(question)) return leaf;
    }
    return std::nullopt;
}

std::optional<LeafChoice::Choice> LeafChoice::any() {
    const Score threshold = numbering_.threshold();
    std::unordered_set<Index> seen{numbering_.target()};
    std::vector<Index> order{numbering_.target()};
    std::optional<Index> searched;
    for (std::size_t next = 0; next < order.size(); ++next) {
        const Index index = order[next];
        const GraphNode& node = graph_.node(index);
        const auto is_answered = [&](NodeQuestion question) {
            return likely_answer(node, question, threshold) != Answer::Unknown;
        };
        if (is_answered(NodeQuestion::Wins) && is_answered(NodeQuestion::Loses)) continue;
        if (!node.is_expanded) {
            const auto choice = easiest(index);
            if (!choice && !searched) searched = index;
            if (choice && !is_busy_(index)) return choice;
        }
        for (const auto& edge : graph_.children(index))
            if (seen.insert(edge.child).second) order.push_back(edge.child);
    }
    if (searched) expand(*searched);
    return std::nullopt;
}

}  // namespace deepwell::proof
