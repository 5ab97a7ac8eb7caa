// Checksums of bytes on disk: XXH64 with seed 0 (https://xxhash.com), the same on every machine.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <xxhash.h>

namespace deepwell {

inline std::uint64_t checksum(std::span<const std::uint8_t> bytes) {
    return XXH64(bytes.data(), bytes.size(), 0);
}

}  // namespace deepwell
