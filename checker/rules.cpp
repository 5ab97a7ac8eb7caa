#include "rules.h"

#include <algorithm>
#include <bit>

namespace checker {

namespace {

enum Piece : std::uint8_t { Empty, BlackPiece, WhitePiece, Border };

// Fields lie row by row with a border around them.
constexpr int Width = BoardSize + 2;
constexpr std::size_t FieldCount = std::size_t{Width} * Width;
constexpr std::array<int, 4> Steps{Width - 1, Width + 1, -Width - 1, -Width + 1};

using Fields = std::array<Piece, FieldCount>;

constexpr bool is_playing_field(int row, int column) {
    return (row + column) % 2 == (BoardSize - 1) % 2;
}

struct Geometry {
    std::array<std::uint8_t, 32> field{};           // of a square, counted from 0
    std::array<std::uint8_t, FieldCount> square{};  // of a playing field
    Squares top = 0, bottom = 0;                    // rows
    Fields empty_board{};
};

constexpr Geometry make_geometry() {
    Geometry geometry;
    geometry.empty_board.fill(Border);
    std::size_t square = 0;
    for (int row = 0; row < BoardSize; ++row)
        for (int column = 0; column < BoardSize; ++column) {
            if (!is_playing_field(row, column)) continue;
            const auto field =
                static_cast<std::size_t>(row + 1) * Width + static_cast<std::size_t>(column + 1);
            geometry.field[square] = static_cast<std::uint8_t>(field);
            geometry.square[field] = static_cast<std::uint8_t>(square);
            if (row == 0) geometry.top |= Squares{1} << square;
            if (row == BoardSize - 1) geometry.bottom |= Squares{1} << square;
            geometry.empty_board[field] = Empty;
            ++square;
        }
    return geometry;
}

constexpr Geometry Board = make_geometry();

constexpr Squares bit_of(int field) {
    return Squares{1} << Board.square[static_cast<std::size_t>(field)];
}

struct Jumps {
    std::array<Jump, 4> jump{};
    std::size_t count = 0;
};
constexpr std::array<Jumps, SquareCount> JumpTable = [] {
    std::array<Jumps, SquareCount> table{};
    for (std::size_t square = 0; square < SquareCount; ++square)
        for (const int step : Steps) {
            const int over = Board.field[square] + step;
            const int to = over + step;
            if (Board.empty_board[static_cast<std::size_t>(over)] == Border) continue;
            if (Board.empty_board[static_cast<std::size_t>(to)] == Border) continue;
            Jumps& jumps = table[square];
            jumps.jump[jumps.count++] = {bit_of(over), bit_of(to), step > 0};
        }
    return table;
}();

// The side to move tries what its pieces can do.
class Mover {
public:
    explicit Mover(const Position& position)
        : position_(position),
          fields_(Board.empty_board),
          enemy_(position.side == Side::Black ? WhitePiece : BlackPiece) {
        put(position.black, BlackPiece);
        put(position.white, WhitePiece);
    }

    bool can_jump() const {
        for (Squares rest = position_.own(); rest != 0; rest &= rest - 1)
            for (const int step : steps_of(field_of_lowest(rest)))
                if (is_jump(field_of_lowest(rest), step)) return true;
        return false;
    }

    void list_jumps(std::vector<Position>& out) {
        for (Squares rest = position_.own(); rest != 0; rest &= rest - 1) {
            const int from = field_of_lowest(rest);
            at(from) = Empty;  // it may come back here
            for (const int step : steps_of(from))
                if (is_jump(from, step)) jump({from, from, 0}, step, out);
            at(from) = position_.side == Side::Black ? BlackPiece : WhitePiece;
        }
    }

    void list_steps(std::vector<Position>& out) const {
        for (Squares rest = position_.own(); rest != 0; rest &= rest - 1) {
            const int from = field_of_lowest(rest);
            for (const int step : steps_of(from))
                if (at(from + step) == Empty) out.push_back(after({from, from + step, 0}));
        }
    }

private:
    struct Move {
        int from;
        int to;
        Squares jumped;
    };

    Piece& at(int field) { return fields_[static_cast<std::size_t>(field)]; }
    Piece at(int field) const { return fields_[static_cast<std::size_t>(field)]; }
    void put(Squares set, Piece piece) {
        for (; set != 0; set &= set - 1) at(field_of_lowest(set)) = piece;
    }
    static int field_of_lowest(Squares set) {
        return Board.field[static_cast<std::size_t>(std::countr_zero(set))];
    }

    // Which of Steps the piece that started here may take: men go forward.
    std::span<const int> steps_of(int from) const {
        const std::span<const int> all = Steps;
        if ((position_.kings & bit_of(from)) != 0) return all;
        return position_.side == Side::Black ? all.first(2) : all.last(2);
    }
    bool is_jump(int from, int step) const {
        return at(from + step) == enemy_ && at(from + 2 * step) == Empty;
    }

    // Jumps on from move.to, and goes on as long as there is something to jump.  A jumped piece
    // cannot be jumped again, so it may as well be taken for a border until the jump is over.
    void jump(Move move, int step, std::vector<Position>& out) {
        const int over = move.to + step;
        const Move longer{move.from, over + step, move.jumped | bit_of(over)};
        at(over) = Border;
        const std::size_t before = out.size();
        if (!is_crowned(longer))
            for (const int next : steps_of(move.from))
                if (is_jump(longer.to, next)) jump(longer, next, out);
        if (out.size() == before) out.push_back(after(longer));
        at(over) = enemy_;
    }

    // Does a man end here as a king?
    bool is_crowned(const Move& move) const {
        return (position_.kings & bit_of(move.from)) == 0 &&
               (king_row(position_.side) & bit_of(move.to)) != 0;
    }

    Position after(const Move& move) const {
        const Squares from = bit_of(move.from);
        const Squares to = bit_of(move.to);
        const bool is_king = (position_.kings & from) != 0 || is_crowned(move);
        const Squares own = (position_.own() & ~from) | to;
        const Squares enemy = position_.enemy() & ~move.jumped;
        const Squares kings =
            (position_.kings & ~(from | move.jumped)) | (is_king ? to : Squares{0});
        if (position_.side == Side::Black) return {own, enemy, kings, Side::White};
        return {enemy, own, kings, Side::Black};
    }

    const Position position_;
    Fields fields_;
    Piece enemy_;
};

std::string list_of_pieces(Squares pieces, Squares kings) {
    std::string text;
    for (int square = 0; square < 32; ++square) {
        if ((pieces >> square & 1U) == 0) continue;
        if (!text.empty()) text += ',';
        if ((kings >> square & 1U) != 0) text += 'K';
        text += std::to_string(square + 1);
    }
    return text;
}

}  // namespace

Squares king_row(Side side) {
    return side == Side::Black ? Board.bottom : Board.top;
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

std::span<const Jump> jumps_from(int square) {
    const Jumps& jumps = JumpTable[static_cast<std::size_t>(square)];
    return {jumps.jump.data(), jumps.count};
}

Squares turned(Squares set) {
    set = (set >> 1 & 0x55555555U) | (set & 0x55555555U) << 1;
    set = (set >> 2 & 0x33333333U) | (set & 0x33333333U) << 2;
    set = (set >> 4 & 0x0f0f0f0fU) | (set & 0x0f0f0f0fU) << 4;
    set = (set >> 8 & 0x00ff00ffU) | (set & 0x00ff00ffU) << 8;
    return (set >> 16 | set << 16) >> (32 - SquareCount);
}

Position turned(const Position& p) {
    return {turned(p.white), turned(p.black), turned(p.kings), other(p.side)};
}

std::optional<std::string> fault_of(const Position& p) {
    if (((p.occupied() | p.kings) & ~AllSquares) != 0) return "there is no such square";
    if ((p.black & p.white) != 0) return "two pieces stand on one square";
    if ((p.kings & ~p.occupied()) != 0) return "a king stands where no piece is";
    if ((p.black & ~p.kings & king_row(Side::Black)) != 0 ||
        (p.white & ~p.kings & king_row(Side::White)) != 0)
        return "a man stands on its king row";
    if (std::max(std::popcount(p.black), std::popcount(p.white)) > PiecesAtStart)
        return "a side has more pieces than at the start";
    return std::nullopt;
}

std::string to_fen(const Position& p) {
    return std::string(p.side == Side::Black ? "B" : "W") + ":W" +
           list_of_pieces(p.white, p.kings) + ":B" + list_of_pieces(p.black, p.kings);
}

bool must_jump(const Position& position) {
    return Mover(position).can_jump();
}

void list_successors(const Position& position, std::vector<Position>& out) {
    out.clear();
    Mover mover(position);
    mover.list_jumps(out);
    if (out.empty()) mover.list_steps(out);
}

void list_moves(const Position& position, std::vector<Position>& out) {
    list_successors(position, out);
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
}

}  // namespace checker
