// Facts: answers that were shown, kept so that nobody need show them again (docs/proof-method.md).
//
// What an extraction has shown holds for every position of its tree or set, not for the root alone.
// A search that meets such a position may stop there.  It is a fact, but not one that its own
// proof contains: whoever wants a certificate has to join the proofs.
//
// Thread rule: any number of threads.

#pragma once

#include "proof/proof_table.h"
#include "proof/question.h"

namespace deepwell::proof {

class Facts {
public:
    // Takes so many bytes at most; when it is full, some are forgotten.
    explicit Facts(std::size_t bytes) : table_(bytes) {
        table_.reserve(std::numeric_limits<std::uint64_t>::max());
    }

    // REQUIRES: it was shown.
    void add(const Position& position, Side attacker, Answer answer) {
        const Numbers numbers = answer == Answer::Yes ? Numbers::yes() : Numbers::no();
        table_.store(position, attacker, {.numbers = numbers, .work = 1});
    }
    Answer find(const Position& position, Side attacker) {
        const auto found = table_.find(position, attacker);
        if (!found) return Answer::Unknown;
        return found->numbers.is_yes() ? Answer::Yes : Answer::No;
    }
    void prefetch(const Position& position) const { table_.prefetch(position); }

private:
    ProofTable table_;
};

}  // namespace deepwell::proof
