#include "egdb/verify.h"

#include <fmt/format.h>

#include "base/error.h"
#include "egdb/database.h"
#include "egdb/verify_full.h"

namespace deepwell::egdb {

namespace {

constexpr std::uint64_t CacheBytes = std::uint64_t{256} << 20;  // values are read once, in order

// The distances of the files beside the values.
class FileDistances final : public DistanceSource {
public:
    explicit FileDistances(const Database& database) : database_(database) {}

    bool has(const Material& material) const override {
        return database_.distance_decoder(material) != nullptr;
    }
    std::optional<int> plies(const Position& position) const override {
        const int half = decoder_of(position).half(position);
        return database_.probe(position).low == Wdl::Win ? 2 * half - 1 : 2 * half;
    }
    std::string place_of(const Position& position) const override {
        return fmt::format("{}: block {}",
                           file_name(material_of(position), FileKind::Distances),
                           decoder_of(position).block_of(position));
    }

private:
    const DistanceDecoder& decoder_of(const Position& position) const {
        return *database_.distance_decoder(material_of(position));
    }
    const Database& database_;
};

const DatabaseFile* file_of(const Database& database, const Material& material, FileKind kind) {
    return kind == FileKind::Values ? database.file(material) : database.distance_file(material);
}

// The files that it was derived from are there, and are those.
std::optional<std::string> dependency_fault(const DatabaseFile& file, const Database& database) {
    const FileHeader& header = file.header();
    for (const Dependency& dependency : header.dependencies) {
        const bool is_own = dependency.material == header.material;
        const FileKind kind = is_own ? FileKind::Values : header.kind;
        const DatabaseFile* const other = file_of(database, dependency.material, kind);
        const std::string name = file_name(dependency.material, kind);
        if (other == nullptr)
            return fmt::format("{}: {}, which it was derived from, is missing", file.path(), name);
        if (other->checksum() != dependency.checksum)
            return fmt::format("{}: it was derived from another {}", file.path(), name);
    }
    return std::nullopt;
}

std::optional<std::uint64_t> damaged_block(const DistanceDecoder& decoder) {
    for (std::uint64_t block = 0; block < decoder.block_count(); ++block)
        if (!decoder.is_intact(block)) return block;
    return std::nullopt;
}

std::optional<std::string> file_fault(const DatabaseFile& file,
                                      const std::optional<std::uint64_t>& bad_block,
                                      const Database& database) {
    if (bad_block) return fmt::format("{}: block {} is damaged", file.path(), *bad_block);
    if (!file.is_intact()) return fmt::format("{}: its checksum is wrong", file.path());
    return dependency_fault(file, database);
}

// The first fault among the files of a material.
std::optional<std::string> material_fault(const Database& database,
                                          const Material& material,
                                          std::uint64_t& files) {
    if (const ValueTable* const table = database.table(material)) {
        ++files;
        if (auto fault = file_fault(table->file(), table->damaged_block(), database)) return fault;
    }
    if (const DistanceDecoder* const decoder = database.distance_decoder(material)) {
        ++files;
        return file_fault(*database.distance_file(material), damaged_block(*decoder), database);
    }
    return std::nullopt;
}

}  // namespace

Result<VerifyReport> verify_databases(const VerifyOptions& options,
                                      const std::stop_token& stop,
                                      Progress& progress) try {
    DatabaseOptions database_options;
    database_options.max_pieces = options.pieces;
    database_options.cache_bytes = CacheBytes;
    database_options.kernel = options.kernel;
    const Database database(options.directory, database_options);
    VerifyReport report;
    for (int n = 2; n <= options.pieces; ++n)
        for (const Material& material : materials_with(n)) {
            if (stop.stop_requested()) continue;
            if (const auto fault = material_fault(database, material, report.files))
                return Failure{*fault};
        }
    if (!options.full) return report;
    const FileDistances distances(database);
    VerifyOptions full_options = options;
    if (full_options.distances == nullptr) full_options.distances = &distances;
    FullVerification full(database, full_options, stop, progress);
    if (const auto fault = full.run()) return Failure{*fault};
    report.positions = full.positions();
    report.distances = full.distances();
    return report;
} catch (const Error& error) {
    return Failure{error.what()};
}

}  // namespace deepwell::egdb
