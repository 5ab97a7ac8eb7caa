#include "proof/win_tree.h"

namespace deepwell::proof {

bool WinTree::is_won(const Position& position) {
    const auto known = search_.table().find(position, attacker_);
    if (known && known->numbers.is_yes()) return true;
    return search_.search(position, attacker_, budget_) == Answer::Yes;
}

// The nearest win that is known; if none is, all that can be found.
bool WinTree::expand_attacker(Index index) {
    const Position* best = nullptr;
    int best_rank = 0;
    const std::vector<Position> children = children_of(nodes_[index].position);
    for (const Position& child : children) {
        if (search_.leaves().ask(child, attacker_) == Answer::Yes) {
            nodes_[index].choice = child;
            nodes_[index].reaches_leaf = true;
            return true;
        }
        const auto known = search_.table().find(child, attacker_);
        if (!known || !known->numbers.is_yes()) continue;
        if (best != nullptr && known->rank >= best_rank) continue;
        best = &child;
        best_rank = known->rank;
    }
    if (best == nullptr) return widen_at(index);
    depend(index, *best);
    return true;
}

bool WinTree::expand(Index index) {
    if (nodes_.size() * BytesPerNode > search_.table().most_bytes()) return false;
    // Looks at the clock too: where the table knows all, nobody else does.
    if (!budget_.spend(0)) return false;
    if (is_attacker(nodes_[index])) return expand_attacker(index);
    for (const Position& child : children_of(nodes_[index].position)) {
        if (search_.leaves().ask(child, attacker_) == Answer::Yes) continue;
        if (!is_won(child)) return false;
        depend(index, child);
    }
    return true;
}

// All moves that win, or might: a move that does not will never get a rank.
bool WinTree::widen_at(Index index) {
    nodes_[index].is_widened = true;
    const std::size_t before = nodes_[index].open;
    for (const Position& child : children_of(nodes_[index].position)) {
        const Answer answer = search_.search(child, attacker_, budget_);
        if (answer == Answer::Unknown) return false;
        if (answer == Answer::Yes) depend(index, child);
    }
    return nodes_[index].open > before;
}

// False: nothing is left to be tried.
bool WinTree::widen() {
    bool is_wider = false;
    const std::size_t count = nodes_.size();
    for (Index index = 0; index < count; ++index) {
        const Node& node = nodes_[index];
        if (node.rank != 0 || !is_attacker(node) || node.is_widened) continue;
        if (budget_.is_exhausted()) return false;
        is_wider |= widen_at(index);
    }
    return is_wider;
}

// From the leaves upwards, the nearest first; what goes in circles never gets a rank.
void WinTree::set_ranks() {
    std::vector<Index> ready;
    std::vector<std::uint32_t> open(nodes_.size());
    for (Index index = 0; index < nodes_.size(); ++index) {
        Node& node = nodes_[index];
        open[index] = node.open;
        const bool is_end = is_attacker(node) ? node.reaches_leaf : node.open == 0;
        node.rank = is_end ? 1 : 0;
        if (is_end) ready.push_back(index);
    }
    for (std::size_t next = 0; next < ready.size(); ++next) {
        const Node& node = nodes_[ready[next]];
        for (const Index parent : node.parents) {
            Node& above = nodes_[parent];
            if (above.rank != 0 || (!is_attacker(above) && --open[parent] != 0)) continue;
            above.rank = node.rank + 1;
            if (is_attacker(above)) above.choice = node.position;
            ready.push_back(parent);
        }
    }
}

std::vector<ProofRecord> WinTree::records() const {
    std::vector<ProofRecord> records;
    std::vector<bool> is_seen(nodes_.size());
    std::vector<Index> todo{0};
    const auto visit = [&](const Position& position) {
        const auto found = index_.find(position);
        if (found == index_.end() || is_seen[found->second]) return;
        is_seen[found->second] = true;
        todo.push_back(found->second);
    };
    is_seen[0] = true;
    while (!todo.empty()) {
        const Node& node = nodes_[todo.back()];
        todo.pop_back();
        if (!is_attacker(node)) {
            for (const Position& child : children_of(node.position)) visit(child);
            continue;
        }
        records.push_back({node.position, node.choice, node.rank});
        if (!node.reaches_leaf) visit(node.choice);
    }
    return records;
}

}  // namespace deepwell::proof
