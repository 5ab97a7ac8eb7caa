#include "egdb/verify.h"

#include <fmt/format.h>

#include "base/error.h"
#include "egdb/database.h"
#include "egdb/verify_full.h"

namespace deepwell::egdb {

namespace {

constexpr std::uint64_t CacheBytes = std::uint64_t{256} << 20;  // values are read once, in order

// The files that it was derived from are there, and are those.
std::optional<std::string> dependency_fault(const DatabaseFile& file, const Database& database) {
    for (const Dependency& dependency : file.header().dependencies) {
        const DatabaseFile* const other = database.file(dependency.material);
        const std::string name = file_name(dependency.material, FileKind::Values);
        if (other == nullptr)
            return fmt::format("{}: {}, which it was derived from, is missing", file.path(), name);
        if (other->checksum() != dependency.checksum)
            return fmt::format("{}: it was derived from another {}", file.path(), name);
    }
    return std::nullopt;
}

std::optional<std::string> file_fault(const ValueTable& table, const Database& database) {
    const DatabaseFile& file = table.file();
    if (const auto block = table.damaged_block())
        return fmt::format("{}: block {} is damaged", file.path(), *block);
    if (!file.is_intact()) return fmt::format("{}: its checksum is wrong", file.path());
    return dependency_fault(file, database);
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
            const ValueTable* const table = database.table(material);
            if (table == nullptr || stop.stop_requested()) continue;
            ++report.files;
            if (const auto fault = file_fault(*table, database)) return Failure{*fault};
        }
    if (!options.full) return report;
    FullVerification full(database, options, stop, progress);
    if (const auto fault = full.run()) return Failure{*fault};
    report.positions = full.positions();
    report.distances = full.distances();
    return report;
} catch (const Error& error) {
    return Failure{error.what()};
}

}  // namespace deepwell::egdb
