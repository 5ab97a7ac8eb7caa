// MenSolver: a ConfigSolver for materials without kings, where a configuration is one position for
// each side to move.  Every move leads out of it, so one look at the moves decides.

#pragma once

#include <array>

#include "base/check.h"
#include "board/movegen_kernel.h"
#include "egdb/config_solver.h"

namespace deepwell::egdb {

template <class Isa>
class MenSolver final : public ConfigSolver {
public:
    // REQUIRES: the material has no kings; `store` has every other material that a move leads to.
    MenSolver(const RawStore& store, RawTable& table) : table_(table) {
        for (const Side mover : Sides)
            for (int taken = 0; taken < table.material().of(other(mover)).men; ++taken)
                for (const bool crowned : {false, true}) find_child(store, mover, taken, crowned);
    }

    void solve(std::uint64_t configuration) override {
        const Men men = table_.men().template men_near<Isa>(configuration, black_rank_);
        const PaddedPosition position{pad<Isa>(men.black), pad<Isa>(men.white), Padded{}};
        settle<Side::Black>(position, configuration);
        settle<Side::White>(position, configuration);
    }

    // Moves of men never come back, so answers need no other rule than values.
    void answer(std::uint64_t configuration, Side, Aim, std::vector<std::uint8_t>* turns) override {
        if (turns != nullptr) turns->clear();
        solve(configuration);
    }

    void complete(std::uint64_t, Side, Side, const std::vector<std::uint8_t>&) override {
        CHECK(false);
    }
    void derive(std::uint64_t, Side, Side) override { CHECK(false); }

private:
    struct Child {
        const RawTable* table = nullptr;
        const RawTable::Half* half = nullptr;  // the opponent to move
    };

    // What the moves seen so far tell of a position with S to move.
    template <Side S>
    struct Outcome {
        const MenSolver& solver;
        const View view;
        bool wins = false;
        bool loses = true;  // all moves lose

        [[gnu::always_inline]] void operator()(Man, Padded from, Padded to, Padded captured) {
            if (wins) return;
            const Padded enemies = view.enemies - captured;
            if (enemies.is_empty()) {
                wins = true;
                loses = false;
                return;
            }
            const RawValue value = solver.value_after<S>(view.own - from, to, enemies, captured);
            wins = value.loss;
            loses = loses && value.win;
        }
        void operator()(King, Padded, Padded, Padded) {}
    };

    static std::size_t index(Side side) { return static_cast<std::size_t>(side); }

    void find_child(const RawStore& store, Side mover, int taken, bool crowned) {
        Material after = table_.material();
        if (crowned) --after.of(mover).men, ++after.of(mover).kings;
        after.of(other(mover)).men -= taken;
        if (after.of(mover).men < 0) return;
        Child& child = children_[index(mover)][static_cast<std::size_t>(taken)][crowned ? 1 : 0];
        child.table = after == table_.material() ? &table_ : store.find(after);
        CHECK(child.table != nullptr);
        child.half = &child.table->half(other(mover));
    }

    template <Side S>
    void settle(const PaddedPosition& position, std::uint64_t configuration) {
        Outcome<S> outcome{*this, view_of<S>(position)};
        visit_moves<S, JumpPaths::All>(position, outcome);
        RawTable::Half& half = table_.half(S);
        const std::uint64_t slot = table_.slot_of(configuration, S);
        half.win[slot] = outcome.wins ? 1 : 0;
        half.loss[slot] = outcome.loses ? 1 : 0;
    }

    // The opponent's value when a man has come to `to`, where `own` are the others.
    template <Side S>
    [[gnu::always_inline]] RawValue value_after(Padded own,
                                                Padded to,
                                                Padded enemies,
                                                Padded captured) const {
        const bool crowned = !(to & PaddedKingRow<S>).is_empty();
        const Child& child = children_[index(S)][captured.count()][crowned ? 1 : 0];
        const Bitboard ours = unpad<Isa>(crowned ? own : own | to);
        const Bitboard theirs = unpad<Isa>(enemies);
        const Men men = S == Side::Black ? Men{ours, theirs} : Men{theirs, ours};
        std::uint64_t bit =
            8 * child.half->stride *
            child.table->slot_of(child.table->men().template number_of<Isa>(men), other(S));
        if (crowned) bit += (PaddedBoard - (own | enemies) & Padded(to.bits() - 1)).count();
        return {(child.half->win[bit / 8] >> (bit % 8) & 1U) != 0,
                (child.half->loss[bit / 8] >> (bit % 8) & 1U) != 0};
    }

    RawTable& table_;
    std::uint64_t black_rank_ = 0;
    // By mover, men taken, and whether a man was crowned.
    std::array<std::array<std::array<Child, 2>, MaxPieces + 1>, 2> children_{};
};

}  // namespace deepwell::egdb
