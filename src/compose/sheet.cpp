#include "compose/sheet.h"

#include <fmt/format.h>

#include "board/pdn_writer.h"
#include "compose/solution_pdn.h"

namespace deepwell::compose {

namespace {

constexpr int FieldWidth = 20;

std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) switch (c) {
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            case '&':
                result += "&amp;";
                break;
            case '"':
                result += "&quot;";
                break;
            default:
                result += c;
        }
    return result;
}

std::string field_svg(Square square) {
    return fmt::format("<rect x='{}' y='{}' width='{}' height='{}' fill='#b8c4a8'/>",
                       square.column() * FieldWidth,
                       square.row() * FieldWidth,
                       FieldWidth,
                       FieldWidth);
}

std::string piece_svg(const Position& position, Square square) {
    const bool is_black = position.black.contains(square);
    const int x = square.column() * FieldWidth + FieldWidth / 2;
    const int y = square.row() * FieldWidth + FieldWidth / 2;
    std::string svg = fmt::format("<circle cx='{}' cy='{}' r='8' fill='{}' stroke='#000'/>",
                                  x,
                                  y,
                                  is_black ? "#222" : "#fff");
    if (position.kings.contains(square))
        svg += fmt::format(
            "<text x='{}' y='{}' font-size='11' font-weight='bold' text-anchor='middle' "
            "fill='{}'>K</text>",
            x,
            y + 4,
            is_black ? "#fff" : "#222");
    return svg;
}

std::string title_of(const SheetProblem& entry, std::size_t number) {
    return entry.problem.name.empty() ? fmt::format("{}.", number)
                                      : fmt::format("{}. {}", number, escaped(entry.problem.name));
}

std::string stipulation_of(const SheetProblem& entry) {
    const auto stipulation = entry.solution.stipulation;
    return stipulation ? stipulation_text(entry.problem.position, *stipulation)
                       : std::string(name(entry.problem.position.side)) + " to play";
}

// The moves without the tags.
std::string solution_text(const SheetProblem& entry) {
    const std::string pdn = to_pdn(pdn_of(entry.problem, entry.solution));
    const std::size_t gap = pdn.find("\n\n");
    return escaped(gap == std::string::npos ? pdn : pdn.substr(gap + 2));
}

constexpr const char* Style =
    "body{font-family:serif;margin:1cm}h1{font-size:18pt}"
    ".problems{display:grid;grid-template-columns:repeat(3,1fr);gap:8mm}"
    "figure{margin:0;text-align:center;break-inside:avoid}"
    "svg{width:100%;max-width:5.5cm;border:1px solid #000}"
    ".solutions{break-before:page}.solutions p{break-inside:avoid}";

}  // namespace

std::string board_svg(const Position& position) {
    constexpr int Width = BoardSize * FieldWidth;
    std::string svg = fmt::format(
        "<svg viewBox='0 0 {0} {0}' role='img'><rect width='{0}' height='{0}' fill='#f6f3e8'/>",
        Width);
    for (const Square square : Bitboard::all()) svg += field_svg(square);
    for (const Square square : position.occupied()) svg += piece_svg(position, square);
    return svg + "</svg>";
}

std::string sheet_of(const std::string& title, const std::vector<SheetProblem>& problems) {
    std::string front, back;
    for (std::size_t i = 0; i < problems.size(); ++i) {
        const std::string heading = title_of(problems[i], i + 1);
        front += fmt::format("<figure>{}<figcaption><b>{}</b><br>{}</figcaption></figure>\n",
                             board_svg(problems[i].problem.position),
                             heading,
                             escaped(stipulation_of(problems[i])));
        back += fmt::format("<p><b>{}</b> {} {}</p>\n",
                            heading,
                            solution_text(problems[i]),
                            escaped(problems[i].note));
    }
    return fmt::format(
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'><title>{0}</title>"
        "<style>{1}</style></head><body>\n<h1>{0}</h1>\n<div class='problems'>\n{2}</div>\n"
        "<div class='solutions'><h1>Solutions</h1>\n{3}</div>\n</body></html>\n",
        escaped(title),
        Style,
        front,
        back);
}

}  // namespace deepwell::compose
