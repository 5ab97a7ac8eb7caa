#include "proof/df_pn.h"

#include <bit>
#include <chrono>
#include <future>
#include <vector>

#include "board/movegen.h"
#include "proof/path.h"

namespace deepwell::proof {

namespace {

// A disproof that rests on nothing above it, and one that rests on a conjecture of the table.
constexpr int Unconditional = Path::MaxDepth + 1;
constexpr int OnConjecture = -1;

constexpr std::uint64_t NodesBetweenChecks = 256;

// A shorter search is over before a second thread has begun.
constexpr std::uint64_t NodesWorthSharing = 10000;

// Where the path may not grow longer: undecided, and not worth coming back to.
constexpr Numbers TooDeep{Infinite / 2, Infinite / 2};

std::uint8_t logarithm(std::uint64_t nodes) {
    return static_cast<std::uint8_t>(std::bit_width(nodes));
}

}  // namespace

class DfPn::Worker {
public:
    Worker(DfPn& search, Side attacker, Budget& budget)
        : search_(search),
          attacker_(attacker),
          budget_(budget),
          interval_(std::clamp<std::uint64_t>(budget.left() / 4, 1, NodesBetweenChecks)) {}

    Numbers run(const Position& root) {
        path_.push(root);
        Numbers numbers;
        while (!numbers.is_decided() && count_node())
            numbers = expand(root, {Infinite - 1, Infinite - 1}, false).numbers;
        if (numbers.is_decided()) search_.is_over_.store(true, std::memory_order_relaxed);
        budget_.spend(unspent_);
        return numbers;
    }

private:
    struct Outcome {
        Numbers numbers;
        int rank = 0;
        int rests_on = Unconditional;  // of a disproof: the highest place of the path it depends on
        bool is_guess = false;         // nobody has looked at the position yet
    };

    struct Child {
        Position position;
        Outcome outcome;
        int threads = 0;
    };

    // Searches below a position that stands last on the path, until a number reaches its limit.
    Outcome expand(const Position& position, Numbers limits, bool is_new);
    std::size_t push_children(const Position& position);
    Outcome outcome_of(const Position& child) const;
    Outcome joined(const Position& position, std::size_t first) const;
    Outcome decided_yes(const Position& position, std::size_t first) const;
    Outcome decided_no(const Position& position, std::size_t first) const;
    Number hardest(std::size_t first, Number Numbers::*number) const;
    void search_best(const Position& position, std::size_t first, Numbers limits);
    void search_child(std::size_t index, Numbers limits);
    void keep(const Position& position, const Outcome& outcome, std::uint64_t nodes);
    bool count_node();

    DfPn& search_;
    Side attacker_;
    Budget& budget_;
    std::uint64_t interval_;  // nodes between looks at the budget
    Path path_;
    std::vector<Child> children_;  // of all positions on the path, a stack
    std::uint64_t nodes_ = 0;
    std::uint64_t unspent_ = 0;
    bool stopped_ = false;
};

bool DfPn::Worker::count_node() {
    ++nodes_;
    if (++unspent_ >= interval_) {
        stopped_ |= !budget_.spend(unspent_);
        unspent_ = 0;
    }
    stopped_ |= search_.is_over_.load(std::memory_order_relaxed);
    return !stopped_;
}

DfPn::Worker::Outcome DfPn::Worker::outcome_of(const Position& child) const {
    switch (search_.leaves_.ask(child, attacker_)) {
        case Answer::Yes:
            return {Numbers::yes()};
        case Answer::No:
            return {Numbers::no()};
        case Answer::Unknown:
            break;
    }
    if (const auto depth = path_.find(child)) return {Numbers::no(), 0, *depth};
    if (const auto known = search_.table_.find(child, attacker_))
        return {known->numbers, known->rank, known->conditional ? OnConjecture : Unconditional};
    Outcome guess;
    guess.is_guess = true;
    if (search_.options_.informed_numbers)
        guess.numbers = initial_numbers(child, attacker_, search_.knowledge_);
    return guess;
}

std::size_t DfPn::Worker::push_children(const Position& position) {
    const std::size_t first = children_.size();
    for (const Move& move : legal_moves(position)) {
        children_.push_back({play(position, move), {}});
        search_.table_.prefetch(children_.back().position);
        search_.leaves_.prefetch(children_.back().position);
    }
    for (std::size_t i = first; i < children_.size(); ++i)
        children_[i].outcome = outcome_of(children_[i].position);
    return first;
}

// The most that one child asks for, and one for each of the others that are open.
Number DfPn::Worker::hardest(std::size_t first, Number Numbers::*number) const {
    std::uint64_t most = 0, sum = 0, open = 0;
    for (std::size_t i = first; i < children_.size(); ++i) {
        const Number of_child = children_[i].outcome.numbers.*number;
        if (of_child == Infinite) return Infinite;
        most = std::max<std::uint64_t>(most, of_child);
        sum += of_child;
        open += of_child != 0 ? 1 : 0;
    }
    if (!search_.options_.weak_numbers) return clamp_number(sum);
    return open == 0 ? 0 : clamp_number(most + open - 1);
}

DfPn::Worker::Outcome DfPn::Worker::decided_yes(const Position& position, std::size_t first) const {
    const bool chooses = position.side == attacker_;
    int rank = chooses ? Path::MaxDepth * Path::MaxDepth : 0;
    for (std::size_t i = first; i < children_.size(); ++i) {
        const Outcome& child = children_[i].outcome;
        if (!child.numbers.is_yes()) continue;
        rank = chooses ? std::min(rank, child.rank) : std::max(rank, child.rank);
    }
    return {Numbers::yes(), rank + 1};
}

DfPn::Worker::Outcome DfPn::Worker::decided_no(const Position& position, std::size_t first) const {
    const bool chooses = position.side != attacker_;
    int rests_on = chooses ? OnConjecture : Unconditional;
    for (std::size_t i = first; i < children_.size(); ++i) {
        const Outcome& child = children_[i].outcome;
        if (!child.numbers.is_no()) continue;
        rests_on =
            chooses ? std::max(rests_on, child.rests_on) : std::min(rests_on, child.rests_on);
    }
    // What rests on this position itself, or on what stands below it, goes round in a circle that
    // is closed here.
    if (rests_on >= path_.depth() - 1) rests_on = Unconditional;
    return {Numbers::no(), 0, rests_on};
}

DfPn::Worker::Outcome DfPn::Worker::joined(const Position& position, std::size_t first) const {
    const bool chooses = position.side == attacker_;
    if (first == children_.size()) return {chooses ? Numbers::no() : Numbers::yes()};
    const auto least = chooses ? &Numbers::proof : &Numbers::disproof;
    const auto all = chooses ? &Numbers::disproof : &Numbers::proof;
    Number smallest = Infinite;
    for (std::size_t i = first; i < children_.size(); ++i)
        smallest = std::min(smallest, children_[i].outcome.numbers.*least);
    Numbers numbers;
    numbers.*least = smallest;
    numbers.*all = smallest == 0 ? Infinite : hardest(first, all);
    if (smallest == Infinite) numbers.*all = 0;
    if (numbers.is_yes()) return decided_yes(position, first);
    if (numbers.is_no()) return decided_no(position, first);
    return {numbers};
}

void DfPn::Worker::search_child(std::size_t index, Numbers limits) {
    if (!count_node()) return;
    const Position child = children_[index].position;
    const Numbers before = children_[index].outcome.numbers;
    const bool is_new = children_[index].outcome.is_guess;
    const bool is_shared = search_.is_shared_;
    if (is_shared) search_.table_.enter(child, attacker_, before);
    path_.push(child);
    const Outcome outcome = expand(child, limits, is_new);
    path_.pop();
    if (is_shared) search_.table_.leave(child, attacker_);
    children_[index].outcome = outcome;
}

// Goes into the move that promises most, until another promises more.
void DfPn::Worker::search_best(const Position& position, std::size_t first, Numbers limits) {
    const bool chooses = position.side == attacker_;
    const auto least = chooses ? &Numbers::proof : &Numbers::disproof;
    const auto all = chooses ? &Numbers::disproof : &Numbers::proof;
    std::size_t best = first;
    constexpr std::uint64_t NoNumber = std::numeric_limits<std::uint64_t>::max();  // more than any
    std::uint64_t best_number = NoNumber, second_number = Infinite, best_rest = Infinite;
    std::uint64_t open = 0, sum = 0;
    for (std::size_t i = first; i < children_.size(); ++i) {
        Child& child = children_[i];
        // Where other threads are at work already, another move is more welcome.
        std::optional<TableValue> known;
        if (search_.is_shared_ && !child.outcome.numbers.is_decided())
            known = search_.table_.find(child.position, attacker_);
        const Numbers& numbers = child.outcome.numbers;
        sum += numbers.*all;
        open += numbers.*all != 0 ? 1 : 0;
        if (numbers.*least == Infinite) continue;
        std::uint64_t number = numbers.*least;
        if (known) number += number * known->threads + known->threads;
        if (number < best_number || (number == best_number && numbers.*all < best_rest)) {
            second_number = std::min<std::uint64_t>(best_number, Infinite);
            best_number = number;
            best_rest = numbers.*all;
            best = i;
        } else {
            second_number = std::min(second_number, number);
        }
    }
    Numbers of_child;
    const double patience = 1 + search_.options_.epsilon;
    const auto next = static_cast<std::uint64_t>(static_cast<double>(second_number) * patience) + 1;
    of_child.*least = clamp_number(std::min<std::uint64_t>(limits.*least, next));
    const Number own = children_[best].outcome.numbers.*all;
    const std::uint64_t others = search_.options_.weak_numbers ? open - 1 : sum - own;
    of_child.*all = limits.*all > others ? static_cast<Number>(limits.*all - others) : 1;
    search_child(best, of_child);
}

void DfPn::Worker::keep(const Position& position, const Outcome& outcome, std::uint64_t nodes) {
    const bool is_conditional = outcome.numbers.is_no() && outcome.rests_on != Unconditional;
    if (is_conditional && !search_.options_.keep_conditional) return;
    search_.table_.store(position,
                         attacker_,
                         {.numbers = outcome.numbers,
                          .rank = static_cast<std::uint16_t>(std::min(outcome.rank, 0xffff)),
                          .conditional = is_conditional,
                          .work = logarithm(nodes)});
}

DfPn::Worker::Outcome DfPn::Worker::expand(const Position& position, Numbers limits, bool is_new) {
    if (path_.depth() >= Path::MaxDepth) return {TooDeep};
    const std::uint64_t before = nodes_;
    const std::size_t first = push_children(position);
    Outcome outcome = joined(position, first);
    // Every visit reaches something new, or a circle of positions, each of which leaves the work to
    // the next one, would never end.
    if (!is_new) {
        limits.proof = std::max(limits.proof, clamp_number(outcome.numbers.proof + 1U));
        limits.disproof = std::max(limits.disproof, clamp_number(outcome.numbers.disproof + 1U));
    }
    while (!outcome.numbers.is_decided() && outcome.numbers.proof < limits.proof &&
           outcome.numbers.disproof < limits.disproof && !stopped_) {
        search_best(position, first, limits);
        outcome = joined(position, first);
        if (path_.depth() == 1)
            search_.root_numbers_.store(outcome.numbers, std::memory_order_relaxed);
    }
    children_.resize(first);
    keep(position, outcome, nodes_ - before + 1);
    return outcome;
}

DfPn::DfPn(const Leaves& leaves,
           const Evaluator& evaluator,
           ProofTable& table,
           const DfPnOptions& options,
           const search::TranspositionTable* hints)
    : leaves_(leaves),
      knowledge_{evaluator, hints, leaves.max_pieces(), options.kings_factor},
      table_(table),
      options_(options),
      threads_(options.threads) {}

Numbers DfPn::numbers_of(const Position& position, Side attacker) const {
    const Answer leaf = leaves_.ask(position, attacker);
    if (leaf != Answer::Unknown) return leaf == Answer::Yes ? Numbers::yes() : Numbers::no();
    if (const auto known = table_.find(position, attacker)) return known->numbers;
    return initial_numbers(position, attacker, knowledge_);
}

Numbers DfPn::numbers_of_thread(const Position& root, Side attacker, Budget& budget) {
    try {
        return Worker(*this, attacker, budget).run(root);
    } catch (...) {
        is_over_.store(true, std::memory_order_relaxed);
        throw;
    }
}

// As many as the budget can lead to.  Memory has to be cleared before it is used, which may take as
// long as a short search.
std::uint64_t DfPn::positions_ahead(const Budget& budget) const {
    constexpr double PerSecondAndThread = 1e6;
    const auto left = budget.time_left();
    if (!left) return budget.left();
    const double most = std::chrono::duration<double>(*left).count() * PerSecondAndThread *
                        threads_.load(std::memory_order_relaxed);
    const double nodes = static_cast<double>(budget.left());
    return most < nodes ? static_cast<std::uint64_t>(most) : budget.left();
}

Answer DfPn::search(const Position& root, Side attacker, Budget& budget) {
    const Answer leaf = leaves_.ask(root, attacker);
    if (leaf != Answer::Unknown) return leaf;
    table_.reserve(positions_ahead(budget));
    is_over_.store(false);
    std::vector<std::future<Numbers>> helpers;
    const int threads =
        budget.left() < NodesWorthSharing ? 1 : threads_.load(std::memory_order_relaxed);
    is_shared_ = threads > 1;
    for (int i = 1; i < threads; ++i)
        helpers.push_back(std::async(std::launch::async,
                                     [&] { return numbers_of_thread(root, attacker, budget); }));
    Numbers root_numbers = numbers_of_thread(root, attacker, budget);
    for (std::future<Numbers>& helper : helpers)
        if (const Numbers numbers = helper.get(); numbers.is_decided()) root_numbers = numbers;
    root_numbers_.store(root_numbers);
    if (root_numbers.is_yes()) return Answer::Yes;
    return root_numbers.is_no() ? Answer::No : Answer::Unknown;
}

}  // namespace deepwell::proof
