// Makes certificates from known values: no search, for tests of the checker.
//
// A Game knows the truth and has
//     std::vector<Position> moves(Position)   what the moves lead to, ascending, each once
//     int value(Position)                     for the side to move: 1, 0, -1
//     int distance(Position)                  plies to the end, of a win or a loss
//     bool is_leaf(Position)                  is it decided by the files that will be listed?

#pragma once

#include <algorithm>
#include <stdexcept>
#include <unordered_set>

#include "checker/certificate_writer.h"

namespace certificate {

struct PositionHash {
    std::size_t operator()(const Position& p) const {
        std::uint64_t h = (p.black | std::uint64_t{p.white} << 32) * 0x9e3779b97f4a7c15U;
        return static_cast<std::size_t>((h ^ h >> 29 ^ p.kings) * 0xd6e8feb86659fd93U);
    }
};

template <class Game>
class Maker {
public:
    explicit Maker(Game& game) : game_(game) {}

    // The claim that the root is worth lower to upper.  REQUIRES: that is true.
    Certificate make(const Position& root, int lower, int upper, std::uint8_t board_size) {
        Certificate certificate;
        certificate.board_size = board_size;
        certificate.root = root;
        certificate.lower = static_cast<std::uint8_t>(lower);
        certificate.upper = static_cast<std::uint8_t>(upper);
        for (const std::uint8_t attacker : {std::uint8_t{0}, std::uint8_t{1}}) {
            const bool is_mover = attacker == root.side;
            if (is_mover ? lower == 2 : upper == 0)
                certificate.sections.push_back(make_section(root, attacker, 1));
            if (is_mover ? upper == 1 : lower == 1)
                certificate.sections.push_back(make_section(root, attacker, 0));
        }
        return certificate;
    }

private:
    Section make_section(const Position& root, std::uint8_t attacker, std::uint8_t wins) {
        Section section{attacker, wins, {}};
        const int chooser = wins == 1 ? attacker : 1 - attacker;
        std::unordered_set<Position, PositionHash> seen;
        std::vector<Position> open;
        const auto visit = [&](const Position& p) {
            if (!game_.is_leaf(p) && seen.insert(p).second) open.push_back(p);
        };
        const auto visit_answers = [&](const Position& p) {
            if (!game_.is_leaf(p))
                for (const Position& answer : game_.moves(p)) visit(answer);
        };
        if (root.side == chooser)
            visit(root);
        else
            visit_answers(root);
        while (!open.empty()) {
            const Position p = open.back();
            open.pop_back();
            const auto moves = game_.moves(p);
            const std::size_t move = good_move(p, moves, wins == 1);
            const int rank = wins == 1 ? game_.distance(p) : 0;
            section.records.push_back(
                {p, static_cast<std::uint32_t>(rank), static_cast<std::uint8_t>(move)});
            visit_answers(moves[move]);
        }
        std::sort(section.records.begin(),
                  section.records.end(),
                  [](const Record& a, const Record& b) { return a.position < b.position; });
        return section;
    }

    // One that wins in less than the position's own distance; or one that does not lose.
    std::size_t good_move(const Position& p, const std::vector<Position>& moves, bool wins) {
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const int value = game_.value(moves[i]);
            if (wins ? value < 0 && game_.distance(moves[i]) < game_.distance(p) : value <= 0)
                return i;
        }
        throw std::logic_error("no move keeps what is claimed");
    }

    Game& game_;
};

}  // namespace certificate
