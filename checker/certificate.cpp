#include "certificate.h"

#include <zstd.h>

namespace checker {

namespace {

constexpr std::uint32_t NoRecord = ~std::uint32_t{0};
constexpr std::size_t ChunkRecords = 65536;
constexpr std::size_t MaxRecordBytes = 21;  // four varints and a move

Side read_side(ByteReader& in) {
    const std::uint8_t side = in.byte();
    if (side > 1) refuse("a side is neither Black nor White");
    return Side{side};
}

// The questions that the claim needs, Black's before White's.
std::vector<Question> questions_of(const Header& header) {
    const Side mover = header.root.side;
    std::vector<Question> questions;
    if (header.lower == Value::Win) questions.push_back({mover, true});
    if (header.lower == Value::Draw) questions.push_back({other(mover), false});
    if (header.upper == Value::Loss) questions.push_back({other(mover), true});
    if (header.upper == Value::Draw) questions.push_back({mover, false});
    std::ranges::sort(questions, {}, &Question::attacker);
    return questions;
}

// The set that lies so much behind `before`.
std::uint32_t next_set(ByteReader& in, std::uint32_t before) {
    const std::uint64_t sum = std::uint64_t{before} + in.varint();
    if (sum >> 32 != 0) refuse("a set of squares is too large");
    return static_cast<std::uint32_t>(sum);
}

Position next_position(ByteReader& in, const Position& before) {
    const Squares black = next_set(in, before.black);
    const bool same_black = black == before.black;
    const Squares white = next_set(in, same_black ? before.white : 0);
    const bool same_pieces = same_black && white == before.white;
    const Squares occupied = black | white;
    const std::uint32_t kings = next_set(in, same_pieces ? gathered(before.kings, occupied) : 0);
    if (std::uint64_t{kings} >> std::popcount(occupied) != 0) refuse("a king has no square");
    const Position position{black, white, scattered(kings, occupied), before.side};
    const std::string fault = fault_of(position);
    if (!fault.empty()) refuse(to_fen(position), " is no position: ", fault);
    return position;
}

// One frame, and nothing else, that decodes to so many bytes.
std::vector<std::uint8_t> unpacked(Bytes frame, std::size_t size) {
    if (ZSTD_findFrameCompressedSize(frame.data(), frame.size()) != frame.size())
        refuse("a chunk is not one zstd frame");
    std::vector<std::uint8_t> bytes(size);
    if (ZSTD_decompress(bytes.data(), size, frame.data(), frame.size()) != size)
        refuse("a chunk does not decode to the length that it names");
    return bytes;
}

// Appends so many records.
void read_chunk(ByteReader& in, Section& section, std::size_t count) {
    const std::uint64_t packed = in.number(4);
    const std::uint64_t size = in.number(4);
    std::vector<Position>& positions = section.positions;
    try {
        if (size > MaxRecordBytes * count) refuse("it has too many bytes for its records");
        const std::vector<std::uint8_t> bytes = unpacked(in.take(packed), size);
        ByteReader columns(bytes);
        Position before{0, 0, 0, section.question.chooser()};
        for (std::size_t i = 0; i < count; ++i) {
            const Position position = next_position(columns, before);
            if (position <= (positions.empty() ? before : positions.back()))
                refuse(to_fen(position), ": the records do not ascend");
            positions.push_back(position);
            before = position;
        }
        for (std::size_t i = 0; section.question.wins && i < count; ++i)
            section.ranks.push_back(columns.varint());
        const Bytes moves = columns.take(count);
        section.moves.insert(section.moves.end(), moves.begin(), moves.end());
        if (columns.left() > 0) refuse("bytes are left over");
    } catch (const Refusal& why) {
        refuse(to_text(section.question), ", chunk of record ", positions.size(), ": ", why.what());
    }
}

// Where the search for a position begins in an index of this size, a power of 2.
std::size_t slot_of(const Position& p, std::size_t size) {
    std::uint64_t hash = (p.black | std::uint64_t{p.white} << 32) * 0x9e3779b97f4a7c15U;
    hash = (hash ^ hash >> 32 ^ p.kings) * 0xd6e8feb86659fd93U;
    return (hash ^ hash >> 32) & (size - 1);
}

}  // namespace

std::string to_text(const Question& question) {
    return name_of(question.attacker) + (question.wins ? " wins" : " does not win");
}

std::string claim_of(const Header& header) {
    if (header.lower == header.upper) return name_of(header.lower);
    if (header.lower == Value::Loss) return "at most " + name_of(header.upper);
    return "at least " + name_of(header.lower);
}

std::optional<std::size_t> Section::find(const Position& position) const {
    std::size_t slot = slot_of(position, index.size());
    for (; index[slot] != NoRecord; slot = (slot + 1) & (index.size() - 1))
        if (positions[index[slot]] == position) return index[slot];
    return std::nullopt;
}

Header read_header(Bytes file, ByteReader& in) {
    if (!ByteReader(file).takes("DWPROOF1")) refuse("it is no certificate");
    if (!checksum_of(file)) refuse("its checksum is wrong");
    in = ByteReader(file.first(file.size() - 8));
    in.take(8);
    if (const unsigned size = in.byte(); size != BoardSize)
        refuse("it is for the board of size ", size, ", not ", BoardSize);
    if (in.byte() != 1) refuse("it is for other rules");
    Header header;
    Position& root = header.root;
    root.side = read_side(in);
    const unsigned sections = in.byte();
    const std::uint64_t files = in.number(4);
    for (Squares* set : {&root.black, &root.white, &root.kings})
        *set = static_cast<Squares>(in.number(4));
    if (const std::string fault = fault_of(root); !fault.empty())
        refuse("the root ", to_fen(root), " is no position: ", fault);
    const std::uint8_t lower = in.byte(), upper = in.byte();
    if (lower > upper || upper > 2 || (lower == 0 && upper == 2))
        refuse("it claims nothing that can be shown");
    header.lower = Value{lower};
    header.upper = Value{upper};
    in.zeros(2);
    header.questions = questions_of(header);
    const std::size_t needed = header.questions.size();
    if (sections != needed) refuse("it has ", sections, " sections, its claim needs ", needed);
    ByteReader list(in.take(16 * files));
    while (list.left() > 0) {
        const Material material{list.byte(), list.byte(), list.byte(), list.byte()};
        list.zeros(4);
        if (!header.files.empty() && header.files.back().first >= material)
            refuse("its list of database files does not ascend");
        header.files.emplace_back(material, list.number(8));
    }
    return header;
}

Section read_section(ByteReader& in, const Header& header, std::size_t number) {
    const Question question = header.questions[number];
    const std::string text = to_text(question);
    const Side attacker = read_side(in);
    if (in.byte() != (question.wins ? 1 : 0) || attacker != question.attacker)
        refuse("section ", number + 1, " does not answer \"", text, "\", which the claim needs");
    in.zeros(6);
    const std::uint64_t size = in.number(8);
    if (size >= NoRecord) refuse(text, ": too many records");
    Section section{question, {}, {}, {}, {}};
    // A record has rarely less than a quarter of a byte; where it has, the memory grows.
    section.positions.reserve(std::min(size, 4 * in.left()));
    while (section.positions.size() < size)
        read_chunk(in, section, std::min(size - section.positions.size(), ChunkRecords));
    section.index.assign(std::bit_ceil(size + size / 2 + 1), NoRecord);
    for (std::uint32_t i = 0; i < size; ++i) {
        std::size_t slot = slot_of(section.positions[i], section.index.size());
        while (section.index[slot] != NoRecord) slot = (slot + 1) & (section.index.size() - 1);
        section.index[slot] = i;
    }
    if (number + 1 == header.questions.size() && in.left() > 0)
        refuse("something follows the last section");
    return section;
}

}  // namespace checker
