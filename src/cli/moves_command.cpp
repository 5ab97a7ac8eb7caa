// moves: the legal moves of a position and what they lead to.

#include <fmt/format.h>
#include <memory>

#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"
#include "cli/commands.h"

namespace deepwell::cli {

namespace {

struct MovesOptions {
    std::string fen;
    bool json = false;
};

Json to_json(const Position& position, const Move& move) {
    Json captured = Json::array();
    for (const Square square : move.captured) captured.push_back(square.number());
    return {{"move", to_text(position, move)},
            {"path", to_long_text(position, move)},
            {"from", move.from.number()},
            {"to", move.to.number()},
            {"captured", captured},
            {"fen", to_fen(play(position, move))}};
}

void print_moves_json(const Position& position) {
    Json moves = Json::array();
    for (const Move& move : legal_moves(position)) moves.push_back(to_json(position, move));
    print_json({{"fen", to_fen(position)}, {"moves", moves}});
}

void print_moves(const Position& position) {
    const MoveList moves = legal_moves(position);
    if (moves.empty())
        return print_line(
            fmt::format("{}: no moves, {} has lost", to_fen(position), name(position.side)));
    for (const Move& move : moves)
        print_line(fmt::format("{:<12} {}", to_text(position, move), to_fen(play(position, move))));
}

}  // namespace

void add_moves(CommandLine& line) {
    auto options = std::make_shared<MovesOptions>();
    line.add("moves", "List the legal moves of a position")
        .argument("FEN", options->fen, "the position; 'start', or - for one FEN per line")
        .flag("--json", options->json, "one JSON object per position")
        .example("deepwell moves W:W18,K27:B14,15,K3")
        .run([options] {
            return for_each_position(options->fen, options->json, [&](const Position& position) {
                options->json ? print_moves_json(position) : print_moves(position);
            });
        });
}

}  // namespace deepwell::cli
