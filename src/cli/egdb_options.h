// What the egdb commands have in common.

#pragma once

#include <filesystem>
#include <fmt/format.h>
#include <string>

#include "base/data_directory.h"
#include "board/wdl.h"

namespace deepwell::cli {

// Where the databases of this board are; `data` as given with --data, or empty.
inline std::filesystem::path egdb_directory(const std::string& data) {
    return data_directory(data) / "egdb" / fmt::format("{0}x{0}", BoardSize);
}

inline const char* value_text(const WdlRange& range) {
    if (!range.is_exact()) return "unknown";
    return range.low == Wdl::Win ? "win" : range.low == Wdl::Draw ? "draw" : "loss";
}

}  // namespace deepwell::cli
