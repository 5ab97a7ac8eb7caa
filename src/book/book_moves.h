// What a book of games says about each move of a position.

#pragma once

#include "book/book_file.h"

namespace deepwell::book {

struct BookMove {
    Move move;
    Tally tally;    // no games: nobody played it, but it leads to a position of the book
    int value = 0;  // backed up, for the side that makes the move
};

// The best value first; of equal ones, the most played.
std::vector<BookMove> book_moves(const GameBook& book, const Position& position);

}  // namespace deepwell::book
