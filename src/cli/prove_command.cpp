// prove: the value of a position, proven, with a certificate for those who do not believe it.

#include <cstdio>
#include <fmt/format.h>
#include <memory>

#include "base/files.h"
#include "base/interrupt.h"
#include "base/terminal_progress.h"
#include "base/zeroed_array.h"
#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"
#include "cli/commands.h"
#include "cli/databases.h"
#include "cli/engine_options.h"
#include "cli/game_range.h"
#include "cli/prove_games.h"
#include "cli/value_text.h"
#include "cli/version.h"
#include "egdb/directory.h"
#include "eval/evaluators.h"
#include "proof/prover.h"

namespace deepwell::cli {

namespace {

constexpr std::int64_t AllPieces = std::int64_t{2} * MenPerSide;

struct ProveOptions {
    std::string what;
    std::string time;
    std::int64_t nodes = 0;
    std::int64_t threads = 1;
    std::int64_t megabytes = 2048;
    std::int64_t pieces = AllPieces;
    std::string data;
    std::string certificate;
    std::string games;
    std::string output;
    bool append = false;
    bool json = false;
};

constexpr double ProofSeconds = 60;
constexpr double GamePositionSeconds = 1;

std::vector<std::string> line_text(Position position, const std::vector<Move>& line) {
    std::vector<std::string> moves;
    for (const Move& move : line) {
        moves.push_back(to_text(position, move));
        position = play(position, move);
    }
    return moves;
}

void print_as_json(const Position& position, const proof::ProofResult& result) {
    const WdlRange value = result.value;
    print_json({{"fen", to_fen(position)},
                {"value", value_text(value)},
                {"lower", value_text(value.low)},
                {"upper", value_text(value.high)},
                {"score", result.score},
                {"warning", result.warning},
                {"nodes", result.nodes},
                {"probes", result.probes},
                {"repairs", result.repairs},
                {"seconds", result.seconds},
                {"written", result.value != WdlRange{} && result.is_written()},
                {"pv", line_text(position, result.line)}});
}

void print_as_text(const Position& position, const proof::ProofResult& result) {
    print_line(fmt::format("{}  {}", to_fen(position), verdict_text(position, result.value)));
    std::size_t records = 0;
    for (const proof::ShownAnswer& shown : result.shown) records += shown.records.size();
    std::string proof;
    if (result.value != WdlRange{})
        proof = result.is_written() ? fmt::format("; {} positions in the proof", records)
                                    : "; its proof is not written out (--certificate)";
    print_line(fmt::format("{} nodes, {} probes, {}{}",
                           amount_text(static_cast<double>(result.nodes)),
                           amount_text(static_cast<double>(result.probes)),
                           duration_text(result.seconds),
                           proof));
}

proof::ProverOptions prover_options(const ProveOptions& options) {
    proof::ProverOptions prover;
    prover.set_memory(static_cast<std::size_t>(options.megabytes) << 20);
    prover.database_pieces = static_cast<int>(options.pieces);
    prover.df_pn.threads = static_cast<int>(options.threads);
    return prover;
}

const char* stage_text(proof::ProofStage stage) {
    switch (stage) {
        case proof::ProofStage::AlphaBeta:
            return "alpha-beta looks for a win";
        case proof::ProofStage::Showing:
            return "the win is shown";
        case proof::ProofStage::Safety:
            return "alpha-beta looks for a defence";
        case proof::ProofStage::Tables:
            return "tables on the spot";
        case proof::ProofStage::Hunt:
            return "alpha-beta and tables";
        case proof::ProofStage::DfPn:
            return "df-pn";
    }
    return "";
}

void show_progress(TerminalProgress& progress,
                   const proof::ProofLimits& limits,
                   const proof::ProofProgress& state) {
    std::string stage =
        fmt::format("does {} win? {}", name(state.attacker), stage_text(state.stage));
    if (state.root)
        stage += fmt::format(", proof {}, disproof {}", state.root->proof, state.root->disproof);
    stage += fmt::format(", table {:.0f} %, {} probes",
                         100 * state.fill,
                         amount_text(static_cast<double>(state.probes)));
    if (limits.seconds)
        stage += fmt::format(", at most {} left",
                             duration_text(std::max(0.0, *limits.seconds - state.seconds)));
    progress.update({stage, static_cast<double>(state.nodes), 0, "nodes"});
}

proof::ProofLimits limits_of(const ProveOptions& options, double usual_seconds) {
    proof::ProofLimits limits;
    limits.seconds = seconds_from("--time", options.time);
    if (options.nodes > 0) limits.nodes = static_cast<std::uint64_t>(options.nodes);
    if (!limits.seconds && !limits.nodes) limits.seconds = usual_seconds;
    return limits;
}

// False: there was no time to write it all down.
bool write_certificate(const proof::Prover& prover,
                       const Position& position,
                       const proof::ProofResult& result,
                       const std::string& file) {
    const WdlRange written = result.written_value(position.side);
    if (written != WdlRange{}) {
        const auto bytes = prover.certificate(position, result);
        write_file_atomically(file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    }
    if (result.value == WdlRange{}) {
        fmt::print(stderr, "deepwell: {}: not written, for nothing is proven\n", file);
        return false;
    }
    if (written == result.value) return true;
    const std::string state =
        written == WdlRange{} ? "not written." : "holds a part: " + verdict_text(position, written);
    fmt::print(stderr,
               "deepwell: {}: {} The proof is too long for the time or the memory; give more with "
               "--time and --memory\n",
               file,
               state);
    return false;
}

ExitCode prove_positions(proof::Prover& prover, const ProveOptions& options) {
    if (!options.games.empty() || !options.output.empty() || options.append)
        throw BadInput("--game, --output and --append are for files of games");
    if (!options.certificate.empty() && options.what == "-")
        throw BadInput("--certificate is for one position");
    if (!options.certificate.empty()) require_writable(options.certificate);
    const Interrupt interrupt;
    proof::ProofLimits limits = limits_of(options, ProofSeconds);
    limits.stop = interrupt.token();
    limits.wants_records = !options.certificate.empty();
    bool all_proven = true;
    std::size_t count = 0;
    const ExitCode read =
        for_each_position(options.what, options.json, [&](const Position& position) {
            if (interrupt.happened()) return;
            ++count;
            proof::ProofResult result;
            {
                TerminalProgress progress;
                limits.observer = [&](const auto& state) {
                    show_progress(progress, limits, state);
                };
                prover.clear();
                result = prover.prove(position, limits);
            }
            all_proven &= result.value.is_exact();
            // Cut off in a batch: it has not had its time, so it is not told like the others.
            if (interrupt.happened() && options.what == "-" && !result.value.is_exact()) return;
            options.json ? print_as_json(position, result) : print_as_text(position, result);
            flush_output();  // the next one may take a minute
            if (!options.certificate.empty())
                all_proven &= write_certificate(prover, position, result, options.certificate);
        });
    if (read != ExitCode::Done) return read;
    if (interrupt.happened())
        throw Interrupted(
            options.what == "-"
                ? fmt::format("stopped at position {}; those before it are done, go on with the "
                              "lines from there on",
                              count)
                : "stopped; more --time goes further, every proof begins anew");
    return all_proven ? ExitCode::Done : ExitCode::No;
}

// Without --game, --output and --append.
std::string games_command(const ProveOptions& options) {
    const ProveOptions usual;
    std::string text = fmt::format("{} prove {}", program_name(), quoted(options.what));
    const auto add = [&](const char* name, std::int64_t value, std::int64_t usual_value) {
        if (value != usual_value) text += fmt::format(" {} {}", name, value);
    };
    if (!options.time.empty()) text += " --time " + quoted(options.time);
    add("--nodes", options.nodes, usual.nodes);
    add("--threads", options.threads, usual.threads);
    add("--memory", options.megabytes, usual.megabytes);
    add("--pieces", options.pieces, usual.pieces);
    if (!options.data.empty()) text += " --data " + quoted(options.data);
    return text + (options.json ? " --json" : "");
}

ExitCode prove(const ProveOptions& options) {
    const auto most = static_cast<std::int64_t>(memory_of_machine() >> 20);
    if (options.megabytes > most)
        throw BadInput(
            fmt::format("--memory {}: this machine has {} MB in all", options.megabytes, most));
    const auto evaluator = default_evaluator();
    const egdb::Database database(database_directory(options.data),
                                  {.max_pieces = static_cast<int>(options.pieces)});
    if (database.complete_pieces() == 0 && options.pieces > 0)
        fmt::print(stderr,
                   "deepwell: no databases in {}; proving with the rules alone ({} egdb build "
                   "--pieces 6 makes them)\n",
                   database_directory(options.data).string(),
                   program_name());
    tell_of_gap(database);
    proof::Prover prover(*evaluator, &database, prover_options(options));
    if (!is_games(options.what)) return prove_positions(prover, options);
    if (!options.certificate.empty()) throw BadInput("--certificate is for one position");
    return prove_games(prover,
                       {.file = options.what,
                        .games = options.games,
                        .output = options.output,
                        .append = options.append,
                        .limits = limits_of(options, GamePositionSeconds),
                        .json = options.json,
                        .command = games_command(options)});
}

}  // namespace

void add_prove(CommandLine& line) {
    auto options = std::make_shared<ProveOptions>();
    line.add("prove", "Prove what a position, or each one of a game, is worth")
        .argument(
            "FEN|FILE", options->what, "a position, 'start', - for one FEN per line, or a PDN file")
        .option("--time",
                options->time,
                "seconds for a position; without --nodes 60, or 1 for each one of a game")
        .option("--nodes",
                options->nodes,
                0,
                std::int64_t{1} << 60,
                "nodes for a position; 0: as many as the time allows")
        .option("--threads", options->threads, 1, 256, "threads")
        .option("--memory",
                options->megabytes,
                1,
                1 << 20,
                "MB for the tables, and as much again for a proof")
        .option("--pieces", options->pieces, 0, AllPieces, "databases with at most so many pieces")
        .option("--data", options->data, "data directory")
        .option("--certificate", options->certificate, "write the proof to this file")
        .option("--game", options->games, "of a file: a number or a range, 7 or 3-9 or 3-")
        .option("--output,-o", options->output, "write the games with what is certain here")
        .flag("--append", options->append, "behind the games that the output holds")
        .flag("--json", options->json, "one JSON object per position or game")
        .example("deepwell prove W:WK18,K19,K20:BK1,K2 --certificate win.proof")
        .run([options] { return prove(*options); });
}

}  // namespace deepwell::cli
