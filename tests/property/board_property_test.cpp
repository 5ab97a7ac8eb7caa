// What must hold for every position of the board layer, on random positions of every board size:
// turning, text and back, the padded layout, hashes, and the history rules of Game.

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "board/fen.h"
#include "board/game.h"
#include "board/movegen.h"
#include "board/notation.h"
#include "board/padded.h"
#include "property/random_positions.h"

namespace deepwell {

namespace {

using testing::AssertionFailure;
using testing::AssertionResult;
using testing::AssertionSuccess;

constexpr int Positions = 20'000;

AssertionResult holds(bool condition, const char* what) {
    return condition ? AssertionSuccess() : AssertionFailure() << what;
}

std::vector<Move> sorted(const MoveList& list) {
    const auto key = [](const Move& move) {
        return std::tuple(move.from, move.to, move.captured.bits());
    };
    std::vector<Move> moves(list.begin(), list.end());
    std::sort(
        moves.begin(), moves.end(), [&](const Move& a, const Move& b) { return key(a) < key(b); });
    return moves;
}

// Asks the property of positions of every kind.
template <class Property>
void for_all_kinds(std::uint64_t seed, Property&& property) {
    for_random_positions(seed, Positions, random_placement, property);
    for_random_positions(seed + 1, Positions, king_heavy_placement, property);
    for_random_positions(seed + 2, Positions, long_jump_placement, property);
    RandomPlay game;
    const auto draw = [&](Random& random) { return game.next(random); };
    for_random_positions(seed + 3, Positions, draw, property);
}

}  // namespace

TEST(BoardProperty, TurningTwiceIsNothing) {
    for_all_kinds(100, [](const Position& position) {
        return holds(turned(turned(position)) == position, "not the same after two turns");
    });
    for (const Square square : Bitboard::all()) {
        EXPECT_EQ(square.turned().turned(), square);
        EXPECT_EQ(Bitboard::of(square).turned(), Bitboard::of(square.turned()));
    }
}

TEST(BoardProperty, TurningExchangesTheSides) {
    EXPECT_EQ(turned(Position::start()).black, Position::start().black);
    EXPECT_EQ(king_row(Side::Black).turned(), king_row(Side::White));
    for_all_kinds(110, [](const Position& position) {
        const Position other_view = turned(position);
        return holds(other_view.side == other(position.side) &&
                         other_view.own() == position.own().turned() &&
                         other_view.enemy() == position.enemy().turned(),
                     "own and enemy are not exchanged");
    });
}

TEST(BoardProperty, MovesCommuteWithTurning) {
    for_all_kinds(120, [](const Position& position) -> AssertionResult {
        const MoveList moves = legal_moves(position);
        MoveList expected;
        for (const Move& move : moves) expected.push_back(turned(move));
        if (sorted(legal_moves(turned(position))) != sorted(expected))
            return AssertionFailure() << "other moves on the turned board";
        return holds(std::all_of(moves.begin(),
                                 moves.end(),
                                 [&](const Move& move) {
                                     return play(turned(position), turned(move)) ==
                                            turned(play(position, move));
                                 }),
                     "a move leads elsewhere on the turned board");
    });
}

TEST(BoardProperty, PositionsStayPositionsOfTheGame) {
    for_all_kinds(130, [](const Position& position) -> AssertionResult {
        if (const auto fault = fault_of(position)) return AssertionFailure() << *fault;
        for (const Move& move : legal_moves(position))
            if (const auto fault = fault_of(play(position, move)))
                return AssertionFailure() << *fault;
        return AssertionSuccess();
    });
}

TEST(BoardProperty, FenRoundTrips) {
    for_all_kinds(140, [](const Position& position) -> AssertionResult {
        const auto read = parse_fen(to_fen(position));
        if (!read) return AssertionFailure() << read.error();
        return holds(*read == position, "another position");
    });
}

TEST(BoardProperty, NotationRoundTrips) {
    for_all_kinds(150, [](const Position& position) -> AssertionResult {
        for (const Move& move : legal_moves(position)) {
            for (const auto& text : {to_text(position, move), to_long_text(position, move)}) {
                const auto read = parse_move(position, text);
                if (!read) return AssertionFailure() << text << ": " << read.error();
                if (*read != move) return AssertionFailure() << text << " is another move";
            }
        }
        return AssertionSuccess();
    });
}

TEST(BoardProperty, EveryWayOfAJumpIsReadAsThatJump) {
    for_random_positions(160, Positions, long_jump_placement, [](const Position& position) {
        for (const Move& move : legal_moves(position)) {
            for (const auto& path : paths_of(position, move)) {
                std::string text = std::to_string(move.from.number());
                for (const Square square : path) text += "x" + std::to_string(square.number());
                const auto read = parse_move(position, text);
                if (!read) return AssertionFailure() << text << ": " << read.error();
                if (*read != move) return AssertionFailure() << text << " is another move";
            }
        }
        return AssertionSuccess();
    });
}

TEST(BoardProperty, EqualHashesMeanEqualPositions) {
    std::unordered_map<std::uint64_t, Position> known;
    for_all_kinds(170, [&](const Position& position) -> AssertionResult {
        Position passed = position;
        passed.side = other(position.side);
        for (const Position& p : {position, passed, turned(position)}) {
            const auto [entry, is_new] = known.emplace(hash_of(p), p);
            if (!is_new && entry->second != p)
                return AssertionFailure() << "the hash is that of " << to_fen(entry->second);
        }
        return AssertionSuccess();
    });
}

namespace {

template <Direction D>
void expect_shift_is_neighbour() {
    for (const Square square : Bitboard::all()) {
        const Padded stepped = shift<D>(Padded::of(square)) & Padded::board();
        const auto expected = neighbour(square, D);
        EXPECT_EQ(stepped, expected ? Padded::of(*expected) : Padded{})
            << "square " << square.number() << ", direction " << static_cast<int>(D);
    }
}

Bitboard random_set(Random& random) {
    return Bitboard(static_cast<Bitboard::Bits>(random())) & Bitboard::all();
}

}  // namespace

TEST(PaddedProperty, ShiftIsNeighbourInEveryDirection) {
    expect_shift_is_neighbour<Direction::SouthWest>();
    expect_shift_is_neighbour<Direction::SouthEast>();
    expect_shift_is_neighbour<Direction::NorthWest>();
    expect_shift_is_neighbour<Direction::NorthEast>();
}

// From a ghost a second step may come back to the board: rules must look at real squares in
// between.
TEST(PaddedProperty, SquaresHaveBitsOfTheirOwn) {
    EXPECT_EQ(Padded::board().count(), SquareCount);
    for (const Square square : Bitboard::all()) EXPECT_EQ(Padded::of(square).square(), square);
}

TEST(PaddedProperty, PaddingIsTheUnionOfItsSquaresAndRoundTrips) {
    Random random(180);
    for (int i = 0; i < Positions; ++i) {
        const Bitboard set = random_set(random);
        Padded expected;
        for (const Square square : set) expected |= Padded::of(square);
        ASSERT_EQ(pad<Portable>(set), expected) << "set " << set.bits();
        ASSERT_EQ(unpad<Portable>(expected), set) << "set " << set.bits();
    }
}

TEST(PaddedProperty, GhostsAreForgottenWhenUnpadding) {
    Random random(190);
    for (int i = 0; i < Positions; ++i) {
        const Padded wild(random());
        ASSERT_EQ(unpad<Portable>(wild), unpad<Portable>(wild & Padded::board()));
    }
}

#if defined(__BMI2__)
TEST(PaddedProperty, InstructionsPadAsTheLoopDoes) {
    if (best_kernel() != Kernel::Avx2) GTEST_SKIP() << "this machine has no BMI2";
    Random random(200);
    for (int i = 0; i < Positions; ++i) {
        const Bitboard set = random_set(random);
        ASSERT_EQ(pad<Avx2>(set), pad<Portable>(set)) << "set " << set.bits();
        ASSERT_EQ(unpad<Avx2>(pad<Avx2>(set)), set) << "set " << set.bits();
    }
}
#endif

namespace {

// The history rules read naively off the list of positions.
class NaiveHistory {
public:
    explicit NaiveHistory(const Position& initial) : positions_{initial} {}

    void add(const Position& next) { positions_.push_back(next); }

    int occurrences() const {
        return static_cast<int>(std::count(positions_.begin(), positions_.end(), current()));
    }

    int quiet_plies() const {
        int plies = 0;
        for (std::size_t i = positions_.size() - 1; i > 0; --i, ++plies)
            if (is_progress(positions_[i - 1], positions_[i])) break;
        return plies;
    }

    GameState state() const {
        const Outcome lost =
            current().side == Side::Black ? Outcome::WhiteWins : Outcome::BlackWins;
        if (current().own() == Bitboard{}) return {lost, OutcomeReason::NoPieces};
        if (legal_moves(current()).size() == 0) return {lost, OutcomeReason::NoMoves};
        if (occurrences() >= 3) return {Outcome::Draw, OutcomeReason::Repetition};
        if (quiet_plies() >= 80) return {Outcome::Draw, OutcomeReason::NoProgress};
        return {Outcome::Open, OutcomeReason::None};
    }

private:
    const Position& current() const { return positions_.back(); }

    // A piece has gone, or a man is no longer where it was.
    static bool is_progress(const Position& before, const Position& after) {
        return before.occupied().count() != after.occupied().count() ||
               before.men(Side::Black) != after.men(Side::Black) ||
               before.men(Side::White) != after.men(Side::White);
    }

    std::vector<Position> positions_;
};

AssertionResult same_history(const Game& game, const NaiveHistory& naive) {
    if (game.occurrences() != naive.occurrences())
        return AssertionFailure() << game.occurrences() << " occurrences, naively "
                                  << naive.occurrences();
    if (game.quiet_plies() != naive.quiet_plies())
        return AssertionFailure() << game.quiet_plies() << " quiet plies, naively "
                                  << naive.quiet_plies();
    return holds(game.state() == naive.state(), "the state of the game differs");
}

// Few pieces, mostly kings, which wander for long.
Position wandering_kings(Random& random) {
    Position position;
    position.side = random_side(random);
    for (const Side side : Sides) scatter(position, side, 1 + random.below(3), 3, random);
    return position;
}

// Prefers quiet king moves, so that history gets long; draws do not stop it.
Move wandering_move(const Position& position, const MoveList& moves, Random& random) {
    const auto pick = [&] { return moves[random.below(static_cast<std::uint32_t>(moves.size()))]; };
    Move move = pick();
    for (int tries = 0; tries < 3 && !position.kings.contains(move.from); ++tries) move = pick();
    return move;
}

struct ReasonsSeen {
    int repetition = 0;
    int no_progress = 0;
    int lost = 0;

    void note(OutcomeReason reason) {
        repetition += reason == OutcomeReason::Repetition;
        no_progress += reason == OutcomeReason::NoProgress;
        lost += reason == OutcomeReason::NoMoves || reason == OutcomeReason::NoPieces;
    }
};

AssertionResult follow_game(const Position& initial, Random& random, ReasonsSeen& seen) {
    constexpr int MaxPlies = 200;
    Game game(initial);
    NaiveHistory naive(initial);
    std::vector<GameState> states;
    for (int ply = 0; ply < MaxPlies; ++ply) {
        if (auto same = same_history(game, naive); !same) return same << ", ply " << ply;
        states.push_back(game.state());
        seen.note(game.state().reason);
        const MoveList moves = legal_moves(game.position());
        if (moves.empty()) break;
        game.play(wandering_move(game.position(), moves, random));
        naive.add(game.position());
    }
    while (game.positions().size() > states.size()) game.undo();
    for (; !states.empty(); states.pop_back()) {
        if (game.state() != states.back()) return AssertionFailure() << "taking back differs";
        if (game.undo() != (states.size() > 1)) return AssertionFailure() << "undo is wrong";
    }
    return holds(game.position() == initial && game.moves().empty(), "not back at the beginning");
}

}  // namespace

TEST(GameProperty, HistoryRulesAreThoseOfTheListOfPositions) {
    Random random(210);
    ReasonsSeen seen;
    for_random_positions(220, 400, wandering_kings, [&](const Position& initial) {
        return follow_game(initial, random, seen);
    });
    EXPECT_GT(seen.repetition, 0);
    EXPECT_GT(seen.lost, 0);
    // A small board knows too few positions for a random walk of 80 plies without repetition.
    EXPECT_GT(seen.no_progress, BoardSize >= 7 ? 0 : -1);
}

}  // namespace deepwell
