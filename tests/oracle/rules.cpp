#include "oracle/rules.h"

#include <algorithm>
#include <cassert>

namespace oracle {

namespace {

struct Step {
    int down = 0;
    int right = 0;
};

constexpr std::array<Step, 4> Steps{Step{1, -1}, Step{1, 1}, Step{-1, -1}, Step{-1, 1}};

Field moved(Field field, Step step) {
    return {field.row + step.down, field.column + step.right};
}

bool is_on_board(int size, Field field) {
    return field.row >= 0 && field.row < size && field.column >= 0 && field.column < size;
}

// The field at the bottom left is a playing square, and so is every second field from there.
bool is_playing_square(int size, Field field) {
    const int up = size - 1 - field.row;
    return (up + field.column) % 2 == 0;
}

// The playing squares in the order of their numbers.
std::vector<Field> fields_in_order(int size) {
    std::vector<Field> fields;
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column)
            if (is_playing_square(size, {row, column})) fields.push_back({row, column});
    return fields;
}

// Made once for each size, because every move asks for it.
const std::vector<Field>& playing_squares(int size) {
    static const std::array<std::vector<Field>, 5> of_size{fields_in_order(4),
                                                           fields_in_order(5),
                                                           fields_in_order(6),
                                                           fields_in_order(7),
                                                           fields_in_order(8)};
    assert(size >= 4 && size <= MaxSize);
    return of_size[static_cast<std::size_t>(size - 4)];
}

bool may_go(Piece piece, Step step) {
    if (is_king(piece)) return true;
    return color_of(piece) == Color::Black ? step.down > 0 : step.down < 0;
}

int king_row(int size, Color color) {
    return color == Color::Black ? size - 1 : 0;
}

bool is_crowned_on(int size, Piece piece, Field field) {
    return !is_king(piece) && field.row == king_row(size, color_of(piece));
}

Piece crowned(Piece piece) {
    return color_of(piece) == Color::Black ? Piece::BlackKing : Piece::WhiteKing;
}

bool is_enemy(Piece piece, Piece mover) {
    return piece != Piece::None && color_of(piece) != color_of(mover);
}

bool is_empty(const Board& board, Field field) {
    return is_on_board(board.size, field) && board.at(field) == Piece::None;
}

bool can_jump(const Board& board, Piece piece, Field at, Step step) {
    const Field over = moved(at, step);
    const Field to = moved(over, step);
    return may_go(piece, step) && is_on_board(board.size, over) &&
           is_enemy(board.at(over), piece) && is_empty(board, to);
}

// Tries every continuation of a jump.  The jumping piece is in the hand, not on the board, and so
// are the pieces that it has taken.
class Jumper {
public:
    Jumper(Piece piece, std::vector<Path>& found) : piece_(piece), found_(found) {}

    void extend(const Board& board, Field at, const Path& so_far) {
        bool ended = true;
        for (const Step step : Steps) {
            if (!can_jump(board, piece_, at, step)) continue;
            ended = false;
            jump(board, at, step, so_far);
        }
        if (ended && !so_far.captured.empty()) found_.push_back(so_far);
    }

private:
    void jump(Board board, Field at, Step step, Path path) {
        const Field over = moved(at, step);
        const Field to = moved(over, step);
        board.at(over) = Piece::None;
        path.captured.push_back(number_of(board.size, over));
        path.landings.push_back(number_of(board.size, to));
        if (is_crowned_on(board.size, piece_, to))
            found_.push_back(path);
        else
            extend(board, to, path);
    }

    Piece piece_;
    std::vector<Path>& found_;
};

std::vector<Path> all_jumps(const Board& board) {
    std::vector<Path> found;
    for (const Field from : playing_squares(board.size)) {
        const Piece piece = board.at(from);
        if (piece == Piece::None || color_of(piece) != board.to_move) continue;
        Board lifted = board;
        lifted.at(from) = Piece::None;
        Jumper(piece, found).extend(lifted, from, {number_of(board.size, from), {}, {}});
    }
    return found;
}

std::vector<Path> all_quiet_moves(const Board& board) {
    std::vector<Path> found;
    for (const Field from : playing_squares(board.size)) {
        const Piece piece = board.at(from);
        if (piece == Piece::None || color_of(piece) != board.to_move) continue;
        for (const Step step : Steps) {
            const Field to = moved(from, step);
            if (!may_go(piece, step) || !is_empty(board, to)) continue;
            found.push_back({number_of(board.size, from), {number_of(board.size, to)}, {}});
        }
    }
    return found;
}

std::string list_of(const Board& board, Color color) {
    std::string list(1, color == Color::Black ? 'B' : 'W');
    const char* separator = "";
    for (int number = 1; number <= square_count(board.size); ++number) {
        const Piece piece = board.on_square(number);
        if (piece == Piece::None || color_of(piece) != color) continue;
        list += separator;
        if (is_king(piece)) list += 'K';
        list += std::to_string(number);
        separator = ",";
    }
    return list;
}

}  // namespace

Color other(Color color) {
    return color == Color::Black ? Color::White : Color::Black;
}

bool is_king(Piece piece) {
    return piece == Piece::BlackKing || piece == Piece::WhiteKing;
}

Color color_of(Piece piece) {
    assert(piece != Piece::None);
    return piece == Piece::BlackMan || piece == Piece::BlackKing ? Color::Black : Color::White;
}

int square_count(int size) {
    return static_cast<int>(playing_squares(size).size());
}

int men_per_side(int size) {
    int count = 0;
    const Board board = start_position(size);
    for (const Field field : playing_squares(size)) count += board.at(field) == Piece::BlackMan;
    return count;
}

Field field_of(int size, int number) {
    assert(number >= 1 && number <= square_count(size));
    return playing_squares(size)[static_cast<std::size_t>(number - 1)];
}

int number_of(int size, Field field) {
    const auto& squares = playing_squares(size);
    const auto found = std::find(squares.begin(), squares.end(), field);
    assert(found != squares.end());
    return static_cast<int>(found - squares.begin()) + 1;
}

Piece Board::at(Field field) const {
    assert(is_on_board(size, field));
    return rows[static_cast<std::size_t>(field.row)][static_cast<std::size_t>(field.column)];
}

Piece& Board::at(Field field) {
    assert(is_on_board(size, field));
    return rows[static_cast<std::size_t>(field.row)][static_cast<std::size_t>(field.column)];
}

// The sides fill the board but for the two rows in the middle, three where the size is odd.
Board start_position(int size) {
    Board board;
    board.size = size;
    const int filled = (size - 2) / 2;
    for (const Field field : playing_squares(size)) {
        if (field.row < filled) board.at(field) = Piece::BlackMan;
        if (field.row >= size - filled) board.at(field) = Piece::WhiteMan;
    }
    return board;
}

Move move_of(const Path& path) {
    Move move{path.from, path.landings.back(), path.captured};
    std::sort(move.captured.begin(), move.captured.end());
    return move;
}

std::vector<Path> legal_paths(const Board& board) {
    std::vector<Path> jumps = all_jumps(board);
    return jumps.empty() ? all_quiet_moves(board) : jumps;
}

std::vector<Move> legal_moves(const Board& board) {
    std::vector<Move> moves;
    for (const Path& path : legal_paths(board)) moves.push_back(move_of(path));
    std::sort(moves.begin(), moves.end());
    moves.erase(std::unique(moves.begin(), moves.end()), moves.end());
    return moves;
}

Board play(const Board& board, const Move& move) {
    Board next = board;
    Piece piece = board.on_square(move.from);
    if (is_crowned_on(board.size, piece, field_of(board.size, move.to))) piece = crowned(piece);
    next.on_square(move.from) = Piece::None;
    for (const int number : move.captured) next.on_square(number) = Piece::None;
    next.on_square(move.to) = piece;
    next.to_move = other(board.to_move);
    return next;
}

Board turned(const Board& board) {
    constexpr std::array<Piece, 5> Exchanged{
        Piece::None, Piece::WhiteMan, Piece::WhiteKing, Piece::BlackMan, Piece::BlackKing};
    Board result;
    result.size = board.size;
    result.to_move = other(board.to_move);
    for (const Field field : playing_squares(board.size))
        result.at({board.size - 1 - field.row, board.size - 1 - field.column}) =
            Exchanged[static_cast<std::size_t>(board.at(field))];
    return result;
}

std::uint64_t perft(const Board& board, int depth, Counting counting) {
    if (depth == 0) return 1;
    std::uint64_t leaves = 0;
    if (counting == Counting::Moves) {
        for (const Move& move : legal_moves(board))
            leaves += perft(play(board, move), depth - 1, counting);
    } else {
        for (const Path& path : legal_paths(board))
            leaves += perft(play(board, move_of(path)), depth - 1, counting);
    }
    return leaves;
}

std::string to_fen(const Board& board) {
    return std::string(board.to_move == Color::Black ? "B:" : "W:") + list_of(board, Color::White) +
           ":" + list_of(board, Color::Black);
}

}  // namespace oracle
