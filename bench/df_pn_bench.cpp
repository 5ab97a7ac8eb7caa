// What the parts of df-pn are worth: how many questions it answers alone, each within a number of
// nodes, with each part switched by turns.
//
//     df-pn-bench DATA/egdb/8x8 PIECES NODES < one FEN a line
//
// Two questions for each position, an empty table for each; one thread; answers are not extracted.

#include <array>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "base/stopwatch.h"
#include "board/fen.h"
#include "eval/evaluators.h"
#include "proof/df_pn.h"

namespace {

using namespace deepwell;

struct Variant {
    const char* name;
    proof::DfPnOptions options;
};

const std::array Variants{
    Variant{"as it is", {}},
    Variant{"weak numbers", {.weak_numbers = true}},
    Variant{"sums", {.weak_numbers = false}},
    Variant{"epsilon 0", {.epsilon = 0}},
    Variant{"epsilon 0.5", {.epsilon = 0.5}},
    Variant{"numbers 1 and 1", {.informed_numbers = false}},
    Variant{"kings on both sides x 1", {.kings_factor = 1}},
    Variant{"kings on both sides x 2", {.kings_factor = 2}},
    Variant{"kings on both sides x 4", {.kings_factor = 4}},
};

struct Sum {
    int yes = 0;
    int no = 0;
    std::uint64_t nodes = 0;
};

Sum ask_all(const std::vector<Position>& positions,
            const proof::Leaves& leaves,
            const proof::DfPnOptions& options,
            std::uint64_t nodes) {
    const auto evaluator = default_evaluator();
    proof::ProofTable table(std::size_t{1} << 28);
    proof::DfPn search(leaves, *evaluator, table, options);
    Sum sum;
    for (const Position& position : positions)
        for (const Side attacker : Sides) {
            table.clear();
            proof::Budget budget(nodes, std::nullopt, {});
            const proof::Answer answer = search.search(position, attacker, budget);
            sum.yes += answer == proof::Answer::Yes ? 1 : 0;
            sum.no += answer == proof::Answer::No ? 1 : 0;
            sum.nodes += budget.spent();
        }
    return sum;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::fprintf(stderr, "usage: df-pn-bench DIRECTORY PIECES NODES < FENs\n");
        return 2;
    }
    const egdb::Database database(argv[1]);
    const proof::Leaves leaves(&database, std::atoi(argv[2]));
    std::vector<Position> positions;
    for (std::string line; std::getline(std::cin, line);)
        if (const auto position = parse_fen(line)) positions.push_back(*position);
    std::printf("%zu positions, leaves of %d pieces\n", positions.size(), leaves.max_pieces());
    for (const Variant& variant : Variants) {
        const Stopwatch watch;
        const Sum sum =
            ask_all(positions, leaves, variant.options, std::strtoull(argv[3], nullptr, 10));
        std::printf("%-26s %4d yes %4d no, %7.2f million nodes, %6.1f s\n",
                    variant.name,
                    sum.yes,
                    sum.no,
                    static_cast<double>(sum.nodes) / 1e6,
                    watch.seconds());
        std::fflush(stdout);
    }
    return 0;
}
