// openings: the balloted openings.

#include <fmt/format.h>
#include <memory>

#include "board/fen.h"
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

ExitCode find_opening(const OpeningsOptions& options) {
    const auto line = parse_opening(options.find);
    if (!line) throw BadInput(fmt::format("opening '{}': {}", options.find, line.error()));
    const ThreeMoveOpening* opening = opening_at(line->position);
    if (opening == nullptr) {
        if (options.json)
            print_json({{"acf_number", nullptr}});
        else
            print_line("no three-move opening leads to this position");
        return ExitCode::No;
    }
    print_three_move(*opening, options.json);
    return ExitCode::Done;
}

ExitCode list_openings(const OpeningsOptions& options) {
    if (!options.find.empty()) return find_opening(options);
    if (options.kind != "three-move") {
        if (options.status != "all")
            throw BadInput(fmt::format("{} openings have no status", options.kind));
        for (const OpeningLine& line :
             options.kind == "11-man" ? eleven_man_ballots() : two_move_openings())
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
        .option(
            "--find", options->find, "the opening that leads to the same position as these moves")
        .flag("--json", options->json, "one JSON object per opening")
        .example("deepwell openings --find \"11-15 23-19 8-11\"")
        .run([options] { return list_openings(*options); });
}

}  // namespace deepwell::cli
