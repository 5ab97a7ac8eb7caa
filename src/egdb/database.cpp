#include "egdb/database.h"

#include <fmt/format.h>

#include "base/error.h"
#include "egdb/prober.h"

namespace deepwell::egdb {

extern template class Prober<Portable>;
#if defined(DEEPWELL_HAS_AVX2_KERNEL)
extern template class Prober<Avx2>;
#endif

Database::Database(const std::filesystem::path& directory, const DatabaseOptions& options)
    : probe_(&Prober<Portable>::probe),
      rows_(options.cache_bytes),
      tables_(slot_of({{MaxStoredPieces, MaxStoredPieces}, {MaxStoredPieces, MaxStoredPieces}}) +
              1) {
#if defined(DEEPWELL_HAS_AVX2_KERNEL)
    if (options.kernel == Kernel::Avx2) probe_ = &Prober<Avx2>::probe;
#endif
    bool complete = true;
    for (int pieces = 2; pieces <= std::min(options.max_pieces, MaxStoredPieces); ++pieces) {
        for (const Material& material : materials_with(pieces))
            complete &= open(directory / file_name(material, FileKind::Values), material);
        if (complete) complete_pieces_ = pieces;
    }
}

// False if there is no such file.
bool Database::open(const std::filesystem::path& path, const Material& material) {
    if (!std::filesystem::exists(path)) return false;
    auto file = DatabaseFile::open(path);
    if (!file) throw Error(file.error());
    const FileHeader& header = (*file)->header();
    if (header.material != material || header.kind != FileKind::Values)
        throw Error(fmt::format("{}: holds another material", path.string()));
    tables_[slot_of(material)] = std::make_unique<ValueTable>(*std::move(file), rows_);
    return true;
}

std::uint64_t Database::bytes() const {
    std::uint64_t sum = 0;
    for (const auto& table : tables_)
        if (table) sum += table->file().size();
    return sum;
}

ProbeCounts Database::counts() const {
    return {probes_.sum(), look_ups_.sum(), loads_.sum()};
}

}  // namespace deepwell::egdb
