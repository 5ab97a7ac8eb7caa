// Checks an extracted answer by the definitions of docs/proof-method.md, with the rules of the
// game and a table of what is known, and nothing else of the prover.

#pragma once

#include <gtest/gtest.h>
#include <map>
#include <tuple>

#include "board/fen.h"
#include "board/movegen.h"
#include "proof/extraction.h"

namespace deepwell::proof {

class ShownHolds {
public:
    ShownHolds(const ShownAnswer& shown, const Leaves& leaves) : shown_(shown), leaves_(leaves) {
        for (const ProofRecord& record : shown.records)
            ranks_[key_of(record.position)] = record.rank;
    }

    testing::AssertionResult for_root(const Position& root) const {
        if (ranks_.size() != shown_.records.size())
            return testing::AssertionFailure() << "a position twice";
        if (!is_shown(root, None) && !is_answered(root, None))
            return testing::AssertionFailure() << to_fen(root) << " is not shown";
        for (const ProofRecord& record : shown_.records) {
            if (record.position.side != chooser())
                return testing::AssertionFailure() << to_fen(record.position) << ": wrong side";
            if (!is_move(record))
                return testing::AssertionFailure() << to_fen(record.position) << ": no such move";
            const bool holds = leaves_.ask(record.choice, shown_.attacker) == shown_.answer ||
                               is_answered(record.choice, record.rank);
            if (!holds)
                return testing::AssertionFailure() << to_fen(record.position) << " does not hold";
        }
        return testing::AssertionSuccess();
    }

private:
    static constexpr std::uint32_t None = ~std::uint32_t{0};

    static std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, Side> key_of(const Position& p) {
        return {p.black.bits(), p.white.bits(), p.kings.bits(), p.side};
    }
    Side chooser() const {
        return shown_.answer == Answer::Yes ? shown_.attacker : other(shown_.attacker);
    }
    static bool is_move(const ProofRecord& record) {
        for (const Move& move : legal_moves(record.position))
            if (play(record.position, move) == record.choice) return true;
        return false;
    }
    // By a leaf or a record of lower rank.
    bool is_shown(const Position& position, std::uint32_t rank) const {
        if (leaves_.ask(position, shown_.attacker) == shown_.answer) return true;
        const auto found = ranks_.find(key_of(position));
        if (found == ranks_.end()) return false;
        return shown_.answer == Answer::No || found->second < rank;
    }
    // The other side is to move, and every move of it leads to something shown.
    bool is_answered(const Position& position, std::uint32_t rank) const {
        if (position.side == chooser()) return false;
        for (const Move& move : legal_moves(position))
            if (!is_shown(play(position, move), rank)) return false;
        return true;
    }

    const ShownAnswer& shown_;
    const Leaves& leaves_;
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, Side>, std::uint32_t> ranks_;
};

}  // namespace deepwell::proof
