#include "board/pdn_encoding.h"

#include <algorithm>
#include <cstdint>

namespace deepwell {

namespace {

constexpr std::string_view ByteOrderMark = "\xef\xbb\xbf";

std::uint8_t byte_at(std::string_view bytes, std::size_t at) {
    return static_cast<std::uint8_t>(bytes[at]);
}

bool is_continuation(char c) {
    return (static_cast<std::uint8_t>(c) & 0xc0U) == 0x80U;
}

// How long the character that begins with this byte is; 0: none begins so.
std::size_t length_of(std::uint8_t first) {
    if (first < 0x80) return 1;
    if (first >= 0xc2 && first <= 0xdf) return 2;
    if (first >= 0xe0 && first <= 0xef) return 3;
    if (first >= 0xf0 && first <= 0xf4) return 4;
    return 0;
}

// Unicode 15, table 3-7: second bytes that would be overlong, surrogates or beyond U+10FFFF.
bool is_forbidden(std::uint8_t first, std::uint8_t second) {
    return (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
           (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
}

// The length of the character at this place; 0: there is none.
std::size_t character_at(std::string_view bytes, std::size_t at) {
    const std::size_t length = length_of(byte_at(bytes, at));
    if (length == 0 || at + length > bytes.size()) return 0;
    const std::string_view rest = bytes.substr(at + 1, length - 1);
    if (!std::all_of(rest.begin(), rest.end(), is_continuation)) return 0;
    if (length > 1 && is_forbidden(byte_at(bytes, at), byte_at(bytes, at + 1))) return 0;
    return length;
}

std::string from_latin1(std::string_view bytes) {
    std::string utf8;
    utf8.reserve(bytes.size() + bytes.size() / 8);
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        const unsigned code = byte_at(bytes, at);
        if (code >= 0x80) utf8 += static_cast<char>(0xc0U | code >> 6U);
        utf8 += static_cast<char>(code < 0x80 ? code : 0x80U | (code & 0x3fU));
    }
    return utf8;
}

}  // namespace

bool is_utf8(std::string_view bytes) {
    std::size_t at = 0;
    while (at < bytes.size()) {
        const std::size_t length = character_at(bytes, at);
        if (length == 0) return false;
        at += length;
    }
    return true;
}

std::string to_utf8(std::string bytes) {
    if (bytes.starts_with(ByteOrderMark)) bytes.erase(0, ByteOrderMark.size());
    return is_utf8(bytes) ? std::move(bytes) : from_latin1(bytes);
}

int width_of(std::string_view utf8) {
    return static_cast<int>(
        std::count_if(utf8.begin(), utf8.end(), [](char c) { return !is_continuation(c); }));
}

std::string shortened(std::string_view utf8, int max_width) {
    if (width_of(utf8) <= max_width) return std::string(utf8);
    std::size_t end = 0;
    for (int width = 0; width < max_width; ++width) do
            ++end;
        while (is_continuation(utf8[end]));
    return std::string(utf8.substr(0, end)) + "...";
}

}  // namespace deepwell
