// What one user may ask of the machine, in one place (docs/studio.md).

#pragma once

#include <cstddef>
#include <cstdint>

namespace deepwell::studio::limits {

inline constexpr std::size_t BodyBytes = std::size_t{32} << 20;
inline constexpr std::size_t PdnBytes = std::size_t{24} << 20;  // of one import
inline constexpr std::size_t Jobs = 200;                        // kept
inline constexpr std::size_t QueuedJobs = 50;
inline constexpr std::size_t Streams = 500;  // of analysis
inline constexpr int MultiPv = 20;
inline constexpr int AnalysisSeconds = 3600;
inline constexpr std::int64_t JobSeconds = 30LL * 24 * 3600;
inline constexpr std::size_t Games = 100'000;
inline constexpr std::size_t GamesBytes = std::size_t{200} << 20;
inline constexpr std::size_t Collections = 100;

}  // namespace deepwell::studio::limits
