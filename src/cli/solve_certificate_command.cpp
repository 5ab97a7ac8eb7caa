// solve certificate and rebuild.

#include <fmt/format.h>
#include <memory>

#include "base/files.h"
#include "base/interrupt.h"
#include "base/stopwatch.h"
#include "base/terminal_progress.h"
#include "board/fen.h"
#include "cli/solve_commands.h"
#include "cli/solve_options.h"
#include "cli/solve_text.h"
#include "egdb/directory.h"
#include "eval/evaluators.h"
#include "proof/certificate.h"
#include "proof/joined_proof.h"

namespace deepwell::cli {

namespace {

struct CertificateOptions {
    SolveOptions base;
    std::string out;
    std::int64_t threads = 1;
    std::int64_t megabytes = 1024;
};

ExitCode certificate(const CertificateOptions& options) {
    if (options.out.empty()) throw BadInput("--out FILE is missing");
    const Stopwatch watch;
    const OpenStore store(options.base);
    const Position root = store.root(options.base);
    const WdlRange value = store.graph.node(store.root_node(options.base)).known;
    if (value == WdlRange{}) {
        print_line(fmt::format("{}  Not decided.", to_fen(root)));
        return ExitCode::No;
    }
    const auto evaluator = default_evaluator();
    const auto bytes_in_all = static_cast<std::size_t>(options.megabytes) << 20;
    proof::AgainProver prover(*evaluator,
                              &store.database,
                              static_cast<int>(options.base.pieces),
                              bytes_in_all,
                              static_cast<int>(options.threads));
    const Interrupt interrupt;
    const auto shown = [&] {
        TerminalProgress progress;
        return proof::joined_proof(
            store.graph, root, store.leaves, std::ref(prover), interrupt.token(), progress);
    }();
    if (!shown) throw Interrupted("stopped; no certificate was written");
    const auto bytes = proof::certificate_of({root, value}, *shown, store.leaves);
    write_file_atomically(options.out, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    std::size_t records = 0;
    for (const proof::ShownAnswer& answer : *shown) records += answer.records.size();
    if (options.base.json)
        print_json({{"fen", to_fen(root)},
                    {"lower", value_text(value.low)},
                    {"upper", value_text(value.high)},
                    {"records", records},
                    {"bytes", bytes.size()},
                    {"seconds", watch.seconds()}});
    else
        print_line(fmt::format("{}  {} {} positions, {} bytes, {}",
                               to_fen(root),
                               verdict_text(root, value),
                               records,
                               bytes.size(),
                               duration_text(watch.seconds())));
    return ExitCode::Done;
}

ExitCode rebuild(const SolveOptions& options) {
    const std::filesystem::path directory = store_of(options);
    if (!std::filesystem::exists(directory / "results.log"))
        throw BadInput(fmt::format("no results.log in {}", directory.string()));
    const Stopwatch watch;
    for (const char* const file : {"data.mdb", "lock.mdb"})
        std::filesystem::remove(directory / file);
    const egdb::Database database(egdb::directory_of(options.data));
    const proof::Leaves leaves(&database, static_cast<int>(options.pieces));
    proof::ManagerGraph graph(leaves);
    proof::ProofArchive archive(directory, graph);
    archive.rebuild();
    for (const std::string& fault : archive.found().faults)
        fmt::print(stderr, "deepwell: {}; the rest is kept\n", fault);
    if (options.json)
        print_json({{"searches", archive.totals().searches},
                    {"nodes", graph.size()},
                    {"proven", graph.proven()},
                    {"faults", archive.found().faults},
                    {"seconds", watch.seconds()}});
    else
        print_line(fmt::format("{} results, {} nodes, {} proven, {}",
                               archive.totals().searches,
                               graph.size(),
                               graph.proven(),
                               duration_text(watch.seconds())));
    return ExitCode::Done;
}

}  // namespace

void add_solve_certificate(Command& solve) {
    auto options = std::make_shared<CertificateOptions>();
    Command command = solve.optional_subcommand(
        "certificate", "Write one proof of all that was found, for deepwell-check");
    declare_position(command, options->base);
    declare_store(command, options->base)
        .option("--out", options->out, "the file")
        .option("--threads", options->threads, 1, 256, "threads that prove again")
        .option("--memory", options->megabytes, 1, 1 << 20, "MB for the table")
        .example("deepwell solve certificate --store white-wins --out win.proof")
        .run([options] { return certificate(*options); });
}

void add_solve_rebuild(Command& solve) {
    auto options = std::make_shared<SolveOptions>();
    Command command =
        solve.optional_subcommand("rebuild", "Make the graph anew from the log of results");
    declare_store(command, *options)
        .example("deepwell solve rebuild --store white-wins")
        .run([options] { return rebuild(*options); });
}

}  // namespace deepwell::cli
