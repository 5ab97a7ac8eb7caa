#include "board/notation.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <vector>

#include "base/text.h"
#include "board/movegen.h"

namespace deepwell {

namespace {

// More squares than the longest jump has: 9 captures on the 8x8 board.
constexpr std::size_t MaxNumbers = 12;

bool is_separator(char c) {
    return c == '-' || c == 'x' || c == 'X' || c == ':' || c == '*';
}

// The numbers of "23x14x7"; nothing if the text has another form.
std::optional<std::vector<int>> numbers_of(std::string_view text) {
    std::vector<int> numbers;
    std::size_t at = 0;
    while (at < text.size() && numbers.size() < MaxNumbers) {
        if (!is_digit(text[at])) return std::nullopt;
        int number = 0;
        for (; at < text.size() && is_digit(text[at]); ++at)
            number = std::min(1000, number * 10 + (text[at] - '0'));
        numbers.push_back(number);
        if (at == text.size()) return numbers;
        if (!is_separator(text[at++])) return std::nullopt;
    }
    return std::nullopt;
}

// Do the squares occur in the path in this order?
bool is_subsequence(const std::vector<Square>& squares, const std::vector<Square>& path) {
    auto at = path.begin();
    for (const Square square : squares) {
        at = std::find(at, path.end(), square);
        if (at == path.end()) return false;
        ++at;
    }
    return true;
}

std::string path_text(const Move& move, const std::vector<Square>& path) {
    std::string text = std::to_string(move.from.number());
    for (const Square square : path)
        text += fmt::format("{}{}", move.is_jump() ? 'x' : '-', square.number());
    return text;
}

std::string list_text(const Position& position, const std::vector<Move>& moves) {
    constexpr std::size_t Enough = 4;
    std::string list;
    for (std::size_t i = 0; i < moves.size() && i < Enough; ++i)
        list += (i == 0 ? "" : ", ") + to_text(position, moves[i]);
    if (moves.size() > Enough) list += ", ...";
    return list;
}

std::vector<Move> moves_between(const Position& position, Square from, Square to) {
    std::vector<Move> found;
    for (const Move& move : legal_moves(position))
        if (move.from == from && move.to == to) found.push_back(move);
    return found;
}

std::vector<Move> meanings_of_squares(const Position& position,
                                      const std::vector<Square>& squares) {
    auto ends = moves_between(position, squares.front(), squares.back());
    if (ends.size() <= 1 && squares.size() == 2) return ends;
    const std::vector<Square> landings(squares.begin() + 1, squares.end());
    std::vector<Move> exact, loose;
    for (const Move& move : ends) {
        const auto paths = paths_of(position, move);
        if (std::find(paths.begin(), paths.end(), landings) != paths.end()) exact.push_back(move);
        if (std::any_of(paths.begin(), paths.end(), [&](const auto& path) {
                return is_subsequence(landings, path);
            }))
            loose.push_back(move);
    }
    return exact.empty() ? loose : exact;
}

// The squares of "23x14x7", or why it has none.
Result<std::vector<Square>> squares_of(std::string_view text) {
    const auto numbers = numbers_of(text);
    if (!numbers || numbers->size() < 2) return Failure{"it is not written as a move"};
    std::vector<Square> squares;
    for (const int number : *numbers) {
        const auto square = Square::from_number(number);
        if (!square)
            return Failure{
                fmt::format("square {} is not on the {}x{} board", number, BoardSize, BoardSize)};
        squares.push_back(*square);
    }
    return squares;
}

std::string why_not(const Position& position, const std::vector<Square>& squares) {
    const Square from = squares.front();
    if (position.empty().contains(from)) return fmt::format("no piece stands on {}", from.number());
    if (!position.own().contains(from))
        return fmt::format("it is {}'s move, and the piece on {} is {}'s",
                           name(position.side),
                           from.number(),
                           name(other(position.side)));
    const MoveList moves = legal_moves(position);
    if (moves.empty()) return fmt::format("{} has no legal move", name(position.side));
    const std::vector<Move> all(moves.begin(), moves.end());
    if (can_jump(position)) return "a jump is compulsory: " + list_text(position, all);
    std::vector<Move> same_piece;
    std::copy_if(all.begin(), all.end(), std::back_inserter(same_piece), [&](const Move& move) {
        return move.from == from;
    });
    if (same_piece.empty()) return fmt::format("the piece on {} cannot move", from.number());
    return fmt::format(
        "the piece on {} can only play {}", from.number(), list_text(position, same_piece));
}

}  // namespace

std::string to_long_text(const Position& position, const Move& move) {
    return path_text(move, paths_of(position, move).front());
}

std::string to_text(const Position& position, const Move& move) {
    std::string brief = path_text(move, {move.to});
    if (!move.is_jump()) return brief;
    const auto twins = moves_between(position, move.from, move.to).size();
    return twins == 1 ? brief : to_long_text(position, move);
}

std::vector<Move> meanings_of(const Position& position, std::string_view text) {
    const auto squares = squares_of(text);
    if (!squares) return {};
    return meanings_of_squares(position, *squares);
}

Result<Move> parse_move(const Position& position, std::string_view text) {
    const auto squares = squares_of(text);
    if (!squares) return Failure{squares.error()};
    const std::vector<Move> found = meanings_of_squares(position, *squares);
    if (found.empty()) return Failure{why_not(position, *squares)};
    if (found.size() > 1)
        return Failure{"it can mean several moves: " + list_text(position, found)};
    return found.front();
}

}  // namespace deepwell
