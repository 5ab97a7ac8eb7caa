// Loops over the rows of one configuration that share the work among the threads of the arena when
// there is much of it.  A configuration with many kings may be the only one of its layer.

#pragma once

#include <atomic>
#include <cstdint>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace deepwell::egdb {

// Matrices from this many words on are worth sharing (3 kings against 3 have 390,000).
inline constexpr std::size_t SharedWords = std::size_t{1} << 17;

// use(begin, end) for parts of [0, count), on several threads if `shared`.  Isolated: a thread that
// waits here does not begin another configuration, whose working memory would be the same.
template <class Use>
void for_parts(bool shared, std::size_t count, std::size_t grain, const Use& use) {
    if (!shared) return use(std::size_t{0}, count);
    tbb::this_task_arena::isolate([&] {
        tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, grain),
                          [&](const auto& part) { use(part.begin(), part.end()); });
    });
}

// Sets a flag that other threads may be setting too.
[[gnu::always_inline]] inline void raise(std::uint8_t& flag) {
    std::atomic_ref<std::uint8_t>(flag).store(1, std::memory_order_relaxed);
}

}  // namespace deepwell::egdb
