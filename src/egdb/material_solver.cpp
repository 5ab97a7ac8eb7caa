#include "egdb/material_solver.h"

#include <array>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "base/check.h"

namespace deepwell::egdb {

MenLayers layers_of(const MenIndex& index) {
    CHECK(index.size() <= UINT32_MAX);
    std::vector<std::uint8_t> height;
    height.reserve(index.size());
    index.for_each(
        [&](const Men& men) { height.push_back(static_cast<std::uint8_t>(advancement(men))); });
    std::array<std::size_t, 256> count{};
    for (const std::uint8_t h : height) ++count[h];
    MenLayers layers;
    std::array<std::size_t, 256> next{};
    std::size_t sum = 0;
    for (int h = 255; h >= 0; --h) {
        const auto at = static_cast<std::size_t>(h);
        if (count[at] == 0) continue;
        layers.first.push_back(sum);
        next[at] = sum;
        sum += count[at];
    }
    layers.first.push_back(sum);
    layers.order.resize(index.size());
    for (std::uint32_t i = 0; i < height.size(); ++i) layers.order[next[height[i]]++] = i;
    return layers;
}

std::unique_ptr<RawTable> solve_material(const Material& material,
                                         const RawStore& store,
                                         const SolveOptions& options,
                                         const std::stop_token& stop,
                                         const PositionsDone& done) {
    auto table = std::make_unique<RawTable>(material);
    const MenLayers layers = layers_of(table->men());
    const std::uint64_t per_configuration = 2 * position_count(material) / table->men().size();
    tbb::task_arena arena(options.threads);
    tbb::enumerable_thread_specific<std::unique_ptr<ConfigSolver>> solvers(
        [&] { return make_config_solver(options.kernel, store, *table); });
    for (std::size_t layer = 0; layer + 1 < layers.first.size(); ++layer)
        arena.execute([&] {
            tbb::parallel_for(
                tbb::blocked_range<std::size_t>(layers.first[layer], layers.first[layer + 1]),
                [&](const tbb::blocked_range<std::size_t>& range) {
                    ConfigSolver& solver = *solvers.local();
                    for (std::size_t i = range.begin(); i != range.end(); ++i) {
                        if (stop.stop_requested()) return;
                        solver.solve(layers.order[i]);
                    }
                    done(range.size() * per_configuration);
                });
        });
    return stop.stop_requested() ? nullptr : std::move(table);
}

}  // namespace deepwell::egdb
