// tune: games of the search against itself, and weights learned from them.

#include <fmt/format.h>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

#include "base/files.h"
#include "base/interrupt.h"
#include "base/stopwatch.h"
#include "base/terminal_progress.h"
#include "cli/commands.h"
#include "cli/databases.h"
#include "cli/tune_commands.h"
#include "cli/version.h"
#include "egdb/database.h"
#include "eval/evaluators.h"
#include "eval/network.h"
#include "tune/ending_trainer.h"
#include "tune/network_trainer.h"
#include "tune/self_play.h"

namespace deepwell::cli {

namespace {

struct TuneOptions {
    std::string file;
    std::vector<std::string> files;
    std::string data;
    std::string weights_file;
    std::string output;
    std::string openings = "mixed";
    std::int64_t games = 10'000;
    std::int64_t nodes = 2'000;
    std::int64_t whim = 8;
    std::int64_t seed = 1;
    std::int64_t epochs = 10;
    std::int64_t score_percent = 0;
    std::int64_t score_scale = 38;
    std::int64_t rate = 2'000;
    std::string from;
    bool endings = false;
    std::int64_t every = 30;
    std::string judge;
    std::int64_t judge_nodes = 500;
    std::int64_t truth_percent = 75;
    std::int64_t ending_epochs = 4;
    std::int64_t threads = std::max(1U, std::thread::hardware_concurrency());
};

tune::GameBeginnings beginnings_named(const std::string& name) {
    if (name == "11-man") return tune::GameBeginnings::ElevenMan;
    if (name == "random") return tune::GameBeginnings::Random;
    if (name == "endings") return tune::GameBeginnings::Endings;
    if (name == "strays") return tune::GameBeginnings::Strays;
    return name == "three-move" ? tune::GameBeginnings::ThreeMove : tune::GameBeginnings::Mixed;
}

ExitCode self_play(const TuneOptions& options) {
    tune::SelfPlayOptions play;
    play.file = options.file;
    play.games = static_cast<std::uint64_t>(options.games);
    play.nodes = static_cast<std::uint64_t>(options.nodes);
    play.beginnings = beginnings_named(options.openings);
    play.most_whim = static_cast<int>(options.whim);
    play.seed = static_cast<std::uint64_t>(options.seed);
    play.threads = static_cast<int>(options.threads);
    const auto evaluator = evaluator_named(options.weights_file);
    if (!evaluator) throw BadInput(printable(evaluator.error()));
    const egdb::Database database(database_directory(options.data));
    tell_of_gap(database);
    std::optional<egdb::Database> judge;
    if (options.endings) {
        play.endings = {static_cast<std::uint64_t>(options.every),
                        static_cast<std::uint64_t>(options.judge_nodes)};
        if (!options.judge.empty()) {
            judge.emplace(database_directory(options.judge, "--judge"));
            tell_of_gap(*judge);
            if (judge->complete_pieces() == 0)
                throw BadInput(
                    fmt::format("--judge: {} has no endgame databases", printable(options.judge)));
        }
        play.judge = judge ? &*judge : &database;
    } else if (const TuneOptions usual; !options.judge.empty() || options.every != usual.every ||
                                        options.judge_nodes != usual.judge_nodes) {
        throw BadInput("--judge, --judge-nodes and --every are for --endings");
    }
    const Interrupt interrupt;
    const Stopwatch watch;
    tune::SelfPlayReport report;
    {
        TerminalProgress progress;
        report = tune::play_games(play, **evaluator, &database, interrupt.token(), progress);
    }
    print_line(fmt::format("{}: {} samples, {} of them now; {}, {:.0f} samples/s",
                           options.file,
                           report.samples,
                           report.samples_now,
                           duration_text(watch.seconds()),
                           static_cast<double>(report.samples_now) / watch.seconds()));
    if (!report.finished)
        throw Interrupted("stopped; finished games are kept, go on with the same command");
    return ExitCode::Done;
}

// nullptr: none, from scratch.
std::shared_ptr<const Network> network_to_go_on_with(const std::string& file) {
    if (file.empty()) return nullptr;
    const Result<std::string> bytes = read_file(file);
    if (!bytes) throw BadInput(bytes.error());
    const auto network = parse_network(*bytes);
    if (!network) throw BadInput(fmt::format("{}: {}", file, network.error()));
    return *network;
}

std::vector<tune::SampleBatch> samples_of(const TuneOptions& options, tune::SampleKind kind) {
    if (options.output.empty()) throw BadInput("--output FILE says where the network is to go");
    std::vector<tune::SampleBatch> batches;
    for (const std::string& file : options.files)
        for (auto& batch : tune::read_samples(file, kind)) batches.push_back(std::move(batch));
    return batches;
}

// Prints what is known after each epoch, and remembers how many there were.
class EpochTeller {
public:
    explicit EpochTeller(int epochs) : epochs_(epochs) {}

    void operator()(const tune::TrainState& state) {
        done_ = state.epoch;
        print_line(fmt::format("epoch {} of {}: loss {:.5f}, on held-out games {:.5f}",
                               state.epoch,
                               epochs_,
                               state.loss_learned,
                               state.loss_held_out));
    }

    void throw_if_nothing_is_learned() const {
        if (done_ == 0) throw Interrupted("stopped before the first epoch; nothing is written");
    }
    void throw_if_stopped() const {
        if (done_ < epochs_)
            throw Interrupted(fmt::format("stopped; the network is that of epoch {}", done_));
    }

private:
    int epochs_;
    int done_ = 0;
};

ExitCode learn_endings(const TuneOptions& options) {
    if (!default_ending_network()) throw BadInput("this board has no network of endings");
    tune::EndingTrainOptions train;
    train.epochs = static_cast<int>(options.ending_epochs);
    train.seed = static_cast<std::uint64_t>(options.seed);
    train.learning_rate = static_cast<double>(options.rate) / 1e6;
    train.truth_share = static_cast<double>(options.truth_percent) / 100;
    train.teacher = options.from.empty() ? default_network() : network_to_go_on_with(options.from);
    const std::vector<tune::SampleBatch> batches = samples_of(options, tune::SampleKind::Endings);
    const Interrupt interrupt;
    EpochTeller teller(train.epochs);
    const auto result = tune::train_endings(batches, train, interrupt.token(), std::ref(teller));
    teller.throw_if_nothing_is_learned();
    write_file_atomically(options.output, to_bytes(*result.network));
    print_line(
        fmt::format("{}: learned from {} endings, loss against the truth {:.5f} as stored, "
                    "{:.5f} of the teacher",
                    options.output,
                    result.samples,
                    result.loss,
                    result.loss_of_teacher));
    teller.throw_if_stopped();
    return ExitCode::Done;
}

ExitCode learn_network(const TuneOptions& options) {
    const std::vector<tune::SampleBatch> batches = samples_of(options, tune::SampleKind::Games);
    tune::TrainOptions train;
    train.epochs = static_cast<int>(options.epochs);
    train.seed = static_cast<std::uint64_t>(options.seed);
    train.score_share = static_cast<double>(options.score_percent) / 100;
    train.score_scale = static_cast<double>(options.score_scale);
    train.learning_rate = static_cast<double>(options.rate) / 1e6;
    train.from = network_to_go_on_with(options.from);
    const Interrupt interrupt;
    EpochTeller teller(train.epochs);
    const auto result = tune::train_network(batches, train, interrupt.token(), std::ref(teller));
    teller.throw_if_nothing_is_learned();
    write_file_atomically(options.output, to_bytes(*result.network));
    print_line(fmt::format("{}: learned from {} positions, loss {:.5f} as stored",
                           options.output,
                           result.positions,
                           result.loss_in_integers));
    teller.throw_if_stopped();
    return ExitCode::Done;
}

using SharedOptions = std::shared_ptr<TuneOptions>;

void add_self_play(Command& tune, const SharedOptions& options) {
    Command play =
        tune.subcommand("selfplay", "Play games against itself and keep their positions");
    play.argument("FILE", options->file, "File of samples; goes on with it if it exists")
        .option("--games", options->games, 1, 1'000'000'000, "How many games the file is to hold")
        .option("--nodes", options->nodes, 1, 1'000'000'000, "Nodes a move")
        .choice(
            "--openings",
            options->openings,
            {"mixed", "three-move", "11-man", "random", "endings", "strays"},
            "Three-move openings or 11-man ballots and up to 6 random plies, 4 to 12 random "
            "plies, all three in turn, pieces on random squares, or a random move anywhere in a "
            "game")
        .option("--seed", options->seed, 0, 1'000'000'000, "Another number, other games")
        .option("--whim",
                options->whim,
                0,
                1'000,
                "Points at most by which a move is preferred for no reason, so that games differ")
        .option("--threads", options->threads, 1, 1024, "Games at once")
        .option("--weights",
                options->weights_file,
                "What judges: a file of weights or of a network, or chinook; not given: built in")
        .option("--data", options->data, "Data directory")
        .flag("--endings",
              options->endings,
              "Keep endings of 7 and 8 pieces that the searches meet, for 'tune endings'")
        .option("--every", options->every, 1, 1'000'000, "endings: one in so many is kept")
        .option("--judge",
                options->judge,
                "endings: data directory with larger databases, which judge them")
        .option("--judge-nodes",
                options->judge_nodes,
                1,
                1'000'000'000,
                "endings: nodes for what the databases do not hold")
        .example("deepwell tune selfplay games.samples --games 20000 --nodes 2000");
    play.run([options] { return self_play(*options); });
}

// What all networks are trained with.
void add_training(Command& command, const SharedOptions& options, std::int64_t& epochs) {
    command.option("--output", options->output, "Write the network here")
        .option("--epochs", epochs, 1, 1000, "How often each sample is seen")
        .option("--rate",
                options->rate,
                1,
                100'000,
                "Learning rate in millionths, at first; it falls to a fiftieth of it")
        .option("--seed", options->seed, 0, 1'000'000'000, "Another number, another network");
}

void add_learn(Command& tune, const SharedOptions& options) {
    Command learn = tune.subcommand("learn", "Train the network on samples");
    learn.argument("FILES", options->files, "Files of samples");
    add_training(learn, options, options->epochs);
    learn
        .option("--score-percent",
                options->score_percent,
                0,
                100,
                "How much of the target is the search's score")
        .option("--score-scale",
                options->score_scale,
                1,
                10'000,
                "Points that mean 73 of 100, of the search's score and of the network")
        .option("--from", options->from, "Go on with this network; not given: from scratch")
        .example("deepwell tune learn games.samples --output network.bin");
    learn.run([options] { return learn_network(*options); });
}

void add_endings(Command& tune, const SharedOptions& options) {
    Command endings = tune.subcommand("endings", "Train the network of endings on samples");
    endings.argument("FILES", options->files, "Files of samples from 'tune selfplay --endings'");
    add_training(endings, options, options->ending_epochs);
    endings
        .option("--truth-percent",
                options->truth_percent,
                0,
                100,
                "How much of the target is the truth, the rest being what --from says")
        .option("--from", options->from, "The network that teaches; not given: built in")
        .example("deepwell tune endings endings.samples --output endings.bin");
    endings.run([options] { return learn_endings(*options); });
}

}  // namespace

void add_tune(CommandLine& line) {
    const auto options = std::make_shared<TuneOptions>();
    Command tune = line.add("tune", "Learn the weights of the evaluation from games");
    add_self_play(tune, options);
    add_learn(tune, options);
    add_endings(tune, options);
    add_tune_weights(tune);
}

}  // namespace deepwell::cli
