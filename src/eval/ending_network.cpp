#include "eval/ending_network.h"

#include <algorithm>

#include "base/bytes.h"
#include "base/checksum.h"
#include "base/embedded_file.h"

#if DEEPWELL_BOARD_SIZE == 8
// The file endings.bin, as it is.
DEEPWELL_EMBED_FILE(endings, DEEPWELL_ENDINGS_FILE);
#endif

namespace deepwell {

namespace {

constexpr std::uint32_t EndingVersion = 1;

// Calls `numbers(array)` for each array of numbers, and for each number that stands alone, in the
// order of the file.
template <class SomeNetwork, class Numbers>
void for_each_part(SomeNetwork& network, const Numbers& numbers) {
    for (auto& views : network.rows)
        for (auto& row : views) numbers(row);
    numbers(network.first_bias);
    for (auto& head : network.heads) {
        for (auto& row : head.second) numbers(row);
        numbers(head.second_bias);
        numbers(head.last);
        numbers(head.last_bias);
    }
}

template <class Number>
std::span<Number> as_span(Number& one) {
    return {&one, 1};
}
template <class Number, std::size_t N>
std::span<Number, N> as_span(std::array<Number, N>& many) {
    return many;
}
template <class Number, std::size_t N>
std::span<const Number, N> as_span(const std::array<Number, N>& many) {
    return many;
}

ByteWriter header_of_endings() {
    ByteWriter out;
    out.put_text(EndingMagic);
    out.put(EndingVersion);
    for (const std::size_t size :
         {WindowCount, ViewCount, Network::First, Network::Second, EndingNetwork::Heads})
        out.put(static_cast<std::uint32_t>(size));
    return out;
}

}  // namespace

std::string to_bytes(const EndingNetwork& network) {
    ByteWriter out = header_of_endings();
    for_each_part(network, [&](const auto& part) {
        for (const auto& number : as_span(part)) out.put(number);
    });
    out.put(checksum(out.bytes()));
    return {out.bytes().begin(), out.bytes().end()};
}

Result<std::shared_ptr<const EndingNetwork>> parse_ending_network(std::string_view text) {
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    const ByteWriter header = header_of_endings();
    if (bytes.size() < header.size() ||
        !std::equal(header.bytes().begin(), header.bytes().end(), bytes.begin()))
        return Failure{"no network of endings for this program and board"};
    auto network = std::make_shared<EndingNetwork>();
    std::size_t wanted = header.size() + sizeof(std::uint64_t);
    for_each_part(*network, [&](const auto& part) { wanted += sizeof(part); });
    if (bytes.size() != wanted) return Failure{"the file is cut off or too long"};
    if (ByteReader(bytes.last(sizeof(std::uint64_t)), "endings").get<std::uint64_t>() !=
        checksum(bytes.first(wanted - sizeof(std::uint64_t))))
        return Failure{"the checksum is wrong"};

    ByteReader in(bytes, "endings");
    in.get_bytes(header.size());
    for_each_part(*network, [&](auto& part) {
        for (auto& number : as_span(part))
            number = in.get<std::remove_reference_t<decltype(number)>>();
    });
    return std::shared_ptr<const EndingNetwork>(network);
}

std::shared_ptr<const EndingNetwork> default_ending_network() {
#if DEEPWELL_BOARD_SIZE == 8
    static const std::shared_ptr<const EndingNetwork> network =
        parse_ending_network(DEEPWELL_EMBEDDED_FILE(endings)).value();
    return network;
#else
    return nullptr;
#endif
}

}  // namespace deepwell
