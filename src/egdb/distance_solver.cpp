#include "egdb/distance_solver.h"

#include "egdb/binomial.h"
#include "egdb/layered.h"
#include "egdb/turn.h"

namespace deepwell::egdb {

namespace {

std::unique_ptr<DistanceConfigSolver> make_solver(Kernel kernel,
                                                  const RawStore& values,
                                                  const DistanceStore& distances,
                                                  const RawTable& table,
                                                  DistanceTable& out) {
#if defined(DEEPWELL_HAS_AVX2_KERNEL)
    if (kernel == Kernel::Avx2) return make_distance_solver_avx2(values, distances, table, out);
#endif
    static_cast<void>(kernel);
    return make_distance_solver_portable(values, distances, table, out);
}

}  // namespace

DistanceTable::DistanceTable(const RawTable& values)
    : cells_(std::uint64_t{values.half(Side::Black).rows} * values.half(Side::Black).columns) {
    for (const Side side : Sides) half(side).assign(values.men().size() * cells_, 0);
}

std::unique_ptr<DistanceTable> solve_distances(const RawTable& table,
                                               const RawStore& values,
                                               const DistanceStore& distances,
                                               const SolveOptions& options,
                                               const std::stop_token& stop,
                                               const PositionsDone& done) {
    auto out = std::make_unique<DistanceTable>(table);
    const auto make = [&] { return make_solver(options.kernel, values, distances, table, *out); };
    return solve_layers(table, options, stop, done, make) ? std::move(out) : nullptr;
}

std::unique_ptr<DistanceTable> turned(const DistanceTable& distances,
                                      const RawTable& values,
                                      const RawTable& turned_values) {
    auto out = std::make_unique<DistanceTable>(turned_values);
    for (const Side to_move : Sides) {
        const Turn turn(values, turned_values, to_move);
        turn.for_each_configuration([&](std::uint64_t number, std::uint64_t source_number) {
            std::uint8_t* to = out->half(to_move).data() + number * out->cells();
            const std::uint8_t* from =
                distances.half(other(to_move)).data() + source_number * distances.cells();
            for (std::uint32_t r = 0; r < turn.rows(); ++r)
                for (std::uint32_t c = 0; c < turn.columns(); ++c)
                    *to++ = from[turn.source_cell(r, c)];
        });
    }
    return out;
}

}  // namespace deepwell::egdb
