// MoveBook: positions with the move to play there, found by long searches (docs/book.md).
//
// Thread rule: any number of threads.

#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/mapped_file.h"
#include "board/move.h"
#include "board/position.h"
#include "eval/score.h"

namespace deepwell::book {

enum class MoveBookKind { Grown = 1, Minimal = 2 };

struct MoveEntry {
    Position position;        // Black to move
    Move move;                // to play
    Score value = 0;          // of the move, for the mover; backed up in a grown book
    Score searched = 0;       // as the search of the position alone saw its best move
    int depth = 0;            // of that search
    bool is_ours = false;     // the book's own moves lead here
    bool is_changed = false;  // another move than that search wanted
    bool operator==(const MoveEntry&) const = default;
};

struct MoveBookHeader {
    MoveBookKind kind = MoveBookKind::Grown;
    std::uint64_t nodes = 0;  // each position was searched with
    int pieces = 0;           // of the databases that were used
    bool operator==(const MoveBookHeader&) const = default;
};

// The bytes of a file.  REQUIRES: each position once, the moves legal.
std::string to_bytes(const MoveBookHeader& header, std::vector<MoveEntry> entries);

class MoveBook {
public:
    // Throws Error, naming the file, if it is no book of moves, of another board, cut off or
    // damaged.
    explicit MoveBook(const std::filesystem::path& path);
    // The one that the program carries; nullptr on boards that have none.
    static std::unique_ptr<MoveBook> built_in();

    const MoveBookHeader& header() const { return header_; }
    std::size_t positions() const { return positions_; }
    std::size_t bytes() const { return bytes_.size(); }

    // With its side to move; nothing if the position is not in the book.
    std::optional<MoveEntry> find(const Position& position) const;
    std::vector<MoveEntry> entries() const;

private:
    MoveBook(std::span<const std::uint8_t> bytes, const std::string& name);
    void open(const std::string& name);
    bool is_sensible() const;
    Position position_at(std::size_t number) const;
    MoveEntry entry_at(std::size_t number) const;

    std::unique_ptr<MappedFile> file_;  // of one that is not built in
    std::span<const std::uint8_t> bytes_;
    MoveBookHeader header_;
    std::size_t positions_ = 0;
};

// Does the file begin like a book of moves?
bool is_move_book(const std::filesystem::path& path);

// Where they are if nothing else is said.
std::filesystem::path grown_book_path(const std::string& data);
std::filesystem::path minimal_book_path(const std::string& data);

}  // namespace deepwell::book
