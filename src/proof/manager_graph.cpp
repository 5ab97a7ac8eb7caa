#include "proof/manager_graph.h"

#include <algorithm>
#include <utility>

namespace deepwell::proof {

namespace {

constexpr std::size_t FirstSlots = 1024;

bool is_better(std::optional<Wdl> old, Wdl value) {
    return !old || value > *old;
}

}  // namespace

// The least fixpoint of "a yes is still possible", for both questions.
class ManagerGraph::Possible {
public:
    explicit Possible(const ManagerGraph& graph) : graph_(graph), open_(graph.size()) {
        can_.assign(2 * graph.size(), false);
        for (Index index = 0; index < graph.size(); ++index)
            open_[index] = graph.node(index).child_count;
        for (Index index = 0; index < graph.size(); ++index) start_at(index);
        while (!todo_.empty()) {
            const auto [index, question] = todo_.back();
            todo_.pop_back();
            graph_.for_each_parent(index,
                                   [&, asked = question](Index parent) { tell(parent, asked); });
        }
    }

    bool can(Index index, NodeQuestion question) const { return can_[place(index, question)]; }

private:
    static std::size_t place(Index index, NodeQuestion question) {
        return 2 * std::size_t{index} + static_cast<std::size_t>(question);
    }
    void start_at(Index index) {
        const GraphNode& node = graph_.node(index);
        for (const NodeQuestion question : NodeQuestions)
            if (!node.is_expanded || answer_of(node.known, question) == Answer::Yes)
                set(index, question);
    }
    void set(Index index, NodeQuestion question) {
        if (can(index, question)) return;
        if (answer_of(graph_.node(index).known, question) == Answer::No) return;
        can_[place(index, question)] = true;
        todo_.emplace_back(index, question);
    }
    // A child may have this answer.
    void tell(Index parent, NodeQuestion of_child) {
        if (of_child == NodeQuestion::Loses) return set(parent, NodeQuestion::Wins);
        if (--open_[parent] == 0) set(parent, NodeQuestion::Loses);
    }

    const ManagerGraph& graph_;
    std::vector<bool> can_;
    std::vector<std::uint8_t> open_;  // children that cannot win, as far as is known
    std::vector<std::pair<Index, NodeQuestion>> todo_;
};

ManagerGraph::ManagerGraph(const Leaves& leaves, Guess guess)
    : leaves_(leaves), guess_(std::move(guess)), slots_(FirstSlots, None) {}

WdlRange ManagerGraph::leaf_value(const Position& position) const {
    if (position.own().is_empty() || legal_moves(position).empty())
        return WdlRange::exactly(Wdl::Loss);
    return proof::value_of(leaves_.ask(position, position.side),
                           leaves_.ask(position, other(position.side)));
}

std::uint32_t ManagerGraph::slot_of(const Position& key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash_of(key) & mask;
    while (slots_[slot] != None && nodes_[slots_[slot]].position != key) slot = (slot + 1) & mask;
    return static_cast<std::uint32_t>(slot);
}

void ManagerGraph::grow_slots() {
    slots_.assign(2 * slots_.size(), None);
    for (Index index = 0; index < nodes_.size(); ++index)
        slots_[slot_of(nodes_[index].position)] = index;
}

Index ManagerGraph::find(const Position& position) const {
    return slots_[slot_of(node_position(position))];
}

Index ManagerGraph::add(const Position& position, int ply) {
    const Position key = node_position(position);
    const std::uint32_t slot = slot_of(key);
    if (slots_[slot] != None) {
        GraphNode& node = nodes_[slots_[slot]];
        node.ply = static_cast<std::uint16_t>(std::min<int>(node.ply, ply));
        return slots_[slot];
    }
    const auto index = static_cast<Index>(nodes_.size());
    slots_[slot] = index;
    GraphNode node{.position = key, .known = leaf_value(key), .own = {}};
    node.own = node.known;
    if (node.known != WdlRange{}) node.decider = Decider::Database;
    node.ply = static_cast<std::uint16_t>(std::min(ply, 0xffff));
    if (guess_) node.outlook.score = guess_(key);
    nodes_.push_back(node);
    proven_ += node.known.is_exact() ? 1 : 0;
    mark_changed(index);
    if (2 * nodes_.size() > slots_.size()) grow_slots();
    return index;
}

void ManagerGraph::expand(Index index) {
    CHECK(!nodes_[index].is_expanded);
    std::vector<Index> children;
    std::optional<Wdl> settled;
    const Position position = nodes_[index].position;
    const int ply = nodes_[index].ply + 1;
    for (const Move& move : legal_moves(position)) {
        const Position child = turned(play(position, move));
        const WdlRange value = leaf_value(child);
        if (!value.is_exact()) {
            children.push_back(add(child, ply));
        } else if (is_better(settled, -value.low)) {
            settled = -value.low;
        }
    }
    std::sort(children.begin(), children.end());
    children.erase(std::unique(children.begin(), children.end()), children.end());
    GraphNode& node = nodes_[index];
    node.is_expanded = true;
    node.settled = settled;
    node.first_child = static_cast<std::uint32_t>(edges_.size());
    node.child_count = static_cast<std::uint8_t>(children.size());
    for (const Index child : children) {
        const auto edge = static_cast<std::uint32_t>(edges_.size());
        edges_.push_back({child, index, nodes_[child].first_parent});
        nodes_[child].first_parent = edge;
    }
    mark_changed(index);
    std::vector<Index> todo;
    narrow(index, derived(node), todo);
    pass_on(todo);
}

// What the moves say about the value.
WdlRange ManagerGraph::derived(const GraphNode& node) const {
    WdlRange best = WdlRange::exactly(node.settled.value_or(Wdl::Loss));
    for (const Edge& edge :
         std::span(edges_.data() + node.first_child, std::size_t{node.child_count})) {
        const WdlRange value = -nodes_[edge.child].known;
        best = {std::max(best.low, value.low), std::max(best.high, value.high)};
    }
    return best;
}

void ManagerGraph::narrow(Index index, WdlRange fact, std::vector<Index>& todo) {
    GraphNode& node = nodes_[index];
    const WdlRange narrowed = intersect(node.known, fact);
    if (narrowed == node.known) return;
    node.known = narrowed;
    proven_ += narrowed.is_exact() ? 1 : 0;
    mark_changed(index);
    todo.push_back(index);
}

void ManagerGraph::pass_on(std::vector<Index>& todo) {
    while (!todo.empty()) {
        const Index index = todo.back();
        todo.pop_back();
        for_each_parent(index,
                        [&](Index parent) { narrow(parent, derived(nodes_[parent]), todo); });
    }
}

void ManagerGraph::learn(Index index, WdlRange fact) {
    std::vector<Index> todo;
    narrow(index, fact, todo);
    pass_on(todo);
}

Index ManagerGraph::learn(const JobReport& report) {
    const Index index = add(report.position, 0xffff);
    GraphNode& node = nodes_[index];
    node.own = intersect(node.own, report.value);
    node.outlook = report.outlook;
    if (report.decider != Decider::Nobody) node.decider = report.decider;
    node.attempts.note(report.asked, report.in_vain);
    mark_changed(index);
    learn(index, report.value);
    return index;
}

void ManagerGraph::settle() {
    const Possible possible(*this);
    std::vector<Index> todo;
    for (Index index = 0; index < nodes_.size(); ++index) {
        WdlRange fact;
        if (!possible.can(index, NodeQuestion::Wins))
            fact.high = std::min(nodes_[index].known.high, Wdl::Draw);
        if (!possible.can(index, NodeQuestion::Loses))
            fact.low = std::max(nodes_[index].known.low, Wdl::Draw);
        narrow(index, fact, todo);
    }
    pass_on(todo);
}

std::vector<Index> ManagerGraph::take_changed() {
    for (const Index index : changed_) nodes_[index].is_changed = false;
    return std::exchange(changed_, {});
}

void ManagerGraph::mark_changed(Index index) {
    if (std::exchange(nodes_[index].is_changed, true)) return;
    changed_.push_back(index);
}

}  // namespace deepwell::proof
