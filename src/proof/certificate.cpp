#include "proof/certificate.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <span>
#include <tuple>
#include <zstd.h>

#include "base/bytes.h"
#include "base/check.h"
#include "base/checksum.h"
#include "base/error.h"
#include "board/movegen.h"
#include "proof/used_files.h"

namespace deepwell::proof {

namespace {

constexpr std::string_view Magic = "DWPROOF1";
constexpr std::uint8_t Rules = 1;
constexpr std::size_t ChunkRecords = 65'536;
constexpr int CompressionLevel = 19;

void append_varint(ByteWriter& bytes, std::uint32_t number) {
    constexpr std::uint32_t More = 0x80;
    for (; number >= More; number >>= 7U) bytes.put(static_cast<std::uint8_t>(number | More));
    bytes.put(static_cast<std::uint8_t>(number));
}

std::uint8_t code(Side side) {
    return side == Side::Black ? 0 : 1;
}

std::uint8_t code(Wdl value) {
    return static_cast<std::uint8_t>(static_cast<int>(value) + 1);
}

auto key_of(const Position& p) {
    return std::tuple(p.black.bits(), p.white.bits(), p.kings.bits());
}

std::uint32_t gathered_kings(const Position& position) {
    std::uint32_t gathered = 0;
    unsigned place = 0;
    for (const Square square : position.occupied())
        gathered |= std::uint32_t{position.kings.contains(square)} << place++;
    return gathered;
}

std::uint8_t number_of_move(const ProofRecord& record) {
    std::vector<Position> after;
    for (const Move& move : legal_moves(record.position))
        after.push_back(play(record.position, move));
    const auto less = [](const Position& a, const Position& b) { return key_of(a) < key_of(b); };
    std::sort(after.begin(), after.end(), less);
    after.erase(std::unique(after.begin(), after.end()), after.end());
    const auto found = std::find(after.begin(), after.end(), record.choice);
    CHECK(found != after.end());
    return static_cast<std::uint8_t>(found - after.begin());
}

void append_position(ByteWriter& bytes, const Position& position, const Position& before) {
    const bool black_differs = position.black != before.black;
    const bool differs = black_differs || position.white != before.white;
    append_varint(bytes, position.black.bits() - before.black.bits());
    append_varint(bytes, position.white.bits() - (black_differs ? 0 : before.white.bits()));
    append_varint(bytes, gathered_kings(position) - (differs ? 0 : gathered_kings(before)));
}

std::vector<std::uint8_t> columns_of(std::span<const ProofRecord> records, bool has_ranks) {
    ByteWriter bytes;
    Position before{};
    for (const ProofRecord& record : records) {
        append_position(bytes, record.position, before);
        before = record.position;
    }
    if (has_ranks)
        for (const ProofRecord& record : records) append_varint(bytes, record.rank);
    for (const ProofRecord& record : records) bytes.put(number_of_move(record));
    return bytes.bytes();
}

void append_chunk(ByteWriter& bytes, std::span<const ProofRecord> records, bool has_ranks) {
    const std::vector<std::uint8_t> raw = columns_of(records, has_ranks);
    std::vector<std::uint8_t> packed(ZSTD_compressBound(raw.size()));
    const std::size_t size =
        ZSTD_compress(packed.data(), packed.size(), raw.data(), raw.size(), CompressionLevel);
    if (ZSTD_isError(size) != 0) throw Error("a certificate could not be compressed");
    bytes.put(static_cast<std::uint32_t>(size));
    bytes.put(static_cast<std::uint32_t>(raw.size()));
    bytes.put_bytes(std::span(packed).first(size));
}

void append_section(ByteWriter& bytes, const ShownAnswer& shown) {
    std::vector<ProofRecord> records = shown.records;
    std::sort(records.begin(), records.end(), [](const ProofRecord& a, const ProofRecord& b) {
        return key_of(a.position) < key_of(b.position);
    });
    const bool wins = shown.answer == Answer::Yes;
    bytes.put(code(shown.attacker));
    bytes.put(static_cast<std::uint8_t>(wins ? 1 : 0));
    bytes.put(std::uint16_t{0});
    bytes.put(std::uint32_t{0});
    bytes.put(std::uint64_t{records.size()});
    for (std::size_t first = 0; first < records.size(); first += ChunkRecords) {
        const std::size_t count = std::min(ChunkRecords, records.size() - first);
        append_chunk(bytes, std::span(records).subspan(first, count), wins);
    }
}

// The answer that the claim needs about one side, if any.
std::optional<Answer> needed_answer(const Claim& claim, Side attacker) {
    const WdlRange value = attacker == claim.root.side ? claim.value : -claim.value;
    if (value.low == Wdl::Win) return Answer::Yes;
    // A win of the other side says all there is to say.
    if (value.high == Wdl::Draw) return Answer::No;
    return std::nullopt;
}

std::vector<const ShownAnswer*> sections_of(const Claim& claim,
                                            const std::vector<ShownAnswer>& shown) {
    std::vector<const ShownAnswer*> sections;
    for (const Side attacker : Sides) {
        const auto answer = needed_answer(claim, attacker);
        if (!answer) continue;
        const auto found = std::find_if(shown.begin(), shown.end(), [&](const ShownAnswer& one) {
            return one.attacker == attacker && one.answer == *answer;
        });
        CHECK(found != shown.end());
        sections.push_back(&*found);
    }
    CHECK(!sections.empty());
    return sections;
}

std::vector<std::uint8_t> database_files(const Claim& claim,
                                         const std::vector<const ShownAnswer*>& sections,
                                         const Leaves& leaves) {
    UsedFiles used(leaves);
    used.add_root(claim.root);
    for (const ShownAnswer* const section : sections) used.add(section->records);
    ByteWriter bytes;
    for (const egdb::Material& m : used.materials()) {
        const egdb::DatabaseFile& file = *leaves.database()->file(m);
        if (!file.is_intact())
            throw Error(fmt::format("{}: damaged, no certificate can name it", file.path()));
        for (const int count : {m.black.kings, m.black.men, m.white.kings, m.white.men})
            bytes.put(static_cast<std::uint8_t>(count));
        bytes.put(std::uint32_t{0});
        bytes.put(file.checksum());
    }
    return bytes.bytes();
}

}  // namespace

std::vector<std::uint8_t> certificate_of(const Claim& claim,
                                         const std::vector<ShownAnswer>& shown,
                                         const Leaves& leaves) {
    const std::vector<const ShownAnswer*> sections = sections_of(claim, shown);
    const std::vector<std::uint8_t> files = database_files(claim, sections, leaves);
    constexpr std::size_t FileBytes = 16;
    ByteWriter bytes;
    bytes.put_text(Magic);
    bytes.put(static_cast<std::uint8_t>(BoardSize));
    bytes.put(Rules);
    bytes.put(code(claim.root.side));
    bytes.put(static_cast<std::uint8_t>(sections.size()));
    bytes.put(static_cast<std::uint32_t>(files.size() / FileBytes));
    for (const Bitboard set : {claim.root.black, claim.root.white, claim.root.kings})
        bytes.put(set.bits());
    bytes.put(code(claim.value.low));
    bytes.put(code(claim.value.high));
    bytes.put(std::uint16_t{0});
    bytes.put_bytes(files);
    for (const ShownAnswer* const section : sections) append_section(bytes, *section);
    bytes.put(checksum(bytes.bytes()));
    return bytes.bytes();
}

}  // namespace deepwell::proof
