#include "rules.h"

#include <span>

namespace checker {

// The row above row 0 has a very large number: there is no field.
constexpr std::array<std::array<Step, 4>, SquareCount> Steps = [] {
    std::array<std::array<Step, 4>, SquareCount> steps{};
    for (unsigned row = 0; row < BoardSize; ++row)
        for (unsigned column = 0; column < BoardSize; ++column)
            if (const Squares square = square_at(row, column); square != 0)
                steps[lowest(square)] = {{
                    {square_at(row + 1, column - 1), square_at(row + 2, column - 2)},
                    {square_at(row + 1, column + 1), square_at(row + 2, column + 2)},
                    {square_at(row - 1, column - 1), square_at(row - 2, column - 2)},
                    {square_at(row - 1, column + 1), square_at(row - 2, column + 2)},
                }};
    return steps;
}();

namespace {

// Men go forward.
std::span<const Step> steps_of(const Position& p, unsigned square) {
    const std::span<const Step> all = Steps[square];
    if ((p.kings >> square & 1U) != 0) return all;
    return p.side == Side::Black ? all.first(2) : all.last(2);
}

// With the piece of the side to move that stood on `from` somewhere else.
Position moved(Position p, unsigned from, Squares to) {
    const Squares change = Squares{1} << from | to;
    (p.side == Side::Black ? p.black : p.white) ^= change;
    if ((p.kings >> from & 1U) != 0) p.kings ^= change;
    return p;
}

// The move is over: what was jumped is gone, and a man that has reached its king row is a king.
Position finished(const Position& p, Squares jumped) {
    const Squares kings = p.kings | (p.own() & king_row(p.side));
    return {p.black & ~jumped, p.white & ~jumped, kings & ~jumped, other(p.side)};
}

// The piece goes on as long as there is something to jump, but no piece is jumped twice.  A man
// that reaches its king row stops there: it has no way forward.
void jump_on(const Position& p, unsigned from, Squares jumped, std::vector<Position>& out) {
    bool is_end = true;
    for (const Step& step : steps_of(p, from)) {
        if (!step.is_jump(p.enemy() & ~jumped, ~p.occupied())) continue;
        jump_on(moved(p, from, step.behind), lowest(step.behind), jumped | step.to, out);
        is_end = false;
    }
    if (is_end && jumped != 0) out.push_back(finished(p, jumped));
}

std::string list_of_pieces(Squares pieces, Squares kings) {
    std::string text;
    for (; pieces != 0; pieces &= pieces - 1) {
        const unsigned square = lowest(pieces);
        if (!text.empty()) text += ',';
        if ((kings >> square & 1U) != 0) text += 'K';
        text += std::to_string(square + 1);
    }
    return text;
}

}  // namespace

Squares king_row(Side side) {
    constexpr unsigned Width = (BoardSize + 1) / 2;  // squares of the first and of the last row
    constexpr Squares Top = (Squares{1} << Width) - 1;
    return side == Side::Black ? Top << (SquareCount - Width) : Top;
}

std::uint32_t gathered(Squares set, Squares room) {
    std::uint32_t numbers = 0;
    for (; set != 0; set &= set - 1)
        numbers |= std::uint32_t{1} << std::popcount(room & ((set & (0 - set)) - 1));
    return numbers;
}

Squares scattered(std::uint32_t numbers, Squares room) {
    Squares set = 0;
    for (; numbers != 0; room &= room - 1, numbers >>= 1)
        if ((numbers & 1U) != 0) set |= room & (0 - room);
    return set;
}

Squares turned(Squares set) {
    Squares result = 0;
    for (; set != 0; set &= set - 1) result |= Squares{1} << (SquareCount - 1 - lowest(set));
    return result;
}

Position turned(const Position& p) {
    return {turned(p.white), turned(p.black), turned(p.kings), other(p.side)};
}

std::string fault_of(const Position& p) {
    if (((p.occupied() | p.kings) & ~AllSquares) != 0) return "there is no such square";
    if ((p.black & p.white) != 0) return "two pieces stand on one square";
    if ((p.kings & ~p.occupied()) != 0) return "a king stands where no piece is";
    const Squares at_end = (p.black & king_row(Side::Black)) | (p.white & king_row(Side::White));
    if ((at_end & ~p.kings) != 0) return "a man stands on its king row";
    if (std::max(std::popcount(p.black), std::popcount(p.white)) > PiecesAtStart)
        return "a side has more pieces than at the start";
    return "";
}

std::string to_fen(const Position& p) {
    const std::string side = p.side == Side::Black ? "B" : "W";
    return side + ":W" + list_of_pieces(p.white, p.kings) + ":B" + list_of_pieces(p.black, p.kings);
}

std::vector<Position> jumps(const Position& p) {
    std::vector<Position> out;
    for (Squares rest = p.own(); rest != 0; rest &= rest - 1) jump_on(p, lowest(rest), 0, out);
    return out;
}

std::vector<Position> successors(const Position& p) {
    constexpr std::size_t UsualCount = 32;
    std::vector<Position> out = jumps(p);
    if (!out.empty()) return out;
    out.reserve(UsualCount);
    for (Squares rest = p.own(); rest != 0; rest &= rest - 1)
        for (const Step& step : steps_of(p, lowest(rest)))
            if ((step.to & ~p.occupied()) != 0)
                out.push_back(finished(moved(p, lowest(rest), step.to), 0));
    return out;
}

std::vector<Position> numbered_moves(const Position& position) {
    std::vector<Position> moves = successors(position);
    std::ranges::sort(moves);
    moves.erase(std::unique(moves.begin(), moves.end()), moves.end());
    return moves;
}

}  // namespace checker
