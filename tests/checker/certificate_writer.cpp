#include "checker/certificate_writer.h"

#include <bit>
#include <stdexcept>
#include <string_view>
#include <xxhash.h>
#include <zstd.h>

namespace certificate {

namespace {

constexpr std::size_t ChunkRecords = 65536;
constexpr std::size_t ChecksumBytes = 8;

void put(Bytes& out, std::uint64_t number, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i)
        out.push_back(static_cast<std::uint8_t>(number >> (8 * i)));
}

void put_varint(Bytes& out, std::uint32_t number) {
    for (; number >= 128; number >>= 7) out.push_back(static_cast<std::uint8_t>(number | 128U));
    out.push_back(static_cast<std::uint8_t>(number));
}

// The kings, gathered over the occupied squares.
std::uint32_t gathered_kings(const Position& p) {
    std::uint32_t result = 0;
    int place = 0;
    for (int square = 0; square < 32; ++square) {
        if (((p.black | p.white) >> square & 1U) == 0) continue;
        if ((p.kings >> square & 1U) != 0) result |= std::uint32_t{1} << place;
        ++place;
    }
    return result;
}

void put_position(Bytes& out, const Position& p, const Position& before) {
    const bool same_black = p.black == before.black;
    const bool same_pieces = same_black && p.white == before.white;
    put_varint(out, p.black - before.black);
    put_varint(out, same_black ? p.white - before.white : p.white);
    put_varint(out, gathered_kings(p) - (same_pieces ? gathered_kings(before) : 0));
}

Bytes columns_of(const Record* records, std::size_t count, bool has_ranks) {
    Bytes columns;
    Position before;
    for (std::size_t i = 0; i < count; ++i) {
        put_position(columns, records[i].position, before);
        before = records[i].position;
    }
    for (std::size_t i = 0; has_ranks && i < count; ++i) put_varint(columns, records[i].rank);
    for (std::size_t i = 0; i < count; ++i) columns.push_back(records[i].move);
    return columns;
}

void put_chunk(Bytes& out, const Bytes& columns) {
    Bytes frame(ZSTD_compressBound(columns.size()));
    const std::size_t size =
        ZSTD_compress(frame.data(), frame.size(), columns.data(), columns.size(), 3);
    if (ZSTD_isError(size) != 0) throw std::runtime_error("zstd");
    frame.resize(size);
    put(out, size, 4);
    put(out, columns.size(), 4);
    out.insert(out.end(), frame.begin(), frame.end());
}

void put_section(Bytes& out, const Section& section, const std::function<void(Bytes&)>& spoil) {
    put(out, section.attacker, 1);
    put(out, section.wins, 1);
    put(out, 0, 6);
    put(out, section.records.size(), 8);
    for (std::size_t first = 0; first < section.records.size(); first += ChunkRecords) {
        const std::size_t count = std::min(ChunkRecords, section.records.size() - first);
        Bytes columns = columns_of(&section.records[first], count, section.wins == 1);
        spoil(columns);
        put_chunk(out, columns);
    }
}

}  // namespace

Bytes to_bytes(const Certificate& certificate, const std::function<void(Bytes&)>& spoil) {
    constexpr std::string_view Magic = "DWPROOF1";
    Bytes out(Magic.begin(), Magic.end());
    const Position& root = certificate.root;
    put(out, certificate.board_size, 1);
    put(out, certificate.rules, 1);
    put(out, root.side, 1);
    put(out, certificate.sections.size(), 1);
    put(out, certificate.files.size(), 4);
    for (const std::uint32_t set : {root.black, root.white, root.kings}) put(out, set, 4);
    put(out, certificate.lower, 1);
    put(out, certificate.upper, 1);
    put(out, 0, 2);
    for (const File& file : certificate.files) {
        out.insert(out.end(), file.material.begin(), file.material.end());
        put(out, 0, 4);
        put(out, file.checksum, 8);
    }
    for (const Section& section : certificate.sections) put_section(out, section, spoil);
    put(out, XXH64(out.data(), out.size(), 0), ChecksumBytes);
    return out;
}

void seal(Bytes& file) {
    if (file.size() < ChecksumBytes) return;
    file.resize(file.size() - ChecksumBytes);
    put(file, XXH64(file.data(), file.size(), 0), ChecksumBytes);
}

}  // namespace certificate
