#include "egdb/turn.h"

#include <tbb/enumerable_thread_specific.h>

#include "egdb/packed_matrix.h"

namespace deepwell::egdb {

namespace {

Word reversed(Word bits, std::uint32_t count) {
    bits = (bits >> 1 & 0x5555555555555555U) | (bits & 0x5555555555555555U) << 1;
    bits = (bits >> 2 & 0x3333333333333333U) | (bits & 0x3333333333333333U) << 2;
    bits = (bits >> 4 & 0x0f0f0f0f0f0f0f0fU) | (bits & 0x0f0f0f0f0f0f0f0fU) << 4;
    return __builtin_bswap64(bits) >> (64 - count);
}

// Turns the cells of one plane of a configuration.  A permutation of rows moves whole rows; for the
// columns the matrix is transposed before and after.  The sets of a single king just change order.
class CellTurner {
public:
    explicit CellTurner(const Turn& turn)
        : turn_(turn),
          is_line_(turn.rows() == 1 || turn.columns() == 1),
          rows_change_order_(change_order(turn.rows(), [&](auto r) { return turn.source_row(r); })),
          columns_change_order_(
              change_order(turn.columns(), [&](auto c) { return turn.source_column(c); })) {}

    void copy(const std::uint8_t* from, std::uint8_t* to) {
        if (turn_.rows() == 1 && turn_.columns() == 1)
            *to = *from;
        else if (is_line_ && rows_change_order_ && columns_change_order_)
            copy_short_line(from, to);
        else if (is_line_)
            copy_line(from, to);
        else
            copy_matrix(from, to);
    }

private:
    // They fit into a word, and the first becomes the last and so on: sets of a single king.
    template <class SourceOf>
    static bool change_order(std::uint32_t count, const SourceOf& source_of) {
        if (count > 64) return false;
        for (std::uint32_t i = 0; i < count; ++i)
            if (source_of(i) != count - 1 - i) return false;
        return true;
    }

    void copy_short_line(const std::uint8_t* from, std::uint8_t* to) const {
        const std::uint32_t cells = turn_.rows() * turn_.columns();
        const Word bits = reversed(load_bits(from, 0), cells);
        std::memcpy(to, &bits, (cells + 7) / 8);
    }

    void copy_line(const std::uint8_t* from, std::uint8_t* to) const {
        const std::uint32_t cells = turn_.rows() * turn_.columns();
        const bool is_row = turn_.rows() == 1;
        for (std::uint32_t done = 0; done < cells; done += 8) {
            unsigned byte = 0;
            for (std::uint32_t i = done; i < std::min(done + 8, cells); ++i) {
                const std::uint32_t cell = is_row ? turn_.source_column(i) : turn_.source_row(i);
                byte |= (from[cell / 8] >> (cell % 8) & 1U) << (i - done);
            }
            to[done / 8] = static_cast<std::uint8_t>(byte);
        }
    }

    void copy_matrix(const std::uint8_t* from, std::uint8_t* to) {
        const std::uint32_t rows = turn_.rows(), columns = turn_.columns();
        matrix_.resize(rows, words_for(columns));
        for (std::uint32_t r = 0; r < rows; ++r)
            unpack_row(from, std::uint64_t{turn_.source_row(r)} * columns, columns, matrix_.row(r));
        if (columns_change_order_)
            for (std::uint32_t r = 0; r < rows; ++r)
                *matrix_.row(r) = reversed(*matrix_.row(r), columns);
        else
            permute_columns();
        pack_matrix(matrix_, columns, to);
    }

    void permute_columns() {
        const std::uint32_t rows = turn_.rows(), columns = turn_.columns();
        transpose(matrix_, columns, sideways_);
        permuted_.resize(columns, sideways_.words());
        for (std::uint32_t c = 0; c < columns; ++c)
            std::copy_n(sideways_.row(turn_.source_column(c)), sideways_.words(), permuted_.row(c));
        transpose(permuted_, rows, matrix_);
    }

    const Turn& turn_;
    bool is_line_;
    bool rows_change_order_;
    bool columns_change_order_;
    KingMatrix matrix_, sideways_, permuted_;
};

void copy_turned(const RawTable& from, RawTable& to, Side to_move) {
    const auto& source = from.half(other(to_move));
    auto& target = to.half(to_move);
    const Turn turn(from, to, to_move);
    tbb::enumerable_thread_specific<CellTurner> turners([&] { return CellTurner(turn); });
    turn.for_each_configuration([&](std::uint64_t number, std::uint64_t source_number) {
        CellTurner& turner = turners.local();
        const std::size_t at = source_number * source.stride;
        const std::size_t to_byte = number * target.stride;
        turner.copy(source.win.data() + at, target.win.data() + to_byte);
        turner.copy(source.loss.data() + at, target.loss.data() + to_byte);
    });
}

}  // namespace

RawTable turned(const RawTable& table) {
    RawTable result(table.material().turned());
    for (const Side mover : Sides) copy_turned(table, result, mover);
    return result;
}

RawTable turned_for_black(const RawTable& table) {
    RawTable result(table.material().turned(), {Side::Black});
    copy_turned(table, result, Side::Black);
    return result;
}

DistanceTable turned(const DistanceTable& distances,
                     const RawTable& values,
                     const RawTable& turned_values) {
    DistanceTable out(turned_values);
    for (const Side to_move : Sides) {
        const Turn turn(values, turned_values, to_move);
        turn.for_each_configuration([&](std::uint64_t number, std::uint64_t source_number) {
            std::uint8_t* to = out.half(to_move).data() + number * out.cells();
            const std::uint8_t* from =
                distances.half(other(to_move)).data() + source_number * distances.cells();
            for (std::uint32_t r = 0; r < turn.rows(); ++r)
                for (std::uint32_t c = 0; c < turn.columns(); ++c)
                    *to++ = from[turn.source_cell(r, c)];
        });
    }
    return out;
}

}  // namespace deepwell::egdb
