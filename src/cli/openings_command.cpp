// openings: the balloted openings.

#include <charconv>
#include <fmt/format.h>
#include <memory>
#include <sstream>

#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"
#include "board/openings.h"
#include "cli/commands.h"

namespace deepwell::cli {

namespace {

struct OpeningsOptions {
    std::string kind = "three-move";
    std::string status = "all";
    std::string find;
    bool json = false;
};

Position position_after(const char* moves) {
    return parse_opening(moves).value().position;
}

void print_three_move(const ThreeMoveOpening& opening, bool json) {
    const std::string fen = to_fen(position_after(opening.moves));
    if (json)
        return print_json({{"acf_number", opening.acf_number},
                           {"moves", opening.moves},
                           {"status", name(opening.status)},
                           {"name", opening.name},
                           {"fen", fen}});
    print_line(fmt::format("{:>3}  {:<20} {:<11} {}",
                           opening.acf_number,
                           opening.moves,
                           name(opening.status),
                           opening.name));
}

void print_line_of_moves(const OpeningLine& line, bool json) {
    if (json) return print_json({{"moves", line.text}, {"fen", to_fen(line.position)}});
    print_line(line.text);
}

std::vector<OpeningLine> lines_of(const std::string& kind) {
    return kind == "11-man" ? eleven_man_ballots() : two_move_openings();
}

// The start position less the men of "1, 21", each of its own side.
Result<Position> start_without(std::string_view men) {
    Position position = Position::start();
    int black = 0;
    int white = 0;
    const char* const end = men.data() + men.size();
    const auto first = std::from_chars(men.data(), end, black);
    const std::string_view rest(first.ptr, end);
    const auto skipped = std::min(rest.find_first_not_of(", "), rest.size());
    const auto second = std::from_chars(first.ptr + skipped, end, white);
    const auto black_man = Square::from_number(black);
    const auto white_man = Square::from_number(white);
    const bool is_read = first.ec == std::errc() && second.ec == std::errc() && second.ptr == end;
    if (!is_read || !black_man || !position.black.contains(*black_man) || !white_man ||
        !position.white.contains(*white_man))
        return Failure{fmt::format("'{}' is not a man of Black and one of White", men)};
    position.black = position.black - Bitboard::of(*black_man);
    position.white = position.white - Bitboard::of(*white_man);
    return position;
}

// After moves from the start, or as 11-man ballots are listed: "without 1, 21: 9-13 22-17".
Result<Position> parse_line(std::string_view text) {
    constexpr std::string_view Without = "without ";
    const std::size_t colon = text.find(':');
    if (!text.starts_with(Without) || colon == std::string_view::npos) {
        const auto line = parse_opening(text);
        if (!line) return Failure{line.error()};
        return line->position;
    }
    auto position = start_without(text.substr(Without.size(), colon - Without.size()));
    std::istringstream words{std::string(text.substr(colon + 1))};
    std::string word;
    while (position && words >> word) {
        const auto move = parse_move(*position, word);
        if (!move) return Failure{fmt::format("{}: {}", word, move.error())};
        position = play(*position, *move);
    }
    return position;
}

// False: there is none.
bool print_opening_at(const Position& position, const OpeningsOptions& options) {
    if (options.kind == "three-move") {
        const ThreeMoveOpening* const opening = opening_at(position);
        if (opening != nullptr) print_three_move(*opening, options.json);
        return opening != nullptr;
    }
    for (const OpeningLine& line : lines_of(options.kind)) {
        if (line.position != position) continue;
        print_line_of_moves(line, options.json);
        return true;
    }
    return false;
}

ExitCode find_opening(const OpeningsOptions& options) {
    const auto position = parse_line(options.find);
    if (!position) throw BadInput(fmt::format("opening '{}': {}", options.find, position.error()));
    if (print_opening_at(*position, options)) return ExitCode::Done;
    if (options.json)
        print_json({{options.kind == "three-move" ? "acf_number" : "moves", nullptr}});
    else
        print_line(fmt::format("no {} opening leads to this position", options.kind));
    return ExitCode::No;
}

ExitCode list_openings(const OpeningsOptions& options) {
    if (!options.find.empty()) return find_opening(options);
    if (options.kind != "three-move") {
        if (options.status != "all")
            throw BadInput(fmt::format("{} openings have no status", options.kind));
        for (const OpeningLine& line : lines_of(options.kind))
            print_line_of_moves(line, options.json);
        return ExitCode::Done;
    }
    if (three_move_openings().empty())
        throw BadInput("three-move openings exist for the 8x8 board only");
    for (const ThreeMoveOpening& opening : three_move_openings())
        if (options.status == "all" || options.status == name(opening.status))
            print_three_move(opening, options.json);
    return ExitCode::Done;
}

}  // namespace

void add_openings(CommandLine& line) {
    auto options = std::make_shared<OpeningsOptions>();
    line.add("openings", "List the balloted openings")
        .optional_choice(
            "KIND",
            options->kind,
            {"three-move", "two-move", "11-man"},
            "three-move (with ACF numbers); two-move: the pairs of first moves, of 49, "
            "that lose no man at once; 11-man: the same after one man of each side was "
            "taken off")
        .choice("--status",
                options->status,
                {"all", "crossboard", "mail play", "barred"},
                "only three-move openings of this status")
        .option("--find", options->find, "the opening of the kind that leads to the same position")
        .flag("--json", options->json, "one JSON object per opening")
        .example("deepwell openings --find \"11-15 23-19 8-11\"")
        .run([options] { return list_openings(*options); });
}

}  // namespace deepwell::cli
