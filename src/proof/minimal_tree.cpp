#include "proof/minimal_tree.h"

#include <algorithm>

namespace deepwell::proof {

MinimalTree::MinimalTree(const ManagerGraph& graph, Index root)
    : graph_(graph), ranks_(2 * graph.size(), 0), places_(2 * graph.size(), 0) {
    set_ranks();
    const WdlRange value = graph.node(root).known;
    const bool is_decisive = value.is_exact() && value.low != Wdl::Draw;
    for (const NodeQuestion question : NodeQuestions) {
        const Answer answer = answer_of(value, question);
        // A win of one side says all there is to say.
        if (answer == (is_decisive ? Answer::Yes : Answer::No)) need(root, question, 0);
    }
    for (std::size_t next = 0; next < answers_.size(); ++next) {
        choose(answers_[next]);
        const NeededAnswer needed = answers_[next];
        const NodeQuestion below = other(needed.question);
        if (needed.is_own || needed.by_settled) continue;
        if (needed.choice != None) {
            need(needed.choice, below, needed.ply + 1);
        } else {
            for (const auto& edge : graph.children(needed.node))
                need(edge.child, below, needed.ply + 1);
        }
    }
}

void MinimalTree::need(Index node, NodeQuestion question, int ply) {
    if (places_[place(node, question)] != 0) return;
    const Answer answer = answer_of(graph_.node(node).known, question);
    CHECK(answer != Answer::Unknown);
    answers_.push_back({.node = node, .question = question, .answer = answer, .ply = ply});
    places_[place(node, question)] = static_cast<std::uint32_t>(answers_.size());
}

const NeededAnswer* MinimalTree::find(Index node, NodeQuestion question) const {
    const std::uint32_t found = places_[place(node, question)];
    return found == 0 ? nullptr : &answers_[found - 1];
}

// From what provers and databases have shown upwards, the nearest first: the moves chosen by rank
// lead to the end.
void MinimalTree::set_ranks() {
    std::vector<std::pair<Index, NodeQuestion>> order;
    std::vector<std::uint8_t> open(graph_.size());
    const auto rank = [&](Index node, NodeQuestion question, std::uint32_t of_child) {
        std::uint32_t& known = ranks_[place(node, question)];
        if (known != 0 || answer_of(graph_.node(node).known, question) != Answer::Yes) return;
        known = of_child + 1;
        order.emplace_back(node, question);
    };
    for (Index index = 0; index < graph_.size(); ++index) {
        const GraphNode& node = graph_.node(index);
        open[index] = node.child_count;
        for (const NodeQuestion question : NodeQuestions)
            if (answer_of(node.own, question) == Answer::Yes) rank(index, question, 0);
        if (!node.is_expanded) continue;
        if (node.settled == Wdl::Win) rank(index, NodeQuestion::Wins, 0);
        if (node.child_count == 0) rank(index, NodeQuestion::Loses, 0);
    }
    for (std::size_t next = 0; next < order.size(); ++next) {
        const auto [node, question] = order[next];
        const std::uint32_t its_rank = ranks_[place(node, question)];
        graph_.for_each_parent(node, [&, asked = question](Index parent) {
            if (asked == NodeQuestion::Loses) return rank(parent, NodeQuestion::Wins, its_rank);
            if (--open[parent] == 0) rank(parent, NodeQuestion::Loses, its_rank);
        });
    }
}

Index MinimalTree::nearest_win(Index node) const {
    Index best = None;
    const auto rank = [&](Index child) { return ranks_[place(child, NodeQuestion::Loses)]; };
    for (const auto& edge : graph_.children(node))
        if (rank(edge.child) != 0 && (best == None || rank(edge.child) < rank(best)))
            best = edge.child;
    CHECK(best != None);
    return best;
}

// Where the side to move does not lose: what is needed anyhow, else what a prover has shown, else
// anything.
Index MinimalTree::refuge(Index node) const {
    Index best = None;
    int best_merit = -1;
    for (const auto& edge : graph_.children(node)) {
        const GraphNode& child = graph_.node(edge.child);
        if (answer_of(child.known, NodeQuestion::Wins) != Answer::No) continue;
        const bool is_own = answer_of(child.own, NodeQuestion::Wins) == Answer::No;
        const int merit = find(edge.child, NodeQuestion::Wins) != nullptr ? 2 : is_own ? 1 : 0;
        if (merit <= best_merit) continue;
        best = edge.child;
        best_merit = merit;
    }
    CHECK(best != None);
    return best;
}

void MinimalTree::choose(NeededAnswer& needed) {
    const GraphNode& node = graph_.node(needed.node);
    needed.is_own = answer_of(node.own, needed.question) == needed.answer;
    if (needed.is_own) return;
    CHECK(node.is_expanded);
    const bool is_win = needed.question == NodeQuestion::Wins && needed.answer == Answer::Yes;
    const bool is_held = needed.question == NodeQuestion::Loses && needed.answer == Answer::No;
    needed.by_settled = (is_win && node.settled == Wdl::Win) ||
                        (is_held && node.settled && *node.settled >= Wdl::Draw);
    if (needed.by_settled) return;
    if (is_win) needed.choice = nearest_win(needed.node);
    if (is_held) needed.choice = refuge(needed.node);
}

std::size_t MinimalTree::size() const {
    std::size_t nodes = 0;
    for (const NeededAnswer& needed : answers_) {
        const NeededAnswer* const beside = find(needed.node, other(needed.question));
        nodes += beside == nullptr || needed.question == NodeQuestion::Wins ? 1 : 0;
    }
    return nodes;
}

int MinimalTree::max_ply() const {
    int most = 0;
    for (const NeededAnswer& needed : answers_) most = std::max(most, needed.ply);
    return most;
}

}  // namespace deepwell::proof
