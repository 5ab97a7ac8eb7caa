#include "proof/closed_set.h"

#include <tuple>

namespace deepwell::proof {

// The positions that a held one rests on, without leaves.
template <class Visit>
void ClosedSet::for_each_needed(const Node& node, const Visit& visit) const {
    const auto visit_if_inside = [&](const Position& child) {
        if (search_.leaves().ask(child, attacker_) != Answer::No) visit(index_.at(child));
    };
    if (node.position.side != attacker_) return visit_if_inside(node.choice);
    for (const Position& child : children_of(node.position)) visit_if_inside(child);
}

// Choices that were given up leave much behind that nobody needs: plans what the root needs alone.
void ClosedSet::sweep() {
    ++sweep_;
    todo_ = {};
    std::vector<Index> stack{root_};
    nodes_[root_].sweep = sweep_;
    std::size_t needed = 0;
    std::vector<std::pair<Index, int>> fallen;
    while (!stack.empty()) {
        const Index index = stack.back();
        stack.pop_back();
        ++needed;
        const auto known = search_.table().find(nodes_[index].position, attacker_);
        if (known && known->numbers.is_yes()) fallen.emplace_back(index, known->rank);
        if (nodes_[index].state == State::Open) plan(index);
        if (nodes_[index].state != State::Held || is_leaf(nodes_[index])) continue;
        for_each_needed(nodes_[index], [&](Index child) {
            if (nodes_[child].sweep == sweep_) return;
            nodes_[child].sweep = sweep_;
            stack.push_back(child);
        });
    }
    for (const auto& [index, rank] : fallen) win(index, rank);
    next_sweep_ = expanded_ + std::max<std::size_t>(1000, needed / 2);
}

bool ClosedSet::is_leaf(const Node& node) const {
    return search_.leaves().ask(node.position, attacker_) == Answer::No;
}

void ClosedSet::plan(Index index) {
    todo_.emplace(search_.numbers_of(nodes_[index].position, attacker_).proof, index);
}

Index ClosedSet::add(const Position& position, Index parent) {
    const auto [found, is_new] = index_.try_emplace(position, static_cast<Index>(nodes_.size()));
    if (is_new) {
        nodes_.push_back({.position = position});
        plan(found->second);
    } else if (nodes_[found->second].state == State::Open) {
        plan(found->second);
    }
    nodes_[found->second].sweep = sweep_;
    if (parent != None) nodes_[found->second].parents.push_back(parent);
    return found->second;
}

// Facts only: leaves, wins of this set, wins of the search.
std::optional<int> ClosedSet::rank_if_won(const Position& position) const {
    if (search_.leaves().ask(position, attacker_) == Answer::Yes) return 0;
    const auto found = index_.find(position);
    if (found != index_.end() && nodes_[found->second].state == State::Won)
        return nodes_[found->second].rank;
    const auto known = search_.table().find(position, attacker_);
    if (known && known->numbers.is_yes()) return known->rank;
    return std::nullopt;
}

int ClosedSet::longest_rank(const std::vector<Position>& children) const {
    int longest = 0;
    for (const Position& child : children)
        if (const auto rank = rank_if_won(child)) longest = std::max(longest, *rank);
    return longest;
}

// A conjecture has fallen: tell the search, and all that relied on it.
void ClosedSet::win(Index index, int rank) {
    ++repairs_;
    std::vector<std::pair<Index, int>> won{{index, rank}};
    while (!won.empty()) {
        const auto [node, its_rank] = won.back();
        won.pop_back();
        if (nodes_[node].state == State::Won) continue;
        nodes_[node].state = State::Won;
        nodes_[node].rank = its_rank;
        const Position position = nodes_[node].position;
        search_.table().store(position,
                              attacker_,
                              {.numbers = Numbers::yes(),
                               .rank = static_cast<std::uint16_t>(std::min(its_rank, 0xffff)),
                               .work = 1});
        for (const Index parent : nodes_[node].parents) {
            if (nodes_[parent].state == State::Won) continue;
            if (nodes_[parent].position.side == attacker_)
                won.emplace_back(parent, its_rank + 1);
            else if (nodes_[parent].choice == position)
                choose_again(parent);
        }
    }
}

// The defender's choice was bad: it has to choose again.
void ClosedSet::choose_again(Index parent) {
    nodes_[parent].state = State::Open;
    nodes_[parent].choice = {};
    plan(parent);
}

void ClosedSet::hold(Index index, const Position& choice) {
    nodes_[index].state = State::Held;
    nodes_[index].choice = choice;
}

void ClosedSet::expand_attacker(Index index) {
    const std::vector<Position> children = children_of(nodes_[index].position);
    for (const Position& child : children)
        if (const auto rank = rank_if_won(child)) return win(index, *rank + 1);
    nodes_[index].state = State::Held;
    for (const Position& child : children)
        if (search_.leaves().ask(child, attacker_) != Answer::No) add(child, index);
}

// The child that is believed to hold most: a leaf, one that the search gave up, one of the set, or
// the one that seems hardest to win.  Nothing: all are won.
std::optional<ClosedSet::Belief> ClosedSet::best_of(const std::vector<Position>& children) const {
    std::optional<Belief> best;
    std::tuple<Ground, std::uint32_t, Number> best_merit;
    for (const Position& child : children) {
        if (rank_if_won(child)) continue;
        const Numbers numbers = search_.numbers_of(child, attacker_);
        const bool is_leaf = search_.leaves().ask(child, attacker_) == Answer::No;
        const Ground ground = is_leaf                  ? Ground::Leaf
                              : numbers.is_no()        ? Ground::Search
                              : index_.contains(child) ? Ground::Set
                                                       : Ground::Guess;
        const auto stand = stands_.find(stand_of(child));
        const std::uint32_t habit = stand == stands_.end() ? 0 : stand->second;
        const std::tuple merit{ground, habit, numbers.proof};
        if (best && merit <= best_merit) continue;
        best_merit = merit;
        best = Belief{child, ground};
    }
    return best;
}

// False: all are won.
bool ClosedSet::choose(Index index, const std::vector<Position>& children) {
    auto belief = best_of(children);
    while (belief && belief->ground == Ground::Guess && nodes_to_ask_ > 0) {
        Budget asking(*budget_, nodes_to_ask_);
        if (search_.search(belief->position, attacker_, asking) != Answer::Yes) break;
        belief = best_of(children);
    }
    if (!belief) return false;
    hold(index, belief->position);
    ++stands_[stand_of(belief->position)];
    if (belief->ground != Ground::Leaf) add(belief->position, index);
    return true;
}

void ClosedSet::expand_defender(Index index) {
    const std::vector<Position> children = children_of(nodes_[index].position);
    if (!choose(index, children)) win(index, longest_rank(children) + 1);
}

bool ClosedSet::expand(Index index) {
    if (!budget_->spend(1)) return false;
    const Answer leaf = search_.leaves().ask(nodes_[index].position, attacker_);
    if (leaf == Answer::No) {
        nodes_[index].state = State::Held;
        return true;
    }
    if (leaf == Answer::Yes) {
        win(index, 0);
        return true;
    }
    const bool is_defender = nodes_[index].position.side != attacker_;
    is_defender ? expand_defender(index) : expand_attacker(index);
    return true;
}

std::vector<ProofRecord> ClosedSet::records() const {
    std::vector<ProofRecord> records;
    for (const Node& node : nodes_)
        if (node.sweep == sweep_ && node.position.side != attacker_ && !is_leaf(node))
            records.push_back({node.position, node.choice});
    return records;
}

}  // namespace deepwell::proof
