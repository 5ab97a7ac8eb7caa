#include "cli/tour.h"

#include <fmt/format.h>

#include "cli/version.h"

namespace deepwell::cli {

std::string tour() {
    return fmt::format(
        "Try:\n"
        "  {0} play --level 3              a game against the engine\n"
        "  {0} analyse start               the best moves of a position\n"
        "  {0} show start                  the board, drawn\n"
        "  {0} moves start                 the legal moves\n"
        "  {0} show B:W18,24,27:B12,K15    any position\n"
        "  {0} prove B:W18,24,27:B12,K15   what a position is worth, proven\n"
        "  {0} solve start --time 60       a whole opening or board, as far as time allows\n"
        "  {0} explain start               what the evaluation sees\n"
        "  {0} perft 11                    how fast it counts\n"
        "  {0} openings                    the balloted openings\n"
        "  {0} match deepwell \"deepwell without=lmr\" --nodes 2000 --games 20\n"
        "  {0} pdn check FILE.pdn          replay games, report what is wrong\n"
        "Every command has --help with an example.",
        program_name());
}

}  // namespace deepwell::cli
