#include "checker/spoilers.h"

#include <algorithm>

#include "board/geometry.h"

namespace certificate {

namespace {

using deepwell::Random;
using deepwell::SquareCount;

certificate::Section& any_section(Certificate& certificate, Random& random) {
    return certificate
        .sections[random.below(static_cast<std::uint32_t>(certificate.sections.size()))];
}
certificate::Record& any_record(Certificate& certificate, Random& random) {
    while (true) {
        auto& records = any_section(certificate, random).records;
        if (!records.empty())
            return records[random.below(static_cast<std::uint32_t>(records.size()))];
    }
}
void flip(Bytes& bytes, Random& random) {
    if (bytes.empty()) return;
    auto& byte = bytes[random.below(static_cast<std::uint32_t>(bytes.size()))];
    byte = static_cast<std::uint8_t>(byte ^ 1U << random.below(8));
}
std::uint8_t any_byte(Random& random, std::uint32_t below) {
    return static_cast<std::uint8_t>(random.below(below));
}

Bytes drop_record(Certificate c, Random& random) {
    auto& section = any_section(c, random);
    if (section.records.empty()) return drop_record(std::move(c), random);
    section.records.erase(section.records.begin() +
                          random.below(static_cast<std::uint32_t>(section.records.size())));
    return to_bytes(c);
}
Bytes change_move(Certificate c, Random& random) {
    any_record(c, random).move = any_byte(random, 6);
    return to_bytes(c);
}
Bytes raise_rank(Certificate c, Random& random) {
    any_record(c, random).rank += 1 + random.below(3);
    return to_bytes(c);
}
Bytes lower_rank(Certificate c, Random& random) {
    auto& rank = any_record(c, random).rank;
    rank -= std::min(rank, 1 + random.below(3));
    return to_bytes(c);
}
Bytes move_piece(Certificate c, Random& random) {
    auto& p = any_record(c, random).position;
    const std::uint32_t square = std::uint32_t{1} << random.below(SquareCount);
    std::uint32_t* const sets[] = {&p.black, &p.white, &p.kings};
    *sets[random.below(3)] ^= square;
    for (auto& section : c.sections)
        std::sort(section.records.begin(), section.records.end(), [](const auto& a, const auto& b) {
            return a.position < b.position;
        });
    return to_bytes(c);
}
Bytes disorder(Certificate c, Random& random) {
    auto& records = any_section(c, random).records;
    if (records.size() > 1) std::swap(records.front(), records.back());
    return to_bytes(c);
}
Bytes change_claim(Certificate c, Random& random) {
    c.lower = any_byte(random, 4);
    c.upper = any_byte(random, 4);
    return to_bytes(c);
}
Bytes change_claim_and_questions(Certificate c, Random& random) {
    for (auto& section : c.sections) {
        if (random.one_in(2)) section.attacker ^= 1;
        if (random.one_in(2)) section.wins ^= 1;
    }
    c.lower = any_byte(random, 3);
    c.upper = any_byte(random, 3);
    return to_bytes(c);
}
Bytes change_root(Certificate c, Random& random) {
    const std::uint32_t square = std::uint32_t{1} << random.below(SquareCount);
    std::uint32_t* const sets[] = {&c.root.black, &c.root.white, &c.root.kings};
    if (random.one_in(4))
        c.root.side ^= 1;
    else
        *sets[random.below(3)] ^= square;
    return to_bytes(c);
}
// Another position of the proof is made the root.
Bytes take_other_root(Certificate c, Random& random) {
    c.root = any_record(c, random).position;
    return to_bytes(c);
}
Bytes change_board(Certificate c, Random& random) {
    c.board_size = any_byte(random, 10);
    if (random.one_in(2)) c.rules ^= 1;
    return to_bytes(c);
}
Bytes change_checksum(Certificate c, Random& random) {
    if (c.files.empty()) return drop_record(std::move(c), random);
    c.files[random.below(static_cast<std::uint32_t>(c.files.size()))].checksum ^=
        1U << random.below(32);
    return to_bytes(c);
}
Bytes drop_file(Certificate c, Random& random) {
    if (c.files.empty()) return drop_record(std::move(c), random);
    c.files.erase(c.files.begin() + random.below(static_cast<std::uint32_t>(c.files.size())));
    return to_bytes(c);
}
Bytes exchange_files(Certificate c, Random& random) {
    if (c.files.empty()) return drop_record(std::move(c), random);
    std::swap(c.files.front().material, c.files.back().material);
    return to_bytes(c);
}
Bytes drop_section(Certificate c, Random& random) {
    c.sections.erase(c.sections.begin() +
                     random.below(static_cast<std::uint32_t>(c.sections.size())));
    return to_bytes(c);
}
Bytes double_section(Certificate c, Random& random) {
    c.sections.push_back(any_section(c, random));
    return to_bytes(c);
}
Bytes truncate(Certificate c, Random& random) {
    Bytes bytes = to_bytes(c);
    bytes.resize(random.below(static_cast<std::uint32_t>(bytes.size())));
    if (random.one_in(2)) certificate::seal(bytes);
    return bytes;
}
Bytes append(Certificate c, Random& random) {
    Bytes bytes = to_bytes(c);
    bytes.resize(bytes.size() + 1 + random.below(20));
    certificate::seal(bytes);
    return bytes;
}
Bytes flip_bits(Certificate c, Random& random) {
    Bytes bytes = to_bytes(c);
    for (std::uint32_t i = 0; i <= random.below(3); ++i) flip(bytes, random);
    certificate::seal(bytes);
    return bytes;
}
Bytes flip_unsealed(Certificate c, Random& random) {
    Bytes bytes = to_bytes(c);
    flip(bytes, random);
    return bytes;
}
Bytes flip_head(Certificate c, Random& random) {
    Bytes bytes = to_bytes(c);
    auto& byte = bytes[random.below(32 + 16 * static_cast<std::uint32_t>(c.files.size()) + 24)];
    byte = static_cast<std::uint8_t>(byte ^ 1U << random.below(8));
    certificate::seal(bytes);
    return bytes;
}
Bytes flip_columns(Certificate c, Random& random) {
    return to_bytes(c, [&](Bytes& columns) { flip(columns, random); });
}
Bytes shorten_columns(Certificate c, Random& random) {
    return to_bytes(c, [&](Bytes& columns) {
        columns.resize(columns.size() - std::min<std::size_t>(columns.size(), random.below(4)));
    });
}

constexpr Spoiler Spoilers[] = {
    {"drop a record", drop_record, true},
    {"change a move", change_move, false},
    {"raise a rank", raise_rank, false},
    {"lower a rank", lower_rank, false},
    {"move a piece of a record", move_piece, false},
    {"disorder", disorder, false},
    {"change the claim", change_claim, false},
    {"change claim and questions", change_claim_and_questions, false},
    {"change the root", change_root, false},
    {"take another root", take_other_root, false},
    {"change board or rules", change_board, false},
    {"change a checksum", change_checksum, true},
    {"drop a database file", drop_file, false},
    {"exchange database files", exchange_files, true},
    {"drop a section", drop_section, true},
    {"double a section", double_section, true},
    {"truncate", truncate, true},
    {"append", append, true},
    {"flip bits", flip_bits, false},
    {"flip a bit, checksum as it was", flip_unsealed, true},
    {"flip a bit of the head", flip_head, false},
    {"flip a bit of the columns", flip_columns, false},
    {"shorten the columns", shorten_columns, false},
};

}  // namespace

std::span<const Spoiler> all_spoilers() {
    return Spoilers;
}

Bytes without_a_record(const Certificate& certificate, Random& random) {
    return drop_record(certificate, random);
}

}  // namespace certificate
