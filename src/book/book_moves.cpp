#include "book/book_moves.h"

#include <algorithm>

#include "board/movegen.h"

namespace deepwell::book {

std::vector<BookMove> book_moves(const GameBook& book, const Position& position) {
    std::vector<PlayedMove> played;
    if (auto entry = book.find(position)) played = std::move(entry->moves);
    std::vector<BookMove> moves;
    for (const Move& move : legal_moves(position)) {
        const auto value = book.value(play(position, move));
        if (!value) continue;
        BookMove& found = moves.emplace_back(BookMove{move, {}, -*value});
        for (const PlayedMove& known : played)
            if (known.move == move) found.tally = known.tally;
    }
    std::stable_sort(moves.begin(), moves.end(), [](const BookMove& a, const BookMove& b) {
        return a.value != b.value ? a.value > b.value : a.tally.games() > b.tally.games();
    });
    return moves;
}

}  // namespace deepwell::book
