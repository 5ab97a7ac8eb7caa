// The commands below solve, one per source file or family.

#pragma once

#include "cli/command_line.h"

namespace deepwell::cli {

void add_solve_status(Command& solve);
void add_solve_report(Command& solve);
void add_solve_show(Command& solve);
void add_solve_export(Command& solve);
void add_solve_rebuild(Command& solve);
void add_solve_certificate(Command& solve);

}  // namespace deepwell::cli
