#include "book/move_book.h"

#include <algorithm>
#include <array>
#include <fstream>

#include "base/bytes.h"
#include "base/checksum.h"
#include "base/data_directory.h"
#include "base/embedded_file.h"
#include "board/movegen.h"
#include "book/book_entry.h"

#if DEEPWELL_BOARD_SIZE == 8
// The file default.book, as it is.
DEEPWELL_EMBED_FILE(book, DEEPWELL_BOOK_FILE);
#endif

namespace deepwell::book {

namespace {

constexpr std::string_view MoveBookMagic = "DWMOVES1";
constexpr std::size_t MoveBookHeaderBytes = 48;
constexpr std::size_t EntryBytes = 24;
constexpr std::size_t FromAt = 16;  // in an entry

constexpr std::uint8_t OursBit = 1;
constexpr std::uint8_t ChangedBit = 2;

std::vector<std::uint8_t> entry_bytes(const std::vector<MoveEntry>& entries) {
    ByteWriter out;
    for (const MoveEntry& entry : entries) {
        out.put(entry.position.black.bits());
        out.put(entry.position.white.bits());
        out.put(entry.position.kings.bits());
        out.put(entry.move.captured.bits());
        out.put(static_cast<std::uint8_t>(entry.move.from.index()));
        out.put(static_cast<std::uint8_t>(entry.move.to.index()));
        out.put(static_cast<std::int16_t>(entry.value));
        out.put(static_cast<std::int16_t>(entry.searched));
        out.put(static_cast<std::uint8_t>(entry.depth));
        out.put(static_cast<std::uint8_t>((entry.is_ours ? OursBit : 0) |
                                          (entry.is_changed ? ChangedBit : 0)));
    }
    return out.bytes();
}

Position get_kept(ByteReader& in) {
    Position position;
    position.black = Bitboard(in.get<std::uint32_t>());
    position.white = Bitboard(in.get<std::uint32_t>());
    position.kings = Bitboard(in.get<std::uint32_t>());
    return position;
}

}  // namespace

std::string to_bytes(const MoveBookHeader& header, std::vector<MoveEntry> entries) {
    std::sort(entries.begin(), entries.end(), [](const MoveEntry& a, const MoveEntry& b) {
        return is_before(a.position, b.position);
    });
    const std::vector<std::uint8_t> content = entry_bytes(entries);
    ByteWriter out;
    out.put_text(MoveBookMagic);
    out.put(static_cast<std::uint16_t>(BoardSize));
    out.put(static_cast<std::uint16_t>(header.kind));
    out.put(static_cast<std::uint32_t>(header.pieces));
    out.put(static_cast<std::uint64_t>(entries.size()));
    out.put(header.nodes);
    out.put(checksum(content));
    out.put(checksum(out.bytes()));
    out.put_bytes(content);
    return {out.bytes().begin(), out.bytes().end()};
}

MoveBook::MoveBook(const std::filesystem::path& path)
    : file_(std::make_unique<MappedFile>(path)), bytes_(file_->bytes()) {
    open(path.string());
}

MoveBook::MoveBook(std::span<const std::uint8_t> bytes, const std::string& name) : bytes_(bytes) {
    open(name);
}

std::unique_ptr<MoveBook> MoveBook::built_in() {
#if DEEPWELL_BOARD_SIZE == 8
    const std::string_view text = DEEPWELL_EMBEDDED_FILE(book);
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    if (bytes.empty()) return nullptr;
    return std::unique_ptr<MoveBook>(new MoveBook(bytes, "the built-in book"));
#else
    return nullptr;
#endif
}

void MoveBook::open(const std::string& name) {
    ByteReader in(bytes_, name);
    const auto magic = in.get_bytes(MoveBookMagic.size());
    if (!std::equal(magic.begin(), magic.end(), MoveBookMagic.begin()))
        throw Error(name + ": no book of moves");
    if (in.get<std::uint16_t>() != BoardSize) throw Error(name + ": a book of another board size");
    header_.kind = static_cast<MoveBookKind>(in.get<std::uint16_t>());
    header_.pieces = static_cast<int>(in.get<std::uint32_t>());
    const auto positions = in.get<std::uint64_t>();
    header_.nodes = in.get<std::uint64_t>();
    const auto content = in.get<std::uint64_t>();
    if (in.get<std::uint64_t>() != checksum(bytes_.first(MoveBookHeaderBytes - 8)))
        throw Error(name + ": its header is damaged");
    if (positions > bytes_.size() || bytes_.size() != MoveBookHeaderBytes + positions * EntryBytes)
        throw Error(name + ": cut off");
    positions_ = positions;
    if (content != checksum(bytes_.subspan(MoveBookHeaderBytes)) || !is_sensible())
        throw Error(name + ": damaged");
}

// No square is off the board.
bool MoveBook::is_sensible() const {
    for (std::size_t entry = MoveBookHeaderBytes; entry < bytes_.size(); entry += EntryBytes)
        if (bytes_[entry + FromAt] >= SquareCount || bytes_[entry + FromAt + 1] >= SquareCount)
            return false;
    return true;
}

Position MoveBook::position_at(std::size_t number) const {
    ByteReader in(bytes_.subspan(MoveBookHeaderBytes + number * EntryBytes), "book");
    return get_kept(in);
}

MoveEntry MoveBook::entry_at(std::size_t number) const {
    ByteReader in(bytes_.subspan(MoveBookHeaderBytes + number * EntryBytes), "book");
    MoveEntry entry;
    entry.position = get_kept(in);
    entry.move.captured = Bitboard(in.get<std::uint32_t>());
    entry.move.from = Square::from_index(in.get<std::uint8_t>());
    entry.move.to = Square::from_index(in.get<std::uint8_t>());
    entry.value = in.get<std::int16_t>();
    entry.searched = in.get<std::int16_t>();
    entry.depth = in.get<std::uint8_t>();
    const auto flags = in.get<std::uint8_t>();
    entry.is_ours = (flags & OursBit) != 0;
    entry.is_changed = (flags & ChangedBit) != 0;
    return entry;
}

std::optional<MoveEntry> MoveBook::find(const Position& position) const {
    const Position kept = as_kept(position);
    std::size_t begin = 0;
    std::size_t end = positions_;
    while (begin < end) {
        const std::size_t middle = begin + (end - begin) / 2;
        if (is_before(position_at(middle), kept))
            begin = middle + 1;
        else
            end = middle;
    }
    if (begin == positions_ || position_at(begin) != kept) return std::nullopt;
    MoveEntry entry = entry_at(begin);
    if (position.side == Side::White) {
        entry.position = position;
        entry.move = turned(entry.move);
    }
    // A sum that is right by chance must not bring an illegal move to the board.
    return legal_moves(position).contains(entry.move) ? std::optional(entry) : std::nullopt;
}

std::vector<MoveEntry> MoveBook::entries() const {
    std::vector<MoveEntry> entries;
    for (std::size_t i = 0; i < positions_; ++i) entries.push_back(entry_at(i));
    return entries;
}

bool is_move_book(const std::filesystem::path& path) {
    std::array<char, MoveBookMagic.size()> begin{};
    std::ifstream file(path, std::ios::binary);
    file.read(begin.data(), begin.size());
    return file && std::equal(begin.begin(), begin.end(), MoveBookMagic.begin());
}

std::filesystem::path grown_book_path(const std::string& data) {
    const std::string size = std::to_string(BoardSize);
    return data_directory(data) / "book" / (size + "x" + size) / "grown.book";
}

std::filesystem::path minimal_book_path(const std::string& data) {
    const std::string size = std::to_string(BoardSize);
    return data_directory(data) / "book" / (size + "x" + size) / "minimal.book";
}

}  // namespace deepwell::book
