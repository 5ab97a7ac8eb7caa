// The subcommands, one per source file NAME_command.cpp: each function declares a command with its
// options and what to do when it is chosen.

#pragma once

#include "cli/command.h"

namespace deepwell::cli {

void add_play(CommandLine& line);
void add_analyse(CommandLine& line);
void add_show(CommandLine& line);
void add_moves(CommandLine& line);
void add_explain(CommandLine& line);
void add_perft(CommandLine& line);
void add_openings(CommandLine& line);
void add_pdn(CommandLine& line);
void add_egdb(CommandLine& line);
void add_book(CommandLine& line);
void add_prove(CommandLine& line);
void add_solve(CommandLine& line);
void add_compose(CommandLine& line);
void add_match(CommandLine& line);
void add_tune(CommandLine& line);
void add_bench(CommandLine& line);
void add_hub(CommandLine& line);
void add_dxp(CommandLine& line);
void add_studio(CommandLine& line);  // of the 8x8 board alone

}  // namespace deepwell::cli
