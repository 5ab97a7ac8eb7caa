// Little-endian numbers in byte strings: how every file format of ours is written and read.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace deepwell {

class ByteWriter {
public:
    template <class Number>
    void put(Number value) {
        auto rest = static_cast<std::uint64_t>(value);
        for (std::size_t i = 0; i < sizeof(Number); ++i, rest >>= 8)
            bytes_.push_back(static_cast<std::uint8_t>(rest & 0xffU));
    }
    void put_bytes(std::span<const std::uint8_t> bytes) {
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    }
    void put_text(std::string_view text) {
        for (const char c : text) bytes_.push_back(static_cast<std::uint8_t>(c));
    }
    std::size_t size() const { return bytes_.size(); }
    const std::vector<std::uint8_t>& bytes() const { return bytes_; }

private:
    std::vector<std::uint8_t> bytes_;
};

// Reads what ByteWriter wrote; throws Error("NAME: ends too early") past the end.
class ByteReader {
public:
    ByteReader(std::span<const std::uint8_t> bytes, std::string name)
        : bytes_(bytes), name_(std::move(name)) {}

    template <class Number>
    Number get() {
        const auto part = get_bytes(sizeof(Number));
        std::uint64_t value = 0;
        for (std::size_t i = sizeof(Number); i-- > 0;) value = value << 8 | part[i];
        return static_cast<Number>(value);
    }
    std::span<const std::uint8_t> get_bytes(std::size_t count) {
        if (count > bytes_.size() - at_) throw Error(name_ + ": ends too early");
        at_ += count;
        return bytes_.subspan(at_ - count, count);
    }
    std::size_t position() const { return at_; }

private:
    std::span<const std::uint8_t> bytes_;
    std::string name_;
    std::size_t at_ = 0;
};

}  // namespace deepwell
