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

constexpr std::uint32_t Version = 3;
// The one whose rows are by square: own men, enemy men, own kings, enemy kings.
constexpr std::uint32_t SquareVersion = 2;
constexpr std::size_t SquareInputs = std::size_t{4} * SquareCount;

template <class Numbers, class Number>
void for_each_in(Numbers& numbers, const Number& number) {
    for (auto& n : numbers) number(n);
}

// Calls `number(n)` for each number behind the rows, in the order of the file.
template <class SomeNetwork, class Number>
void for_each_behind_rows(SomeNetwork& network, const Number& number) {
    for_each_in(network.first_bias, number);
    for (auto& head : network.heads) {
        for (auto& row : head.second) for_each_in(row, number);
        for_each_in(head.second_bias, number);
        for_each_in(head.last, number);
        number(head.last_bias);
    }
}

// All numbers.
template <class SomeNetwork, class Number>
void for_each_number(SomeNetwork& network, const Number& number) {
    for (auto& views : network.men)
        for (auto& row : views) for_each_in(row, number);
    for (auto& row : network.kings) for_each_in(row, number);
    for_each_behind_rows(network, number);
}

void put_header(ByteWriter& out, std::uint32_t version, std::size_t inputs) {
    out.put_text(NetworkMagic);
    out.put(version);
    for (const std::size_t size : {inputs, Network::First, Network::Second, PhaseCount})
        out.put(static_cast<std::uint32_t>(size));
}

void add(Network::Row& sum, const Network::Row& row) {
    for (std::size_t i = 0; i < sum.size(); ++i)
        sum[i] = static_cast<std::int16_t>(sum[i] + row[i]);
}

template <class Number>
void read_square_rows(Network& network, const Number& number) {
    for (const bool enemy : {false, true})
        for (std::size_t square = 0; square < SquareCount; ++square) {
            Network::Row row{};
            for_each_in(row, number);
            for_each_view_with_man(square, enemy, [&](std::size_t window, std::size_t view) {
                add(network.men[window][view], row);
            });
        }
    for (Network::Row& row : network.kings) for_each_in(row, number);
}

bool begins_with(std::span<const std::uint8_t> bytes, const ByteWriter& header) {
    return bytes.size() >= header.size() &&
           std::equal(header.bytes().begin(), header.bytes().end(), bytes.begin());
}

}  // namespace

std::string to_bytes(const Network& network) {
    ByteWriter out;
    put_header(out, Version, Network::Inputs);
    for_each_number(network, [&](auto n) { out.put(n); });
    out.put(checksum(out.bytes()));
    return {out.bytes().begin(), out.bytes().end()};
}

Result<std::shared_ptr<const Network>> parse_network(std::string_view text) {
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    ByteWriter header;
    put_header(header, Version, Network::Inputs);
    ByteWriter square_header;
    put_header(square_header, SquareVersion, SquareInputs);
    const bool by_square = begins_with(bytes, square_header);
    if (!by_square && !begins_with(bytes, header))
        return Failure{"no network for this program and board"};

    auto network = std::make_shared<Network>();
    std::size_t wanted = header.size() + sizeof(std::uint64_t);
    const auto measure = [&](const auto& n) { wanted += sizeof(n); };
    if (by_square) {
        wanted += SquareInputs * sizeof(Network::Row);
        for_each_behind_rows(*network, measure);
    } else {
        for_each_number(*network, measure);
    }
    if (bytes.size() != wanted) return Failure{"the file is cut off or too long"};
    if (ByteReader(bytes.last(sizeof(std::uint64_t)), "network").get<std::uint64_t>() !=
        checksum(bytes.first(wanted - sizeof(std::uint64_t))))
        return Failure{"the checksum is wrong"};

    ByteReader in(bytes, "network");
    in.get_bytes(header.size());
    const auto read = [&](auto& n) { n = in.get<std::remove_reference_t<decltype(n)>>(); };
    if (by_square) {
        read_square_rows(*network, read);
        for_each_behind_rows(*network, read);
    } else {
        for_each_number(*network, read);
    }
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
