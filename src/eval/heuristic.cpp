#include "eval/heuristic.h"

namespace deepwell {

namespace {

struct Names {
    std::string_view name;
    std::string_view words;
};

// In the order of the enumeration.
constexpr std::array<Names, HeuristicCount> Table{{
    {"piece_count", "men and kings"},
    {"king_count", "kings"},
    {"pin", "men of the other side held at the side of the board"},
    {"balance", "men more on one wing than on the other"},
    {"single_corner_angle", "men still in the single corner"},
    {"double_corner_angle", "men still before the double corner"},
    {"back_row", "men on the back row, 2 more for the bridge"},
    {"centrality", "men in the centre, its heart counted twice"},
    {"advancement", "rows that the men have gone forward"},
    {"shadow", "squares that no man can come to any more"},
    {"king_centralize", "kings in the centre, its heart counted twice"},
    {"corners", "kings in double corners while behind"},
    {"safe_moves", "steps of men that cannot be jumped at once"},
    {"blocked_men", "men that cannot move"},
    {"king_mobility", "steps of kings that cannot be jumped at once"},
    {"runaway", "men that nothing stops from crowning, more when near"},
    {"free_king", "the only king, more with men on its own back row"},
    {"trapped_king", "kings shut in at the edge"},
    {"exchange", "pieces ahead, times pieces off the board"},
    {"numb_kings", "kings while behind"},
    {"side_to_move", "to move"},
    {"the_move", "has the move, pieces being equal"},
}};
static_assert(!Table.back().name.empty());

}  // namespace

std::string_view name_of(Heuristic heuristic) {
    return Table[static_cast<std::size_t>(heuristic)].name;
}

std::string_view words_for(Heuristic heuristic) {
    return Table[static_cast<std::size_t>(heuristic)].words;
}

std::optional<Heuristic> heuristic_named(std::string_view name) {
    for (const Heuristic heuristic : Heuristics)
        if (name_of(heuristic) == name) return heuristic;
    return std::nullopt;
}

}  // namespace deepwell
