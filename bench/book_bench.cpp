// How long a lookup in a book takes: CPU time, positions in a shuffled order.
//
//     book-bench [BOOK OF GAMES]
//
// Half of the positions are in the book, half are not.  Without a file the built-in book of moves
// is measured alone.

#include <cstdio>
#include <ctime>
#include <utility>
#include <vector>

#include "base/random.h"
#include "board/movegen.h"
#include "book/book_file.h"
#include "book/book_moves.h"
#include "book/move_book.h"

namespace {

using namespace deepwell;

constexpr std::size_t LookupCount = 1'000'000;

double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// Positions of the book, and what a random move makes of them.
template <class Entry>
std::vector<Position> questions_of(const std::vector<Entry>& entries) {
    Random random(1991);
    std::vector<Position> questions;
    while (questions.size() < LookupCount) {
        const auto count = static_cast<std::uint32_t>(entries.size());
        const Position& position = entries[random.below(count)].position;
        const MoveList moves = legal_moves(position);
        questions.push_back(position);
        if (moves.empty()) continue;
        questions.push_back(
            play(position, moves[random.below(static_cast<std::uint32_t>(moves.size()))]));
    }
    return questions;
}

template <class Ask>
void measure(const char* name, const std::vector<Position>& questions, const Ask& ask) {
    std::size_t found = 0;
    const double begin = cpu_seconds();
    for (const Position& position : questions) found += ask(position) ? 1 : 0;
    const double nanoseconds = (cpu_seconds() - begin) * 1e9;
    std::printf("%-42s %6.0f ns a lookup, %.0f %% found\n",
                name,
                nanoseconds / static_cast<double>(questions.size()),
                100.0 * static_cast<double>(found) / static_cast<double>(questions.size()));
}

}  // namespace

int main(int argc, char** argv) {
    const auto own = book::MoveBook::built_in();
    measure("built-in book, move to play", questions_of(own->entries()), [&](const Position& p) {
        return own->find(p).has_value();
    });
    if (argc < 2) return 0;
    const book::GameBook games(argv[1]);
    const std::vector<Position> questions = questions_of(games.entries());
    measure("book of games, value", questions, [&](const Position& p) {
        return games.value(p).has_value();
    });
    measure("book of games, entry with its moves", questions, [&](const Position& p) {
        return games.find(p).has_value();
    });
    measure("book of games, value of every legal move", questions, [&](const Position& p) {
        return !book::book_moves(games, p).empty();
    });
}
