#include "engine/book_guide.h"

#include <algorithm>

#include "book/book_moves.h"

namespace deepwell::engine {

namespace {

// Hundredths of a man.
constexpr Score ForWin = 15;
constexpr Score ForDraw = 8;
constexpr Score AgainstLoss = 3;

Score bonus_for(int value) {
    if (value > 0) return ForDraw + (ForWin - ForDraw) * value / book::Won;
    if (value == 0) return ForDraw;
    return std::min(-1, AgainstLoss * value / book::Won);  // never nothing
}

}  // namespace

std::vector<search::MoveBonus> BookGuide::bonuses(const Position& position) const {
    std::vector<search::MoveBonus> bonuses;
    for (const book::BookMove& known : book::book_moves(book_, position))
        bonuses.push_back({known.move, bonus_for(known.value)});
    return bonuses;
}

std::optional<Move> BookGuide::move_to_follow(const Position& position) const {
    if (use_ != Use::Follow) return std::nullopt;
    for (const book::BookMove& known : book::book_moves(book_, position)) {
        if (known.value < 0) return std::nullopt;
        if (known.tally.games() > 0) return known.move;
    }
    return std::nullopt;
}

}  // namespace deepwell::engine
