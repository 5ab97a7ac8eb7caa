#include "eval/network.h"

#include <algorithm>

#include "base/bytes.h"
#include "base/checksum.h"

#if DEEPWELL_BOARD_SIZE == 8
// The file network.bin, as it is.
asm(".section .rodata\n"
    ".balign 64\n"
    ".hidden deepwell_network_begin\n"
    ".hidden deepwell_network_end\n"
    ".global deepwell_network_begin\n"
    ".global deepwell_network_end\n"
    "deepwell_network_begin:\n"
    ".incbin \"" DEEPWELL_NETWORK_FILE
    "\"\n"
    "deepwell_network_end:\n"
    ".previous\n");
extern "C" {
extern const char deepwell_network_begin[];  // NOLINT(readability-identifier-naming)
extern const char deepwell_network_end[];    // NOLINT(readability-identifier-naming)
}
#endif

namespace deepwell {

namespace {

constexpr std::uint32_t Version = 2;

// Calls `number(n)` for each number of the network in the order of the file.
template <class SomeNetwork, class Number>
void for_each_number(SomeNetwork& network, const Number& number) {
    for (auto& row : network.first)
        for (auto& n : row) number(n);
    for (auto& n : network.first_bias) number(n);
    for (auto& head : network.heads) {
        for (auto& row : head.second)
            for (auto& n : row) number(n);
        for (auto& n : head.second_bias) number(n);
        for (auto& n : head.last) number(n);
        number(head.last_bias);
    }
}

void put_header(ByteWriter& out) {
    out.put_text(NetworkMagic);
    out.put(Version);
    for (const std::size_t size : {Network::Inputs, Network::First, Network::Second, PhaseCount})
        out.put(static_cast<std::uint32_t>(size));
}

}  // namespace

std::string to_bytes(const Network& network) {
    ByteWriter out;
    put_header(out);
    for_each_number(network, [&](auto n) { out.put(n); });
    out.put(checksum(out.bytes()));
    return {out.bytes().begin(), out.bytes().end()};
}

Result<std::shared_ptr<const Network>> parse_network(std::string_view text) {
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    auto network = std::make_shared<Network>();
    const std::size_t wanted = to_bytes(*network).size();
    ByteWriter header;
    put_header(header);
    if (bytes.size() < header.size() ||
        !std::equal(header.bytes().begin(), header.bytes().end(), bytes.begin()))
        return Failure{"no network for this program and board"};
    if (bytes.size() != wanted) return Failure{"the file is cut off or too long"};
    ByteReader in(bytes, "network");
    in.get_bytes(header.size());
    for_each_number(*network, [&](auto& n) { n = in.get<std::remove_reference_t<decltype(n)>>(); });
    if (in.get<std::uint64_t>() != checksum(bytes.first(wanted - sizeof(std::uint64_t))))
        return Failure{"the checksum is wrong"};
    return std::shared_ptr<const Network>(network);
}

std::shared_ptr<const Network> default_network() {
#if DEEPWELL_BOARD_SIZE == 8
    static const std::shared_ptr<const Network> network =
        parse_network({deepwell_network_begin,
                       static_cast<std::size_t>(deepwell_network_end - deepwell_network_begin)})
            .value();
    return network;
#else
    return nullptr;
#endif
}

}  // namespace deepwell
