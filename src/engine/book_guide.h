// BookGuide: what a book of games tells the search about the moves of a position.
//
// As in Chinook, the book is never believed: it makes the search lean towards moves that did well,
// more so if they won than if they drew, and a little away from those that lost.

#pragma once

#include <optional>
#include <vector>

#include "book/book_file.h"
#include "search/limits.h"

namespace deepwell::engine {

class BookGuide {
public:
    enum class Use { Bias, Follow };

    // Throws Error if the book cannot be read.
    BookGuide(const std::filesystem::path& path, Use use) : book_(path), use_(use) {}

    // For every move that the book knows.
    std::vector<search::MoveBonus> bonuses(const Position& position) const;

    // The move to play without a search: the most played of the best, if it does not lose and
    // somebody played it.  Nothing unless the book is to be followed.
    std::optional<Move> move_to_follow(const Position& position) const;

private:
    book::GameBook book_;
    Use use_;
};

}  // namespace deepwell::engine
