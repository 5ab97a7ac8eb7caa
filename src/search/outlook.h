// Outlook: what a position that may be a leaf has to say before it is evaluated.

#pragma once

#include "board/move_list_kernel.h"

namespace deepwell::search {

struct Outlook {
    bool can_jump = false;    // the side to move must jump
    bool threatened = false;  // the other side could jump if it were its turn
    bool can_move = false;    // by a quiet move
};

template <Side S>
[[gnu::always_inline]] inline Padded steps_of(const View& view) {
    Padded steps = shift<Forward<S>::Left>(view.own) | shift<Forward<S>::Right>(view.own);
    if (!view.kings.is_empty())
        steps |= shift<Backward<S>::Left>(view.kings) | shift<Backward<S>::Right>(view.kings);
    return steps & view.empty;
}

template <Side S>
[[gnu::always_inline]] inline Outlook outlook_of(const PaddedPosition& p) {
    const View mine = view_of<S>(p);
    const View theirs = view_of<other(S)>(p);
    return {!all_jumpers<S>(mine).is_empty(),
            !all_jumpers<other(S)>(theirs).is_empty(),
            !steps_of<S>(mine).is_empty()};
}

template <class Isa>
Outlook outlook_of(const Position& p) {
    const PaddedPosition squares = padded<Isa>(p);
    return p.side == Side::Black ? outlook_of<Side::Black>(squares)
                                 : outlook_of<Side::White>(squares);
}

}  // namespace deepwell::search
