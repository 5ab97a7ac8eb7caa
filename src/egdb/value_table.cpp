#include "egdb/value_table.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/check.h"
#include "base/error.h"

namespace deepwell::egdb {

namespace {

std::unique_ptr<Decoder> make_decoder(const CellLayout& layout, const DatabaseFile& file) {
    if (is_derived(layout.material())) return nullptr;
    try {
        return std::make_unique<Decoder>(layout, file.payload());
    } catch (const Error& error) {
        throw Error(fmt::format("{}: {}", file.path(), error.what()));
    }
}

}  // namespace

ValueTable::ValueTable(std::unique_ptr<DatabaseFile> file, DecodedRows& rows)
    : file_(std::move(file)),
      layout_(file_->header().material),
      decoder_(make_decoder(layout_, *file_)),
      rows_(rows),
      is_checked_(decoder_ ? decoder_->block_count() : 0) {}

std::uint64_t ValueTable::ticket_count() const {
    if (!decoder_) return 0;
    return (layout_.rows() + DecodedRows::UnitRows - 1) / DecodedRows::UnitRows;
}

RowBits ValueTable::load(std::uint64_t row, Counter& loads) const {
    CHECK(decoder_ != nullptr);
    loads.add();
    const std::uint64_t chunk = decoder_->chunk_of(row);
    check_block(decoder_->block_of(chunk));
    ChunkRows rows;
    const std::size_t count = decoder_->decode(chunk, rows);
    const std::uint64_t first = decoder_->first_row(chunk);
    const std::span<const RowBits> decoded(rows.data(), count);
    for (std::size_t i = 0; i < count; i += DecodedRows::UnitRows)
        rows_.keep(tickets_[(first + i) / DecodedRows::UnitRows],
                   decoded.subspan(i, std::min(DecodedRows::UnitRows, count - i)));
    return rows[row - first];
}

void ValueTable::check_block(std::uint64_t block) const {
    if (is_checked_[block].load(std::memory_order_relaxed)) return;
    if (!decoder_->is_intact(block))
        throw Error(fmt::format("{}: block {} is damaged", file_->path(), block));
    is_checked_[block].store(true, std::memory_order_relaxed);
}

std::optional<std::uint64_t> ValueTable::block_of(const Position& position) const {
    if (is_derived(layout_.material(), {position.men(Side::Black), position.men(Side::White)}))
        return std::nullopt;
    return decoder_->block_of(decoder_->chunk_of(layout_.cell_of(position).row));
}

std::optional<std::uint64_t> ValueTable::damaged_block() const {
    for (std::uint64_t block = 0; decoder_ && block < decoder_->block_count(); ++block)
        if (!decoder_->is_intact(block)) return block;
    return std::nullopt;
}

}  // namespace deepwell::egdb
