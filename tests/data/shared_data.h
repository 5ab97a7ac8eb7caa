// Where the reference data lies that belongs to others and is not part of the project.

#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace deepwell {

// DEEPWELL_SHARED in the environment, else the folder beside the checkout.
inline std::filesystem::path shared_data(const std::string& file) {
    const char* wish = std::getenv("DEEPWELL_SHARED");
    return std::filesystem::path(wish != nullptr ? wish : DEEPWELL_SHARED_DIR) / "data" / file;
}

}  // namespace deepwell

// First line of a test that reads `file`: skips it, loudly, where the data is missing.
#define NEEDS_SHARED_DATA(file)                      \
    if (!std::filesystem::exists(shared_data(file))) \
    GTEST_SKIP() << "reference data not found: " << shared_data(file)
