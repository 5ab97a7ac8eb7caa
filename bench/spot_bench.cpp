// How fast men configurations are solved on the spot, and how many of them answer a question.
//
//     spot-bench DATA/egdb/8x8 FEN black|white win|safety [million cells at first]
//
// The nearest configurations first (egdb/spot_reach.h), four times as many cells in each wave.

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "base/stopwatch.h"
#include "board/fen.h"
#include "egdb/spot_reach.h"
#include "egdb/spot_tables.h"

int main(int argc, char** argv) {
    using namespace deepwell;
    if (argc < 5) {
        std::fprintf(stderr, "usage: spot-bench DIRECTORY FEN black|white win|safety [cells]\n");
        return 2;
    }
    const auto root = parse_fen(argv[2]);
    if (!root) {
        std::fprintf(stderr, "spot-bench: %s\n", root.error().c_str());
        return 2;
    }
    const Side attacker = std::string_view(argv[3]) == "black" ? Side::Black : Side::White;
    const auto aim = std::string_view(argv[4]) == "win" ? egdb::Aim::Win : egdb::Aim::Safety;
    const egdb::Database database(argv[1]);
    const int leaves = std::min(6, database.complete_pieces());
    egdb::SpotTables tables(database, leaves, attacker, aim);
    egdb::SpotReach reach(*root, leaves, aim == egdb::Aim::Win ? attacker : other(attacker));
    std::uint64_t cells = static_cast<std::uint64_t>(1e6 * (argc > 5 ? std::atof(argv[5]) : 10));
    const Stopwatch watch;
    for (int wave = 0; wave < 6 && !reach.is_exhausted(); ++wave, cells *= 4) {
        std::vector<egdb::SpotTables::Config> configs;
        for (const auto& place : reach.next(cells))
            configs.push_back(tables.config_of(place.material, place.men));
        if (configs.empty()) continue;
        tables.add(configs, [] { return true; });
        const auto wins = tables.ask(*root);
        std::printf("%5zu configurations, %7.1f million cells held, %7.1f solved, %6.2f s: %s\n",
                    configs.size(),
                    static_cast<double>(tables.cells()) / 1e6,
                    static_cast<double>(tables.solved()) / 1e6,
                    watch.seconds(),
                    !wins   ? "open"
                    : *wins ? "wins"
                            : "does not win");
        if (wins) break;
    }
    return 0;
}
