// Rows of cells as bits, and the prediction of a row from the rows before it.

#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "egdb/codec_model.h"

namespace deepwell::egdb {

using Columns = std::uint32_t;  // a set of columns

constexpr Columns first_columns(unsigned count) {
    return count >= 32 ? ~Columns{0} : (Columns{1} << count) - 1;
}

// The values of a row; in neither set: a draw.  Columns behind the end hold the common value.
struct RowBits {
    Columns win = 0;
    Columns loss = 0;

    static constexpr RowBits all(CellValue value) {
        return {value == CellValue::Win ? ~Columns{0} : 0,
                value == CellValue::Loss ? ~Columns{0} : 0};
    }
    constexpr CellValue at(unsigned column) const {
        const Columns one = win >> column & 1U;
        const Columns other = loss >> column & 1U;
        return static_cast<CellValue>(1 + one - other);
    }
    constexpr void set(unsigned column, CellValue value) {
        const Columns bit = Columns{1} << column;
        win = value == CellValue::Win ? win | bit : win & ~bit;
        loss = value == CellValue::Loss ? loss | bit : loss & ~bit;
    }
    // The cells of one row in these columns, those of the other elsewhere.
    static constexpr RowBits mixed(RowBits inside, RowBits outside, Columns columns) {
        return {(inside.win & columns) | (outside.win & ~columns),
                (inside.loss & columns) | (outside.loss & ~columns)};
    }
    constexpr Columns differs_from(RowBits other) const {
        return (win ^ other.win) | (loss ^ other.loss);
    }
    // Each cell moved one column up or down; what comes in holds `edge`.
    constexpr RowBits moved_up(RowBits edge) const {
        return {win << 1 | (edge.win & 1U), loss << 1 | (edge.loss & 1U)};
    }
    constexpr RowBits moved_down(RowBits edge) const {
        constexpr Columns Last = Columns{1} << 31;
        return {win >> 1 | (edge.win & Last), loss >> 1 | (edge.loss & Last)};
    }
    bool operator==(const RowBits&) const = default;
};

// Predicts a row from the row before (N) and the second neighbour row (R).
class RowPredictor {
public:
    RowPredictor(RowBits before, RowBits second, CellValue common, CellValue rare)
        : before_(before),
          second_(second),
          edge_(RowBits::all(common)),
          common_(common),
          rare_(rare),
          agreed_{before.win & second.win, before.loss & second.loss},
          possible_{before.win | second.win, before.loss | second.loss} {}

    // The row with the cells of `known` below column `from`, and hits only from there on.
    //
    // The majority of W, N and R is the carry of the sum of N and R, W being what is carried in:
    // so an addition predicts a row.
    RowBits predict(RowBits known, unsigned from) const {
        const RowBits left = known.moved_up(edge_);
        const RowBits rest{carries(agreed_.win, possible_.win, left.win, from),
                           carries(agreed_.loss, possible_.loss, left.loss, from)};
        return RowBits::mixed(known, rest, first_columns(from));
    }

    // The columns of each class but Moot, in a row that is predicted from some column on.
    std::array<Columns, ClassCount> classes(RowBits row) const {
        const RowBits left = row.moved_up(edge_);
        const Columns near = row.differs_from(left) | row.differs_from(before_);
        const Columns second = row.differs_from(second_);
        const Columns far =
            row.differs_from(left.moved_up(edge_)) | row.differs_from(before_.moved_up(edge_)) |
            row.differs_from(before_.moved_down(edge_)) |
            row.differs_from(second_.moved_up(edge_)) | row.differs_from(second_.moved_down(edge_));
        const Columns agreed = ~(near | second);
        return {0, near, second & ~near, agreed & far, agreed & ~far};
    }

    // What a cell is most likely if not what is predicted in `row`: the first of W, N, R, NE and NW
    // that differs; else the common or the next common value.
    CellValue second_guess(RowBits row, unsigned column) const {
        const CellValue predicted = row.at(column);
        for (const RowBits neighbours : {row.moved_up(edge_),
                                         before_,
                                         second_,
                                         before_.moved_down(edge_),
                                         before_.moved_up(edge_)}) {
            const CellValue value = neighbours.at(column);
            if (value != predicted) return value;
        }
        return predicted != common_ ? common_ : rare_;
    }

private:
    // Bit i is what is carried out of place i, for the places from `from` on; `from` may be 32.
    static Columns carries(Columns both, Columns any, Columns left, unsigned from) {
        const std::uint64_t a = std::uint64_t{both} >> from;
        const std::uint64_t b = std::uint64_t{any} >> from;
        const std::uint64_t sum = a + b + (std::uint64_t{left} >> from & 1U);
        return static_cast<Columns>((sum ^ a ^ b) >> 1 << from);
    }

    RowBits before_;
    RowBits second_;
    RowBits edge_;
    CellValue common_;
    CellValue rare_;
    RowBits agreed_;    // by N and R
    RowBits possible_;  // by N or R
};

constexpr CellValue third_value(CellValue first, CellValue second) {
    return static_cast<CellValue>(3 - static_cast<int>(first) - static_cast<int>(second));
}

}  // namespace deepwell::egdb
