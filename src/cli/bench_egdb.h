// How fast materials are solved in memory, by the sides that have kings.

#pragma once

namespace deepwell::cli {

// Prints a line, or a JSON object, for each class of materials with up to `pieces`.
void bench_egdb(int pieces, bool json);

}  // namespace deepwell::cli
