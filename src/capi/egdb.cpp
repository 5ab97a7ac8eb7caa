// The functions of include/deepwell_egdb.h, which promises what they do.

#include <deepwell_egdb.h>
#include <fmt/format.h>
#include <optional>

#include "board/fen.h"
#include "capi/border.h"
#include "capi/convert.h"
#include "egdb/database.h"

// The name is C's.
struct deepwell_egdb {  // NOLINT(readability-identifier-naming)
    deepwell::egdb::Database database;
};

namespace deepwell::capi {

namespace {

deepwell_egdb_status bad_argument(const std::string& sentence) {
    return fail(DEEPWELL_EGDB_BAD_ARGUMENT, sentence.c_str());
}

deepwell_egdb_status null_argument(const char* name) {
    return bad_argument(fmt::format("{} is null", name));
}

deepwell_egdb_status open(const char* directory,
                          const deepwell_egdb_options* options,
                          deepwell_egdb** database) {
    const auto chosen = options_of(options);
    if (!chosen) return bad_argument(chosen.error());
    if (!std::filesystem::is_directory(directory))
        return fail(DEEPWELL_EGDB_NOT_FOUND,
                    fmt::format("there is no directory {}", directory).c_str());
    std::unique_ptr<deepwell_egdb> opened(new deepwell_egdb{egdb::Database(directory, *chosen)});
    if (opened->database.bytes() == 0)
        return fail(DEEPWELL_EGDB_NOT_FOUND,
                    fmt::format("there are no databases in {}", directory).c_str());
    *database = opened.release();
    return DEEPWELL_EGDB_OK;
}

// Gives `ask` the position, if it is one.
template <class Ask>
deepwell_egdb_status with_position(const deepwell_egdb* database,
                                   const deepwell_egdb_position* position,
                                   Ask&& ask) {
    return guarded([&] {
        if (database == nullptr) return null_argument("database");
        if (position == nullptr) return null_argument("position");
        const auto legal = position_of(position);
        if (!legal) return bad_argument(legal.error());
        ask(database->database, *legal);
        return DEEPWELL_EGDB_OK;
    });
}

}  // namespace

}  // namespace deepwell::capi

using namespace deepwell;
using namespace deepwell::capi;

deepwell_egdb_status deepwell_egdb_open(const char* directory,
                                        const deepwell_egdb_options* options,
                                        deepwell_egdb** database) {
    return guarded([&] {
        if (database == nullptr) return null_argument("database");
        *database = nullptr;
        if (directory == nullptr) return null_argument("directory");
        return capi::open(directory, options, database);
    });
}

void deepwell_egdb_close(deepwell_egdb* database) {
    delete database;
}

deepwell_egdb_status deepwell_egdb_probe(const deepwell_egdb* database,
                                         const deepwell_egdb_position* position,
                                         deepwell_egdb_result* result) {
    if (result == nullptr) return guarded([] { return null_argument("result"); });
    *result = to_c(WdlRange{});
    return with_position(database, position, [&](const egdb::Database& files, const Position& p) {
        *result = to_c(files.probe(p));
    });
}

deepwell_egdb_status deepwell_egdb_distance(const deepwell_egdb* database,
                                            const deepwell_egdb_position* position,
                                            int* plies) {
    if (plies == nullptr) return guarded([] { return null_argument("plies"); });
    *plies = DEEPWELL_EGDB_NO_DISTANCE;
    return with_position(database, position, [&](const egdb::Database& files, const Position& p) {
        *plies = files.distance(p).value_or(DEEPWELL_EGDB_NO_DISTANCE);
    });
}

int deepwell_egdb_complete_pieces(const deepwell_egdb* database) {
    if (database == nullptr) return guarded([] { return null_argument("database"); });
    return database->database.complete_pieces();
}

deepwell_egdb_status deepwell_egdb_get_counts(const deepwell_egdb* database,
                                              deepwell_egdb_counts* counts) {
    return guarded([&] {
        if (counts == nullptr) return null_argument("counts");
        *counts = {};
        if (database == nullptr) return null_argument("database");
        const egdb::ProbeCounts asked = database->database.counts();
        *counts = {asked.probes, asked.look_ups, asked.loads};
        return DEEPWELL_EGDB_OK;
    });
}

deepwell_egdb_status deepwell_egdb_parse_fen(const char* fen, deepwell_egdb_position* position) {
    return guarded([&] {
        if (position == nullptr) return null_argument("position");
        *position = {};
        if (fen == nullptr) return null_argument("fen");
        const auto parsed = parse_fen(fen);
        if (!parsed) return bad_argument(fmt::format("not a position: {}", parsed.error()));
        *position = to_c(*parsed);
        return DEEPWELL_EGDB_OK;
    });
}

const char* deepwell_egdb_error(void) {
    return last_failure();
}

const char* deepwell_egdb_version(void) {
    return DEEPWELL_VERSION;
}
