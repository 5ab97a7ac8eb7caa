// How fast values are probed: random positions with N pieces in which the side to move cannot jump.
//
//     probe-bench DATA/egdb/8x8 [pieces] [million probes] [raw]
//
// The first pass decodes what it touches; the second finds most of it decoded.

#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "base/random.h"
#include "base/stopwatch.h"
#include "board/movegen.h"
#include "egdb/database.h"

namespace {

using namespace deepwell;

// Any placement of `pieces` pieces with both sides present is equally likely before the rules
// (men on king rows, jumps) refuse it.
Position random_position(Random& random, int pieces) {
    while (true) {
        Position p;
        for (int placed = 0; placed < pieces;) {
            const Bitboard square =
                Bitboard::of(Square::from_index(static_cast<int>(random.below(SquareCount))));
            if (!(p.occupied() & square).is_empty()) continue;
            (random.below(2) == 0 ? p.black : p.white) |= square;
            if (random.below(2) == 0) p.kings |= square;
            ++placed;
        }
        p.side = random.below(2) == 0 ? Side::Black : Side::White;
        if (!p.black.is_empty() && !p.white.is_empty() && !fault_of(p) && !can_jump(p)) return p;
    }
}

double million_per_second(const egdb::Database& database,
                          const std::vector<Position>& positions,
                          std::size_t threads,
                          bool together) {
    std::vector<WdlRange> values(positions.size());
    const Stopwatch watch;
    std::vector<std::jthread> workers;
    for (std::size_t t = 0; t < threads; ++t)
        workers.emplace_back([&, t] {
            const std::size_t begin = positions.size() * t / threads;
            const std::size_t end = positions.size() * (t + 1) / threads;
            if (together)
                database.probe(std::span(positions).subspan(begin, end - begin),
                               std::span(values).subspan(begin, end - begin));
            for (std::size_t i = begin; !together && i < end; ++i)
                values[i] = database.probe(positions[i]);
        });
    workers.clear();
    return static_cast<double>(positions.size()) / watch.seconds() / 1e6;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::puts("usage: probe-bench DIRECTORY [pieces] [million probes] [raw]");
        return 2;
    }
    const int pieces = argc > 2 ? std::atoi(argv[2]) : 6;
    const auto count = static_cast<std::size_t>((argc > 3 ? std::atof(argv[3]) : 5) * 1e6);
    Random random(1);
    std::vector<Position> positions(count);
    for (Position& position : positions) position = random_position(random, pieces);
    egdb::DatabaseOptions options;
    options.raw = argc > 4;
    options.threads = 2;
    const egdb::Database database(argv[1], options);
    std::printf("%-36s %8.2f million/s\n",
                "first pass, 1 thread",
                million_per_second(database, positions, 1, false));
    for (const bool together : {false, true})
        for (const std::size_t threads : {std::size_t{1}, std::size_t{2}})
            std::printf("%-10s %-14s %zu thread%s %8.2f million/s\n",
                        "warm,",
                        together ? "many at once," : "one by one,",
                        threads,
                        threads == 1 ? " " : "s",
                        million_per_second(database, positions, threads, together));
    const egdb::ProbeCounts counts = database.counts();
    std::printf("%llu probes, %llu look-ups, %llu loads\n",
                static_cast<unsigned long long>(counts.probes),
                static_cast<unsigned long long>(counts.look_ups),
                static_cast<unsigned long long>(counts.loads));
    return 0;
}
