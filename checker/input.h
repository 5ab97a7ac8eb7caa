// What comes from outside: files as bytes, numbers in them, and the refusal of what is wrong.

#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>

namespace checker {

using Bytes = std::span<const std::uint8_t>;

// Why something is not believed, as a sentence.
class Refusal : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// A file mapped into memory, to be read only.  Throws Refusal if that is not possible.
class MappedFile {
public:
    explicit MappedFile(const std::filesystem::path& path);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    Bytes bytes() const { return {data_, size_}; }

private:
    const std::uint8_t* data_ = nullptr;
    std::size_t size_ = 0;
};

// Takes bytes and little-endian numbers from the front.  Throws Refusal at the end of the bytes.
class ByteReader {
public:
    explicit ByteReader(Bytes bytes) : rest_(bytes) {}

    std::size_t left() const { return rest_.size(); }
    Bytes take(std::uint64_t count);
    std::uint64_t number(std::size_t bytes);
    std::uint8_t byte() { return static_cast<std::uint8_t>(number(1)); }
    // LEB128 in at most 5 bytes, none needlessly long; the number has at most 32 bits.
    std::uint32_t varint();
    // Throws Refusal unless so many bytes are 0.
    void zeros(std::size_t count);

private:
    Bytes rest_;
};

// REQUIRES: at most 8 bytes.
std::uint64_t little_endian(Bytes bytes);

// XXH64 with seed 0.
std::uint64_t checksum_of(Bytes bytes);
// Do the last 8 bytes hold the checksum of all others?
bool is_whole(Bytes bytes);

}  // namespace checker
