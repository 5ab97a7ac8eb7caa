#include "egdb/distance_codec.h"

#include <array>
#include <atomic>
#include <fmt/format.h>
#include <memory>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <zstd.h>

#include "base/bytes.h"
#include "base/check.h"
#include "base/error.h"
#include "egdb/codec_block.h"
#include "egdb/codec_checksum.h"
#include "egdb/distance_cells.h"

namespace deepwell::egdb {

namespace {

// Measured on all 5-piece materials: 47.2 MB, 0.63 CPU seconds in zstd.  With the unasked cells
// repeating the one before instead of 0: 47.6 MB; then level 3: 46.4 MB in 0.89 s, half the block
// size: 48.0 MB, twice: 47.2 MB, differences of neighbouring cells: 47.0 MB.  Level 3 with cells of
// 0 was measured only with other block sizes: 48.5 MB at half, 46.4 MB at twice the size.
constexpr std::uint32_t BlockCells = 32768;
constexpr int ZstdLevel = 1;

constexpr std::size_t ListHeadBytes = 8;
constexpr std::size_t BlockEndBytes = 8;
constexpr std::size_t CrcBytes = 4;

std::uint64_t blocks_for(std::uint64_t cells, std::uint64_t block_cells) {
    return (cells + block_cells - 1) / block_cells;
}

struct FreeContext {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

// Codes blocks; one per thread.
class BlockCoder {
public:
    explicit BlockCoder(std::unique_ptr<DistanceCells> cells)
        : cells_(std::move(cells)), context_(ZSTD_createCCtx()) {
        CHECK(context_ != nullptr);
    }

    Bytes encode(std::uint64_t first, std::size_t count) {
        std::array<std::uint8_t, BlockCells> raw;
        cells_->read(first, count, raw.data());
        Bytes coded(ZSTD_compressBound(count) + CrcBytes);
        const std::size_t size = ZSTD_compressCCtx(
            context_.get(), coded.data(), coded.size(), raw.data(), count, ZstdLevel);
        if (ZSTD_isError(size) != 0)
            throw Error(fmt::format("zstd cannot code a block: {}", ZSTD_getErrorName(size)));
        coded.resize(size);
        const std::uint32_t crc = crc32(coded);
        for (unsigned i = 0; i < CrcBytes; ++i)
            coded.push_back(static_cast<std::uint8_t>(crc >> 8 * i & 0xffU));
        return coded;
    }

private:
    std::unique_ptr<DistanceCells> cells_;
    std::unique_ptr<ZSTD_CCtx, FreeContext> context_;
};

Bytes assemble(std::span<const Bytes> blocks) {
    ByteWriter list;
    list.put(BlockCells);
    list.put(static_cast<std::uint32_t>(blocks.size()));
    std::uint64_t end = 0;
    for (const Bytes& block : blocks) list.put(end += block.size());
    list.put(crc32(list.bytes()));
    Bytes payload = list.bytes();
    payload.reserve(payload.size() + end);
    for (const Bytes& block : blocks) payload.insert(payload.end(), block.begin(), block.end());
    return payload;
}

// Calls use(thread's worker, block, first cell, cells) for all blocks on several threads.
template <class Make, class Use>
void for_each_block(std::uint64_t cells,
                    const SolveOptions& options,
                    const Make& make,
                    const Use& use) {
    tbb::task_arena arena(options.threads);
    tbb::enumerable_thread_specific<decltype(make())> workers(make);
    arena.execute([&] {
        tbb::parallel_for(
            std::uint64_t{0}, blocks_for(cells, BlockCells), [&](std::uint64_t block) {
                const std::uint64_t first = block * BlockCells;
                use(*workers.local(),
                    block,
                    first,
                    std::min<std::uint64_t>(BlockCells, cells - first));
            });
    });
}

// Blocks that a thread decoded last.
class DecodedBlocks {
public:
    // The cells of the block, or nullptr.
    const std::vector<std::uint8_t>* find(std::uint64_t serial, std::uint64_t block) {
        for (Slot& slot : slots_)
            if (slot.serial == serial && slot.block == block) {
                slot.used = ++clock_;
                return &slot.cells;
            }
        return nullptr;
    }
    const std::vector<std::uint8_t>& keep(std::uint64_t serial,
                                          std::uint64_t block,
                                          std::vector<std::uint8_t> cells) {
        const auto older = [](const Slot& a, const Slot& b) { return a.used < b.used; };
        Slot& slot = *std::min_element(slots_.begin(), slots_.end(), older);
        slot = {serial, block, ++clock_, std::move(cells)};
        return slot.cells;
    }

private:
    struct Slot {
        std::uint64_t serial = 0;
        std::uint64_t block = 0;
        std::uint64_t used = 0;
        std::vector<std::uint8_t> cells;
    };
    // Half a megabyte: one line of play goes through few blocks of few materials.
    std::array<Slot, 16> slots_;
    std::uint64_t clock_ = 0;
};

DecodedBlocks& blocks_of_thread() {
    thread_local DecodedBlocks blocks;
    return blocks;
}

ZSTD_DCtx* decoder_of_thread() {
    thread_local const std::unique_ptr<ZSTD_DCtx, FreeContext> decoder(ZSTD_createDCtx());
    CHECK(decoder != nullptr);
    return decoder.get();
}

std::uint64_t next_serial() {
    static std::atomic<std::uint64_t> last = 0;
    return ++last;
}

}  // namespace

std::optional<Position> DistanceIndex::position_of(Index index) const {
    const auto position = index_.position_of(index);
    return position && is_turned_ ? turned(*position) : position;
}

Bytes encode_distances(const RawTable& values,
                       const DistanceTable& distances,
                       Side mover,
                       const SolveOptions& options,
                       const std::stop_token& stop) {
    CHECK(is_canonical(values.material()));
    const std::uint64_t cells = values.men().size() * distances.cells();
    std::vector<Bytes> blocks(blocks_for(cells, BlockCells));
    const auto make = [&] {
        return std::make_unique<BlockCoder>(
            make_distance_cells(options.kernel, values, distances, mover));
    };
    for_each_block(
        cells,
        options,
        make,
        [&](BlockCoder& coder, std::uint64_t block, std::uint64_t first, std::size_t count) {
            if (!stop.stop_requested()) blocks[block] = coder.encode(first, count);
        });
    return stop.stop_requested() ? Bytes{} : assemble(blocks);
}

LongestWin longest_win(const RawTable& values,
                       const DistanceTable& distances,
                       Side mover,
                       const SolveOptions& options) {
    const std::uint64_t cells = values.men().size() * distances.cells();
    std::vector<LongestCell> found(blocks_for(cells, BlockCells));
    const auto make = [&] { return make_distance_cells(options.kernel, values, distances, mover); };
    for_each_block(cells,
                   options,
                   make,
                   [&](const DistanceCells& source,
                       std::uint64_t block,
                       std::uint64_t first,
                       std::size_t count) { found[block] = source.longest(first, count); });
    LongestCell best;
    for (const LongestCell& cell : found)
        if (cell.half > best.half) best = cell;
    return best.half == 0 ? LongestWin{} : LongestWin{plies_of_win(best.half), best.cell};
}

DistanceDecoder::DistanceDecoder(const Material& material,
                                 std::span<const std::uint8_t> payload,
                                 BlockRoom* room)
    : material_(material), index_(material), serial_(next_serial()), room_(room) {
    read_list(payload);
    kept_ = ZeroedArray<std::atomic<std::uint8_t*>>(blocks_);
    for (std::uint64_t block = 0; block < blocks_; ++block)
        if (bytes_of(block).size() <= CrcBytes) refuse("the list of blocks is damaged");
}

void DistanceDecoder::refuse(const std::string& what) const {
    throw Error(fmt::format("distances of {}: {}", to_text(material_), what));
}

void DistanceDecoder::read_list(std::span<const std::uint8_t> payload) {
    if (payload.size() < ListHeadBytes) refuse("the list of blocks is cut off");
    block_cells_ = static_cast<std::uint32_t>(little_endian(payload.first(4)));
    blocks_ = little_endian(payload.subspan(4, 4));
    const std::size_t list_bytes = ListHeadBytes + blocks_ * BlockEndBytes;
    if (payload.size() < list_bytes + CrcBytes) refuse("the list of blocks is cut off");
    const std::uint64_t crc = little_endian(payload.subspan(list_bytes, CrcBytes));
    if (crc != crc32(payload.first(list_bytes)) || block_cells_ == 0 ||
        blocks_ != blocks_for(index_.size(), block_cells_))
        refuse("the list of blocks is damaged");
    ends_ = payload.subspan(ListHeadBytes, blocks_ * BlockEndBytes);
    data_ = payload.subspan(list_bytes + CrcBytes);
    if (end_of(blocks_ - 1) != data_.size()) refuse("the blocks are cut off");
}

std::uint64_t DistanceDecoder::end_of(std::uint64_t block) const {
    return little_endian(ends_.subspan(block * BlockEndBytes, BlockEndBytes));
}

// Empty if the ends make no sense.
std::span<const std::uint8_t> DistanceDecoder::bytes_of(std::uint64_t block) const {
    const std::uint64_t begin = block == 0 ? 0 : end_of(block - 1), end = end_of(block);
    if (begin > end || end > data_.size()) return {};
    return data_.subspan(begin, end - begin);
}

std::size_t DistanceDecoder::cells_in(std::uint64_t block) const {
    return std::min<std::uint64_t>(block_cells_, index_.size() - block * block_cells_);
}

bool DistanceDecoder::is_intact(std::uint64_t block) const {
    CHECK(block < blocks_);
    const auto bytes = bytes_of(block);
    const auto frame = bytes.first(bytes.size() - CrcBytes);
    return little_endian(bytes.last(CrcBytes)) == crc32(frame);
}

std::vector<std::uint8_t> DistanceDecoder::decode(std::uint64_t block) const {
    if (!is_intact(block)) refuse(fmt::format("block {} is damaged", block));
    const auto bytes = bytes_of(block);
    std::vector<std::uint8_t> cells(cells_in(block));
    const std::size_t size = ZSTD_decompressDCtx(
        decoder_of_thread(), cells.data(), cells.size(), bytes.data(), bytes.size() - CrcBytes);
    if (size != cells.size()) refuse(fmt::format("block {} cannot be decoded", block));
    return cells;
}

DistanceDecoder::~DistanceDecoder() {
    for (std::uint64_t block = 0; block < kept_.size(); ++block) delete[] kept_[block].load();
}

// The cells of a block, kept by all, or else by this thread.
const std::uint8_t* DistanceDecoder::load(std::uint64_t block) const {
    if (const auto* cells = blocks_of_thread().find(serial_, block)) return cells->data();
    std::vector<std::uint8_t> cells = decode(block);
    if (room_ != nullptr && room_->fetch_sub(block_cells_) >= std::int64_t{block_cells_})
        return keep(block, cells);
    if (room_ != nullptr) room_->fetch_add(block_cells_);
    return blocks_of_thread().keep(serial_, block, std::move(cells)).data();
}

const std::uint8_t* DistanceDecoder::keep(std::uint64_t block,
                                          const std::vector<std::uint8_t>& cells) const {
    auto copy = std::make_unique<std::uint8_t[]>(cells.size());
    std::copy(cells.begin(), cells.end(), copy.get());
    std::uint8_t* none = nullptr;
    if (kept_[block].compare_exchange_strong(none, copy.get())) return copy.release();
    room_->fetch_add(block_cells_);  // another thread was faster
    return none;
}

int DistanceDecoder::half(const Position& position) const {
    const Index index = index_.index_of(position);
    const std::uint64_t block = index / block_cells_;
    const std::uint8_t* const kept = kept_[block].load(std::memory_order_acquire);
    return (kept != nullptr ? kept : load(block))[index % block_cells_];
}

}  // namespace deepwell::egdb
