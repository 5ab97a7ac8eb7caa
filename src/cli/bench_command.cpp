// bench: the speeds that docs/bench.md records, measured on this machine.

#include <fmt/format.h>
#include <memory>
#include <vector>

#include "base/random.h"
#include "base/stopwatch.h"
#include "board/movegen.h"
#include "board/perft.h"
#include "cli/bench_egdb.h"
#include "cli/bench_problems.h"
#include "cli/bench_prove.h"
#include "cli/bench_search.h"
#include "cli/commands.h"

namespace deepwell::cli {

namespace {

struct BenchOptions {
    std::string topic = "search";
    std::int64_t pieces = 5;
    std::int64_t depth = 13;
    std::int64_t threads = 1;
    std::string without;
    std::string file;
    std::string data;
    std::int64_t milliseconds = 1000;
    std::int64_t most_pieces = 12;
    std::string certificates;
    bool json = false;
};

void print_speed(const BenchOptions& options, const std::string& what, double per_second) {
    if (options.json) return print_json({{"bench", what}, {"per_second", per_second}});
    print_line(fmt::format("{:<44} {:>8.1f} million/s", what, per_second / 1e6));
}

// The best of three, for the machine may be shared.
template <class Work>
double best_rate(const Work& work) {
    double best = 0;
    for (int i = 0; i < 3; ++i) {
        const Stopwatch watch;
        const double amount = work();
        best = std::max(best, amount / watch.seconds());
    }
    return best;
}

void bench_perft(const BenchOptions& options, Kernel kernel, int threads) {
    constexpr int Depth = BoardSize == 8 ? 11 : 14;
    PerftOptions perft_options;
    perft_options.kernel = kernel;
    perft_options.threads = threads;
    NoProgress progress;
    const double rate = best_rate([&] {
        return static_cast<double>(
            perft(Position::start(), Depth, perft_options, {}, progress).value_or(0));
    });
    print_speed(options,
                fmt::format("perft {} leaves, {}, {} thread(s)", Depth, name_of(kernel), threads),
                rate);
}

// Positions of random games, from the start to the end.
std::vector<Position> sample_positions(std::size_t wanted) {
    Random random(1);
    std::vector<Position> sample;
    Position position = Position::start();
    for (int ply = 0; sample.size() < wanted; ++ply) {
        const MoveList moves = legal_moves(position);
        if (moves.empty() || ply > 150) {
            position = Position::start();
            ply = 0;
            continue;
        }
        sample.push_back(position);
        position = play(position, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    return sample;
}

void bench_lists(const BenchOptions& options) {
    const auto sample = sample_positions(4096);
    const double rate = best_rate([&] {
        std::size_t moves = 0;
        for (int repeat = 0; repeat < 500; ++repeat)
            for (const Position& position : sample) moves += legal_moves(position).size();
        return static_cast<double>(moves);
    });
    print_speed(options, "moves written to lists, random games", rate);
}

void bench_movegen(const BenchOptions& options) {
    const Kernel best = best_kernel();
    bench_perft(options, best, 1);
    bench_perft(options, best, 2);
    if (best != Kernel::Portable) bench_perft(options, Kernel::Portable, 1);
    bench_lists(options);
}

void bench(const BenchOptions& options) {
    const int threads = static_cast<int>(options.threads);
    const bool needs_file = options.topic == "problems" || options.topic == "prove";
    if (needs_file && options.file.empty()) throw BadInput("which problems?  give --file FILE");
    if (options.topic == "movegen") return bench_movegen(options);
    if (options.topic == "egdb") return bench_egdb(static_cast<int>(options.pieces), options.json);
    if (options.topic == "problems")
        return bench_problems({.file = options.file,
                               .data = options.data,
                               .milliseconds = static_cast<int>(options.milliseconds),
                               .threads = threads,
                               .without = options.without,
                               .json = options.json});
    if (options.topic == "prove")
        return bench_prove({.file = options.file,
                            .data = options.data,
                            .certificates = options.certificates,
                            .milliseconds = static_cast<int>(options.milliseconds),
                            .threads = threads,
                            .most_pieces = static_cast<int>(options.most_pieces),
                            .json = options.json});
    bench_search({.depth = static_cast<int>(options.depth),
                  .threads = threads,
                  .without = options.without,
                  .json = options.json});
}

}  // namespace

void add_bench(CommandLine& line) {
    auto options = std::make_shared<BenchOptions>();
    line.add("bench", "Measure speeds on this machine")
        .optional_choice("TOPIC",
                         options->topic,
                         {"search", "movegen", "egdb", "problems", "prove"},
                         "what to measure")
        .option("--pieces", options->pieces, 2, 6, "egdb: most pieces on the board")
        .option("--depth", options->depth, 1, 40, "search: plies")
        .option("--threads", options->threads, 1, 256, "search, problems, prove: threads")
        .option("--without",
                options->without,
                "search, problems: techniques to switch off; search: all for each in turn")
        .option(
            "--file", options->file, "problems, prove: the collection, lines NAME,\"FEN\",RESULT")
        .option("--milliseconds",
                options->milliseconds,
                1,
                86'400'000,
                "problems, prove: time for each")
        .option("--data", options->data, "problems, prove: data directory")
        .option("--most-pieces", options->most_pieces, 2, 24, "prove: leaves out larger problems")
        .option("--certificates",
                options->certificates,
                "prove: a folder for proofs of what is stated differently")
        .flag("--json", options->json, "one JSON object per measurement")
        .example("deepwell bench")
        .example("deepwell bench movegen")
        .example("deepwell bench egdb")
        .example("deepwell bench search --without lmr")
        .run([options] {
            bench(*options);
            return ExitCode::Done;
        });
}

}  // namespace deepwell::cli
