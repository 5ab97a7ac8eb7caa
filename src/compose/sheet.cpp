#include "compose/sheet.h"

#include <fmt/format.h>

#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"
#include "compose/solution_pdn.h"

namespace deepwell::compose {

namespace {

constexpr int FieldWidth = 20;
constexpr int HighestGrade = 5;

// Colours of the classic board, light enough for ink.
constexpr const char* LightField = "#fbf8ec";
constexpr const char* DarkField = "#9cb596";
constexpr const char* NumberInk = "#6f8a69";

struct Paint {
    const char* body;
    const char* ring;
    const char* crown;
};
constexpr Paint BlackPaint{"#262626", "#5c5c5c", "#f4eed8"};
constexpr Paint WhitePaint{"#fffdf5", "#b9ad8c", "#262626"};

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
            case '\'':
                result += "&#39;";
                break;
            default:
                result += c;
        }
    return result;
}

int left_of(Square square) {
    return square.column() * FieldWidth;
}
int top_of(Square square) {
    return square.row() * FieldWidth;
}

std::string fields_svg() {
    std::string path;
    for (const Square square : Bitboard::all())
        path += fmt::format("M{} {}h{}v{}h-{}z",
                            left_of(square),
                            top_of(square),
                            FieldWidth,
                            FieldWidth,
                            FieldWidth);
    return fmt::format("<path d='{}' fill='{}'/>", path, DarkField);
}

std::string numbers_svg(const Position& position) {
    std::string numbers;
    for (const Square square : position.empty())
        numbers += fmt::format("<text x='{}' y='{}'>{}</text>",
                               left_of(square) + 2,
                               top_of(square) + 6,
                               square.number());
    return fmt::format(
        "<g font-family='sans-serif' font-size='5' fill='{}'>{}</g>", NumberInk, numbers);
}

//     5 points above a band, in the middle of the piece
std::string crown_svg(int x, int y, const char* colour) {
    return fmt::format(
        "<path d='M{} {}l-1-6.6 3 2.6 2.5-4 2.5 4 3-2.6-1 6.6z' fill='{}'/>", x - 4, y + 4, colour);
}

std::string piece_svg(const Position& position, Square square) {
    const Paint& paint = position.black.contains(square) ? BlackPaint : WhitePaint;
    const int x = left_of(square) + FieldWidth / 2;
    const int y = top_of(square) + FieldWidth / 2;
    std::string svg = fmt::format(
        "<circle cx='{0}' cy='{1}' r='8.2' fill='{2}' stroke='#262626' stroke-width='.9'/>"
        "<circle cx='{0}' cy='{1}' r='6.1' fill='none' stroke='{3}' stroke-width='.8'/>",
        x,
        y,
        paint.body,
        paint.ring);
    if (position.kings.contains(square)) svg += crown_svg(x, y, paint.crown);
    return svg;
}

std::string title_of(const SheetProblem& entry, std::size_t number) {
    return entry.problem.name.empty()
               ? fmt::format("<b>{}</b>", number)
               : fmt::format("<b>{}</b> {}", number, escaped(entry.problem.name));
}

// With a disc of the side to move before it.
std::string stipulation_of(const SheetProblem& entry) {
    const Position& position = entry.problem.position;
    const auto stipulation = entry.solution.stipulation;
    const char* const disc = position.side == Side::White ? "&#9675;" : "&#9679;";
    return fmt::format("{} {}",
                       disc,
                       stipulation ? stipulation_text(position, *stipulation)
                                   : std::string(name(position.side)) + " to play");
}

std::string grade_of_entry(const SheetProblem& entry) {
    std::string stars;
    for (int i = 1; i <= HighestGrade && entry.grade > 0; ++i)
        stars += i <= entry.grade ? "&#9733;" : "&#9734;";
    return stars.empty() ? "" : fmt::format("<span class='grade'>{}</span>", stars);
}

// "2." before the moves of the side that began, "2..." before an answer where a line begins.
std::string number_text(std::size_t ply, bool begins_line) {
    if (ply % 2 == 0) return fmt::format("{}.&nbsp;", ply / 2 + 1);
    return begins_line ? fmt::format("{}...&nbsp;", ply / 2 + 1) : "";
}

// Not broken at its hyphen.
std::string move_html(const Position& position, const Move& move) {
    std::string html;
    for (const char c : to_text(position, move))
        html += c == '-' ? std::string("&#8288;-&#8288;") : std::string(1, c);
    return html;
}

std::string line_html(const PdnLine& line, Position position, std::size_t ply, bool is_main) {
    std::string html;
    bool begins_line = true;
    for (const PdnMove& move : line.moves) {
        const std::string number = number_text(ply, begins_line);
        const std::string text = number + move_html(position, move.move) + move.strength;
        html += html.empty() ? "" : " ";
        html += is_main ? fmt::format("<b>{}</b>", text) : text;
        begins_line = !move.comment_after.empty();
        if (begins_line) html += fmt::format(" <i>{}</i>", escaped(move.comment_after));
        for (std::size_t i = 0; is_main && i < move.variations.size(); ++i)
            html += fmt::format(" <span class='beside'>({})</span>",
                                line_html(move.variations[i], position, ply, false));
        begins_line |= is_main && !move.variations.empty();
        position = play(position, move.move);
        ++ply;
    }
    return html;
}

std::string figure_html(const SheetProblem& entry, std::size_t number) {
    return fmt::format(
        "<figure><figcaption><span>{}</span>{}</figcaption>{}<figcaption>{}</figcaption></"
        "figure>\n",
        title_of(entry, number),
        grade_of_entry(entry),
        board_svg(entry.problem.position),
        stipulation_of(entry));
}

std::string solution_html(const SheetProblem& entry, std::size_t number) {
    const PdnGame game = pdn_of(entry.problem, entry.solution);
    std::string moves = line_html(game.main, game.initial, 0, true);
    std::string remark = name(entry.solution.verdict);
    if (!entry.note.empty()) remark += ". " + entry.note;
    return fmt::format("<p>{}&ensp;{}{} <span class='remark'>{}</span></p>\n",
                       title_of(entry, number),
                       moves,
                       moves.empty() ? "" : " &mdash;",
                       escaped(remark));
}

constexpr const char* Style =
    "@page{size:A4;margin:14mm}"
    "body{font:10pt/1.35 Georgia,'Times New Roman',serif;color:#1b1b1b;max-width:182mm;margin:0 "
    "auto;"
    "padding:6mm 4mm}"
    "h1{font-size:19pt;font-weight:normal;letter-spacing:.04em;text-align:center;margin:0 0 6mm;"
    "padding-bottom:2mm;border-bottom:.6pt solid #1b1b1b}"
    ".problems{display:grid;grid-template-columns:repeat(3,1fr);gap:6mm 9mm}"
    "figure{margin:0;break-inside:avoid}"
    "figcaption{display:flex;justify-content:space-between;gap:1em;padding:1mm 0;font-size:9pt}"
    "figcaption b{font-size:11pt;margin-right:.5em}"
    "svg{display:block;width:100%;border:1.2pt solid #1b1b1b;box-sizing:border-box}"
    ".grade{letter-spacing:.08em;white-space:nowrap}"
    ".solutions{break-before:page}"
    ".solutions div{columns:2;column-gap:9mm}"
    ".solutions p{margin:0 0 2.2mm;font-size:9pt;overflow-wrap:break-word;orphans:3;widows:3}"
    ".solutions p>b:first-child{font-size:10.5pt;margin-right:.3em}"
    ".beside{font-size:8pt;color:#555}.remark{font-size:8pt;color:#555;font-style:italic}"
    "@media print{body{padding:0;max-width:none}.solutions{padding-top:0}}"
    "@media screen{.solutions{margin-top:16mm}}"
    "@media screen and (max-width:600px){.problems{grid-template-columns:repeat(2,1fr);gap:4mm}"
    ".solutions div{columns:1}}";

}  // namespace

std::string board_svg(const Position& position) {
    constexpr int Width = BoardSize * FieldWidth;
    std::string pieces;
    for (const Square square : position.occupied()) pieces += piece_svg(position, square);
    return fmt::format(
        "<svg viewBox='0 0 {0} {0}' role='img' aria-label='{1}'>"
        "<rect width='{0}' height='{0}' fill='{2}'/>{3}{4}{5}</svg>",
        Width,
        to_fen(position),
        LightField,
        fields_svg(),
        numbers_svg(position),
        pieces);
}

std::string sheet_of(const std::string& title, const std::vector<SheetProblem>& problems) {
    std::string front, back;
    for (std::size_t i = 0; i < problems.size(); ++i) {
        front += figure_html(problems[i], i + 1);
        back += solution_html(problems[i], i + 1);
    }
    return fmt::format(
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width'><title>{0}</title>"
        "<style>{1}</style></head><body>\n<h1>{0}</h1>\n<div class='problems'>\n{2}</div>\n"
        "<div class='solutions'><h1>Solutions</h1>\n<div>\n{3}</div></div>\n</body></html>\n",
        escaped(title),
        Style,
        front,
        back);
}

}  // namespace deepwell::compose
