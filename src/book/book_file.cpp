#include "book/book_file.h"

#include "base/bytes.h"
#include "base/checksum.h"
#include "base/data_directory.h"
#include "base/files.h"

namespace deepwell::book {

namespace {

constexpr std::string_view Magic = "DWBOOK01";
constexpr std::size_t HeaderBytes = 64;
constexpr std::size_t PositionBytes = 36;
constexpr std::size_t MoveBytes = 24;

// In a position.
constexpr std::size_t FirstMoveAt = 12;
constexpr std::size_t EndedAt = 16;
constexpr std::size_t ValueAt = 32;
constexpr std::size_t KnownAt = 33;
constexpr std::size_t CountAt = 34;

std::uint32_t u32_at(std::span<const std::uint8_t> bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;) value = value << 8 | bytes[at + i];
    return value;
}

Tally tally_at(std::span<const std::uint8_t> bytes, std::size_t at) {
    return {
        u32_at(bytes, at), u32_at(bytes, at + 4), u32_at(bytes, at + 8), u32_at(bytes, at + 12)};
}

struct MoveRange {
    std::size_t first = 0;
    std::size_t count = 0;
};

MoveRange moves_at(std::span<const std::uint8_t> bytes, std::size_t position) {
    const std::size_t at = position + CountAt;
    return {u32_at(bytes, position + FirstMoveAt),
            bytes[at] | static_cast<std::size_t>(bytes[at + 1]) << 8};
}

void put(ByteWriter& out, const Tally& tally) {
    for (const std::uint32_t games : {tally.wins, tally.draws, tally.losses, tally.open})
        out.put(games);
}

void put(ByteWriter& out, const Entry& entry, std::uint32_t first_move) {
    out.put(entry.position.black.bits());
    out.put(entry.position.white.bits());
    out.put(entry.position.kings.bits());
    out.put(first_move);
    put(out, entry.ended);
    out.put(static_cast<std::uint8_t>(entry.value));
    out.put(static_cast<std::uint8_t>(entry.is_known ? 1 : 0));
    out.put(static_cast<std::uint16_t>(entry.moves.size()));
}

void put(ByteWriter& out, const PlayedMove& played) {
    out.put(static_cast<std::uint8_t>(played.move.from.index()));
    out.put(static_cast<std::uint8_t>(played.move.to.index()));
    out.put(std::uint16_t{0});
    out.put(played.move.captured.bits());
    put(out, played.tally);
}

std::vector<std::uint8_t> header_of(std::uint64_t games,
                                    std::uint64_t positions,
                                    std::uint64_t moves,
                                    std::uint64_t content) {
    ByteWriter out;
    out.put_text(Magic);
    out.put(static_cast<std::uint32_t>(BoardSize));
    out.put(std::uint32_t{0});
    for (const std::uint64_t number : {games, positions, moves, content, std::uint64_t{0}})
        out.put(number);
    out.put(checksum(out.bytes()));
    return out.bytes();
}

}  // namespace

void write_book(const std::filesystem::path& path,
                std::span<const Entry> entries,
                std::uint64_t games) {
    ByteWriter content;
    std::uint32_t moves = 0;
    for (const Entry& entry : entries) {
        put(content, entry, moves);
        moves += static_cast<std::uint32_t>(entry.moves.size());
    }
    for (const Entry& entry : entries)
        for (const PlayedMove& played : entry.moves) put(content, played);
    const std::vector<std::uint8_t> header =
        header_of(games, entries.size(), moves, checksum(content.bytes()));
    std::string text(header.begin(), header.end());
    text.append(content.bytes().begin(), content.bytes().end());
    std::filesystem::create_directories(std::filesystem::absolute(path).parent_path());
    write_file_atomically(path, text);
}

GameBook::GameBook(const std::filesystem::path& path) : file_(path) {
    const std::string name = path.string();
    const auto bytes = file_.bytes();
    ByteReader in(bytes, name);
    const auto magic = in.get_bytes(Magic.size());
    if (!std::equal(magic.begin(), magic.end(), Magic.begin()))
        throw Error(name + ": no book of games");
    if (in.get<std::uint32_t>() != BoardSize) throw Error(name + ": a book of another board size");
    in.get<std::uint32_t>();
    games_ = in.get<std::uint64_t>();
    positions_ = in.get<std::uint64_t>();
    moves_ = in.get<std::uint64_t>();
    const auto content = in.get<std::uint64_t>();
    in.get<std::uint64_t>();
    if (in.get<std::uint64_t>() != checksum(bytes.first(HeaderBytes - sizeof(std::uint64_t))))
        throw Error(name + ": its header is damaged");
    if (positions_ > bytes.size() || moves_ > bytes.size() ||
        bytes.size() != HeaderBytes + positions_ * PositionBytes + moves_ * MoveBytes)
        throw Error(name + ": cut off");
    if (content != checksum(bytes.subspan(HeaderBytes)) || !is_sensible())
        throw Error(name + ": damaged; import the games again");
}

// No number in it leads out of the file or off the board.
bool GameBook::is_sensible() const {
    const auto bytes = file_.bytes();
    for (std::uint64_t number = 0; number < positions_; ++number) {
        const MoveRange range = moves_at(bytes, HeaderBytes + number * PositionBytes);
        if (range.first + range.count > moves_) return false;
    }
    const std::size_t first = HeaderBytes + positions_ * PositionBytes;
    for (std::size_t move = first; move < bytes.size(); move += MoveBytes)
        if (bytes[move] >= SquareCount || bytes[move + 1] >= SquareCount) return false;
    return true;
}

Position GameBook::position_at(std::uint64_t number) const {
    const std::size_t at = HeaderBytes + number * PositionBytes;
    const auto bytes = file_.bytes();
    return {Bitboard(u32_at(bytes, at)),
            Bitboard(u32_at(bytes, at + 4)),
            Bitboard(u32_at(bytes, at + 8)),
            Side::Black};
}

std::optional<std::uint64_t> GameBook::number_of(const Position& kept) const {
    std::uint64_t begin = 0, end = positions_;
    while (begin < end) {
        const std::uint64_t middle = begin + (end - begin) / 2;
        if (is_before(position_at(middle), kept))
            begin = middle + 1;
        else
            end = middle;
    }
    if (begin == positions_ || position_at(begin) != kept) return std::nullopt;
    return begin;
}

Entry GameBook::entry_at(std::uint64_t number) const {
    const auto bytes = file_.bytes();
    const std::size_t at = HeaderBytes + number * PositionBytes;
    Entry entry;
    entry.position = position_at(number);
    entry.ended = tally_at(bytes, at + EndedAt);
    entry.value = static_cast<std::int8_t>(bytes[at + ValueAt]);
    entry.is_known = bytes[at + KnownAt] != 0;
    const MoveRange range = moves_at(bytes, at);
    std::size_t move = HeaderBytes + positions_ * PositionBytes + range.first * MoveBytes;
    for (std::size_t i = 0; i < range.count; ++i, move += MoveBytes)
        entry.moves.push_back({{Square::from_index(bytes[move]),
                                Square::from_index(bytes[move + 1]),
                                Bitboard(u32_at(bytes, move + 4))},
                               tally_at(bytes, move + 8)});
    return entry;
}

std::optional<Entry> GameBook::find(const Position& position) const {
    const auto number = number_of(as_kept(position));
    if (!number) return std::nullopt;
    Entry entry = entry_at(*number);
    if (position.side == Side::Black) return entry;
    entry.position = position;
    for (PlayedMove& played : entry.moves) played.move = turned(played.move);
    return entry;
}

std::optional<int> GameBook::value(const Position& position) const {
    const auto number = number_of(as_kept(position));
    if (!number) return std::nullopt;
    return static_cast<std::int8_t>(file_.bytes()[HeaderBytes + *number * PositionBytes + ValueAt]);
}

std::vector<Entry> GameBook::entries() const {
    std::vector<Entry> all;
    all.reserve(positions_);
    for (std::uint64_t number = 0; number < positions_; ++number) all.push_back(entry_at(number));
    return all;
}

std::filesystem::path game_book_path(const std::string& data) {
    const std::string size = std::to_string(BoardSize);
    return data_directory(data) / "book" / (size + "x" + size) / "games.book";
}

}  // namespace deepwell::book
