// What the solve commands share: where the store is, which position is meant, how it is opened.

#pragma once

#include <filesystem>
#include <memory>

#include "cli/command.h"
#include "egdb/database.h"
#include "proof/manager_graph.h"
#include "proof/proof_archive.h"

namespace deepwell::cli {

struct SolveOptions {
    std::string what;     // a FEN, 'start', or empty
    std::string opening;  // moves from the start
    bool start = false;
    std::string store;  // a directory; empty: the usual one
    std::string data;
    std::int64_t pieces = std::int64_t{2} * MenPerSide;
    bool json = false;
};

// --store, --data, --pieces and --json.
Command& declare_store(Command& command, SolveOptions& options);
// The position: FEN, --opening or --start.
Command& declare_position(Command& command, SolveOptions& options);

std::filesystem::path store_of(const SolveOptions& options);
// Throws BadInput if it is given twice; nothing if it is not given.
std::optional<Position> position_of(const SolveOptions& options);

// A store as it is on disk, to be looked at; a manager may be at work on it.
struct OpenStore {
    // Throws BadInput if there is none.
    explicit OpenStore(const SolveOptions& options);

    // The one that is meant or, if none is given, the one that was solved last.  Throws BadInput if
    // there is none.
    Position root(const SolveOptions& options) const;
    // The same if the store has a node for it; else throws BadInput.
    proof::Index root_node(const SolveOptions& options) const;

    egdb::Database database;
    proof::Leaves leaves;
    proof::ManagerGraph graph;
    proof::LoadedArchive archive;
};

}  // namespace deepwell::cli
