// Where the databases of this board are.

#pragma once

#include <filesystem>
#include <string>

#include "base/data_directory.h"
#include "board/geometry.h"

namespace deepwell::egdb {

// `data` is a data directory, or empty for the usual one (base/data_directory.h).
inline std::filesystem::path directory_of(const std::string& data) {
    const std::string size = std::to_string(BoardSize);
    return data_directory(data) / "egdb" / (size + "x" + size);
}

}  // namespace deepwell::egdb
