// Collections: sets of problems that users have opened, one file each.
//
// Thread rule: any thread.

#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "compose/problem.h"
#include "studio/json.h"

namespace deepwell::studio {

// A problem with what its source says about it.
struct KeptProblem {
    compose::Problem problem;
    std::string author{};
    std::string source{};
    std::vector<std::string> solution{};  // moves, as printed
};

struct Collection {
    std::int64_t id = 0;
    std::string name{};
    std::string created{};
    std::vector<KeptProblem> problems{};
};

Json summary_json(const Collection& collection);
Json detail_json(const Collection& collection);
// Its name, or its number in the collection.
std::string title_of(const KeptProblem& problem, std::size_t number);

class Collections {
public:
    // Throws Error if the directory cannot be read or written.
    explicit Collections(std::filesystem::path directory);

    std::vector<Collection> all() const;
    // Throws Refusal (404) if there is none.
    Collection get(std::int64_t id) const;
    // Throws Refusal: nothing can be read from the text, or there are too many.
    Collection add(const std::string& name, const std::string& text);
    void remove(std::int64_t id);

private:
    std::filesystem::path file_of(std::int64_t id) const;

    std::filesystem::path directory_;
    mutable std::mutex mutex_;
    std::map<std::int64_t, Collection> collections_;
    std::int64_t next_id_ = 1;
};

}  // namespace deepwell::studio
