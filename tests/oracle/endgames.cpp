#include "oracle/endgames.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <stdexcept>

namespace oracle {

namespace {

constexpr std::int16_t Draw = -1;
constexpr std::int16_t NotAPosition = -2;

constexpr std::uint32_t Kinds = 4;  // of pieces
constexpr int MostPieces = 15;      // 4^15 fits in 32 bits

std::uint32_t kind_of(Piece piece) {
    assert(piece != Piece::None);
    return static_cast<std::uint32_t>(piece) - 1;
}

Piece piece_of(std::uint32_t kind) {
    return static_cast<Piece>(kind + 1);
}

std::uint32_t power_of_kinds(std::size_t exponent) {
    std::uint32_t power = 1;
    for (std::size_t i = 0; i < exponent; ++i) power *= Kinds;
    return power;
}

// Pascal's triangle, with zeros to its right.
std::vector<std::vector<std::uint32_t>> binomials(std::size_t last_row, std::size_t last_column) {
    std::vector rows(last_row + 1, std::vector<std::uint32_t>(last_column + 1, 0));
    for (std::size_t row = 0; row <= last_row; ++row) {
        rows[row][0] = 1;
        for (std::size_t column = 1; column <= last_column && row > 0; ++column)
            rows[row][column] = rows[row - 1][column - 1] + rows[row - 1][column];
    }
    return rows;
}

Piece piece_at(const Board& board, Field field) {
    return board.rows[static_cast<std::size_t>(field.row)][static_cast<std::size_t>(field.column)];
}

template <class Row>
bool holds(const Row& row, Piece piece) {
    return std::find(row.begin(), row.end(), piece) != row.end();
}

bool has_man_on_king_row(const Board& board) {
    const auto bottom = static_cast<std::size_t>(board.size - 1);
    return holds(board.rows[0], Piece::WhiteMan) || holds(board.rows[bottom], Piece::BlackMan);
}

int black_pieces(const Material& material) {
    return material.black_kings + material.black_men;
}

int white_pieces(const Material& material) {
    return material.white_kings + material.white_men;
}

bool has_both_sides(const Board& board) {
    const Material material = material_of(board);
    return black_pieces(material) > 0 && white_pieces(material) > 0;
}

bool is_win(std::int16_t distance) {
    return distance >= 0 && distance % 2 == 1;
}

bool is_loss(std::int16_t distance) {
    return distance >= 0 && distance % 2 == 0;
}

}  // namespace

Numbering::Numbering(int board_size, int max_pieces) : size_(board_size) {
    for (int number = 1; number <= square_count(size_); ++number)
        fields_.push_back(field_of(size_, number));
    if (max_pieces < 1 || max_pieces > std::min(square_count(size_), MostPieces))
        throw std::invalid_argument("cannot number boards with so many pieces");
    const auto most = static_cast<std::size_t>(max_pieces);
    choose_ = binomials(fields_.size(), most);
    std::uint64_t boards = 0;
    first_ = {0, 0};  // no board without pieces has a slot
    for (std::size_t pieces = 1; pieces <= most; ++pieces) {
        boards += std::uint64_t{choose(fields_.size(), pieces)} * power_of_kinds(pieces);
        if (2 * boards > std::numeric_limits<std::uint32_t>::max())
            throw std::length_error("the boards do not fit in 32 bits");
        first_.push_back(static_cast<std::uint32_t>(boards));
    }
}

std::uint32_t Numbering::slot_of(const Board& board) const {
    std::size_t pieces = 0;
    std::uint32_t rank = 0;
    std::uint32_t kinds = 0;
    for (std::size_t square = 0; square < fields_.size(); ++square) {
        const Piece piece = piece_at(board, fields_[square]);
        if (piece == Piece::None) continue;
        ++pieces;
        assert(pieces + 1 < first_.size());
        rank += choose(square, pieces);
        kinds = kinds * Kinds + kind_of(piece);
    }
    assert(board.size == size_ && pieces > 0);
    const std::uint32_t placement = first_[pieces] + rank * power_of_kinds(pieces) + kinds;
    return 2 * placement + (board.to_move == Color::White ? 1 : 0);
}

Board Numbering::board_of(std::uint32_t slot) const {
    assert(slot < slots());
    Board board;
    board.size = size_;
    board.to_move = slot % 2 == 0 ? Color::Black : Color::White;
    std::size_t pieces = 1;
    while (slot / 2 >= first_[pieces + 1]) ++pieces;
    const std::uint32_t placement = slot / 2 - first_[pieces];
    std::vector<std::size_t> squares = squares_of(placement / power_of_kinds(pieces), pieces);
    std::uint32_t kinds = placement % power_of_kinds(pieces);
    for (; !squares.empty(); squares.pop_back(), kinds /= Kinds)
        board.at(fields_[squares.back()]) = piece_of(kinds % Kinds);
    return board;
}

std::vector<std::size_t> Numbering::squares_of(std::uint32_t rank, std::size_t count) const {
    std::vector<std::size_t> squares(count);
    std::size_t square = fields_.size();
    for (; count > 0; --count) {
        do --square;
        while (choose(square, count) > rank);
        rank -= choose(square, count);
        squares[count - 1] = square;
    }
    return squares;
}

Material material_of(const Board& board) {
    Material material;
    for (const auto& row : board.rows) {
        for (const Piece piece : row) {
            material.black_kings += piece == Piece::BlackKing;
            material.black_men += piece == Piece::BlackMan;
            material.white_kings += piece == Piece::WhiteKing;
            material.white_men += piece == Piece::WhiteMan;
        }
    }
    return material;
}

Endgames::Endgames(int board_size, int max_pieces, int max_per_side)
    : board_size_(board_size),
      max_per_side_(max_per_side),
      numbering_(board_size, max_pieces),
      distance_(numbering_.slots(), NotAPosition) {
    sweep(list_moves());
}

// Whether a board that has a slot also has an answer.
bool Endgames::is_position(const Board& board) const {
    const Material material = material_of(board);
    return black_pieces(material) <= max_per_side_ && white_pieces(material) <= max_per_side_ &&
           !has_man_on_king_row(board);
}

// A side without pieces has no moves, so the end of the game needs no rule of its own here.
Endgames::Graph Endgames::list_moves() {
    Graph graph;
    for (std::uint32_t slot = 0; slot < numbering_.slots(); ++slot) {
        const Board board = numbering_.board_of(slot);
        if (!is_position(board)) continue;
        distance_[slot] = Draw;
        const auto first = static_cast<std::uint32_t>(graph.successors.size());
        for (const Move& move : legal_moves(board))
            graph.successors.push_back(numbering_.slot_of(play(board, move)));
        const auto end = static_cast<std::uint32_t>(graph.successors.size());
        graph.open.push_back({slot, first, end});
    }
    return graph;
}

// A distance d needs a successor with d - 1, so the first sweep that marks nothing is the last.
void Endgames::sweep(Graph graph) {
    std::size_t marked = 1;
    for (int distance = 0; marked > 0; ++distance) {
        marked = std::erase_if(graph.open, [&](const Open& position) {
            if (!is_settled(position, graph, distance)) return false;
            distance_[position.slot] = static_cast<std::int16_t>(distance);
            return true;
        });
    }
}

// Odd sweeps mark wins and look for losses only, even ones the other way round: what a sweep marks
// it does not read.
bool Endgames::is_settled(const Open& position, const Graph& graph, int distance) const {
    const auto first = graph.successors.begin() + position.first;
    const auto end = graph.successors.begin() + position.end;
    if (distance % 2 == 1)
        return std::any_of(first, end, [&](std::uint32_t s) { return is_loss(distance_[s]); });
    return std::all_of(first, end, [&](std::uint32_t s) { return is_win(distance_[s]); });
}

bool Endgames::contains(const Board& board) const {
    const Material material = material_of(board);
    const int pieces = black_pieces(material) + white_pieces(material);
    return board.size == board_size_ && pieces >= 1 && pieces <= numbering_.max_pieces() &&
           is_position(board);
}

Endgames::Answer Endgames::answer(const Board& board) const {
    if (!contains(board))
        throw std::out_of_range("not among the solved endgames: " + to_fen(board));
    return answer_at(numbering_.slot_of(board));
}

void Endgames::for_each(const std::function<void(const Board&, Answer)>& callback) const {
    for (std::uint32_t slot = 0; slot < numbering_.slots(); ++slot) {
        if (distance_[slot] == NotAPosition) continue;
        const Board board = numbering_.board_of(slot);
        if (has_both_sides(board)) callback(board, answer_at(slot));
    }
}

std::map<Material, Endgames::Count> Endgames::counts() const {
    std::map<Material, Count> counts;
    for_each([&](const Board& board, Answer answer) {
        if (board.to_move != Color::Black) return;
        Count& count = counts[material_of(board)];
        ++count.positions;
        count.wins += answer.value > 0;
        count.losses += answer.value < 0;
        count.draws += answer.value == 0;
    });
    return counts;
}

Endgames::Answer Endgames::answer_at(std::uint32_t slot) const {
    const std::int16_t distance = distance_[slot];
    assert(distance != NotAPosition);
    if (distance == Draw) return {};
    return {is_win(distance) ? 1 : -1, distance};
}

}  // namespace oracle
