// DatabaseFolder: a fixture with a folder of databases of its own, that ends with the test.

#pragma once

#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <string_view>
#include <unistd.h>

#include "base/files.h"
#include "egdb/builder.h"
#include "egdb/verify.h"

namespace deepwell::egdb {

// ./test --slow
inline bool slow_tests_wanted() {
    const char* const slow = std::getenv("DEEPWELL_SLOW");
    return slow != nullptr && std::string_view(slow) == "yes";
}

class DatabaseFolder : public testing::Test {
protected:
    void SetUp() override {
        folder_ = std::filesystem::temp_directory_path() /
                  ("deepwell-egdb-" + std::to_string(::getpid()));
        std::filesystem::remove_all(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    BuildReport build(int pieces,
                      int threads = 1,
                      Kernel kernel = best_kernel(),
                      int distance_pieces = 5) const {
        BuildOptions options;
        options.directory = folder_;
        options.pieces = pieces;
        options.distance_pieces = distance_pieces;
        options.solve.threads = threads;
        options.solve.kernel = kernel;
        NoProgress progress;
        return build_databases(options, {}, progress);
    }

    std::map<std::string, std::string> contents() const {
        std::map<std::string, std::string> files;
        for (const auto& entry : std::filesystem::directory_iterator(folder_))
            files[entry.path().filename().string()] = read_file(entry.path()).value();
        return files;
    }

    VerifyOptions verify_options(bool full) const {
        VerifyOptions options;
        options.directory = folder_;
        options.full = full;
        options.threads = 2;
        return options;
    }
    static Result<VerifyReport> verify(const VerifyOptions& options) {
        NoProgress progress;
        return verify_databases(options, {}, progress);
    }
    Result<VerifyReport> verify(bool full) const { return verify(verify_options(full)); }

    std::filesystem::path folder_;
};

}  // namespace deepwell::egdb
