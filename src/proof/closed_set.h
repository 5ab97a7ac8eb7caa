// ClosedSet: a no in the making (docs/proof-method.md).

#pragma once

#include <functional>
#include <optional>
#include <queue>
#include <unordered_map>
#include <utility>
#include <vector>

#include "proof/df_pn.h"
#include "proof/proof_graph.h"

namespace deepwell::proof {

// The set that the defender never leaves.
class ClosedSet {
public:
    // A move of the defender for which nothing but a guess speaks is looked at by the search, with
    // so many nodes: what it finds lost is not taken.  0: guesses are trusted.
    ClosedSet(DfPn& search, Side attacker, const Position& root, std::uint64_t nodes_to_ask = 0)
        : search_(search),
          attacker_(attacker),
          nodes_to_ask_(nodes_to_ask),
          root_(add(root, None)) {}

    // No: the set is closed.  Yes: the root is won after all.  Unknown: it can go on with another
    // budget, and with what the search has found out in between.
    Answer build(Budget& budget) {
        budget_ = &budget;
        sweep();
        for (;;) {
            if (nodes_[root_].state == State::Won) return Answer::Yes;
            if (todo_.empty() || expanded_ >= next_sweep_) sweep();
            if (todo_.empty()) return Answer::No;
            if (is_full()) return Answer::Unknown;
            const Index node = todo_.top().second;
            todo_.pop();
            if (!is_wanted(node)) continue;
            ++expanded_;
            if (!expand(node)) return Answer::Unknown;
        }
    }

    // It has as many positions as memory allows: it will never close.
    bool is_full() const { return nodes_.size() * BytesPerNode > search_.table().most_bytes(); }

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
    // Why a position is believed to hold, the weakest ground first.
    enum class Ground : std::uint8_t { Guess, Set, Search, Leaf };
    struct Belief {
        Position position;
        Ground ground = Ground::Guess;
    };
    std::optional<Belief> best_of(const std::vector<Position>& children) const;
    void hold(Index index, const Position& choice);
    void win(Index index, int rank);
    void choose_again(Index parent);
    std::uint64_t stand_of(const Position& position) const {
        return proof::stand_of(position, other(attacker_));
    }
    std::optional<int> rank_if_won(const Position& position) const;
    int longest_rank(const std::vector<Position>& children) const;

    DfPn& search_;
    Side attacker_;
    std::uint64_t nodes_to_ask_;
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

}  // namespace deepwell::proof
