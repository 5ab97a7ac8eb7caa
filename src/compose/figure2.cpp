#include "compose/figure2.h"

#include <algorithm>
#include <vector>

#include "board/movegen.h"
#include "compose/piece_sight.h"

namespace deepwell::compose {

namespace {

constexpr int EndRow = 4;
constexpr int LeastAtTheSide = 3;
constexpr int SingleCorner = 6;
constexpr int KingValue = 3;
constexpr int BlockingPoints = 3;
constexpr int ForcingPoints = 9;

constexpr std::array<Direction, 4> AllDirections{
    Direction::SouthWest, Direction::SouthEast, Direction::NorthWest, Direction::NorthEast};

// The neighbours of a square that hold pieces, the square `but` left out.
std::vector<Square> company_of(const Position& position, Square square, Square but) {
    std::vector<Square> company;
    for (const Direction d : AllDirections)
        if (const auto next = neighbour(square, d);
            next && *next != but && position.occupied().contains(*next))
            company.push_back(*next);
    return company;
}

// After the step: an enemy that is neither of the two could jump the piece, or be jumped by it.
bool has_third(const Position& after, Square square, Square first, Square second) {
    const Bitboard pair = Bitboard::of(first) | Bitboard::of(second);
    for (const Move& move : moves_of(after, square))
        if (!(move.captured - pair).is_empty()) return true;
    const Side enemy = other(owner_of(after, square));
    for (const Move& move : legal_moves(with_side(after, enemy)))
        if (move.captured.contains(square) && !pair.contains(move.from)) return true;
    return false;
}

void count_pair(Glasses& glasses, const Position& after, Square square, Square a, Square b) {
    const Side side = owner_of(after, square);
    const int friends = (owner_of(after, a) == side ? 1 : 0) + (owner_of(after, b) == side ? 1 : 0);
    if (friends == 2) ++glasses.friendly;
    if (friends == 1) ++glasses.half;
    if (friends == 0 && has_third(after, square, a, b)) ++glasses.full;
}

Position after_move(const Position& position, const Move& move) {
    return play(with_side(position, owner_of(position, move.from)), move);
}

}  // namespace

int square_value(Square square) {
    const int from_end = std::min(square.row(), BoardSize - 1 - square.row());
    const bool at_side = square.column() == 0 || square.column() == BoardSize - 1;
    if (at_side && from_end == 0) return SingleCorner;
    return at_side ? std::max(LeastAtTheSide, EndRow + 1 - from_end) : EndRow - from_end;
}

int piece_value(const Position& position, Square square) {
    return position.kings.contains(square) ? KingValue : 1;
}

int piece_status(const Position& position, Square square) {
    const bool is_king = position.kings.contains(square);
    const bool threatening = is_threatening(position, square);
    if (is_threatened(position, square)) {
        if (threatening) return 1;
        return is_king ? -3 : -1;
    }
    if (!threatening) return 0;
    return is_king ? 3 : 2;
}

int move_value(const Position& position, const Move& move) {
    const Position after = after_move(position, move);
    const bool forces = legal_moves(after).size() == 1;
    return (forces ? ForcingPoints : 0) + (is_blocking(after, move.to) ? BlockingPoints : 0);
}

int freedom_of(const Position& position, const Move& move) {
    const Position after = after_move(position, move);
    return square_value(move.to) + move_value(position, move) + piece_status(after, move.to);
}

std::optional<Move> freest_move(const Position& position, Square square) {
    std::optional<Move> best;
    int most = 0;
    for (const Move& move : moves_of(position, square)) {
        const int freedom = freedom_of(position, move);
        if (best && freedom <= most) continue;
        best = move;
        most = freedom;
    }
    return best;
}

Glasses glasses_of(const Position& position, Square square) {
    Glasses glasses;
    for (const Move& move : moves_of(position, square)) {
        if (move.is_jump()) continue;
        const Position after = after_move(position, move);
        const std::vector<Square> company = company_of(after, move.to, square);
        for (std::size_t a = 0; a < company.size(); ++a)
            for (std::size_t b = a + 1; b < company.size(); ++b)
                count_pair(glasses, after, move.to, company[a], company[b]);
    }
    return glasses;
}

PieceMark piece_mark(const Position& position, Square square, Side solver) {
    PieceMark mark;
    mark.position = square_value(square) * piece_value(position, square);
    if (const auto move = freest_move(position, square)) {
        mark.freedom = freedom_of(position, *move);
        mark.move = move_value(position, *move);
    }
    mark.blocking = is_blocking(position, square) ? BlockingPoints : 0;
    mark.forcing = is_forcing(position, square) ? ForcingPoints : 0;
    mark.status = piece_status(position, square);
    const int glasses = glasses_of(position, square).value();
    mark.glasses = owner_of(position, square) == solver ? glasses : -glasses;
    return mark;
}

int figure2_mark(const Position& position, Side solver) {
    int mark = 0;
    for (const Square square : position.occupied())
        mark += piece_mark(position, square, solver).sum();
    return mark;
}

}  // namespace deepwell::compose
