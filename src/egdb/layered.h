// Runs a solver over all men configurations of a material, layer by layer, on several threads.

#pragma once

#include <memory>
#include <stop_token>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "egdb/material_solver.h"

namespace deepwell::egdb {

// `make()` gives a solver for one thread, whose solve(configuration) is called for every
// configuration after all those of higher advancement.  False if stopped.
template <class Make>
bool solve_layers(const RawTable& table,
                  const SolveOptions& options,
                  const std::stop_token& stop,
                  const PositionsDone& done,
                  const Make& make) {
    const MenLayers layers = layers_of(table.men());
    const std::uint64_t positions = 2 * position_count(table.material()) / table.men().size();
    tbb::task_arena arena(options.threads);
    tbb::enumerable_thread_specific<decltype(make())> solvers(make);
    for (std::size_t layer = 0; layer + 1 < layers.first.size(); ++layer)
        arena.execute([&] {
            tbb::parallel_for(
                tbb::blocked_range<std::size_t>(layers.first[layer], layers.first[layer + 1]),
                [&](const tbb::blocked_range<std::size_t>& range) {
                    auto& solver = *solvers.local();
                    for (std::size_t i = range.begin(); i != range.end(); ++i) {
                        if (stop.stop_requested()) return;
                        solver.solve(layers.order[i]);
                    }
                    done(range.size() * positions);
                });
        });
    return !stop.stop_requested();
}

}  // namespace deepwell::egdb
