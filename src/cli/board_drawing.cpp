#include "cli/board_drawing.h"

#include <fmt/format.h>

namespace deepwell::cli {

namespace {

// 256-colour codes with fixed meaning in every theme.
constexpr const char* LightField = "\033[48;5;187m    \033[0m";
constexpr const char* DarkField = "\033[48;5;65m";
constexpr const char* MarkedField = "\033[48;5;136m";
constexpr const char* BlackPiece = "\033[38;5;16;1m";
constexpr const char* WhitePiece = "\033[38;5;231;1m";
constexpr const char* Number = "\033[38;5;151m";
constexpr const char* Reset = "\033[0m";

std::string colour_field(const Position& p, Square square, bool marked) {
    const char* const ground = marked ? MarkedField : DarkField;
    if (p.empty().contains(square))
        return fmt::format("{}{} {:>2} {}", ground, Number, square.number(), Reset);
    const char* ink = p.black.contains(square) ? BlackPiece : WhitePiece;
    // A king is two men on top of each other, drawn side by side.
    const char* piece = p.kings.contains(square) ? "⬤⬤" : "⬤ ";
    return fmt::format("{}{}{}{}{:>2}{}", ground, ink, piece, Number, square.number(), Reset);
}

std::string ascii_field(const Position& p, Square square, bool marked) {
    if (p.empty().contains(square)) {
        const std::string number = fmt::format("{:>2}", square.number());
        return marked ? "[" + number + "]" : " " + number + " ";
    }
    const bool is_king = p.kings.contains(square);
    const char piece = p.black.contains(square) ? (is_king ? 'B' : 'b') : (is_king ? 'W' : 'w');
    return marked ? fmt::format(" [{}]", piece) : fmt::format(" ({})", piece);
}

bool is_end_of(const std::optional<Move>& move, Square square) {
    return move && (move->from == square || move->to == square);
}

std::string field(
    const Position& p, int row, int column, DrawingStyle style, const std::optional<Move>& marked) {
    const bool colour = style == DrawingStyle::Colour;
    if (!is_playing_square(row, column)) return colour ? LightField : "  . ";
    const Square square = Square::from_index(index_at(row, column));
    const bool is_marked = is_end_of(marked, square);
    return colour ? colour_field(p, square, is_marked) : ascii_field(p, square, is_marked);
}

}  // namespace

std::string draw_board(const Position& position,
                       DrawingStyle style,
                       bool flipped,
                       const std::optional<Move>& marked) {
    std::string drawing;
    for (int y = 0; y < BoardSize; ++y) {
        for (int x = 0; x < BoardSize; ++x) {
            const int row = flipped ? BoardSize - 1 - y : y;
            const int column = flipped ? BoardSize - 1 - x : x;
            drawing += field(position, row, column, style, marked);
        }
        drawing += '\n';
    }
    return drawing;
}

}  // namespace deepwell::cli
