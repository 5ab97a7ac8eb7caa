// Options: the engine's settings as the studio's users change them, kept over restarts.
//
// Options that name files are set when the studio starts and never by a request.
//
// Thread rule: any thread.

#pragma once

#include <filesystem>
#include <mutex>

#include "engine/options.h"
#include "studio/knowledge.h"
#include "studio/router.h"

namespace deepwell::studio {

class Options {
public:
    // Reads what was kept in `file`, if there is anything.  Throws Error if it makes no sense.  The
    // knowledge must outlive it.
    Options(const Knowledge& knowledge, std::filesystem::path file);

    engine::Settings settings() const;
    Json to_json() const;
    // All of them or none.  Refuses what the options do not take.  Throws Error if they cannot be
    // kept.
    void change(const Json& changes);

private:
    const Knowledge& knowledge_;
    std::filesystem::path file_;
    mutable std::mutex mutex_;
    engine::Settings settings_;
};

void add_options(Router& router, Options& options);

}  // namespace deepwell::studio
