// Prober: the value of a position from the files, compiled once per instruction set.

#pragma once

#include "board/movegen.h"
#include "board/movegen_kernel.h"
#include "egdb/database.h"

namespace deepwell::egdb {

template <class Isa>
class Prober {
public:
    static WdlRange probe(const Database& database, const Position& position) {
        database.probes_.add();
        const Prober prober(database);
        return database.raw_ ? prober.raw_value(position) : prober.value(position);
    }

private:
    explicit Prober(const Database& database) : database_(database) {}

    WdlRange value(const Position& position) const {
        if (position.own().is_empty()) return WdlRange::exactly(Wdl::Loss);
        if (position.enemy().is_empty()) return WdlRange::exactly(Wdl::Win);
        return quiet_or_best(position.side == Side::Black ? position : turned(position));
    }

    WdlRange raw_value(const Position& position) const {
        if (position.own().is_empty() || position.enemy().is_empty() ||
            __builtin_popcount(position.occupied().bits()) > database_.raw_->pieces())
            return value(position);
        return WdlRange::exactly(database_.raw_->template value<Isa>(position));
    }

    // REQUIRES: Black is to move, both sides have pieces.
    WdlRange quiet_or_best(const Position& position) const {
        if (must_jump(position)) return best_of_moves(position);
        const Material material = material_in(position);
        const ValueTable* const table = database_.table(material);
        if (table == nullptr) return {};
        if (is_derived(material, {position.men(Side::Black), position.men(Side::White)}))
            return best_of_moves(position);
        database_.look_ups_.add();
        return WdlRange::exactly(table->value<Isa>(position, database_.loads_));
    }

    WdlRange best_of_moves(const Position& position) const {
        WdlRange best = WdlRange::exactly(Wdl::Loss);
        for (const Move& move : legal_moves(position)) {
            const WdlRange after = -value(play(position, move));
            best = {std::max(best.low, after.low), std::max(best.high, after.high)};
            if (best.low == Wdl::Win) break;
        }
        return best;
    }

    static bool must_jump(const Position& p) {
        const PaddedPosition padded{pad<Isa>(p.black), pad<Isa>(p.white), pad<Isa>(p.kings)};
        return !all_jumpers<Side::Black>(view_of<Side::Black>(padded)).is_empty();
    }

    static Material material_in(const Position& p) {
        const auto count = [](Bitboard set) { return __builtin_popcount(set.bits()); };
        return {{count(p.black & p.kings), count(p.black - p.kings)},
                {count(p.white & p.kings), count(p.white - p.kings)}};
    }

    const Database& database_;
};

}  // namespace deepwell::egdb
