// A question of the prover: does this side win?  (docs/proof-method.md)

#pragma once

#include <cstdint>

#include "board/square.h"
#include "board/wdl.h"

namespace deepwell::proof {

enum class Answer : std::uint8_t { Unknown, Yes, No };

// What the value of a position, for the side to move, says about the question.
constexpr Answer answer_of(WdlRange value, Side to_move, Side attacker) {
    if (to_move != attacker) value = -value;
    if (value.low == Wdl::Win) return Answer::Yes;
    return value.high < Wdl::Win ? Answer::No : Answer::Unknown;
}

// What both answers say about the value, for the side to move.
constexpr WdlRange value_of(Answer mover_wins, Answer other_wins) {
    if (mover_wins == Answer::Yes) return WdlRange::exactly(Wdl::Win);
    if (other_wins == Answer::Yes) return WdlRange::exactly(Wdl::Loss);
    return {other_wins == Answer::No ? Wdl::Draw : Wdl::Loss,
            mover_wins == Answer::No ? Wdl::Draw : Wdl::Win};
}

}  // namespace deepwell::proof
