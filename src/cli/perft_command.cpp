// perft: counts move sequences.

#include <fmt/format.h>
#include <memory>

#include "base/interrupt.h"
#include "base/stopwatch.h"
#include "base/terminal_progress.h"
#include "board/fen.h"
#include "board/notation.h"
#include "board/perft.h"
#include "cli/commands.h"

namespace deepwell::cli {

namespace {

constexpr std::int64_t MaxDepth = 60;
constexpr std::int64_t MaxThreads = 256;
constexpr std::int64_t MaxTableMegabytes = std::int64_t{1} << 20;

struct PerftArguments {
    std::int64_t depth = 0;
    std::string fen = "start";
    std::string count = "unique";
    std::int64_t threads = 1;
    std::int64_t table_megabytes = 0;
    bool divide = false;
    bool portable = false;
    bool json = false;
};

PerftOptions perft_options(const PerftArguments& options) {
    PerftOptions result;
    result.paths = options.count == "paths" ? JumpPaths::All : JumpPaths::Unique;
    result.threads = static_cast<int>(options.threads);
    result.table_bytes = static_cast<std::size_t>(options.table_megabytes) << 20;
    if (options.portable) result.kernel = Kernel::Portable;
    return result;
}

using Counts = std::vector<std::pair<Move, std::uint64_t>>;

Json to_json(const Position& position, std::int64_t depth, std::uint64_t nodes, double seconds) {
    return {{"depth", depth},
            {"nodes", nodes},
            {"seconds", seconds},
            {"nodes_per_second", seconds > 0 ? static_cast<double>(nodes) / seconds : 0},
            {"fen", to_fen(position)}};
}

void print_counts(const Position& position,
                  const PerftArguments& options,
                  const Counts& counts,
                  std::uint64_t nodes,
                  double seconds) {
    if (options.json) {
        Json json = to_json(position, options.depth, nodes, seconds);
        if (options.divide) json["divide"] = Json::object();
        if (options.divide)
            for (const auto& [move, leaves] : counts)
                json["divide"][to_text(position, move)] = leaves;
        return print_json(json);
    }
    if (options.divide)
        for (const auto& [move, leaves] : counts)
            print_line(fmt::format("{:<12} {}", to_text(position, move), leaves));
    print_line(fmt::format("perft {}: {} leaves, {:.3f} s, {:.1f} million/s",
                           options.depth,
                           nodes,
                           seconds,
                           static_cast<double>(nodes) / std::max(seconds, 1e-9) / 1e6));
}

void count(const Position& position, const PerftArguments& options, const std::stop_token& stop) {
    const Stopwatch watch;
    std::uint64_t nodes = 1;
    Counts counts;
    if (options.depth > 0) {
        TerminalProgress progress;
        auto found = perft_divide(
            position, static_cast<int>(options.depth), perft_options(options), stop, progress);
        if (!found) throw Interrupted("stopped; nothing is kept of an unfinished count");
        counts = std::move(*found);
        nodes = 0;
        for (const auto& [move, leaves] : counts) nodes += leaves;
    }
    print_counts(position, options, counts, nodes, watch.seconds());
}

}  // namespace

void add_perft(CommandLine& line) {
    auto options = std::make_shared<PerftArguments>();
    line.add("perft", "Count the move sequences of a given length")
        .argument("DEPTH", options->depth, 0, MaxDepth, "plies")
        .option("--fen", options->fen, "the position; - for one FEN per line")
        .choice("--count",
                options->count,
                {"unique", "paths"},
                "two jump paths with the same result are one move (unique) or two (paths)")
        .option("--threads", options->threads, 1, MaxThreads, "threads")
        .option("--hash",
                options->table_megabytes,
                0,
                MaxTableMegabytes,
                "table of known counts, in MB; 0: none")
        .flag("--divide", options->divide, "the count of each move")
        .flag("--portable", options->portable, "do not use newer CPU instructions")
        .flag("--json", options->json, "one JSON object per position")
        .example("deepwell perft 12 --threads 2 --divide")
        .run([options] {
            return for_each_position(options->fen, options->json, [&](const Position& position) {
                const Interrupt interrupt;  // only while counting: waiting for input can be killed
                count(position, *options, interrupt.token());
            });
        });
}

}  // namespace deepwell::cli
