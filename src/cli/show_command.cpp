// show: draws a position.

#include <fmt/format.h>
#include <memory>

#include "board/fen.h"
#include "board/game.h"
#include "board/movegen.h"
#include "cli/board_drawing.h"
#include "cli/commands.h"

namespace deepwell::cli {

namespace {

struct ShowOptions {
    std::string fen;
    bool ascii = false;
    bool colour = false;
    bool flip = false;
    bool json = false;
};

std::string caption(const Position& position) {
    const GameState state = Game(position).state();
    if (state.outcome == Outcome::Open)
        return fmt::format(
            "{} to move{}.", name(position.side), can_jump(position) ? ", and must jump" : "");
    return fmt::format("{} to move has {}: {} wins.",
                       name(position.side),
                       describe(state.reason),
                       name(other(position.side)));
}

Json to_json(const Position& position) {
    Json rows = Json::array();
    for (int r = 0; r < BoardSize; ++r) {
        std::string text;
        for (const Square square : row(r)) {
            const bool king = position.kings.contains(square);
            text += position.black.contains(square)   ? (king ? 'B' : 'b')
                    : position.white.contains(square) ? (king ? 'W' : 'w')
                                                      : '.';
        }
        rows.push_back(text);
    }
    return {{"fen", to_fen(position)},
            {"side", position.side == Side::Black ? "black" : "white"},
            {"size", BoardSize},
            {"black_men", position.men(Side::Black).count()},
            {"black_kings", position.kings_of(Side::Black).count()},
            {"white_men", position.men(Side::White).count()},
            {"white_kings", position.kings_of(Side::White).count()},
            {"must_jump", can_jump(position)},
            {"rows", rows}};
}

void show(const Position& position, const ShowOptions& options) {
    if (options.json) return print_json(to_json(position));
    const bool colour = options.colour || (!options.ascii && colours_wanted() && utf8_wanted());
    const DrawingStyle style = colour ? DrawingStyle::Colour : DrawingStyle::Ascii;
    print_line(draw_board(position, style, options.flip));
    print_line(caption(position));
    print_line(to_fen(position));
}

}  // namespace

void add_show(CommandLine& line) {
    auto options = std::make_shared<ShowOptions>();
    line.add("show", "Draw a position in the terminal")
        .argument("FEN", options->fen, "the position; 'start', or - for one FEN per line")
        .flag("--ascii", options->ascii, "no colours, plain characters")
        .flag("--colour,--color", options->colour, "colours even when piped")
        .flag("--flip", options->flip, "seen from Black's seat")
        .flag("--json", options->json, "one JSON object per position")
        .example("deepwell show B:W18,24,27,28,K10:B12,16,20,K22")
        .run([options] {
            return for_each_position(options->fen, options->json, [&](const Position& position) {
                show(position, *options);
            });
        });
}

}  // namespace deepwell::cli
