#include "certificate.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <zstd.h>

namespace checker {

namespace {

constexpr std::uint32_t NoRecord = ~std::uint32_t{0};
constexpr std::uint64_t MaxRecords = NoRecord;
constexpr std::size_t MaxRecordBytes = 21;  // four varints and a move

Side side_of(std::uint8_t byte) {
    if (byte > 1) throw Refusal("a side is neither Black nor White");
    return byte == 0 ? Side::Black : Side::White;
}

// The set that lies so much behind `before`.
std::uint32_t next_set(ByteReader& in, std::uint32_t before) {
    const std::uint64_t sum = std::uint64_t{before} + in.varint();
    if (sum >> 32 != 0) throw Refusal("a set of squares is too large");
    return static_cast<std::uint32_t>(sum);
}

// One frame, and nothing else, that decodes to so many bytes.
std::vector<std::uint8_t> unpacked(Bytes frame, std::size_t size) {
    if (ZSTD_findFrameCompressedSize(frame.data(), frame.size()) != frame.size())
        throw Refusal("a chunk is not one zstd frame");
    std::vector<std::uint8_t> bytes(size);
    if (ZSTD_decompress(bytes.data(), size, frame.data(), frame.size()) != size)
        throw Refusal("a chunk does not decode to the length that it names");
    return bytes;
}

}  // namespace

std::string to_text(const Question& question) {
    return std::string(name_of(question.attacker)) + (question.wins ? " wins" : " does not win");
}

std::string to_text(const Claim& claim) {
    constexpr const char* Values[] = {"a loss", "a draw", "a win"};
    if (claim.lower == claim.upper) return Values[claim.lower];
    const bool is_lower_bound = claim.lower > 0;
    return std::string(is_lower_bound ? "at least " : "at most ") +
           Values[is_lower_bound ? claim.lower : claim.upper];
}

std::vector<Question> questions_of(const Claim& claim, Side to_move) {
    std::vector<Question> questions;
    for (const Side attacker : {Side::Black, Side::White}) {
        const bool is_mover = attacker == to_move;
        if (is_mover ? claim.lower == 2 : claim.upper == 0) questions.push_back({attacker, true});
        if (is_mover ? claim.upper == 1 : claim.lower == 1) questions.push_back({attacker, false});
    }
    return questions;
}

Position Section::position(std::uint64_t number) const {
    const Record& r = record(number);
    return {r.black, r.white, r.kings, question_.chooser()};
}

void Section::make_index() {
    index_.assign(std::bit_ceil(size_ + size_ / 2 + 1), NoRecord);
    std::uint32_t number = 0;
    for (const Chunk& chunk : chunks_)
        for (const Record& r : chunk.records) {
            std::size_t slot = slot_of(r);
            while (index_[slot] != NoRecord) slot = (slot + 1) & (index_.size() - 1);
            index_[slot] = number++;
        }
}

const Record* Section::find(const Position& p) const {
    std::size_t slot = slot_of(p);
    for (; index_[slot] != NoRecord; slot = (slot + 1) & (index_.size() - 1)) {
        const Record& r = record(index_[slot]);
        if (r.black == p.black && r.white == p.white && r.kings == p.kings) return &r;
    }
    return nullptr;
}

CertificateReader::CertificateReader(Bytes file) : in_(file) {
    constexpr std::size_t ChecksumBytes = 8;
    const Bytes magic = in_.take(8);
    if (!std::equal(magic.begin(), magic.end(), "DWPROOF1")) throw Refusal("it is no certificate");
    if (!is_whole(file)) throw Refusal("its checksum is wrong");
    in_ = ByteReader(file.first(file.size() - ChecksumBytes));
    in_.take(8);
    if (const int size = in_.byte(); size != BoardSize)
        throw Refusal("it is for the board of size " + std::to_string(size) + ", not " +
                      std::to_string(BoardSize));
    if (in_.byte() != 1) throw Refusal("it is for other rules");
    header_.root.side = side_of(in_.byte());
    const std::size_t sections = in_.byte();
    const std::uint64_t files = in_.number(4);
    read_root_and_claim();
    if (sections != header_.questions.size())
        throw Refusal("it has " + std::to_string(sections) + " sections, its claim needs " +
                      std::to_string(header_.questions.size()));
    read_file_list(files);
}

void CertificateReader::read_root_and_claim() {
    Position& root = header_.root;
    for (Squares* set : {&root.black, &root.white, &root.kings})
        *set = static_cast<Squares>(in_.number(4));
    if (const auto fault = fault_of(root))
        throw Refusal("the root " + to_fen(root) + " is no position: " + *fault);
    header_.claim = {in_.byte(), in_.byte()};
    const auto [lower, upper] = header_.claim;
    if (lower > upper || upper > 2 || (lower == 0 && upper == 2))
        throw Refusal("it claims nothing that can be shown");
    in_.zeros(2);
    header_.questions = questions_of(header_.claim, root.side);
}

void CertificateReader::read_file_list(std::uint64_t count) {
    constexpr std::size_t EntryBytes = 16;
    ByteReader list(in_.take(EntryBytes * count));
    while (list.left() > 0) {
        const int black_kings = list.byte(), black_men = list.byte();
        const int white_kings = list.byte(), white_men = list.byte();
        const Material material{black_kings, black_men, white_kings, white_men};
        list.zeros(4);
        if (!header_.files.empty() && !(header_.files.back().material < material))
            throw Refusal("its list of database files does not ascend");
        header_.files.push_back({material, list.number(8)});
    }
}

Section CertificateReader::next_section() {
    const Question& expected = header_.questions[next_++];
    const Side attacker = side_of(in_.byte());
    const std::uint8_t wins = in_.byte();
    if (wins > 1 || Question{attacker, wins == 1} != expected)
        throw Refusal("section " + std::to_string(next_) + " does not answer \"" +
                      to_text(expected) + "\", which the claim needs");
    in_.zeros(6);
    Section section(expected);
    const std::uint64_t records = in_.number(8);
    if (records >= MaxRecords) throw Refusal(to_text(expected) + ": too many records");
    while (section.size_ < records) {
        const std::uint64_t count = std::min(records - section.size_, Section::ChunkRecords);
        section.chunks_.push_back(read_chunk(section, count));
        section.size_ += count;
    }
    section.make_index();
    if (next_ == header_.questions.size() && in_.left() > 0)
        throw Refusal("something follows the last section");
    return section;
}

Section::Chunk CertificateReader::read_chunk(const Section& section, std::size_t count) {
    const std::uint64_t packed = in_.number(4);
    const std::uint64_t size = in_.number(4);
    Section::Chunk chunk;
    try {
        if (size > MaxRecordBytes * count) throw Refusal("it has too many bytes for its records");
        const auto bytes = unpacked(in_.take(packed), size);
        ByteReader in(bytes);
        chunk.records.reserve(count);
        while (chunk.records.size() < count) read_position(in, section, chunk.records);
        if (section.question_.wins)
            for (Record& record : chunk.records) record.rank = in.varint();
        const Bytes moves = in.take(count);
        chunk.moves.assign(moves.begin(), moves.end());
        if (in.left() > 0) throw Refusal("bytes are left over");
    } catch (const Refusal& refusal) {
        const std::uint64_t record = section.size_ + chunk.records.size();
        throw Refusal(to_text(section.question_) + ", chunk of record " + std::to_string(record) +
                      ": " + refusal.what());
    }
    return chunk;
}

void CertificateReader::read_position(ByteReader& in,
                                      const Section& section,
                                      std::vector<Record>& records) {
    const Record before = records.empty() ? Record{} : records.back();
    const Squares black = next_set(in, before.black);
    const bool same_black = black == before.black;
    const Squares white = next_set(in, same_black ? before.white : 0);
    const bool same_pieces = same_black && white == before.white;
    const Squares occupied = black | white;
    const std::uint32_t kings_before = same_pieces ? gathered(before.kings, occupied) : 0;
    const std::uint32_t numbers = next_set(in, kings_before);
    if (std::uint64_t{numbers} >> std::popcount(occupied) != 0)
        throw Refusal("a king has no square");
    const Squares kings = scattered(numbers, occupied);
    const Position position{black, white, kings, section.question_.chooser()};
    if (const auto fault = fault_of(position))
        throw Refusal(to_fen(position) + " is no position: " + *fault);
    const bool is_first_of_chunk = records.empty() && section.size_ > 0;
    const Record& last = is_first_of_chunk ? section.record(section.size_ - 1) : before;
    if (std::tie(black, white, kings) <= std::tie(last.black, last.white, last.kings))
        throw Refusal(to_fen(position) + ": the records do not ascend");
    records.push_back({black, white, kings, 0});
}

}  // namespace checker
