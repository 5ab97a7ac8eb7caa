// GameBook: a book of games as a file in memory (docs/book.md).
//
// Thread rule: any number of threads.

#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "base/mapped_file.h"
#include "book/book_entry.h"

namespace deepwell::book {

// Throws Error if it cannot be written.
void write_book(const std::filesystem::path& path,
                std::span<const Entry> entries,
                std::uint64_t games);

class GameBook {
public:
    // Throws Error, naming the file, if it is no book, of another board, cut off or damaged.
    explicit GameBook(const std::filesystem::path& path);

    std::uint64_t games() const { return games_; }
    std::uint64_t positions() const { return positions_; }
    std::uint64_t moves() const { return moves_; }
    std::uint64_t bytes() const { return file_.bytes().size(); }

    // What is known of a position, with its moves and its side to move; nothing if it is not in
    // the book.
    std::optional<Entry> find(const Position& position) const;

    // The backed-up value for the side to move.
    std::optional<int> value(const Position& position) const;

    // All entries in order.
    std::vector<Entry> entries() const;

private:
    std::optional<std::uint64_t> number_of(const Position& kept) const;
    Position position_at(std::uint64_t number) const;
    Entry entry_at(std::uint64_t number) const;
    bool is_sensible() const;

    MappedFile file_;
    std::uint64_t games_ = 0;
    std::uint64_t positions_ = 0;
    std::uint64_t moves_ = 0;
};

// Where the book of games is if nothing else is said.
std::filesystem::path game_book_path(const std::string& data);

}  // namespace deepwell::book
