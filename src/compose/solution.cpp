#include "compose/solution.h"

#include "board/movegen.h"

namespace deepwell::compose {

std::vector<Move> Solution::cooks() const {
    std::vector<Move> cooks;
    for (const Way& way : first_moves)
        if (way.keeps == proof::Answer::Yes && way.move != key) cooks.push_back(way.move);
    return cooks;
}

std::vector<Dual> Solution::duals() const {
    std::vector<Dual> duals;
    // Second first moves are cooks.
    for (std::size_t ply = key ? 1 : 0; ply < line.size(); ++ply)
        for (const Way& second : line[ply].seconds) {
            Dual dual{.ply = ply, .move = second.move};
            dual.is_exact = second.distance && line[ply].distance;
            if (dual.is_exact)
                dual.longer = *second.distance - *line[ply].distance;
            else if (second.played && line[ply].played)
                dual.longer = *second.played - *line[ply].played;
            duals.push_back(dual);
        }
    return duals;
}

std::vector<Move> Solution::moves() const {
    std::vector<Move> moves;
    for (const SolutionPly& ply : line) moves.push_back(ply.move);
    return moves;
}

Position last_position(const Position& first, const SolutionLine& line) {
    return line.empty() ? first : play(line.back().before, line.back().move);
}

}  // namespace deepwell::compose
