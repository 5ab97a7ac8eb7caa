#include "egdb/builder.h"

#include <atomic>
#include <bit>
#include <fmt/format.h>
#include <map>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "base/error.h"
#include "base/files.h"
#include "egdb/codec_raw_rows.h"
#include "egdb/derived.h"
#include "egdb/format.h"
#include "egdb/material_solver.h"
#include "egdb/turn.h"

namespace deepwell::egdb {

namespace {

std::uint64_t bits_in(const std::vector<std::uint8_t>& plane) {
    std::uint64_t sum = 0;
    for (const std::uint8_t byte : plane) sum += static_cast<std::uint64_t>(std::popcount(byte));
    return sum;
}

// Materials that a move of either side can lead to, other than the material itself.
std::vector<Material> materials_after(const Material& m) {
    std::vector<Material> result;
    for (const Side mover : Sides)
        for (int kings = 0; kings <= m.of(other(mover)).kings; ++kings)
            for (int men = 0; men <= m.of(other(mover)).men; ++men)
                for (const int crowned : {0, 1}) {
                    Material after = m;
                    after.of(mover).men -= crowned;
                    after.of(mover).kings += crowned;
                    after.of(other(mover)).kings -= kings;
                    after.of(other(mover)).men -= men;
                    if (after.of(mover).men < 0 || after.of(other(mover)).pieces() == 0) continue;
                    if (after != m) result.push_back(after);
                }
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

class Builder {
public:
    Builder(const BuildOptions& options, const std::stop_token& stop, Progress& progress)
        : options_(options), stop_(stop), progress_(progress), arena_(options.solve.threads) {
        for (int pieces = 2; pieces <= options.pieces; ++pieces)
            for (const Material& material : materials_with(pieces))
                total_ += position_count(material);
    }

    BuildReport run() {
        for (int pieces = 2; pieces <= options_.pieces; ++pieces)
            for (const Material& material : materials_with(pieces)) {
                if (!is_canonical(material)) continue;
                if (!build_unit(material)) return report_;
            }
        report_.finished = true;
        return report_;
    }

private:
    bool build_unit(const Material& material) {
        stage_ = to_text(material);
        // Both sides to move of one material are the two materials of a pair, or one twice.
        const std::uint64_t share = material == material.turned() ? 2 : 1;
        auto solved =
            solve_material(material, values_, options_.solve, stop_, [&](std::uint64_t positions) {
                advance(positions / share);
            });
        if (!solved) return false;
        const RawTable& table = values_.insert(std::move(solved));
        if (!write(table)) return false;
        if (material == material.turned()) return true;
        auto twin = std::make_unique<RawTable>(turned(table));
        return write(values_.insert(std::move(twin)));
    }

    void advance(std::uint64_t positions) {
        const std::uint64_t done = done_ += positions;
        progress_.update(
            {stage_, static_cast<double>(done), static_cast<double>(total_), "positions", 0});
    }

    bool write(const RawTable& table) {
        const std::filesystem::path path =
            options_.directory / file_name(table.material(), FileKind::Values);
        const FileHeader header = header_of(table);
        if (keep(path, header)) return true;
        const Bytes payload = code(table);
        if (stop_.stop_requested()) return false;
        checksums_[table.material()] = write_database_file(path, header, payload);
        ++report_.files_written;
        count(table, std::filesystem::file_size(path));
        return true;
    }

    void count(const RawTable& table, std::uint64_t bytes) {
        report_.positions += position_count(table.material());
        report_.bytes += bytes;
    }

    // A file with the same header, that is intact, is not written again.
    bool keep(const std::filesystem::path& path, const FileHeader& header) {
        if (!std::filesystem::exists(path)) return false;
        const auto file = DatabaseFile::open(path);
        if (!file || (*file)->header() != header || !(*file)->is_intact()) return false;
        checksums_[header.material] = (*file)->checksum();
        ++report_.files_kept;
        report_.positions += header.positions;
        report_.bytes += (*file)->size();
        return true;
    }

    FileHeader header_of(const RawTable& table) const {
        FileHeader header;
        header.material = table.material();
        header.positions = position_count(table.material());
        header.wins = bits_in(table.half(Side::Black).win);
        header.losses = bits_in(table.half(Side::Black).loss);
        header.draws = header.positions - header.wins - header.losses;
        for (const Material& material : materials_after(table.material()))
            if (const auto known = checksums_.find(material); known != checksums_.end())
                header.dependencies.push_back({material, known->second});
        return header;
    }

    Bytes code(const RawTable& table) {
        if (is_derived(table.material())) return {};
        const CellLayout layout(table.material());
        RawRows rows(layout, table);
        const Encoder encoder(layout, rows);
        std::vector<Bytes> blocks(encoder.block_count());
        tbb::enumerable_thread_specific<RawRows> sources([&] { return RawRows(layout, table); });
        arena_.execute([&] {
            tbb::parallel_for(std::size_t{0}, blocks.size(), [&](std::size_t i) {
                if (!stop_.stop_requested()) blocks[i] = encoder.encode_block(i, sources.local());
            });
        });
        return assemble(encoder.model(), blocks);
    }

    const BuildOptions& options_;
    const std::stop_token& stop_;
    Progress& progress_;
    tbb::task_arena arena_;
    RawStore values_;
    std::map<Material, std::uint64_t> checksums_;
    BuildReport report_;
    std::string stage_;
    std::atomic<std::uint64_t> done_ = 0;
    std::uint64_t total_ = 0;
};

void check_directory(const std::filesystem::path& directory) {
    std::error_code error;
    std::filesystem::create_directories(directory, error);
    if (error) throw Error(fmt::format("cannot make {}: {}", directory.string(), error.message()));
    remove_abandoned_files(directory);
}

}  // namespace

std::uint64_t memory_needed(int pieces) {
    std::uint64_t sum = 0;
    for (int n = 2; n <= pieces; ++n)
        for (const Material& material : materials_with(n)) sum += RawTable::bytes(material);
    return sum + (std::uint64_t{256} << 20);
}

BuildReport build_databases(const BuildOptions& options,
                            const std::stop_token& stop,
                            Progress& progress) {
    if (options.memory_limit > 0 && memory_needed(options.pieces) > options.memory_limit)
        throw Error(fmt::format("{} pieces need {} MB of memory, {} MB are allowed",
                                options.pieces,
                                memory_needed(options.pieces) >> 20,
                                options.memory_limit >> 20));
    check_directory(options.directory);
    return Builder(options, stop, progress).run();
}

}  // namespace deepwell::egdb
