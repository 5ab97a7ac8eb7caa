#include "eval/network.h"

#include <algorithm>

#include "base/bytes.h"
#include "base/checksum.h"
#include "base/embedded_file.h"

#if DEEPWELL_BOARD_SIZE == 8
// The file network.bin, as it is.
DEEPWELL_EMBED_FILE(network, DEEPWELL_NETWORK_FILE);
#endif

namespace deepwell {

namespace {

constexpr std::uint32_t Version = 4;

template <class Numbers, class Number>
void for_each_in(Numbers& numbers, const Number& number) {
    for (auto& n : numbers) number(n);
}

// Calls `number(n)` for each number in the order of the file.
template <class SomeNetwork, class Number>
void for_each_number(SomeNetwork& network, const Number& number) {
    for (auto& views : network.men)
        for (auto& row : views) for_each_in(row, number);
    for (auto& views : network.near_kings)
        for (auto& row : views) for_each_in(row, number);
    for_each_in(network.first_bias, number);
    for (auto& head : network.heads) {
        for (auto& row : head.second) for_each_in(row, number);
        for_each_in(head.second_bias, number);
        for_each_in(head.last, number);
        number(head.last_bias);
    }
}

ByteWriter header_of_network() {
    ByteWriter out;
    out.put_text(NetworkMagic);
    out.put(Version);
    for (const std::size_t size : {TallWindowCount,
                                   TallViewCount,
                                   WindowCount,
                                   ViewCount,
                                   Network::First,
                                   Network::Second,
                                   Network::Heads})
        out.put(static_cast<std::uint32_t>(size));
    return out;
}

}  // namespace

std::string to_bytes(const Network& network) {
    ByteWriter out = header_of_network();
    for_each_number(network, [&](auto n) { out.put(n); });
    out.put(checksum(out.bytes()));
    return {out.bytes().begin(), out.bytes().end()};
}

Result<std::shared_ptr<const Network>> parse_network(std::string_view text) {
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    const ByteWriter header = header_of_network();
    if (bytes.size() < header.size() ||
        !std::equal(header.bytes().begin(), header.bytes().end(), bytes.begin()))
        return Failure{"no network for this program and board"};

    auto network = std::make_shared<Network>();
    std::size_t wanted = header.size() + sizeof(std::uint64_t);
    for_each_number(*network, [&](const auto& n) { wanted += sizeof(n); });
    if (bytes.size() != wanted) return Failure{"the file is cut off or too long"};
    if (ByteReader(bytes.last(sizeof(std::uint64_t)), "network").get<std::uint64_t>() !=
        checksum(bytes.first(wanted - sizeof(std::uint64_t))))
        return Failure{"the checksum is wrong"};

    ByteReader in(bytes, "network");
    in.get_bytes(header.size());
    for_each_number(*network, [&](auto& n) { n = in.get<std::remove_reference_t<decltype(n)>>(); });
    return std::shared_ptr<const Network>(network);
}

std::shared_ptr<const Network> default_network() {
#if DEEPWELL_BOARD_SIZE == 8
    static const std::shared_ptr<const Network> network =
        parse_network(DEEPWELL_EMBEDDED_FILE(network)).value();
    return network;
#else
    return nullptr;
#endif
}

}  // namespace deepwell
