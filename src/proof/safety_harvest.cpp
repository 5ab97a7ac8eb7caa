#include "proof/safety_harvest.h"

#include <algorithm>
#include <tuple>

#include "proof/oracle_for_a_while.h"

namespace deepwell::proof {

SafetyHarvest::SafetyHarvest(search::Searcher& searcher,
                             const Leaves& leaves,
                             Side attacker,
                             const Position& root,
                             std::size_t most_bytes)
    : searcher_(searcher),
      leaves_(leaves),
      attacker_(attacker),
      root_(root),
      most_bytes_(most_bytes),
      nodes_to_ask_(FirstNodes) {}

std::optional<Wdl> SafetyHarvest::ask(const Position& position) {
    if (position.side == attacker_) {
        const bool is_held = chosen_.contains(position) && !failed_.contains(position);
        return is_held ? std::optional(Wdl::Loss) : std::nullopt;
    }
    const auto found = index_.find(position);
    if (found == index_.end()) return std::nullopt;
    const Node& node = nodes_[found->second];
    if (node.is_hard && keys_ > 0) return Wdl::Loss;
    return node.state == State::Held ? std::optional(Wdl::Win) : std::nullopt;
}

// For safety, with so many nodes, going on with what is known.
search::SearchResult SafetyHarvest::search(const Position& position,
                                           std::uint64_t nodes,
                                           Budget& budget) {
    search::Limits limits;
    limits.nodes = std::max<std::uint64_t>(1, std::min(nodes, budget.left()));
    limits.wants_score = limits.until_decided = limits.is_continued = true;
    limits.safe_side = defender();
    limits.safety_keys = keys_;
    if (const auto left = budget.time_left())
        limits.move_time = std::max(std::chrono::duration_cast<search::Milliseconds>(*left),
                                    search::Milliseconds(1));
    const OracleForAWhile asked(searcher_, nodes_.empty() ? nullptr : this);
    search::SearchResult found = searcher_.search(Game(position), limits, budget.stop());
    budget.spend(found.nodes);
    return found;
}

bool SafetyHarvest::look(Budget& budget) {
    if (is_safe(root_)) return true;
    if (is_lost(root_)) return false;
    const std::uint64_t nodes = std::min(budget.left(), look_nodes_);
    if (nodes == look_nodes_) look_nodes_ *= 2;
    const auto found = search(root_, nodes, budget);
    return (root_.side == defender() ? found.score : -found.score) > MaxEvaluation;
}

// A search ends a little before its time, and says nothing then of what it was asked.
bool SafetyHarvest::is_late(const Budget& budget) {
    constexpr std::chrono::milliseconds Little(5);
    const auto left = budget.time_left();
    return budget.is_exhausted() || (left && *left < Little);
}

bool SafetyHarvest::is_lost(const Position& position) const {
    if (leaves_.ask(position, attacker_) == Answer::Yes) return true;
    return position.side == defender() && legal_moves(position).empty();
}

std::vector<Position> SafetyHarvest::obligations_of(const Position& attacker_to_move) const {
    std::vector<Position> needed;
    if (is_safe(attacker_to_move)) return needed;
    for (const Position& child : children_of(attacker_to_move))
        if (!is_safe(child)) needed.push_back(child);
    return needed;
}

Index SafetyHarvest::add(const Position& position) {
    const auto [found, is_new] = index_.try_emplace(position, static_cast<Index>(nodes_.size()));
    if (is_new) nodes_.push_back({.position = position});
    return found->second;
}

ShownAnswer SafetyHarvest::show(Budget& budget) {
    ShownAnswer shown{.attacker = attacker_};
    if (!is_safe(root_) && roots_.empty()) {
        if (root_.side == attacker_)
            for (const Position& child : obligations_of(root_)) roots_.push_back(add(child));
        else
            roots_.push_back(add(root_));
    }
    for (; nodes_to_ask_ <= MostNodes; nodes_to_ask_ *= NodesGrowth) {
        const std::optional<bool> closed = close(budget);
        if (!closed) return shown;
        if (*closed) {
            shown.answer = Answer::No;
            shown.records = records();
            return shown;
        }
        forget_failures(nodes_to_ask_ * NodesGrowth <= MostNodes);
    }
    nodes_to_ask_ = FirstNodes;
    ++keys_;
    return shown;
}

std::optional<bool> SafetyHarvest::close(Budget& budget) {
    if (is_full() || is_late(budget)) return std::nullopt;
    sweep();
    for (;;) {
        for (const Index root : roots_)
            if (nodes_[root].state == State::GivenUp) return false;
        if (todo_.empty() || expanded_ >= next_sweep_) sweep();
        if (todo_.empty()) return true;
        if (is_full() || is_late(budget) || !budget.spend(1)) return std::nullopt;
        const Index next = todo_.back();
        todo_.pop_back();
        if (nodes_[next].state == State::Open) expand(next, budget);
    }
}

void SafetyHarvest::sweep() {
    ++sweep_;
    todo_.clear();
    std::size_t met = 0;
    std::vector<Index> stack;
    const auto visit = [&](Index index) {
        if (nodes_[index].sweep == sweep_) return;
        nodes_[index].sweep = sweep_;
        stack.push_back(index);
    };
    for (const Index root : roots_) visit(root);
    while (!stack.empty()) {
        const Index index = stack.back();
        stack.pop_back();
        ++met;
        if (nodes_[index].state == State::Held)
            for (const Index child : review(index)) visit(child);
        if (nodes_[index].state != State::Held) todo_.push_back(index);
    }
    next_sweep_ = expanded_ + std::max(LeastBetweenSweeps, met / 2);
}

// Facts may have been forgotten since it chose: then more is needed, and may be given up already.
std::vector<Index> SafetyHarvest::review(Index index) {
    const Position choice = nodes_[index].choice;
    std::vector<Index> children;
    for (const Position& needed : obligations_of(choice)) {
        const Index child = add(needed);
        if (nodes_[child].parents.empty()) nodes_[child].parents.emplace_back(index, choice);
        children.push_back(child);
        if (nodes_[child].state != State::GivenUp) continue;
        failed_.insert(choice);
        nodes_[index].state = State::Open;
        return {};
    }
    return children;
}

// A leaf first; then where others went already, which costs nothing more; then what alpha-beta's
// table claims, and of that what the defender is used to.
std::vector<Position> SafetyHarvest::recommended(const Position& position) const {
    std::vector<std::pair<std::tuple<int, std::uint32_t, Score>, Position>> claims;
    for (const Position& child : children_of(position)) {
        if (is_safe(child)) return {child};
        if (failed_.contains(child)) continue;
        const auto claim = searcher_.claim_of_safety(child, defender(), keys_);
        const bool is_chosen = chosen_.contains(child);
        if (!claim && !is_chosen) continue;
        const auto stand = stands_.find(stand_of(child, defender()));
        const std::uint32_t habit = stand == stands_.end() ? 0 : stand->second;
        claims.push_back({{is_chosen ? 1 : 0, habit, claim.value_or(0)}, child});
    }
    std::stable_sort(claims.begin(), claims.end(), [](const auto& a, const auto& b) {
        return a.first > b.first;
    });
    std::vector<Position> positions;
    positions.reserve(claims.size());
    for (const auto& claim : claims) positions.push_back(claim.second);
    return positions;
}

std::optional<Position> SafetyHarvest::searched(const Position& position, Budget& budget) {
    const auto found = search(position, nodes_to_ask_, budget);
    if (!found.best || found.score <= MaxEvaluation) {
        nodes_[index_.at(position)].is_hard = !is_late(budget);
        return std::nullopt;
    }
    const Position child = play(position, *found.best);
    return failed_.contains(child) ? std::nullopt : std::optional(child);
}

void SafetyHarvest::expand(Index index, Budget& budget) {
    ++expanded_;
    const Position position = nodes_[index].position;
    for (const Position& choice : recommended(position))
        if (choose(index, choice)) return;
    if (const auto choice = searched(position, budget))
        if (choose(index, *choice)) return;
    if (!is_late(budget)) give_up(index);
}

// False: the attacker has an answer that is not to be held.
bool SafetyHarvest::choose(Index index, const Position& choice) {
    const std::vector<Position> needed = obligations_of(choice);
    for (const Position& position : needed) {
        const auto found = index_.find(position);
        const bool is_given_up =
            found != index_.end() && nodes_[found->second].state == State::GivenUp;
        if (!is_given_up && !is_lost(position)) continue;
        failed_.insert(choice);
        return false;
    }
    for (const Position& position : needed) {
        const Index child = add(position);
        nodes_[child].parents.emplace_back(index, choice);
        nodes_[child].sweep = sweep_;
        if (nodes_[child].state == State::Open) todo_.push_back(child);
    }
    nodes_[index].state = State::Held;
    nodes_[index].choice = choice;
    chosen_.insert(choice);
    ++stands_[stand_of(choice, defender())];
    return true;
}

// Whoever relied on it has to choose again.
void SafetyHarvest::give_up(Index index) {
    nodes_[index].state = State::GivenUp;
    for (const auto& [parent, choice] : nodes_[index].parents) {
        failed_.insert(choice);
        if (nodes_[parent].state != State::Held || nodes_[parent].choice != choice) continue;
        nodes_[parent].state = State::Open;
        todo_.push_back(parent);
    }
}

// Choices that failed are tried again, with more nodes: so they stay among the chosen ones.
void SafetyHarvest::forget_failures(bool hard_ones_too) {
    failed_.clear();
    for (const Index root : roots_) nodes_[root].is_hard = false;
    for (Node& node : nodes_) {
        if (hard_ones_too) node.is_hard = false;
        if (node.state == State::GivenUp && !node.is_hard) node.state = State::Open;
    }
}

// What the last sweep met.
std::vector<ProofRecord> SafetyHarvest::records() const {
    std::vector<ProofRecord> records;
    for (const Node& node : nodes_)
        if (node.sweep == sweep_) records.push_back({node.position, node.choice});
    return records;
}

std::optional<ShownAnswer> find_safety(search::Searcher& searcher,
                                       const Leaves& leaves,
                                       const Position& position,
                                       Side attacker,
                                       std::size_t most_bytes,
                                       Budget& budget) {
    constexpr double Looking = 0.4;  // the rest is for showing it
    Budget looking(budget, Looking);
    SafetyHarvest safety(searcher, leaves, attacker, position, most_bytes);
    if (!safety.look(looking)) return std::nullopt;
    ShownAnswer shown = safety.show(budget);
    return shown.answer == Answer::Unknown ? std::nullopt : std::optional(std::move(shown));
}

}  // namespace deepwell::proof
