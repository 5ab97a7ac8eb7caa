#include "cli/value_text.h"

namespace deepwell::cli {

std::string verdict_text(const Position& position, WdlRange value) {
    const std::string mover = name(position.side);
    const std::string opponent = name(other(position.side));
    if (value == WdlRange::exactly(Wdl::Win)) return mover + " wins.";
    if (value == WdlRange::exactly(Wdl::Loss)) return opponent + " wins.";
    if (value == WdlRange::exactly(Wdl::Draw)) return "A draw.";
    if (value.low == Wdl::Draw) return mover + " does not lose; whether it wins is open.";
    if (value.high == Wdl::Draw) return mover + " does not win; whether it loses is open.";
    return "Not decided.";
}

}  // namespace deepwell::cli
