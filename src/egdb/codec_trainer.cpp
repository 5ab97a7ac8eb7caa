#include "egdb/codec_trainer.h"

#include <algorithm>

namespace deepwell::egdb {

namespace {

std::uint32_t columns_in(Columns columns) {
    return static_cast<std::uint32_t>(std::popcount(columns));
}

// One symbol: hits of a class, and the miss that ends them.
struct Entry {
    std::size_t of_class = 0;
    std::size_t symbol = NoMoreMisses;
    std::uint32_t extra = 0;
    unsigned extra_bits = 0;
};

// The symbols of a chunk in the order in which the decoder reads them: one for each class at the
// beginning, and one after each miss.  Open cells are given the value that is predicted.
class ChunkWalk {
public:
    ChunkWalk(CellValue common, CellValue rare) : common_(common), rare_(rare) {}

    const std::vector<Entry>& entries_of(const ChunkSource& chunk) {
        entries_.clear();
        for (std::size_t c = 0; c < ClassCount; ++c) begin_run(c);
        for (std::size_t i = 0; i < chunk.rows.size(); ++i) {
            const auto& row = chunk.rows[i];
            const auto predictor = predictor_for(rows_, i, row.distance, common_, rare_);
            rows_[i] = walk_row(row, predictor);
        }
        return entries_;
    }

private:
    RowBits walk_row(const ChunkSource::Row& source, const RowPredictor& predictor) {
        const Columns columns = first_columns(source.length);
        const RowBits wanted{source.values.win, source.values.loss};
        RowBits row = RowBits::mixed({}, RowBits::all(common_), columns);
        unsigned from = 0;
        while (true) {
            row = RowBits::mixed(predictor.predict(row, from), row, columns);
            const Columns ahead = columns & ~first_columns(from);
            auto classes = predictor.classes(row);
            for (Columns& of_class : classes) of_class &= ahead & ~source.moot;
            classes[Moot] = ahead & source.moot;
            const Columns misses = row.differs_from(wanted) & ahead & ~source.values.open;
            const auto column = static_cast<unsigned>(std::countr_zero(misses));
            for (std::size_t c = 0; c < ClassCount; ++c)
                hits_[c] += columns_in(classes[c] & first_columns(column));
            if (misses == 0) return row;
            for (std::size_t c = 0; c < ClassCount; ++c)
                if ((classes[c] >> column & 1U) != 0)
                    end_run(c, predictor.second_guess(row, column) != wanted.at(column));
            row.set(column, wanted.at(column));
            from = column + 1;
        }
    }

    void begin_run(std::size_t of_class) {
        open_[of_class] = entries_.size();
        hits_[of_class] = 0;
        entries_.push_back({of_class});
    }
    void end_run(std::size_t of_class, bool is_third) {
        Entry& entry = entries_[open_[of_class]];
        const RunBucket bucket = bucket_of_run(hits_[of_class]);
        entry.symbol = 2 * bucket.bucket + (is_third ? 1 : 0);
        entry.extra = hits_[of_class] - bucket.start;
        entry.extra_bits = bucket.extra_bits;
        begin_run(of_class);
    }

    CellValue common_;
    CellValue rare_;
    std::vector<Entry> entries_;
    std::array<std::size_t, ClassCount> open_{};
    std::array<std::uint32_t, ClassCount> hits_{};
    ChunkRows rows_{};
};

// The values by falling frequency; ties in favour of draws, then wins.
std::array<CellValue, 3> by_frequency(std::span<const ChunkSource> samples) {
    std::array<std::uint64_t, 3> counts{};
    for (const ChunkSource& chunk : samples)
        for (const auto& row : chunk.rows) {
            const Columns known = first_columns(row.length) & ~row.values.open;
            counts[0] += columns_in(known & row.values.loss);
            counts[1] += columns_in(known & ~row.values.loss & ~row.values.win);
            counts[2] += columns_in(known & row.values.win);
        }
    std::array<CellValue, 3> order{CellValue::Draw, CellValue::Win, CellValue::Loss};
    std::stable_sort(order.begin(), order.end(), [&](CellValue a, CellValue b) {
        return counts[static_cast<std::size_t>(a)] > counts[static_cast<std::size_t>(b)];
    });
    return order;
}

bool is_common(const ChunkSource& chunk, CellValue common) {
    return std::all_of(chunk.rows.begin(), chunk.rows.end(), [common](const auto& row) {
        const RowBits values{row.values.win, row.values.loss};
        const Columns odd = values.differs_from(RowBits::all(common));
        return (odd & ~row.values.open & first_columns(row.length)) == 0;
    });
}

}  // namespace

CodecModel train(std::span<const ChunkSource> samples) {
    CodecModel model;
    const auto order = by_frequency(samples);
    model.common = order[0];
    model.rare = order[1];
    std::array<std::array<std::uint64_t, SymbolCount>, ClassCount> counts{};
    ChunkWalk walk(model.common, model.rare);
    for (const ChunkSource& chunk : samples) {
        if (is_common(chunk, model.common)) continue;
        for (const Entry& entry : walk.entries_of(chunk)) ++counts[entry.of_class][entry.symbol];
    }
    for (std::size_t c = 0; c < ClassCount; ++c) model.lengths[c] = code_lengths(counts[c]);
    return model;
}

ChunkEncoder::ChunkEncoder(const CodecModel& model)
    : common_(model.common), rare_(model.rare), lengths_(model.lengths) {
    for (std::size_t c = 0; c < ClassCount; ++c) codes_[c] = canonical_codes(model.lengths[c]);
}

std::vector<std::uint8_t> ChunkEncoder::encode(const ChunkSource& chunk) {
    if (is_common(chunk, common_)) return {};
    ChunkWalk walk(common_, rare_);
    const auto& entries = walk.entries_of(chunk);
    std::size_t needed = entries.size();
    while (needed > 0 && entries[needed - 1].symbol == NoMoreMisses) --needed;
    BitWriter bits;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const bool optional = i >= needed;
        if (optional && bits.at_byte_end()) break;
        const Entry& entry = entries[i];
        const std::size_t before = bits.size();
        bits.put(codes_[entry.of_class][entry.symbol], lengths_[entry.of_class][entry.symbol]);
        bits.put(entry.extra, entry.extra_bits);
        // A part of this code in the last byte is enough: no other code can end there.
        const std::size_t byte_end = (before / 8 + 1) * 8;
        if (optional && bits.size() > byte_end) bits.cut(byte_end);
    }
    return bits.bytes();
}

}  // namespace deepwell::egdb
