#include "cli/board_drawing.h"

#include <fmt/format.h>

namespace deepwell::cli {

namespace {

// 256-colour codes with fixed meaning in every theme.
constexpr const char* LightField = "\033[48;5;187m    \033[0m";
constexpr const char* DarkField = "\033[48;5;65m";
constexpr const char* BlackPiece = "\033[38;5;16;1m";
constexpr const char* WhitePiece = "\033[38;5;231;1m";
constexpr const char* Number = "\033[38;5;151m";
constexpr const char* Reset = "\033[0m";

std::string colour_field(const Position& p, Square square) {
    if (p.empty().contains(square))
        return fmt::format("{}{} {:>2} {}", DarkField, Number, square.number(), Reset);
    const char* ink = p.black.contains(square) ? BlackPiece : WhitePiece;
    // A king is two men on top of each other, drawn side by side.
    const char* piece = p.kings.contains(square) ? " ⬤⬤ " : " ⬤  ";
    return fmt::format("{}{}{}{}", DarkField, ink, piece, Reset);
}

std::string ascii_field(const Position& p, Square square) {
    if (p.empty().contains(square)) return fmt::format(" {:>2} ", square.number());
    const bool is_king = p.kings.contains(square);
    const char piece = p.black.contains(square) ? (is_king ? 'B' : 'b') : (is_king ? 'W' : 'w');
    return fmt::format(" ({})", piece);
}

std::string field(const Position& p, int row, int column, DrawingStyle style) {
    const bool colour = style == DrawingStyle::Colour;
    if (!is_playing_square(row, column)) return colour ? LightField : "  . ";
    const Square square = Square::from_index(index_at(row, column));
    return colour ? colour_field(p, square) : ascii_field(p, square);
}

}  // namespace

std::string draw_board(const Position& position, DrawingStyle style, bool flipped) {
    std::string drawing;
    for (int y = 0; y < BoardSize; ++y) {
        for (int x = 0; x < BoardSize; ++x) {
            const int row = flipped ? BoardSize - 1 - y : y;
            const int column = flipped ? BoardSize - 1 - x : x;
            drawing += field(position, row, column, style);
        }
        drawing += '\n';
    }
    return drawing;
}

}  // namespace deepwell::cli
