// Books of moves in text and JSON, for `book show` and `book stats`.

#pragma once

#include <string>

#include "board/position.h"
#include "book/move_book.h"

namespace deepwell::cli {

// "own" for the built-in book, else a file.  Throws BadInput if the board has none.
book::MoveBook opened_move_book(const std::string& name);

// Does `name` mean a book of moves?
bool means_move_book(const std::string& name);

// Says what the book knows of the position; false if it knows nothing.
bool show_book_move(const book::MoveBook& book, const Position& position, bool json);

void print_move_book_stats(const book::MoveBook& book, const std::string& name, bool json);

}  // namespace deepwell::cli
