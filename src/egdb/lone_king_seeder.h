// LoneKingSeeder: a Seeder for rows whose columns are the squares of a single king.
//
// A row then is a set of squares: which of them hold the lone king.  Conditions on that king are
// single bits, and a row of another table is spread over its free squares instead of being gathered
// and scattered under masks.  The lone king is the opponent's, or, if he has none, the mover's.

#pragma once

#include <array>

#include "board/padded.h"
#include "egdb/seeder.h"

namespace deepwell::egdb {

template <class Isa>
class LoneKingSeeder final : public Seeder {
public:
    // REQUIRES: the opponent has one king, or he has none and the mover has one; `store` has every
    // other material that a move of `mover` can lead to.
    LoneKingSeeder(const RawStore& store, const RawTable& table, Side mover)
        : table_(table),
          mover_(mover),
          opponent_(other(mover)),
          king_is_own_(table.material().of(opponent_).kings == 0) {
        for (int kings = 0; kings <= table.material().of(opponent_).kings; ++kings)
            for (int men = 0; men <= table.material().of(opponent_).men; ++men)
                for (const bool crowned : {false, true}) find_child(store, kings, men, crowned);
    }

    void set_men(const Men& men) override {
        own_men_ = (mover_ == Side::Black ? men.black : men.white).bits();
        enemy_men_ = (mover_ == Side::Black ? men.white : men.black).bits();
        free_ = Bitboard::all().bits() & ~(own_men_ | enemy_men_);
        configuration_ = table_.men().template number_of<Isa>(men);
    }

    void set_moves_men(bool moves_men) override { moves_men_ = moves_men; }
    void set_wanted(bool, bool) override {}  // both come at the price of one

    void seed_rows(Seeds& seeds, std::uint32_t begin, std::uint32_t end) override {
        const KingSets& rows = table_.sets(mover_);
        for (std::uint32_t r = begin; r < end; ++r) {
            own_kings_ = spread(rows.set(r), free_);
            seed_row(seeds, r);
        }
    }

    void seed_columns(Seeds& seeds) override {
        seeds.resize(1, 1);
        own_kings_ = 0;
        seed_row(seeds, 0);
    }

    void look_ahead(const Seeds& there, Seeds& here) override {
        const SquareSet quiet = spread(*here.quiet.row(0), free_);
        const SquareSet lost = spread(*there.loss.row(0), free_);
        const SquareSet not_won = free_ & ~spread(*there.win.row(0), free_);
        *here.win.row(0) |= pext<Isa>(quiet & next_to(lost), free_);
        *here.doomed.row(0) &= ~pext<Isa>(quiet & next_to(not_won), free_);
    }

private:
    struct Child {
        const RawTable* table = nullptr;       // nullptr: the opponent has nothing left
        const RawTable::Half* half = nullptr;  // the opponent to move
    };

    // A jump on its way, or a man's move.
    struct Path {
        std::uint8_t from = 0;
        std::uint8_t at = 0;
        bool is_king = false;
        bool crowned = false;
        SquareSet taken_men = 0;
        SquareSet taken_king = 0;
    };

    // Where the lone king may stand so that the opponent has won, or lost, after a move.
    struct Answer {
        SquareSet won = 0;
        SquareSet lost = 0;
    };

    [[gnu::always_inline]] static SquareSet spread(Word row, SquareSet squares) {
        return static_cast<SquareSet>(pdep<Isa>(row, squares));
    }

    static SquareSet next_to(SquareSet squares) {
        const Padded set = pad<Isa>(Bitboard(squares));
        const Padded around = shift<Direction::SouthWest>(set) | shift<Direction::SouthEast>(set) |
                              shift<Direction::NorthWest>(set) | shift<Direction::NorthEast>(set);
        return unpad<Isa>(around).bits();
    }

    void find_child(const RawStore& store, int taken_kings, int taken_men, bool crowned) {
        Material after = table_.material();
        if (crowned) --after.of(mover_).men, ++after.of(mover_).kings;
        after.of(opponent_).kings -= taken_kings;
        after.of(opponent_).men -= taken_men;
        if (after.of(mover_).men < 0 || after.of(opponent_).pieces() == 0) return;
        Child& child = child_after(taken_kings != 0, taken_men, crowned);
        child.table = after == table_.material() ? &table_ : store.find(after);
        CHECK(child.table != nullptr);
        child.half = &child.table->half(opponent_);
    }
    Child& child_after(bool king_taken, int men, bool crowned) {
        return children_[king_taken ? 1 : 0][static_cast<std::size_t>(men)][crowned ? 1 : 0];
    }

    void seed_row(Seeds& seeds, std::uint32_t r) {
        const SquareSet valid = free_ & ~own_kings_;
        win_ = 0;
        losing_ = valid;
        const SquareSet jumping = walk_jumps(valid);
        const SquareSet quiet = valid & ~jumping;
        *seeds.loss.row(r) = pext<Isa>(jumping & losing_, free_);
        *seeds.quiet.row(r) = pext<Isa>(quiet, free_);
        losing_ = quiet;
        if (moves_men_) walk_man_moves(quiet);
        *seeds.win.row(r) = pext<Isa>(win_, free_);
        *seeds.doomed.row(r) = pext<Isa>(losing_, free_);
    }

    // Follows all jumps, and tells where there are any.
    SquareSet walk_jumps(SquareSet valid) {
        SquareSet jumping = 0;
        for (SquareSet rest = own_men_; rest != 0; rest &= rest - 1)
            jumping |= extend(start_of(lowest(rest), false), valid);
        if (king_is_own_) {
            for (SquareSet rest = free_near_enemies(); rest != 0; rest &= rest - 1)
                jumping |= extend(start_of(lowest(rest), true), rest & (0 - rest));
        } else {
            for (SquareSet rest = own_kings_; rest != 0; rest &= rest - 1)
                jumping |= extend(start_of(lowest(rest), true), valid);
        }
        return jumping;
    }

    SquareSet free_near_enemies() const {
        return table_.material().of(mover_).kings > 0 ? free_ & next_to(enemy_men_) : 0;
    }

    static Path start_of(std::uint8_t from, bool is_king) {
        Path path;
        path.from = path.at = from;
        path.is_king = is_king;
        return path;
    }

    // Follows a jump where it is possible within `where`; returns where it goes on.
    SquareSet extend(const Path& path, SquareSet where) {
        const std::size_t first = path.is_king ? 0 : first_direction(mover_);
        const std::size_t end = path.is_king ? 4 : first + 2;
        SquareSet goes_on = 0;
        for (std::size_t d = first; d < end; ++d) {
            const std::uint8_t over = step(path.at, d);
            const std::uint8_t to = over == NoSquare ? NoSquare : step(over, d);
            if (to != NoSquare && may_land(path, to)) goes_on |= jump(path, over, to, where);
        }
        return goes_on;
    }

    bool may_land(const Path& path, std::uint8_t to) const {
        return ((own_men_ | enemy_men_ | own_kings_) & ~bit(path.from) & bit(to)) == 0;
    }

    SquareSet jump(const Path& path, std::uint8_t over, std::uint8_t to, SquareSet where) {
        Path next = path;
        next.at = to;
        if (to != path.from) where &= ~bit(to);
        if ((enemy_men_ & ~path.taken_men & bit(over)) != 0) {
            next.taken_men |= bit(over);
        } else {
            if (king_is_own_) return 0;
            where &= bit(over) & ~path.taken_king;
            next.taken_king |= bit(over);
        }
        if (where == 0) return 0;
        next.crowned = !path.is_king && (king_row(mover_).bits() & bit(to)) != 0;
        const SquareSet further = next.crowned ? 0 : extend(next, where);
        lead(next, where & ~further);
        return where;
    }

    void walk_man_moves(SquareSet quiet) {
        const std::size_t first = first_direction(mover_);
        for (SquareSet rest = own_men_; rest != 0; rest &= rest - 1)
            for (std::size_t d = first; d < first + 2; ++d) {
                const std::uint8_t to = step(lowest(rest), d);
                if (to == NoSquare || (free_ & ~own_kings_ & bit(to)) == 0) continue;
                Path path = start_of(lowest(rest), false);
                path.at = to;
                path.crowned = (king_row(mover_).bits() & bit(to)) != 0;
                lead(path, quiet & ~bit(to));
            }
    }

    // Learns from a path played where `where` says.
    void lead(const Path& path, SquareSet where) {
        if (where == 0) return;
        const Child& child =
            child_after(path.taken_king != 0, std::popcount(path.taken_men), path.crowned);
        const Answer answer = child.table == nullptr ? Answer{0, where} : answer_of(child, path);
        win_ |= answer.lost & where;
        losing_ &= ~where | answer.won;
    }

    Answer answer_of(const Child& child, const Path& path) const {
        SquareSet own_men = own_men_;
        if (!path.is_king) own_men &= ~bit(path.from);
        if (!path.is_king && !path.crowned) own_men |= bit(path.at);
        const SquareSet enemy_men = enemy_men_ & ~path.taken_men;
        const SquareSet free = Bitboard::all().bits() & ~(own_men | enemy_men);
        std::uint64_t configuration = configuration_;
        if (!path.is_king || path.taken_men != 0) {
            const Men men = mover_ == Side::Black ? Men{Bitboard(own_men), Bitboard(enemy_men)}
                                                  : Men{Bitboard(enemy_men), Bitboard(own_men)};
            configuration = child.table->men().template number_of<Isa>(men);
        }
        const std::uint64_t start =
            8 * child.half->stride * child.table->slot_of(configuration, opponent_);
        if (king_is_own_) return answer_to_own(child, path, start, free);
        return answer_to_theirs(child, path, start, free);
    }

    Answer answer_to_theirs(const Child& child,
                            const Path& path,
                            std::uint64_t start,
                            SquareSet free) const {
        SquareSet kings = own_kings_;
        if (path.is_king) kings &= ~bit(path.from);
        if (path.is_king || path.crowned) kings |= bit(path.at);
        const auto set = static_cast<std::uint32_t>(pext<Isa>(kings, free));
        start += colex_rank_of<Isa>(set) * child.half->columns;
        const auto squares = [&](const std::uint8_t* plane) {
            if (path.taken_king != 0)
                return (plane[start / 8] >> (start % 8) & 1U) != 0 ? path.taken_king : 0;
            return spread(load_bits(plane, start), free);
        };
        return {squares(child.half->win.data()), squares(child.half->loss.data())};
    }

    Answer answer_to_own(const Child& child,
                         const Path& path,
                         std::uint64_t start,
                         SquareSet free) const {
        const auto squares = [&](const std::uint8_t* plane) -> SquareSet {
            if (path.crowned) return beside_crowned(child, path, plane, start, free);
            const SquareSet there = spread(load_bits(plane, start), free);
            if (!path.is_king) return there;
            return (there & bit(path.at)) != 0 ? bit(path.from) : 0;
        };
        return {squares(child.half->win.data()), squares(child.half->loss.data())};
    }

    // The sets of two kings of which one has just been crowned, by the square of the other.
    SquareSet beside_crowned(const Child& child,
                             const Path& path,
                             const std::uint8_t* plane,
                             std::uint64_t start,
                             SquareSet free) const {
        const KingSets& pairs = child.table->sets(mover_);
        std::array<Word, 2> packed{};
        gather_row<Isa>(
            plane, start, pairs.with(number_in(free, path.at)), pairs.words(), packed.data());
        return spread(packed[0], free & ~bit(path.at));
    }

    const RawTable& table_;
    Side mover_;
    Side opponent_;
    bool king_is_own_;
    bool moves_men_ = true;
    // By whether the king was taken, men taken, and whether a man was crowned.
    std::array<std::array<std::array<Child, 2>, MaxPieces + 1>, 2> children_{};
    std::uint64_t configuration_ = 0;
    SquareSet own_men_ = 0;
    SquareSet enemy_men_ = 0;
    SquareSet own_kings_ = 0;
    SquareSet free_ = 0;
    SquareSet win_ = 0;     // won by a move seen so far
    SquareSet losing_ = 0;  // every move seen so far loses
};

}  // namespace deepwell::egdb
