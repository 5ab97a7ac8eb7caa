// bench prove: how many problems of a collection are proven, by the number of pieces.

#pragma once

#include <cstdint>
#include <string>

namespace deepwell::cli {

struct ProofBench {
    std::string file;  // as for bench problems
    std::string data;
    std::string certificates;   // a folder for the proofs of what differs from the stated results
    int milliseconds = 10'000;  // each
    int threads = 1;
    int most_pieces = 12;
    bool json = false;
};

// Prints every problem whose proven value differs from the stated one, and the table.
void bench_prove(const ProofBench& bench);

}  // namespace deepwell::cli
