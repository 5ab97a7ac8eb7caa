// Playing out jumps: endings of positions that the files do not hold.
//
// Files hold only positions without jumps for the side to move.  For the others every jump is
// played until none is due; captures only reduce the pieces, so this ends.  A side without pieces
// has lost; a material that is absent is unknown, and what is known of the other jumps still
// counts.

#pragma once

#include <algorithm>
#include <optional>

#include "board/movegen.h"
#include "board/wdl.h"

namespace deepwell::egdb {

struct Ending {
    Wdl value = Wdl::Draw;
    int plies = -1;  // -1 for draws
    bool operator==(const Ending&) const = default;
};

// The better of two for the side that may choose: a quick win, a draw, a late loss.
constexpr bool is_better(const Ending& a, const Ending& b) {
    if (a.value != b.value) return a.value > b.value;
    return a.value == Wdl::Win ? a.plies < b.plies : a.plies > b.plies;
}
// What an ending after a move means for the side that made it.
constexpr Ending before_move(const Ending& after) {
    return {-after.value, after.value == Wdl::Draw ? -1 : after.plies + 1};
}

// `look_up(position)` gives the std::optional<Ending> of a position in which both sides have pieces
// and the side to move cannot jump.  Nothing if something needed is absent.
template <class LookUp>
std::optional<Ending> ending_by_jumps(const Position& position, const LookUp& look_up) {
    if (position.own().is_empty()) return Ending{Wdl::Loss, 0};
    if (!can_jump(position) && !position.enemy().is_empty()) return look_up(position);
    std::optional<Ending> best;
    for (const Move& move : legal_moves(position)) {
        const auto after = ending_by_jumps(play(position, move), look_up);
        if (!after) return std::nullopt;
        const Ending here = before_move(*after);
        if (!best || is_better(here, *best)) best = here;
    }
    return best ? best : Ending{Wdl::Loss, 0};
}

// How many plies the position still lasts when the winner hurries and the loser delays; nothing for
// draws, and if something needed is absent.  `value_of(position)` gives the std::optional<Wdl> and
// `half_of(position)` the std::optional<int> half distance (distance_table.h) of a position in
// which both sides have pieces and the side to move cannot jump; the latter is asked only about
// won and lost ones.
template <class ValueOf, class HalfOf>
std::optional<int> plies(const Position& position, const ValueOf& value_of, const HalfOf& half_of) {
    const auto look_up = [&](const Position& quiet) -> std::optional<Ending> {
        const std::optional<Wdl> value = value_of(quiet);
        if (!value) return std::nullopt;
        if (*value == Wdl::Draw) return Ending{};
        const std::optional<int> half = half_of(quiet);
        if (!half) return std::nullopt;
        return Ending{*value, *value == Wdl::Win ? 2 * *half - 1 : 2 * *half};
    };
    const std::optional<Ending> ending = ending_by_jumps(position, look_up);
    if (!ending || ending->value == Wdl::Draw) return std::nullopt;
    return ending->plies;
}

}  // namespace deepwell::egdb
