#include "board/move.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <optional>
#include <utility>
#include <vector>

#include "board/test_squares.h"

namespace deepwell {

namespace {

// The squares that one jumping piece can ever reach, and the jumps between them.  Each jump goes
// over a square of its own, so a set of jumpable enemies is a set of jumps.
//
// What stands elsewhere does not matter: a piece on a landing square blocks it, which is the same
// as the enemies next to it not being there.
struct JumpClass {
    struct Jump {
        std::size_t from = 0, to = 0, over = 0;  // over: which enemy, shared by both directions
        bool is_forward = false;                 // for Black
    };
    std::vector<Square> squares;
    std::vector<Jump> jumps;
    std::size_t enemies = 0;
};

constexpr std::array<Direction, 4> Directions{
    Direction::SouthWest, Direction::SouthEast, Direction::NorthWest, Direction::NorthEast};

std::optional<Square> jump_end(Square from, Direction d) {
    const auto over = neighbour(from, d);
    return over ? neighbour(*over, d) : std::nullopt;
}

JumpClass class_of(Square first) {
    JumpClass result{{first}, {}, 0};
    std::vector<Square> overs;
    const auto place_of = [](std::vector<Square>& list, Square square) {
        const auto found = std::find(list.begin(), list.end(), square);
        const auto place = static_cast<std::size_t>(found - list.begin());
        if (found == list.end()) list.push_back(square);
        return place;
    };
    for (std::size_t i = 0; i < result.squares.size(); ++i) {
        for (const Direction d : Directions) {
            const auto end = jump_end(result.squares[i], d);
            if (!end) continue;
            const std::size_t to = place_of(result.squares, *end);
            const std::size_t over = place_of(overs, *neighbour(result.squares[i], d));
            result.jumps.push_back({i, to, over, row_step(d) > 0});
        }
    }
    result.enemies = overs.size();
    return result;
}

std::vector<JumpClass> all_classes() {
    std::vector<JumpClass> classes;
    Bitboard done;
    for (const Square first : Bitboard::all()) {
        if (done.contains(first)) continue;
        classes.push_back(class_of(first));
        for (const Square member : classes.back().squares) done |= Bitboard::of(member);
    }
    return classes;
}

using Set = std::uint32_t;

constexpr bool has(Set set, std::size_t element) {
    return (set >> element & 1U) != 0;
}

// The different moves of one piece: where its jumps end and what they take.
class Endings {
public:
    Endings(const JumpClass& squares, Set own, std::size_t from, bool is_king)
        : class_(squares), blocked_(own & ~(Set{1} << from)), is_king_(is_king), from_(from) {}

    std::size_t count(Set enemies) {
        extend(from_, enemies, 0);
        std::sort(found_.begin(), found_.end());
        const auto last = std::unique(found_.begin(), found_.end());
        return static_cast<std::size_t>(last - found_.begin());
    }

private:
    void extend(std::size_t at, Set enemies, Set captured) {
        bool ended = true;
        for (const JumpClass::Jump& jump : class_.jumps) {
            if (jump.from != at || !has(enemies, jump.over) || has(blocked_, jump.to)) continue;
            if (!is_king_ && !jump.is_forward) continue;
            ended = false;
            const Set over = Set{1} << jump.over;
            extend(jump.to, enemies & ~over, captured | over);
        }
        if (ended && captured != 0) found_.emplace_back(at, captured);
    }

    const JumpClass& class_;
    Set blocked_;
    bool is_king_;
    std::size_t from_;
    std::vector<std::pair<std::size_t, Set>> found_;
};

struct MostMoves {
    std::size_t of_one_king = 0;
    std::size_t of_all_kings = 0;
    std::size_t of_all_pieces = 0;  // each a man or a king, whichever has more
};

// Over every set of own pieces and every set of enemies.
MostMoves most_moves(const JumpClass& squares) {
    MostMoves most;
    for (Set own = 0; own < Set{1} << squares.squares.size(); ++own) {
        for (Set enemies = 0; enemies < Set{1} << squares.enemies; ++enemies) {
            std::size_t kings = 0, pieces = 0;
            for (std::size_t from = 0; from < squares.squares.size(); ++from) {
                if (!has(own, from)) continue;
                const std::size_t as_king = Endings(squares, own, from, true).count(enemies);
                const std::size_t as_man = Endings(squares, own, from, false).count(enemies);
                most.of_one_king = std::max(most.of_one_king, as_king);
                kings += as_king;
                pieces += std::max(as_king, as_man);
            }
            most.of_all_kings = std::max(most.of_all_kings, kings);
            most.of_all_pieces = std::max(most.of_all_pieces, pieces);
        }
    }
    return most;
}

}  // namespace

TEST(Move, IsAJumpWhenItTakesSomething) {
    EXPECT_FALSE((Move{square(11), square(15), {}}.is_jump()));
    EXPECT_TRUE((Move{square(11), square(18), Bitboard::of(square(15))}.is_jump()));
}

TEST(Move, IsTheSameWhenEndsAndCapturesAgree) {
    const Move move{square(11), square(18), Bitboard::of(square(15))};
    EXPECT_EQ(move, (Move{square(11), square(18), Bitboard::of(square(15))}));
    EXPECT_NE(move, (Move{square(11), square(18), Bitboard::of(square(14))}));
    EXPECT_NE(move, (Move{square(11), square(20), Bitboard::of(square(15))}));
    EXPECT_NE(move, (Move{square(10), square(18), Bitboard::of(square(15))}));
}

TEST(Move, TurnsWithTheBoard) {
    const Move move{square(11), square(18), Bitboard::of(square(15))};
    EXPECT_EQ(turned(move), (Move{square(22), square(15), Bitboard::of(square(18))}));
}

TEST(MoveList, KeepsMovesInTheOrderTheyCame) {
    MoveList list;
    EXPECT_TRUE(list.empty());
    const Move first{square(11), square(15), {}}, second{square(9), square(13), {}};
    list.push_back(first);
    list.push_back(second);
    EXPECT_EQ(list.size(), 2U);
    EXPECT_EQ(list[0], first);
    EXPECT_EQ(std::as_const(list)[1], second);
    EXPECT_TRUE(std::equal(list.begin(), list.end(), std::as_const(list).begin()));
    EXPECT_TRUE(list.contains(second));
    EXPECT_FALSE(list.contains(turned(first)));
    list.clear();
    EXPECT_TRUE(list.empty());
    EXPECT_EQ(std::as_const(list).end(), std::as_const(list).begin());
}

TEST(MoveList, SquaresFallIntoFourClassesThatJumpsConnect) {
    const auto classes = all_classes();
    ASSERT_EQ(classes.size(), 4U);
    for (const JumpClass& squares : classes) {
        EXPECT_EQ(squares.squares.size(), 8U);
        EXPECT_EQ(squares.enemies, 9U);
        EXPECT_EQ(squares.jumps.size(), 2 * squares.enemies);
    }
}

TEST(MoveList, HasRoomForTheMovesOfEveryPosition) {
    constexpr std::size_t MostQuietMoves = std::size_t{MenPerSide} * Directions.size();
    EXPECT_LE(MostQuietMoves, MoveList::Capacity);
    std::size_t most_jumps = 0;
    for (const JumpClass& squares : all_classes()) {
        const MostMoves most = most_moves(squares);
        EXPECT_EQ(most.of_one_king, 10U);   // movegen_kernel.h keeps 16 of them
        EXPECT_EQ(most.of_all_kings, 14U);  // move.h
        most_jumps += most.of_all_pieces;
    }
    EXPECT_EQ(most_jumps, 56U);
    EXPECT_LE(most_jumps, MoveList::Capacity);
}

}  // namespace deepwell
