#include "cli/solve_options.h"

#include <fmt/format.h>

#include "base/data_directory.h"
#include "board/fen.h"
#include "board/openings.h"
#include "egdb/directory.h"

namespace deepwell::cli {

Command& declare_store(Command& command, SolveOptions& options) {
    constexpr std::int64_t MostPieces = std::int64_t{2} * MenPerSide;
    return command
        .option("--store", options.store, "directory of the graph and its log; default in the data")
        .option("--data", options.data, "data directory")
        .option("--pieces", options.pieces, 0, MostPieces, "databases with at most so many pieces")
        .flag("--json", options.json, "JSON output");
}

Command& declare_position(Command& command, SolveOptions& options) {
    return command.optional_argument("FEN", options.what, "a position, or 'start'")
        .option("--opening", options.opening, "moves from the start: \"12-16 24-19 10-14\"")
        .flag("--start", options.start, "the start position");
}

std::filesystem::path store_of(const SolveOptions& options) {
    if (!options.store.empty()) return options.store;
    return data_directory(options.data) / "solve" / fmt::format("{0}x{0}", BoardSize);
}

std::optional<Position> position_of(const SolveOptions& options) {
    const int given = (options.what.empty() ? 0 : 1) + (options.opening.empty() ? 0 : 1) +
                      (options.start ? 1 : 0);
    if (given > 1) throw BadInput("give one position: a FEN, --opening or --start");
    if (options.start) return Position::start();
    if (!options.what.empty()) return position_or_start(options.what);
    if (options.opening.empty()) return std::nullopt;
    const auto line = parse_opening(options.opening);
    if (!line) throw BadInput(fmt::format("--opening: {}", line.error()));
    return line->position;
}

namespace {

std::filesystem::path existing_store(const SolveOptions& options) {
    std::filesystem::path directory = store_of(options);
    if (!proof::ProofStore::exists(directory))
        throw BadInput(fmt::format("no store in {}", directory.string()));
    return directory;
}

}  // namespace

OpenStore::OpenStore(const SolveOptions& options)
    : database(egdb::directory_of(options.data)),
      leaves(&database, static_cast<int>(options.pieces)),
      graph(leaves),
      archive(proof::load_archive(existing_store(options), graph)) {}

Position OpenStore::root(const SolveOptions& options) const {
    if (const auto given = position_of(options)) return *given;
    if (archive.totals.roots.empty()) throw BadInput("nothing was solved here; give a position");
    return archive.totals.roots.back();
}

proof::Index OpenStore::root_node(const SolveOptions& options) const {
    const Position position = root(options);
    const proof::Index node = graph.find(position);
    if (node == proof::None) throw BadInput(to_fen(position) + " is not in the store");
    return node;
}

}  // namespace deepwell::cli
