// Bits of the coded data: the first bit of a byte is its highest.

#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace deepwell::egdb {

class BitWriter {
public:
    // The lowest `count` bits of `bits`, highest first.
    void put(std::uint32_t bits, unsigned count) {
        for (unsigned i = count; i-- > 0;) put_bit((bits >> i & 1U) != 0);
    }
    bool at_byte_end() const { return size_ % 8 == 0; }
    // Drops what lies behind the first `size` bits.  REQUIRES: size is a multiple of 8.
    void cut(std::size_t size) {
        size_ = size;
        bytes_.resize(size / 8);
    }
    std::size_t size() const { return size_; }
    const std::vector<std::uint8_t>& bytes() const { return bytes_; }

private:
    void put_bit(bool bit) {
        if (size_ % 8 == 0) bytes_.push_back(0);
        if (bit) bytes_.back() = static_cast<std::uint8_t>(bytes_.back() | 0x80U >> size_ % 8);
        ++size_;
    }

    std::vector<std::uint8_t> bytes_;
    std::size_t size_ = 0;
};

// Reads a run of bytes inside a larger piece of memory.  Never reads outside that memory, whatever
// the bytes are; what lies behind the run reads as anything.
class BitReader {
public:
    BitReader() = default;
    // REQUIRES: begin <= end <= memory.size().
    BitReader(std::span<const std::uint8_t> memory, std::size_t begin, std::size_t end)
        : memory_(memory.data()), limit_(memory.size()), at_(8 * begin), end_(8 * end) {}

    // The next `count` bits, without taking them.  REQUIRES: 0 < count <= 32.
    std::uint32_t peek(unsigned count) const {
        return static_cast<std::uint32_t>((word() << at_ % 8) >> (64 - count));
    }
    void skip(unsigned count) { at_ += count; }
    bool past_end() const { return at_ > end_; }

private:
    std::uint64_t word() const {
        const std::size_t byte = at_ / 8;
        std::uint64_t word = 0;
        if (byte + sizeof word <= limit_) {
            std::memcpy(&word, memory_ + byte, sizeof word);
            return std::endian::native == std::endian::big ? word : __builtin_bswap64(word);
        }
        for (std::size_t i = 0; i < sizeof word; ++i)
            word = word << 8 | (byte + i < limit_ ? memory_[byte + i] : 0U);
        return word;
    }

    const std::uint8_t* memory_ = nullptr;
    std::size_t limit_ = 0;  // bytes
    std::size_t at_ = 0;     // bits
    std::size_t end_ = 0;    // bits
};

}  // namespace deepwell::egdb
