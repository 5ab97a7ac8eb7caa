#include "cli/bench_egdb.h"

#include <array>
#include <fmt/format.h>

#include "base/stopwatch.h"
#include "cli/command.h"
#include "egdb/material_solver.h"
#include "egdb/plan.h"
#include "egdb/turn.h"

namespace deepwell::cli {

namespace {

struct Work {
    double positions = 0;
    double seconds = 0;
};

void print_rate(const std::string& what, const Work& work, bool json) {
    const double rate = work.positions / work.seconds;
    if (json) return print_json({{"bench", what}, {"per_second", rate}});
    print_line(fmt::format("{:<44} {:>8.1f} million/s", what, rate / 1e6));
}

// One thread, both sides to move of each material counted.
std::array<Work, 3> solve_all(int pieces, Work& turning) {
    std::array<Work, 3> classes;
    egdb::RawStore store;
    for (int n = 2; n <= pieces; ++n)
        for (const egdb::Material& material : egdb::materials_with(n)) {
            if (!egdb::is_canonical(material)) continue;
            const double positions = 2 * static_cast<double>(egdb::position_count(material));
            const Stopwatch watch;
            const egdb::RawTable& table =
                store.insert(egdb::solve_material(material, store, {}, {}, [](std::uint64_t) {}));
            Work& work = classes[static_cast<std::size_t>(egdb::king_class(material))];
            work.positions += positions;
            work.seconds += watch.seconds();
            if (material == material.turned()) continue;
            const Stopwatch turn_watch;
            store.insert(std::make_unique<egdb::RawTable>(egdb::turned(table)));
            turning.positions += positions;
            turning.seconds += turn_watch.seconds();
        }
    return classes;
}

}  // namespace

void bench_egdb(int pieces, bool json) {
    Work turning;
    const std::array<Work, 3> classes = solve_all(pieces, turning);
    for (std::size_t i = classes.size(); i-- > 0;)
        print_rate(
            fmt::format(
                "egdb up to {} pieces, {}", pieces, egdb::name_of(static_cast<egdb::KingClass>(i))),
            classes[i],
            json);
    print_rate(fmt::format("egdb up to {} pieces, twins turned", pieces), turning, json);
}

}  // namespace deepwell::cli
