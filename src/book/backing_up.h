// Backing up: the value of every entry from the leaves of the book (docs/book.md).

#pragma once

#include <span>

#include "book/book_entry.h"

namespace deepwell::book {

// Sets all values.  Known ones stay; they count as leaves.  REQUIRES: the entries are in order.
void back_up(std::span<Entry> entries);

// The entry of a kept position, or nullptr.  REQUIRES: the entries are in order.
const Entry* find_entry(std::span<const Entry> entries, const Position& kept);

}  // namespace deepwell::book
