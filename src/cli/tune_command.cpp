// tune: games of the search against itself, and weights learned from them.

#include <fmt/format.h>
#include <memory>
#include <thread>

#include "base/files.h"
#include "base/interrupt.h"
#include "base/terminal_progress.h"
#include "cli/commands.h"
#include "cli/egdb_options.h"
#include "cli/version.h"
#include "cli/weights_file.h"
#include "egdb/database.h"
#include "eval/chinook.h"
#include "tune/self_play.h"
#include "tune/weight_fit.h"

namespace deepwell::cli {

namespace {

struct TuneOptions {
    std::string file;
    std::string data;
    std::string weights_file;
    std::string output;
    std::int64_t games = 10'000;
    std::int64_t nodes = 2'000;
    std::int64_t seed = 1;
    std::int64_t threads = std::max(1U, std::thread::hardware_concurrency());
};

ExitCode self_play(const TuneOptions& options) {
    tune::SelfPlayOptions play;
    play.file = options.file;
    play.games = static_cast<std::uint64_t>(options.games);
    play.nodes = static_cast<std::uint64_t>(options.nodes);
    play.seed = static_cast<std::uint64_t>(options.seed);
    play.threads = static_cast<int>(options.threads);
    const ChinookEvaluator evaluator(weights_from(options.weights_file));
    const egdb::Database database(egdb_directory(options.data));
    const Interrupt interrupt;
    tune::SelfPlayReport report;
    {
        TerminalProgress progress;
        report = tune::play_games(play, evaluator, &database, interrupt.token(), progress);
    }
    print_line(fmt::format("{}: {} samples", options.file, report.samples));
    if (!report.finished)
        throw Interrupted("stopped; finished games are kept, go on with the same command");
    return ExitCode::Done;
}

std::string text_of(const Weights& weights) {
    std::string text =
        "# How many points each heuristic is worth, by phase of the game; a man is about 100.\n"
        "#                    pieces on the board\n"
        "# heuristic          20-24 14-19 10-13   0-9\n";
    for (const Heuristic h : Heuristics) {
        text += fmt::format("{:<20}", name_of(h));
        for (const HeuristicNumbers& phase : weights.phases)
            text += fmt::format(" {:>5}", phase[h]);
        text += '\n';
    }
    return text;
}

ExitCode learn_weights(const TuneOptions& options) {
    const auto fit =
        tune::fit_weights(tune::read_samples(options.file), weights_from(options.weights_file));
    for (std::size_t i = 0; i < PhaseCount; ++i)
        print_line(
            fmt::format("phase {}: {} samples, loss on held-out games {:.5f} before, {:.5f} after",
                        i + 1,
                        fit.phases[i].samples,
                        fit.phases[i].loss_before,
                        fit.phases[i].loss_after));
    const std::string text = text_of(fit.weights);
    if (options.output.empty())
        print_line(text);
    else
        write_file_atomically(options.output, text);
    return ExitCode::Done;
}

}  // namespace

void add_tune(CommandLine& line) {
    auto options = std::make_shared<TuneOptions>();
    Command tune = line.add("tune", "Learn the weights of the evaluation from games");
    Command play =
        tune.subcommand("selfplay", "Play games against itself and keep their positions");
    play.argument("FILE", options->file, "File of samples; goes on with it if it exists")
        .option("--games", options->games, 1, 1'000'000'000, "How many games the file is to hold")
        .option("--nodes", options->nodes, 1, 1'000'000'000, "Nodes a move")
        .option("--seed", options->seed, 0, 1'000'000'000, "Another number, other games")
        .option("--threads", options->threads, 1, 1024, "Games at once")
        .option(
            "--weights", options->weights_file, "Weights to play with instead of the built-in ones")
        .option("--data", options->data, "Data directory")
        .example("deepwell tune selfplay games.samples --games 20000 --nodes 2000");
    play.run([options] { return self_play(*options); });
    Command weights =
        tune.subcommand("weights", "Weights of Chinook's heuristics by logistic regression");
    weights.argument("FILE", options->file, "File of samples")
        .option("--weights",
                options->weights_file,
                "Weights to compare with, instead of the built-in ones")
        .option("--output", options->output, "Write the weights here instead of printing them")
        .example("deepwell tune weights games.samples --output weights.txt");
    weights.run([options] { return learn_weights(*options); });
}

}  // namespace deepwell::cli
