#include "base/data_directory.h"

#include <cstdlib>

namespace deepwell {

std::filesystem::path data_directory(const std::string& wish) {
    if (!wish.empty()) return wish;
    if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data != '\0')
        return std::filesystem::path(data) / "deepwell";
    const char* home = std::getenv("HOME");
    return std::filesystem::path(home != nullptr ? home : ".") / ".local/share/deepwell";
}

}  // namespace deepwell
