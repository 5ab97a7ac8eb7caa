// How long an evaluation takes: CPU time per position, over positions of random games.
//
//     eval-bench [million evaluations]
//
// The positions are shuffled, so that branches are as hard to foresee as they can be; a search,
// which sees one kind of position at a time, does not do worse.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <utility>
#include <vector>

#include "base/random.h"
#include "board/movegen.h"
#include "eval/chinook.h"
#include "eval/network_evaluator.h"

namespace {

using namespace deepwell;

// Small enough to stay in the cache.
constexpr std::size_t PositionCount = 4096;

// Quiet positions, as a search asks for.
std::vector<Position> quiet_positions() {
    Random random(1991);
    std::vector<Position> positions;
    Position p = Position::start();
    while (positions.size() < PositionCount) {
        const MoveList moves = legal_moves(p);
        if (moves.empty() || random.one_in(100)) {
            p = Position::start();
            continue;
        }
        p = play(p, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        if (!p.own().is_empty() && !p.enemy().is_empty() && !can_jump(p)) positions.push_back(p);
    }
    for (std::size_t i = positions.size() - 1; i > 0; --i)
        std::swap(positions[i], positions[random.below(static_cast<std::uint32_t>(i + 1))]);
    return positions;
}

double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

void measure(const char* what,
             const std::vector<Position>& positions,
             const Evaluator& evaluator,
             Kernel kernel,
             long rounds) {
    long long sum = 0;
    double best = 1e9;
    for (int trial = 0; trial < 5; ++trial) {
        const double begin = cpu_seconds();
        for (long round = 0; round < rounds; ++round)
            for (const Position& position : positions) sum += evaluator.evaluate(position);
        const double seconds = cpu_seconds() - begin;
        best = std::min(best, seconds * 1e9 / static_cast<double>(rounds) / PositionCount);
    }
    std::printf("%-10s %-9s %6.1f ns per evaluation (best of 5, CPU time; sum %lld)\n",
                what,
                name_of(kernel),
                best,
                sum);
}

void measure_both(const std::vector<Position>& positions, Kernel kernel, long rounds) {
    measure("heuristics", positions, ChinookEvaluator(default_weights(), kernel), kernel, rounds);
    measure(
        "network", positions, NetworkEvaluator(default_network(), nullptr, kernel), kernel, rounds);
    measure("judge",
            positions,
            NetworkEvaluator(default_network(), default_ending_network(), kernel),
            kernel,
            rounds);
}

}  // namespace

int main(int argc, char** argv) {
    const double millions = argc > 1 ? std::atof(argv[1]) : 4;
    const long rounds = std::max(1L, static_cast<long>(millions * 1e6 / PositionCount / 5));
    const std::vector<Position> positions = quiet_positions();
    measure_both(positions, Kernel::Portable, rounds);
    if (best_kernel() != Kernel::Portable) measure_both(positions, best_kernel(), rounds);
}
