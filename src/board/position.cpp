#include "board/position.h"

#include <fmt/format.h>

namespace deepwell {

std::optional<std::string> fault_of(const Position& p) {
    if (const Bitboard both = p.black & p.white; !both.is_empty())
        return fmt::format("square {} holds a black and a white piece", both.lowest().number());
    if (const Bitboard stray = p.kings - p.occupied(); !stray.is_empty())
        return fmt::format("the king on square {} belongs to nobody", stray.lowest().number());
    for (const Side side : Sides) {
        if (const Bitboard men = p.men(side) & king_row(side); !men.is_empty())
            return fmt::format(
                "{} has a man on its king row, square {}", name(side), men.lowest().number());
        if (const int count = p.pieces(side).count(); count > MenPerSide)
            return fmt::format(
                "{} has {} pieces, at most {} are possible", name(side), count, MenPerSide);
    }
    return std::nullopt;
}

}  // namespace deepwell
