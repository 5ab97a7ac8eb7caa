// How many nodes the search needs to a fixed depth, and how fast it is.

#pragma once

#include <string>

#include "search/search_params.h"

namespace deepwell::cli {

struct SearchBench {
    int depth = 13;
    int threads = 1;
    std::string without;  // names of techniques to switch off, with commas; "all": each in turn
    bool json = false;
};

// The search without these techniques, names with commas.  Throws BadInput if one is unknown.
search::SearchParams params_without(const std::string& names);

// The sum of nodes over the fixed positions is a signature: a change that is not meant to change
// the search leaves it as it is.  Nodes/s are of processor time, for the machine may be shared.
void bench_search(const SearchBench& bench);

}  // namespace deepwell::cli
