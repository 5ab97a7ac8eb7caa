// deepwell: one executable, one subcommand per job.

#include <csignal>
#include <iostream>

#include "cli/commands.h"
#include "cli/tour.h"
#include "cli/version.h"

int main(int argc, char** argv) {
    using namespace deepwell::cli;
    std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is a failed write, not a silent death
    std::signal(SIGXFSZ, SIG_IGN);  // and so is a file that may not grow
    std::ios::sync_with_stdio(false);
    CommandLine line(
        program_name(),
        "Checkers: a player, rules, notation, games, evaluation and endgame databases.",
        version_text());
    add_play(line);
    add_analyse(line);
    add_show(line);
    add_moves(line);
    add_explain(line);
    add_perft(line);
    add_openings(line);
    add_pdn(line);
    add_egdb(line);
    add_book(line);
    add_prove(line);
    add_solve(line);
    add_compose(line);
    add_match(line);
    add_tune(line);
    add_bench(line);
    add_hub(line);
    add_dxp(line);
    if constexpr (deepwell::BoardSize == 8) add_studio(line);
    return line.run(argc, argv, [&] {
        print_line(line.help());
        print_line(tour());
        return ExitCode::Done;
    });
}
