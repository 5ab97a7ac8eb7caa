// What comes from outside: files as bytes, numbers in them, and the refusal of what is wrong.

#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <sstream>
#include <stdexcept>
#include <vector>
#include <xxhash.h>

namespace checker {

using Bytes = std::span<const std::uint8_t>;
using Path = std::filesystem::path;

// Why something is not believed, as a sentence.
struct Refusal : std::runtime_error {
    using std::runtime_error::runtime_error;
};
// Throws one that is put together from the parts.
[[noreturn]] inline void refuse(const auto&... parts) {
    std::ostringstream text;
    (text << ... << parts);
    throw Refusal(text.str());
}

// All bytes of a file.  Throws Refusal if it cannot be read.
inline std::vector<std::uint8_t> bytes_of(const Path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) refuse(path.string(), " cannot be opened");
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    std::vector<std::uint8_t> bytes(error ? 0 : size);
    file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (error || !file) refuse(path.string(), " cannot be read");
    return bytes;
}

// Takes bytes and little-endian numbers from the front.  Throws Refusal at the end of the bytes.
class ByteReader {
public:
    explicit ByteReader(Bytes bytes) : rest_(bytes) {}

    std::size_t left() const { return rest_.size(); }
    Bytes take(std::uint64_t count) {
        if (count > left()) refuse("the bytes end too early");
        const Bytes taken = rest_.first(count);
        rest_ = rest_.subspan(count);
        return taken;
    }
    bool takes(std::string_view text) { return std::ranges::equal(take(text.size()), text); }
    std::uint8_t byte() { return take(1).front(); }
    std::uint64_t number(std::size_t bytes) {
        std::uint64_t number = 0;
        for (unsigned shift = 0; shift < 8 * bytes; shift += 8)
            number |= std::uint64_t{byte()} << shift;
        return number;
    }
    // LEB128 in at most 5 bytes, none needlessly long; the number has at most 32 bits.
    std::uint32_t varint() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 35; shift += 7) {
            const std::uint8_t next = byte();
            value |= std::uint64_t{next & 127U} << shift;
            if ((next & 128U) != 0) continue;
            if (next == 0 && shift > 0) refuse("a number is needlessly long");
            if (value > UINT32_MAX) break;
            return static_cast<std::uint32_t>(value);
        }
        refuse("a number is too large");
    }
    // Throws Refusal unless so many bytes are 0.
    void zeros(std::size_t count) {
        for (const std::uint8_t byte : take(count))
            if (byte != 0) refuse("a byte that has to be 0 is not");
    }

private:
    Bytes rest_;
};

// What the last 8 bytes hold; nothing unless it is the checksum of all others, XXH64 with seed 0.
inline std::optional<std::uint64_t> checksum_of(Bytes file) {
    if (file.size() < 8) return std::nullopt;
    const std::uint64_t found = ByteReader(file.last(8)).number(8);
    return found == XXH64(file.data(), file.size() - 8, 0) ? std::optional(found) : std::nullopt;
}

}  // namespace checker
