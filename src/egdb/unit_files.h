// UnitFiles: the finished files of a build, and what each was made from.

#pragma once

#include <filesystem>
#include <map>
#include <optional>

#include "egdb/format.h"
#include "egdb/plan.h"

namespace deepwell::egdb {

class UnitFiles {
public:
    explicit UnitFiles(std::filesystem::path directory) : directory_(std::move(directory)) {}

    std::filesystem::path path(const Material& material, FileKind kind) const {
        return directory_ / file_name(material, kind);
    }

    // Looks at the file as it is on disk.  True if it is intact, and made from the files that are
    // there, as far as those are intact themselves.
    bool look_at(const Material& material, FileKind kind);

    // True if a file is made from others than are there.
    bool has_stale() const;

    // True if the file found by look_at() has just this header.
    bool has(const FileHeader& header) const;

    // REQUIRES: has(header), or the file was written with this checksum.
    void note(const FileHeader& header, std::uint64_t checksum, std::uint64_t bytes);

    // What a file of this kind is made from, as far as it is known.
    std::vector<Dependency> dependencies(const Material& material, FileKind kind) const;

    struct Found {
        FileHeader header;
        std::uint64_t checksum = 0;
        std::uint64_t bytes = 0;
    };
    // nullptr if there is none.
    const Found* find(const Material& material, FileKind kind) const;

private:
    bool is_stale(const FileHeader& header) const;

    using Key = std::pair<Material, FileKind>;
    std::filesystem::path directory_;
    std::map<Key, Found> found_;
};

}  // namespace deepwell::egdb
