#include "egdb/codec_chunk.h"

namespace deepwell::egdb {

namespace {

constexpr std::uint32_t Endless = std::uint32_t{1} << 30;

std::uint32_t count(Columns columns) {
    columns -= columns >> 1 & 0x55555555U;
    columns = (columns & 0x33333333U) + (columns >> 2 & 0x33333333U);
    return ((columns + (columns >> 4)) & 0x0f0f0f0fU) * 0x01010101U >> 24;
}

// The column after the first n of a set.  REQUIRES: the set has more than n.
unsigned column_after(Columns columns, std::uint32_t n) {
    for (; n > 0; --n) columns &= columns - 1;
    return static_cast<unsigned>(std::countr_zero(columns));
}

class ChunkDecoder {
public:
    ChunkDecoder(const ChunkTables& tables, const BitReader& bits) : tables_(tables), bits_(bits) {
        for (std::size_t c = 0; c < ClassCount; ++c) read_run(c);
    }

    RowBits decode_row(const RowPredictor& predictor, unsigned length, Columns moot) {
        const Columns columns = first_columns(length);
        RowBits row = RowBits::mixed({}, RowBits::all(tables_.common()), columns);
        unsigned from = 0;
        while (true) {
            row = RowBits::mixed(predictor.predict(row, from), row, columns);
            auto classes = predictor.classes(row);
            const Columns ahead = columns & ~first_columns(from);
            for (Columns& of_class : classes) of_class &= ahead & ~moot;
            classes[Moot] = ahead & moot;
            if (take_hits(classes)) return row;
            from = take_miss(predictor, classes, row) + 1;
        }
    }

private:
    // Takes all these cells as hits: false, and nothing taken, if there is a miss among them.
    bool take_hits(const std::array<Columns, ClassCount>& classes) {
        std::array<std::uint32_t, ClassCount> counts;
        bool enough = true;
        for (std::size_t c = 0; c < ClassCount; ++c) {
            counts[c] = count(classes[c]);
            enough &= counts[c] <= hits_[c];
        }
        if (!enough) return false;
        for (std::size_t c = 0; c < ClassCount; ++c) hits_[c] -= counts[c];
        return true;
    }

    // Takes the cells up to the first miss; returns its column.
    unsigned take_miss(const RowPredictor& predictor,
                       const std::array<Columns, ClassCount>& classes,
                       RowBits& row) {
        unsigned column = 32;
        std::size_t missed = 0;
        for (std::size_t c = 0; c < ClassCount; ++c) {
            if (count(classes[c]) <= hits_[c]) continue;
            const unsigned candidate = column_after(classes[c], hits_[c]);
            if (candidate < column) {
                column = candidate;
                missed = c;
            }
        }
        for (std::size_t c = 0; c < ClassCount; ++c)
            hits_[c] -= count(classes[c] & first_columns(column));
        const CellValue second = predictor.second_guess(row, column);
        row.set(column, is_third_[missed] ? third_value(row.at(column), second) : second);
        read_run(missed);
        return column;
    }

    // A code that does not end within the chunk means that there is no more miss.
    void read_run(std::size_t of_class) {
        hits_[of_class] = Endless;
        const std::uint16_t found = tables_.symbol(of_class, bits_.peek(MaxCodeLength));
        bits_.skip(found & 15U);
        const unsigned symbol = found >> 4;
        if (bits_.past_end() || symbol == NoMoreMisses) return;
        const RunBucket bucket = run_of_bucket(symbol / 2);
        hits_[of_class] = bucket.start;
        is_third_[of_class] = symbol % 2 != 0;
        if (bucket.extra_bits == 0) return;
        hits_[of_class] += bits_.peek(bucket.extra_bits);
        bits_.skip(bucket.extra_bits);
    }

    const ChunkTables& tables_;
    BitReader bits_;
    std::array<std::uint32_t, ClassCount> hits_{};  // before the next miss of each class
    std::array<bool, ClassCount> is_third_{};
};

}  // namespace

ChunkTables::ChunkTables(const CodecModel& model) : common_(model.common), rare_(model.rare) {
    for (std::size_t c = 0; c < ClassCount; ++c) {
        const auto codes = canonical_codes(model.lengths[c]);
        for (std::size_t symbol = 0; symbol < SymbolCount; ++symbol) {
            const unsigned length = model.lengths[c][symbol];
            const std::size_t first = std::size_t{codes[symbol]} << (MaxCodeLength - length);
            const std::size_t places = std::size_t{1} << (MaxCodeLength - length);
            for (std::size_t i = first; i < first + places; ++i)
                symbols_[c][i] = static_cast<std::uint16_t>(symbol << 4 | length);
        }
    }
}

void decode_chunk(const ChunkTables& tables,
                  const BitReader& bits,
                  RowCursor& cursor,
                  std::size_t count,
                  ChunkRows& rows) {
    ChunkDecoder decoder(tables, bits);
    for (std::size_t i = 0; i < count; ++i) {
        if (i > 0) cursor.advance();
        rows[i] = decoder.decode_row(
            predictor_for(rows, i, cursor.distance(), tables.common(), tables.rare()),
            cursor.length(),
            cursor.moot());
    }
}

}  // namespace deepwell::egdb
