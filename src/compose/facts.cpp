#include "compose/facts.h"

#include "board/movegen.h"

namespace deepwell::compose {

namespace {

bool is_crowned(const Position& position, const Move& move) {
    return !position.kings.contains(move.from) && king_row(position.side).contains(move.to);
}

bool is_sacrifice(const std::vector<Move>& line, std::size_t ply) {
    return ply + 1 < line.size() && line[ply + 1].captured.count() > line[ply].captured.count();
}

}  // namespace

Facts facts_of(const Position& start, const std::vector<Move>& line, Side solver) {
    Facts facts{.length = static_cast<int>(line.size()), .pieces_start = start.occupied().count()};
    Position position = start;
    for (std::size_t ply = 0; ply < line.size(); ++ply) {
        const Move& move = line[ply];
        facts.jumps += move.is_jump() ? 1 : 0;
        facts.kings_made += is_crowned(position, move) ? 1 : 0;
        facts.sacrifices += position.side == solver && is_sacrifice(line, ply) ? 1 : 0;
        position = play(position, move);
    }
    facts.pieces_end = position.occupied().count();
    return facts;
}

bool can_be_played(Position position, const std::vector<Move>& line) {
    for (const Move& move : line) {
        if (!legal_moves(position).contains(move)) return false;
        position = play(position, move);
    }
    return true;
}

}  // namespace deepwell::compose
