// Where data lives: databases, books, stores.

#pragma once

#include <filesystem>
#include <string>

namespace deepwell {

// `wish` if it is not empty, else $XDG_DATA_HOME/deepwell, else ~/.local/share/deepwell.
std::filesystem::path data_directory(const std::string& wish);

}  // namespace deepwell
