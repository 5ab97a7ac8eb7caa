#include "book/book_tree.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_set>

#include "board/movegen.h"

namespace deepwell::book {

namespace {

struct KeptHash {
    std::size_t operator()(const Position& position) const { return hash_of(position); }
};

std::string comment_on(const BookMove& move) {
    return fmt::format("{} games: +{} ={} -{}, worth {}",
                       move.tally.games(),
                       move.tally.wins,
                       move.tally.draws,
                       move.tally.losses,
                       move.value);
}

class TreeWriter {
public:
    TreeWriter(const GameBook& book, const TreeOptions& options) : book_(book), options_(options) {}

    PdnLine line_from(Position position, int plies) {
        PdnLine line;
        while (plies-- > 0 && seen_.insert(as_kept(position)).second) {
            const std::vector<BookMove> moves = moves_of(position);
            if (moves.empty()) break;
            line.moves.push_back(told(moves[0]));
            for (std::size_t i = 1; i < moves.size(); ++i)
                line.moves.back().variations.push_back(variation(position, moves[i], plies));
            position = play(position, moves[0].move);
        }
        return line;
    }

private:
    static PdnMove told(const BookMove& move) {
        PdnMove told;
        told.move = move.move;
        told.comment_after = comment_on(move);
        return told;
    }

    PdnLine variation(const Position& position, const BookMove& move, int plies) {
        PdnLine line;
        line.moves.push_back(told(move));
        PdnLine rest = line_from(play(position, move.move), plies);
        std::move(rest.moves.begin(), rest.moves.end(), std::back_inserter(line.moves));
        return line;
    }

    // The most played first.
    std::vector<BookMove> moves_of(const Position& position) const {
        std::vector<BookMove> moves = book_moves(book_, position);
        std::erase_if(moves, [&](const BookMove& move) {
            return move.tally.games() < std::max(1U, options_.least_games);
        });
        std::stable_sort(moves.begin(), moves.end(), [](const BookMove& a, const BookMove& b) {
            return a.tally.games() > b.tally.games();
        });
        return moves;
    }

    const GameBook& book_;
    const TreeOptions& options_;
    std::unordered_set<Position, KeptHash> seen_;
};

}  // namespace

PdnGame book_tree(const GameBook& book, const Position& root, const TreeOptions& options) {
    PdnGame game;
    game.initial = root;
    game.tags = {{"Event", "Book of games"}};
    game.main = TreeWriter(book, options).line_from(root, options.plies);
    return game;
}

}  // namespace deepwell::book
