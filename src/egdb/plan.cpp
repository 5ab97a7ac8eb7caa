#include "egdb/plan.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "egdb/binomial.h"
#include "egdb/distance_table.h"
#include "egdb/raw_table.h"

namespace deepwell::egdb {

namespace {

// The program, its sets of kings and the buffers of threads and files.
constexpr std::uint64_t BaseBytes = std::uint64_t{96} << 20;

// Seeds: four matrices for each side; the values: two.
constexpr std::uint64_t WorkingMatrices = 10;

struct ClassCost {
    double positions_per_second;  // solved on one core, both sides to move counted
    double bits_per_position;     // in the files, jumps included
};

// Measured in November 2026 on one core of a shared AMD EPYC virtual machine, over all materials
// with 6 pieces: the rates in CPU seconds, the bits in the files of values.
ClassCost cost_of(KingClass king_class) {
    switch (king_class) {
        case KingClass::None:
            return {12e6, 0.073};
        case KingClass::OneSide:
            return {85e6, 0.038};
        case KingClass::BothSides:
            return {100e6, 0.070};
    }
    __builtin_unreachable();
}

// Turning the twin, coding and writing: what is left of a build up to 6 pieces (2,572 million
// positions, 77 CPU seconds) after solving (32) and distances up to 5 pieces (6).
constexpr double CodedPerSecond = 65e6;
// Distances: 5 pieces, 139 million positions.  Solved and coded in 6 CPU seconds, 49 MB.
constexpr double DistancesPerSecond = 23e6;
constexpr double DistanceBytesPerPosition = 0.34;

Material canonical(const Material& m) {
    return is_canonical(m) ? m : m.turned();
}

auto place_in_order(const Material& m) {
    return std::tuple(m.pieces(), m.black.pieces(), m.black.men, m.white.men);
}

// One table of values, and of distances if they are wanted.
std::uint64_t table_bytes(const Material& m, int distance_pieces) {
    return RawTable::bytes(m) + (m.pieces() <= distance_pieces ? DistanceTable::bytes(m) : 0);
}

std::uint64_t bytes_of_unit_on_write(const PlanStep& step, int distance_pieces) {
    const Material& m = step.material;
    const std::uint64_t table = table_bytes(m, distance_pieces);
    // A twin that nobody reads has only Black to move.
    const std::uint64_t twin = m == m.turned() ? 0 : step.twin_is_read ? table : table / 2;
    // The coded blocks and the file made of them, at no more than half a bit per position.
    return table + twin + step.positions / 8;
}

void find_drops(std::vector<PlanStep>& steps) {
    std::map<Material, std::size_t> last_read;
    for (std::size_t i = 0; i < steps.size(); ++i)
        for (const Material& material : materials_after(steps[i].material)) last_read[material] = i;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Material& m = steps[i].material;
        steps[i].twin_is_read = m != m.turned() && last_read.contains(m.turned());
        for (const Material& table : {m, m.turned()})
            if (!last_read.contains(table)) last_read[table] = i;
    }
    for (const auto& [material, step] : last_read) steps[step].drops.push_back(material);
}

void add_up_memory(std::vector<PlanStep>& steps, int threads, int distance_pieces) {
    std::set<Material> live;
    std::uint64_t live_bytes = 0;
    for (PlanStep& step : steps) {
        const Material& m = step.material;
        const std::uint64_t table = table_bytes(m, distance_pieces);
        step.has_distances = m.pieces() <= distance_pieces;
        step.memory = BaseBytes + live_bytes +
                      std::max(table + working_bytes(m, threads),
                               bytes_of_unit_on_write(step, distance_pieces));
        live.insert(m);
        live_bytes += table;
        if (step.twin_is_read && live.insert(m.turned()).second) live_bytes += table;
        for (const Material& dropped : step.drops)
            if (live.erase(dropped) > 0) live_bytes -= table_bytes(dropped, distance_pieces);
    }
}

BuildPlan plan_of(std::vector<Material> units, int threads, int distance_pieces) {
    std::sort(units.begin(), units.end(), [](const Material& a, const Material& b) {
        return place_in_order(a) < place_in_order(b);
    });
    BuildPlan plan;
    for (const Material& m : units) {
        PlanStep step;
        step.material = m;
        step.positions = position_count(m) * (m == m.turned() ? 1 : 2);
        plan.steps.push_back(step);
    }
    find_drops(plan.steps);
    add_up_memory(plan.steps, threads, distance_pieces);
    return plan;
}

}  // namespace

std::vector<Material> materials_after(const Material& m) {
    std::vector<Material> result;
    for (const Side mover : Sides)
        for (int kings = 0; kings <= m.of(other(mover)).kings; ++kings)
            for (int men = 0; men <= m.of(other(mover)).men; ++men)
                for (const int crowned : {0, 1}) {
                    Material after = m;
                    after.of(mover).men -= crowned;
                    after.of(mover).kings += crowned;
                    after.of(other(mover)).kings -= kings;
                    after.of(other(mover)).men -= men;
                    if (after.of(mover).men < 0 || after.of(other(mover)).pieces() == 0) continue;
                    if (after != m) result.push_back(after);
                }
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

std::uint64_t BuildPlan::memory() const {
    std::uint64_t most = 0;
    for (const PlanStep& step : steps) most = std::max(most, step.memory);
    return most;
}

std::uint64_t BuildPlan::positions() const {
    std::uint64_t sum = 0;
    for (const PlanStep& step : steps) sum += step.positions;
    return sum;
}

BuildPlan plan_build(int pieces, int threads, int distance_pieces) {
    std::vector<Material> units;
    for (int n = 2; n <= pieces; ++n)
        for (const Material& material : materials_with(n))
            if (is_canonical(material)) units.push_back(material);
    return plan_of(std::move(units), threads, distance_pieces);
}

BuildPlan plan_build(const Material& only, int threads, int distance_pieces) {
    std::set<Material> units{canonical(only)};
    for (std::vector<Material> open{canonical(only)}; !open.empty();) {
        const Material m = open.back();
        open.pop_back();
        for (const Material& after : materials_after(m))
            if (units.insert(canonical(after)).second) open.push_back(canonical(after));
    }
    return plan_of({units.begin(), units.end()}, threads, distance_pieces);
}

std::uint64_t working_bytes(const Material& m, int threads) {
    const int free = SquareCount - m.men();
    const std::uint64_t black = binomial(free, m.black.kings);
    const std::uint64_t white = binomial(free, m.white.kings);
    const std::uint64_t matrix = 8 * std::max(black * words_for(white), white * words_for(black));
    const std::uint64_t layers = 5 * position_count({{0, m.black.men}, {0, m.white.men}});
    // The threads share one configuration if there is only one.
    const auto solvers = static_cast<std::uint64_t>(m.men() == 0 ? 1 : threads);
    return solvers * WorkingMatrices * matrix + layers;
}

KingClass king_class(const Material& m) {
    const int sides = (m.black.kings > 0 ? 1 : 0) + (m.white.kings > 0 ? 1 : 0);
    return static_cast<KingClass>(sides);
}

const char* name_of(KingClass king_class) {
    constexpr const char* Names[] = {"no kings", "one side with kings", "both sides with kings"};
    return Names[static_cast<std::size_t>(king_class)];
}

Estimate estimate(const PlanStep& step) {
    const ClassCost cost = cost_of(king_class(step.material));
    const auto positions = static_cast<double>(step.positions);
    const double solved = 2 * static_cast<double>(position_count(step.material));
    Estimate sum{solved / cost.positions_per_second + positions / CodedPerSecond,
                 positions * cost.bits_per_position / 8};
    if (!step.has_distances) return sum;
    sum.cpu_seconds += positions / DistancesPerSecond;
    sum.bytes_on_disk += positions * DistanceBytesPerPosition;
    return sum;
}

}  // namespace deepwell::egdb
