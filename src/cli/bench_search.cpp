#include "cli/bench_search.h"

#include <array>
#include <ctime>
#include <fmt/format.h>
#include <sstream>

#include "base/stopwatch.h"
#include "board/fen.h"
#include "cli/command.h"
#include "eval/evaluators.h"
#include "search/searcher.h"

namespace deepwell::cli {

namespace {

// Openings, then positions from games that the search played against itself at depth 7 after
// three-move openings, taken 2, 14, 26, 38 or 50 plies later; then twenty from games with random
// openings.  Other boards have their start only.
constexpr std::array Positions{
    "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
    "W:W17,21,22,23,24,26,27,28,29,30,31,32:B1,2,3,4,6,7,8,9,10,11,13,16",
    "W:W19,21,22,23,25,29,30,31,32:B1,2,4,7,9,11,12,13,14",
    "W:W19,21,23,24,26,27,31:B3,7,8,11,12,13,14",
    "W:WK7,20,21,22,23,32:B5,10,11,12,14,16",
    "W:WK1,K11,21,22,25:B5,12,13,K23,K31",
    "W:W20,21,22,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,11,12,13,23",
    "W:W19,21,23,24,26,29,30,31,32:B1,3,4,5,9,10,11,12,14,22",
    "W:W18,19,23,28,29,32:B1,4,9,10,12,16",
    "W:W9,11,21,22,31:B1,2,15,18,19",
    "W:W5,15,20:B1,4,12,K29",
    "W:W21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,8,9,12,14,15",
    "W:W16,17,22,27,28,29,30,31,32:B1,2,3,4,5,9,10,15,20",
    "W:W18,28,29,30,32:B2,3,8,9,13,19,26",
    "W:W14,19,23,24,26,29:B4,12,13,15,17,21",
    "W:W16,19,20,24:B7,12,17,22,K31",
    "W:W17,21,22,23,24,26,27,28,29,30,31,32:B1,2,3,4,5,7,8,10,11,12,13,15",
    "W:W18,19,21,25,28,29,30,32:B1,2,3,4,5,8,12,14",
    "W:W16,17,20,21,22,24,26,28,29:B2,4,7,9,10,11,13,15,18",
    "W:W14,15,25,30,32:B6,8,17,20,24",
    "W:WK15,18,19,23,29:B12,16,22,K30",
    "W:W18,21,22,23,24,25,26,28,29,30,31,32:B1,2,3,4,5,6,7,10,11,12,13,15",
    "W:W18,19,21,22,25,26,29,30,31:B1,2,4,6,9,10,11,12,13",
    "W:W10,13,14,23,24,29,30,31,32:B1,3,4,5,6,12,18,21,22",
    "W:W8,13,17,19,20,21,25:B2,3,6,10,12,18,27",
    "W:WK2,12,20,22,25:B4,9,13,14,18,K19",
    "W:W18,21,22,23,24,25,26,28,29,30,31,32:B1,2,3,4,5,6,7,9,11,12,14,16",
    "W:W21,26,27,28,29,30,31,32:B1,2,3,4,11,12,15,20,23",
    "W:W14,18,21,26,27,29,32:B2,4,5,7,8,20,24",
    "W:W9,19,20,22,23,25:B8,10,12,13,15",
    "B:W17,18,19,23,25,27,28,29,30,31,32:B1,2,3,4,6,7,8,9,10,12,16",
    "W:W18,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,9,11,12,16,21",
    "B:W18,22,23,24,25,27,28,29,30,32:B1,2,3,4,5,6,7,8,11,12",
    "W:W12,17,20,21,24,25,26,27,29,31:B1,3,5,6,7,8,10,15,18",
    "W:W19,20,21,23,24,26,28,30,31:B2,3,4,7,11,12,14,16,17",
    "W:W21,25,26,27,28,29,30,31:B1,2,3,4,6,8,9,12,19",
    "B:W19,20,21,22,23,26,29,30:B1,2,3,6,7,10,12,14",
    "W:W14,25,27,28,30,31,32:B1,2,4,6,8,15,19,21",
    "W:W18,20,21,23,27,28,31:B8,9,10,11,12,14,K29",
    "W:W13,18,19,20,21,24:B1,6,7,9,11,12,26",
    "W:W14,18,21,23,28,31:B3,5,9,12,13,20",
    "B:W13,14,20,23,24,30:B1,11,12,15,16",
    "W:WK8,K11,13,30:B2,6,18,21,K23,K26",
    "W:W21,23,24,25,26,27,28,29,30,31,32:B1,3,4,5,7,8,9,10,12,14,15",
    "B:W16,19,20,21,22,27,28,29,30,31,32:B1,2,3,4,5,6,8,9,10,12",
    "B:W17,19,23,24,25,27,28,29,31,32:B1,2,3,4,5,6,8,11,12,18",
    "B:W13,16,26,27,28,29,30,31,32:B1,3,4,6,8,9,10,14,15,21",
    "B:W16,21,22,26,27,28,29,30,31:B1,2,4,6,7,8,10,14,15",
    "B:W10,21,24,27,28,29,30,31,32:B1,2,3,5,8,9,11,12",
    "W:W19,21,25,27,29,30,31,32:B1,2,3,4,5,9,12,14",
};

struct Sum {
    std::uint64_t nodes = 0;
    double seconds = 0;            // of the clock
    double processor_seconds = 0;  // of all threads
};

double processor_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

Sum run(const SearchBench& bench, const search::SearchParams& params) {
    const auto evaluator = default_evaluator();
    search::Searcher searcher(
        *evaluator,
        {.hash_bytes = std::size_t{16} << 20, .threads = bench.threads, .params = params});
    search::Limits limits;
    limits.depth = bench.depth;
    Sum sum;
    for (const char* const fen : Positions) {
        searcher.clear();
        const Game game(BoardSize == 8 ? parse_fen(fen).value() : Position::start());
        const double begun = processor_seconds();
        const Stopwatch watch;
        sum.nodes += searcher.search(game, limits).nodes;
        sum.seconds += watch.seconds();
        sum.processor_seconds += processor_seconds() - begun;
        if (BoardSize != 8) break;
    }
    return sum;
}

void print_sum(const SearchBench& bench, const std::string& what, const Sum& sum) {
    const double rate = static_cast<double>(sum.nodes) / sum.processor_seconds;
    if (bench.json)
        return print_json({{"bench", what},
                           {"depth", bench.depth},
                           {"nodes", sum.nodes},
                           {"seconds", sum.seconds},
                           {"cpu_seconds", sum.processor_seconds},
                           {"per_second", rate}});
    print_line(fmt::format("{:<32} {:>12} nodes {:>8.2f} s {:>8.2f} million nodes/s of a thread",
                           what,
                           sum.nodes,
                           sum.seconds,
                           rate / 1e6));
}

}  // namespace

search::SearchParams params_without(const std::string& names) {
    search::SearchParams params;
    std::istringstream list(names);
    for (std::string name; std::getline(list, name, ',');) {
        auto changed = search::with(params, name, false);
        if (!changed) throw BadInput(changed.error());
        params = *changed;
    }
    return params;
}

void bench_search(const SearchBench& bench) {
    const std::string title = fmt::format("search depth {}", bench.depth);
    if (bench.without != "all") {
        const std::string what = bench.without.empty() ? "" : " without " + bench.without;
        return print_sum(bench, title + what, run(bench, params_without(bench.without)));
    }
    print_sum(bench, title, run(bench, {}));
    for (const search::Technique& technique : search::techniques()) {
        search::SearchParams params;
        const bool is_on = params.*technique.enabled;
        params.*technique.enabled = !is_on;
        print_sum(bench,
                  fmt::format("{} {}", is_on ? "without" : "with", technique.name),
                  run(bench, params));
    }
}

}  // namespace deepwell::cli
