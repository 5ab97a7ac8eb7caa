#include "cli/bench_prove.h"

#include <filesystem>
#include <fmt/format.h>
#include <map>

#include "base/files.h"
#include "base/interrupt.h"
#include "base/terminal_progress.h"
#include "cli/command.h"
#include "cli/databases.h"
#include "cli/problem_file.h"
#include "cli/value_text.h"
#include "eval/evaluators.h"
#include "proof/prover.h"

namespace deepwell::cli {

namespace {

struct Row {
    int problems = 0;
    int proven = 0;
    int differ = 0;
    double seconds = 0;
    std::uint64_t nodes = 0;
};

void print_difference(const Problem& problem, WdlRange value, bool json) {
    const std::string stated = value_text(WdlRange::exactly(problem.value));
    if (json)
        return print_json({{"name", problem.name},
                           {"fen", problem.fen},
                           {"stated", stated},
                           {"proven", value_text(value)}});
    print_line(fmt::format("{}: stated a {} for the side to move, proven a {}, {}",
                           problem.name,
                           stated,
                           value_text(value),
                           problem.fen));
}

void print_row(int pieces, const Row& row, bool json) {
    const double percent = 100.0 * row.proven / std::max(row.problems, 1);
    if (json)
        return print_json({{"pieces", pieces},
                           {"problems", row.problems},
                           {"proven", row.proven},
                           {"differ", row.differ},
                           {"seconds", row.seconds},
                           {"nodes", row.nodes}});
    print_line(fmt::format("{:>6} {:>9} {:>7} {:>6.1f} % {:>7} {:>9.1f} s {:>10}",
                           pieces,
                           row.problems,
                           row.proven,
                           percent,
                           row.differ,
                           row.seconds,
                           amount_text(static_cast<double>(row.nodes))));
}

std::string file_name(const std::string& problem) {
    std::string name;
    for (const char c : problem)
        name +=
            (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ? c : '_';
    return name + ".proof";
}

// Proves it once more, with its records, and more time for them.
void keep_certificate(proof::Prover& prover,
                      const Problem& problem,
                      proof::ProofLimits limits,
                      const std::filesystem::path& folder) {
    constexpr double MoreTime = 6;
    limits.wants_records = true;
    limits.seconds = *limits.seconds * MoreTime;
    prover.clear();
    const proof::ProofResult result = prover.prove(*problem.position, limits);
    if (!result.value.is_exact() || !result.is_written())
        return fmt::print(stderr, "{}: no certificate, its proof is too long\n", problem.name);
    std::filesystem::create_directories(folder);
    const auto bytes = prover.certificate(*problem.position, result);
    write_file_atomically(folder / file_name(problem.name),
                          {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace

void bench_prove(const ProofBench& bench) {
    const std::vector<Problem> problems = problems_of(bench.file);
    const auto evaluator = default_evaluator();
    const egdb::Database database(database_directory(bench.data));
    tell_of_gap(database);
    proof::ProverOptions options;
    options.df_pn.threads = bench.threads;
    proof::Prover prover(*evaluator, &database, options);
    proof::ProofLimits limits;
    limits.seconds = bench.milliseconds / 1000.0;
    limits.wants_records = false;
    std::map<int, Row> rows;
    const Interrupt interrupt;
    limits.stop = interrupt.token();
    TerminalProgress progress;
    double done = 0;
    for (const Problem& problem : problems) {
        if (interrupt.happened()) break;
        progress.update({problem.name, done++, static_cast<double>(problems.size()), "problems"});
        if (!problem.position) continue;
        const int pieces = problem.position->occupied().count();
        if (pieces > bench.most_pieces) continue;
        prover.clear();
        const proof::ProofResult result = prover.prove(*problem.position, limits);
        progress.clear();
        if (interrupt.happened()) break;
        Row& row = rows[pieces];
        ++row.problems;
        row.seconds += result.seconds;
        row.nodes += result.nodes;
        if (!result.value.is_exact()) continue;
        ++row.proven;
        if (result.value.low == problem.value) continue;
        ++row.differ;
        print_difference(problem, result.value, bench.json);
        if (!bench.certificates.empty())
            keep_certificate(prover, problem, limits, bench.certificates);
    }
    progress.clear();
    if (!bench.json) print_line("pieces  problems  proven           differ       time      nodes");
    for (const auto& [pieces, row] : rows) print_row(pieces, row, bench.json);
    if (interrupt.happened()) throw Interrupted("stopped; the table has the problems so far");
}

}  // namespace deepwell::cli
