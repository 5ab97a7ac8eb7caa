#include "proof/extraction.h"

#include <functional>
#include <queue>
#include <tuple>
#include <unordered_map>

#include "board/movegen.h"

namespace deepwell::proof {

namespace {

struct PositionHash {
    std::size_t operator()(const Position& position) const { return hash_of(position); }
};

using Index = std::uint32_t;
constexpr Index None = ~Index{0};

// The search takes turns with a set that is built on guesses, each time with twice as many nodes as
// before.  The set has the smaller share: it closes soon, or hardly ever.
constexpr std::uint64_t GuessShare = 3;
constexpr std::uint64_t FirstSlice = 1000;

std::vector<Position> children_of(const Position& position) {
    std::vector<Position> children;
    for (const Move& move : legal_moves(position)) children.push_back(play(position, move));
    return children;
}

// The set that the defender never leaves.
class ClosedSet {
public:
    ClosedSet(DfPn& search, Side attacker, const Position& root)
        : search_(search), attacker_(attacker), root_(add(root, None)) {}

    // No: the set is closed.  Yes: the root is won after all.  Unknown: it can go on with another
    // budget, and with what the search has found out in between.
    Answer build(Budget& budget) {
        budget_ = &budget;
        sweep();
        for (;;) {
            if (nodes_[root_].state == State::Won) return Answer::Yes;
            if (todo_.empty() || expanded_ >= next_sweep_) sweep();
            if (todo_.empty()) return Answer::No;
            const Index node = todo_.top().second;
            todo_.pop();
            if (!is_wanted(node)) continue;
            ++expanded_;
            if (!expand(node)) return Answer::Unknown;
        }
    }

    // What the root needs, after build() has said No.
    std::vector<ProofRecord> records() const;
    std::uint64_t repairs() const { return repairs_; }

private:
    enum class State : std::uint8_t { Open, Held, Won };
    struct Node {
        Position position;
        State state = State::Open;
        int rank = 0;             // if won
        std::uint32_t sweep = 0;  // the last one in which the root needed it
        Position choice{};
        std::vector<Index> parents{};
    };

    Index add(const Position& position, Index parent);
    void plan(Index index);
    void sweep();
    template <class Visit>
    void for_each_needed(const Node& node, const Visit& visit) const;
    bool is_leaf(const Node& node) const;
    bool is_wanted(Index index) const {
        return nodes_[index].state == State::Open && nodes_[index].sweep == sweep_;
    }
    bool expand(Index index);
    void expand_attacker(Index index);
    void expand_defender(Index index);
    bool choose(Index index, const std::vector<Position>& children);
    void hold(Index index, const Position& choice);
    void win(Index index, int rank);
    void choose_again(Index parent);
    // Where the defender's pieces stand.
    std::uint64_t stand_of(const Position& position) const {
        const Side defender = other(attacker_);
        return position.pieces(defender).bits() | std::uint64_t{position.kings_of(defender).bits()}
                                                      << 32;
    }
    std::optional<int> rank_if_won(const Position& position) const;
    int longest_rank(const std::vector<Position>& children) const;

    DfPn& search_;
    Side attacker_;
    Budget* budget_ = nullptr;
    std::unordered_map<Position, Index, PositionHash> index_;
    std::vector<Node> nodes_;
    // Where a win is nearest first: a wrong conjecture should fall before much is built on it.
    using Task = std::pair<Number, Index>;
    std::priority_queue<Task, std::vector<Task>, std::greater<>> todo_;
    std::uint64_t repairs_ = 0;
    // How often the defender chose to stand like this.  Old habits keep the set small.
    std::unordered_map<std::uint64_t, std::uint32_t> stands_;
    std::uint32_t sweep_ = 0;  // how many there were
    std::uint64_t expanded_ = 0;
    std::uint64_t next_sweep_ = 1000;
    Index root_;
};

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

// Takes a child that is believed to hold: a leaf, one that the search gave up, one of the set, or
// the one that seems hardest to win.  False: all are won.
bool ClosedSet::choose(Index index, const std::vector<Position>& children) {
    const Position* best = nullptr;
    std::tuple<int, std::uint32_t, Number> best_merit{-1, 0, 0};
    for (const Position& child : children) {
        if (rank_if_won(child)) continue;
        const Numbers numbers = search_.numbers_of(child, attacker_);
        const bool is_leaf = search_.leaves().ask(child, attacker_) == Answer::No;
        const int kind = is_leaf ? 3 : numbers.is_no() ? 2 : index_.contains(child) ? 1 : 0;
        const auto stand = stands_.find(stand_of(child));
        const std::uint32_t habit = stand == stands_.end() ? 0 : stand->second;
        const std::tuple merit{kind, habit, numbers.proof};
        if (merit <= best_merit) continue;
        best_merit = merit;
        best = &child;
    }
    if (best == nullptr) return false;
    hold(index, *best);
    ++stands_[stand_of(*best)];
    if (std::get<0>(best_merit) < 3) add(*best, index);
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

// The tree of a win: all moves of the loser, one of the winner.
//
// The table may have lost the near wins that a far one was built on.  What is left can lead in
// circles: then more of the winner's moves are looked at, until ranks can be given.
class WinTree {
public:
    WinTree(DfPn& search, Side attacker, Budget& budget)
        : search_(search), attacker_(attacker), budget_(budget) {}

    // False: the budget is exhausted.
    bool build(const Position& root) {
        add(root);
        do {
            for (; expanded_ < nodes_.size(); ++expanded_)
                if (!expand(expanded_)) return false;
            set_ranks();
        } while (nodes_[0].rank == 0 && widen());
        return nodes_[0].rank != 0;
    }

    std::vector<ProofRecord> records() const;

private:
    struct Node {
        Position position;
        Position choice{};
        std::vector<Index> parents{};
        std::uint32_t open = 0;  // the loser's moves without a rank
        std::uint32_t rank = 0;  // 0: none yet; leaves are no nodes
        bool reaches_leaf = false;
        bool is_widened = false;
    };

    Index add(const Position& position) {
        const auto [found, is_new] =
            index_.try_emplace(position, static_cast<Index>(nodes_.size()));
        if (is_new) nodes_.push_back({.position = position});
        return found->second;
    }
    void depend(Index parent, const Position& child) {
        const Index index = add(child);
        nodes_[index].parents.push_back(parent);
        ++nodes_[parent].open;
    }
    bool is_attacker(const Node& node) const { return node.position.side == attacker_; }
    bool expand(Index index);
    bool expand_attacker(Index index);
    bool is_won(const Position& position);
    bool widen();
    bool widen_at(Index index);
    void set_ranks();

    DfPn& search_;
    Side attacker_;
    Budget& budget_;
    std::unordered_map<Position, Index, PositionHash> index_;
    std::vector<Node> nodes_;
    Index expanded_ = 0;
};

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
    if (budget_.is_exhausted()) return false;
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

bool show_win(DfPn& search, const Position& root, Budget& budget, ShownAnswer& shown) {
    if (search.leaves().ask(root, shown.attacker) == Answer::Yes) return true;
    WinTree tree(search, shown.attacker, budget);
    if (!tree.build(root)) return false;
    shown.records = tree.records();
    return true;
}

Answer build(ClosedSet& set, Budget& budget, ShownAnswer& shown) {
    const std::uint64_t before = set.repairs();
    const Answer answer = set.build(budget);
    shown.repairs += set.repairs() - before;
    if (answer == Answer::No) shown.records = set.records();
    return answer;
}

}  // namespace

ShownAnswer extract(DfPn& search, const Position& root, Side attacker, Budget& budget) {
    ShownAnswer shown{.attacker = attacker};
    const Answer leaf = search.leaves().ask(root, attacker);
    if (leaf != Answer::Unknown) {
        shown.answer = leaf;
        return shown;
    }
    Answer believed = Answer::Unknown;
    ClosedSet guess(search, attacker, root);
    for (std::uint64_t slice = FirstSlice; believed == Answer::Unknown && !budget.is_exhausted();
         slice *= 2) {
        Budget searching(budget, slice);
        believed = search.search(root, attacker, searching);
        if (believed == Answer::No) {
            ClosedSet set(search, attacker, root);
            believed = build(set, budget, shown);
            break;
        }
        if (believed == Answer::Yes) break;
        Budget guessing(budget, slice / GuessShare);
        believed = build(guess, guessing, shown);
    }
    if (believed == Answer::Yes && !show_win(search, root, budget, shown))
        believed = Answer::Unknown;
    shown.answer = believed;
    return shown;
}

}  // namespace deepwell::proof
