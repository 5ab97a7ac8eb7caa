// Layers of men configurations, and a solver run over all of them on several threads.

#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <vector>

#include "base/cpu.h"
#include "egdb/raw_table.h"

namespace deepwell::egdb {

struct SolveOptions {
    int threads = 1;
    Kernel kernel = best_kernel();
    // Called between layers, when no position is being solved, with the number of the next layer
    // from 1 and how many there are.
    std::function<void(std::size_t, std::size_t)> next_layer;
};

// Called now and then from any thread with the number of positions finished since the last call.
using PositionsDone = std::function<void(std::uint64_t)>;

// Configurations in the order of falling advancement, and where each layer begins.
struct MenLayers {
    std::vector<std::uint32_t> order;
    std::vector<std::size_t> first;  // of each layer, and the end
};
MenLayers layers_of(const MenIndex& index);

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
    const auto solve_range = [&](const tbb::blocked_range<std::size_t>& range) {
        auto& solver = *solvers.local();
        for (std::size_t i = range.begin(); i != range.end(); ++i) {
            if (stop.stop_requested()) return;
            solver.solve(layers.order[i]);
        }
        done(range.size() * positions);
    };
    for (std::size_t layer = 0; layer + 1 < layers.first.size(); ++layer) {
        if (options.next_layer) options.next_layer(layer + 1, layers.first.size() - 1);
        const tbb::blocked_range<std::size_t> all(layers.first[layer], layers.first[layer + 1]);
        arena.execute([&] { tbb::parallel_for(all, solve_range); });
    }
    return !stop.stop_requested();
}

}  // namespace deepwell::egdb
