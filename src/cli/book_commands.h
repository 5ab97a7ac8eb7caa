// The parts of `book` that have sources of their own.

#pragma once

#include "cli/command_line.h"

namespace deepwell::cli {

void add_grow(Command& book);
void add_minimal(Command& book);
void add_book_check(Command& book);

}  // namespace deepwell::cli
