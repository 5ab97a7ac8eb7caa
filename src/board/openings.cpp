#include "board/openings.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <unordered_set>

#include "base/check.h"
#include "board/movegen.h"
#include "board/notation.h"

namespace deepwell {

namespace {

// Facts of the game as published by the American Checker Federation.
constexpr ThreeMoveOpening ThreeMoveOpenings[] = {
#include "board/three_move_openings.inc"
};

// Material for the side to move, in pieces, after the exchanges that are due now have been played
// as well as possible by both.
int material_after_exchanges(const Position& position) {
    if (!can_jump(position)) return position.own().count() - position.enemy().count();
    int best = -SquareCount;
    for (const Move& move : legal_moves(position))
        best = std::max(best, -material_after_exchanges(play(position, move)));
    return best;
}

// One move each, after which no exchange wins a piece.
std::vector<OpeningLine> pairs_of_moves(const Position& initial) {
    std::vector<OpeningLine> lines;
    for (const Move& first : legal_moves(initial)) {
        const Position middle = play(initial, first);
        for (const Move& second : legal_moves(middle)) {
            const Position end = play(middle, second);
            if (material_after_exchanges(end) != 0) continue;
            std::string text =
                fmt::format("{} {}", to_text(initial, first), to_text(middle, second));
            lines.push_back({{first, second}, std::move(text), end, initial});
        }
    }
    return lines;
}

Position start_without(Square black, Square white) {
    Position position = Position::start();
    position.black = position.black - Bitboard::of(black);
    position.white = position.white - Bitboard::of(white);
    return position;
}

const std::vector<Position>& positions_after_openings() {
    static const std::vector<Position> positions = [] {
        std::vector<Position> result;
        for (const ThreeMoveOpening& opening : three_move_openings())
            result.push_back(parse_opening(opening.moves).value().position);
        return result;
    }();
    return positions;
}

}  // namespace

const char* name(OpeningStatus status) {
    switch (status) {
        case OpeningStatus::Crossboard:
            return "crossboard";
        case OpeningStatus::MailPlay:
            return "mail play";
        case OpeningStatus::Barred:
            return "barred";
    }
    __builtin_unreachable();
}

std::span<const ThreeMoveOpening> three_move_openings() {
    if constexpr (BoardSize != 8) return {};
    return ThreeMoveOpenings;
}

Result<OpeningLine> parse_opening(std::string_view moves) {
    OpeningLine line;
    line.position = Position::start();
    while (true) {
        moves.remove_prefix(std::min(moves.find_first_not_of(' '), moves.size()));
        if (moves.empty()) return line;
        const std::string_view word = moves.substr(0, moves.find(' '));
        moves.remove_prefix(word.size());
        const auto move = parse_move(line.position, word);
        if (!move) return Failure{fmt::format("{}: {}", word, move.error())};
        if (!line.text.empty()) line.text += ' ';
        line.text += to_text(line.position, *move);
        line.moves.push_back(*move);
        line.position = play(line.position, *move);
    }
}

std::vector<OpeningLine> two_move_openings() {
    return pairs_of_moves(Position::start());
}

std::vector<OpeningLine> eleven_man_ballots() {
    std::vector<OpeningLine> ballots;
    std::unordered_set<std::uint64_t> seen;  // by hash: some thousand positions
    for (const Square black : Position::start().black)
        for (const Square white : Position::start().white) {
            const std::string men = fmt::format("without {}, {}: ", black.number(), white.number());
            for (OpeningLine& line : pairs_of_moves(start_without(black, white))) {
                if (!seen.insert(hash_of(line.position)).second) continue;
                line.text = men + line.text;
                ballots.push_back(std::move(line));
            }
        }
    return ballots;
}

const ThreeMoveOpening* opening_at(const Position& position) {
    const auto& positions = positions_after_openings();
    const auto found = std::find(positions.begin(), positions.end(), position);
    if (found == positions.end()) return nullptr;
    return &three_move_openings()[static_cast<std::size_t>(found - positions.begin())];
}

}  // namespace deepwell
