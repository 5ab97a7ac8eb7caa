#include "egdb/unit_files.h"

#include <algorithm>

namespace deepwell::egdb {

bool UnitFiles::look_at(const Material& material, FileKind kind) {
    const std::filesystem::path file_path = path(material, kind);
    if (!std::filesystem::exists(file_path)) return false;
    const auto file = DatabaseFile::open(file_path);
    if (!file || !(*file)->is_intact()) return false;
    const FileHeader& header = (*file)->header();
    if (header.material != material || header.kind != kind || is_stale(header)) return false;
    found_[{material, kind}] = {header, (*file)->checksum(), (*file)->size()};
    return true;
}

bool UnitFiles::is_stale(const FileHeader& header) const {
    for (const Dependency& made_from : header.dependencies) {
        const bool is_own = made_from.material == header.material;
        const Found* const known =
            find(made_from.material, is_own ? FileKind::Values : header.kind);
        if (known != nullptr && known->checksum != made_from.checksum) return true;
    }
    return false;
}

bool UnitFiles::has_stale() const {
    return std::any_of(found_.begin(), found_.end(), [this](const auto& entry) {
        return is_stale(entry.second.header);
    });
}

bool UnitFiles::has(const FileHeader& header) const {
    const Found* const known = find(header.material, header.kind);
    return known != nullptr && known->header == header;
}

void UnitFiles::note(const FileHeader& header, std::uint64_t checksum, std::uint64_t bytes) {
    found_[{header.material, header.kind}] = {header, checksum, bytes};
}

std::vector<Dependency> UnitFiles::dependencies(const Material& material, FileKind kind) const {
    std::vector<Dependency> result;
    const auto add = [&](const Material& made_from, FileKind its_kind) {
        if (const Found* const known = find(made_from, its_kind))
            result.push_back({made_from, known->checksum});
    };
    if (kind == FileKind::Distances) add(material, FileKind::Values);
    for (const Material& after : materials_after(material)) add(after, kind);
    return result;
}

const UnitFiles::Found* UnitFiles::find(const Material& material, FileKind kind) const {
    const auto found = found_.find({material, kind});
    return found == found_.end() ? nullptr : &found->second;
}

}  // namespace deepwell::egdb
