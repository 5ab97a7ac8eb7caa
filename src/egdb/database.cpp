#include "egdb/database.h"

#include <fmt/format.h>

#include "base/check.h"
#include "base/error.h"
#include "egdb/play_out.h"
#include "egdb/probe_kernels.h"

namespace deepwell::egdb {

namespace {

constexpr int MostRawPieces = 6;

std::unique_ptr<DatabaseFile> open_file(const std::filesystem::path& path,
                                        const Material& material,
                                        FileKind kind) {
    auto file = DatabaseFile::open(path);
    if (!file) throw Error(file.error());
    const FileHeader& header = (*file)->header();
    if (header.material != material || header.kind != kind)
        throw Error(fmt::format("{}: holds another material", path.string()));
    return *std::move(file);
}

}  // namespace

Database::Distances::Distances(std::unique_ptr<DatabaseFile> opened, BlockRoom& room)
    : file(std::move(opened)), decoder(file->header().material, file->payload(), &room) {}

Database::Database(const std::filesystem::path& directory, const DatabaseOptions& options)
    : probe_(&probe_portable),
      probe_many_(&probe_many_portable),
      rows_(options.cache_bytes),
      tables_(slot_of({{MaxStoredPieces, MaxStoredPieces}, {MaxStoredPieces, MaxStoredPieces}}) +
              1),
      distance_room_(static_cast<std::int64_t>(options.distance_cache_bytes)) {
#if defined(DEEPWELL_HAS_AVX2_KERNEL)
    if (options.kernel == Kernel::Avx2) {
        probe_ = &probe_avx2;
        probe_many_ = &probe_many_avx2;
    }
#endif
    open_files(directory, std::min(options.max_pieces, MaxStoredPieces));
    hand_out_tickets();
    if (options.raw)
        raw_ = std::make_unique<RawValues>(
            directory, std::min(complete_pieces_, MostRawPieces), options.threads);
}

void Database::open_files(const std::filesystem::path& directory, int max_pieces) {
    std::optional<Material> absent;  // the first one
    bool has_unused = false;         // with as many pieces or more
    for (int pieces = 2; pieces <= max_pieces; ++pieces) {
        bool has_some = false;
        for (const Material& material : materials_with(pieces)) {
            const bool found = open(directory / file_name(material, FileKind::Values), material);
            has_some |= found;
            if (!found && !absent) absent = material;
        }
        if (!absent) complete_pieces_ = pieces;
        has_unused |= absent && has_some;
        for (const Material& material : materials_with(pieces))
            open_distances(directory / file_name(material, FileKind::Distances), material);
    }
    if (has_unused) missing_ = absent;
}

void Database::hand_out_tickets() {
    std::uint64_t count = 0;
    for (const auto& table : tables_)
        if (table) count += table->ticket_count();
    tickets_ = ZeroedArray<DecodedRows::Ticket>(count);
    DecodedRows::Ticket* next = tickets_.data();
    for (const auto& table : tables_) {
        if (!table) continue;
        table->use_tickets(next);
        next += table->ticket_count();
    }
}

// False if there is no such file.
bool Database::open(const std::filesystem::path& path, const Material& material) {
    if (!std::filesystem::exists(path)) return false;
    tables_[slot_of(material)] =
        std::make_unique<ValueTable>(open_file(path, material, FileKind::Values), rows_);
    return true;
}

void Database::open_distances(const std::filesystem::path& path, const Material& material) {
    if (!std::filesystem::exists(path)) return;
    auto file = open_file(path, material, FileKind::Distances);
    try {
        distances_[material] = std::make_unique<Distances>(std::move(file), distance_room_);
    } catch (const Error& error) {
        throw Error(fmt::format("{}: {}", path.string(), error.what()));
    }
}

std::optional<int> Database::half_distance(const Position& quiet) const {
    const Position black = quiet.side == Side::Black ? quiet : turned(quiet);
    const auto found = distances_.find(material_of(black));
    if (found == distances_.end()) return std::nullopt;
    try {
        return found->second->decoder.half(black);
    } catch (const Error& error) {
        throw Error(fmt::format("{}: {}", found->second->file->path(), error.what()));
    }
}

std::optional<int> Database::distance(const Position& position) const {
    const auto value_of = [this](const Position& quiet) -> std::optional<Wdl> {
        const WdlRange range = probe(quiet);
        return range.is_exact() ? std::optional(range.low) : std::nullopt;
    };
    const auto half_of = [this](const Position& quiet) { return half_distance(quiet); };
    return plies(position, value_of, half_of);
}

std::optional<Position> Database::longest_win(const Material& material) const {
    const DatabaseFile* const file = distance_file(material);
    if (file == nullptr || file->header().longest == 0) return std::nullopt;
    return DistanceIndex(material).position_of(file->header().longest_index);
}

void Database::probe(std::span<const Position> positions, std::span<WdlRange> values) const {
    CHECK(positions.size() == values.size());
    probe_many_(*this, positions, values.data());
}

std::uint64_t Database::bytes() const {
    std::uint64_t sum = 0;
    for (const auto& table : tables_)
        if (table) sum += table->file().size();
    for (const auto& [material, distances] : distances_) sum += distances->file->size();
    return sum;
}

ProbeCounts Database::counts() const {
    return {probes_.sum(), look_ups_.sum(), loads_.sum()};
}

}  // namespace deepwell::egdb
