#include "proof/extraction.h"

#include <optional>

#include "proof/closed_set.h"
#include "proof/win_tree.h"

namespace deepwell::proof {

namespace {

// The search takes turns with a set that is built on guesses, each time with twice as many nodes as
// before.  The set has the smaller share: it closes soon, or hardly ever.
constexpr std::uint64_t GuessShare = 3;
constexpr std::uint64_t FirstSlice = 1000;

// For a guess of a set that is built on what the search has shown.
constexpr std::uint64_t NodesToAsk = 300;

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
    std::optional<ClosedSet> guess(std::in_place, search, attacker, root);
    for (std::uint64_t slice = FirstSlice; believed == Answer::Unknown && !budget.is_exhausted();
         slice *= 2) {
        Budget searching(budget, slice);
        believed = search.search(root, attacker, searching);
        if (believed == Answer::No) {
            guess.reset();
            ClosedSet set(search, attacker, root, NodesToAsk);
            believed = build(set, budget, shown);
            break;
        }
        if (believed == Answer::Yes) break;
        if (!guess) continue;
        Budget guessing(budget, slice / GuessShare);
        believed = build(*guess, guessing, shown);
        if (guess->is_full()) guess.reset();
    }
    if (believed == Answer::Yes && !show_win(search, root, budget, shown))
        believed = Answer::Unknown;
    shown.answer = believed;
    return shown;
}

void add_to(Facts& facts, const ShownAnswer& shown) {
    for (const ProofRecord& record : shown.records)
        facts.add(record.position, shown.attacker, shown.answer);
}

}  // namespace deepwell::proof
