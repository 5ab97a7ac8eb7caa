// tune weights: weights of Chinook's heuristics from samples or from games of others.

#include <fmt/format.h>
#include <memory>

#include "base/files.h"
#include "base/interrupt.h"
#include "base/terminal_progress.h"
#include "cli/command.h"
#include "cli/databases.h"
#include "cli/pdn_files.h"
#include "cli/tune_commands.h"
#include "cli/version.h"
#include "cli/weights_file.h"
#include "eval/chinook.h"
#include "eval/evaluators.h"
#include "tune/move_fit.h"
#include "tune/tune_report.h"
#include "tune/weight_fit.h"

namespace deepwell::cli {

namespace {

constexpr int FirstPly = 6;
constexpr int HeldOut = 10;  // games in 100
constexpr std::size_t MostMatched = 4000;
constexpr std::array<int, 4> MatchDepths{1, 3, 5, 7};
constexpr const char* NothingWritten = "stopped; nothing was written";

struct WeightsRun {
    std::string samples, pdn, data, weights, output, report, match_result;
    std::string reading = "standard";
    std::string method = "results";
    std::string label = "result";
    std::int64_t games = 1'000'000'000;
    std::int64_t nodes = 2'000;
    std::int64_t score_percent = 0;
};

std::string weights_text(const Weights& weights) {
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

std::vector<tune::RecordedGame> games_of(const WeightsRun& run) {
    if (run.pdn.empty()) return {};
    std::vector<tune::RecordedGame> games;
    const ResultReading reading = reading_named(run.reading);
    for_each_game(std::span(&run.pdn, 1), [&](const PdnGame& game) {
        if (game.main.moves.empty() || std::cmp_greater_equal(games.size(), run.games)) return;
        games.push_back(
            {main_game(game), outcome_of(game.result, reading).value_or(Outcome::Open)});
    });
    if (games.empty()) throw BadInput(fmt::format("there are no games in {}", run.pdn));
    state_reading(run.reading);
    return games;
}

tune::Label label_named(const std::string& name) {
    if (name == "search") return tune::Label::Search;
    return name == "database" ? tune::Label::Database : tune::Label::Result;
}

std::vector<tune::SampleBatch> samples_for(const WeightsRun& run,
                                           const std::vector<tune::RecordedGame>& games,
                                           const std::stop_token& stop,
                                           Progress& progress) {
    if (!run.samples.empty()) return tune::read_samples(run.samples);
    const egdb::Database database(database_directory(run.data));
    return tune::samples_of(games,
                            {.label = label_named(run.label),
                             .nodes = static_cast<std::uint64_t>(run.nodes),
                             .first_ply = FirstPly},
                            *default_evaluator(),
                            &database,
                            stop,
                            progress);
}

tune::FittedWeights fitted(const WeightsRun& run,
                           const std::vector<tune::RecordedGame>& games,
                           const Weights& before,
                           const Interrupt& interrupt) {
    TerminalProgress progress;
    if (run.method == "moves") {
        if (games.empty()) throw BadInput("--method moves needs games: --pdn FILE");
        const auto fit = tune::fit_to_moves(tune::master_moves_of(games, FirstPly),
                                            before,
                                            {.held_out_in_100 = HeldOut},
                                            interrupt.token(),
                                            progress);
        if (!fit) throw Interrupted(NothingWritten);
        return *fit;
    }
    const auto samples = samples_for(run, games, interrupt.token(), progress);
    if (interrupt.happened()) throw Interrupted(NothingWritten);
    return tune::fit_weights(
        samples,
        before,
        {.held_out_in_100 = HeldOut, .score_share = static_cast<double>(run.score_percent) / 100});
}

// Some of the held-out moves, evenly taken, before and after.
void add_match_rates(tune::TuneReport& report, const std::vector<tune::RecordedGame>& games) {
    const auto all = tune::held_out(tune::master_moves_of(games, FirstPly), HeldOut);
    std::vector<tune::MasterMove> moves;
    const std::size_t step = all.size() / MostMatched + 1;
    for (std::size_t i = 0; i < all.size(); i += step) moves.push_back(all[i]);
    report.matched_moves = moves.size();
    const ChinookEvaluator before(report.before);
    const ChinookEvaluator after(report.fit.weights);
    for (const int depth : MatchDepths)
        report.rates.push_back(
            {depth, tune::match_rate(moves, before, depth), tune::match_rate(moves, after, depth)});
}

std::optional<tune::MatchOutcome> match_outcome(const std::string& file) {
    if (file.empty()) return std::nullopt;
    const Result<std::string> text = read_file(file);
    if (!text) throw BadInput(text.error());
    try {
        const Json json = Json::parse(*text);
        tune::MatchOutcome match;
        match.games = json.at("games").get<std::uint64_t>();
        match.elo = json.at("elo").get<double>();
        match.low = json.at("elo_low").get<double>();
        match.high = json.at("elo_high").get<double>();
        if (json.contains("sprt")) match.accepted = json["sprt"].at("accepted").get<std::string>();
        return match;
    } catch (const Json::exception&) {
        throw BadInput(file + ": not what match --json prints at its end");
    }
}

std::string match_command(const WeightsRun& run) {
    return fmt::format(
        "{} match \"name=new deepwell weights={}\" \"name=old deepwell weights={}\" --nodes "
        "5000 --openings 11-man --sprt 0,10 --json > match.json",
        program_name(),
        run.output.empty() ? "NEW" : run.output,
        run.weights.empty() ? "chinook" : run.weights);
}

tune::TuneReport report_on(const WeightsRun& run,
                           const std::vector<tune::RecordedGame>& games,
                           const Weights& before,
                           const tune::FittedWeights& fit,
                           const std::optional<tune::MatchOutcome>& match) {
    tune::TuneReport report;
    const bool by_moves = run.method == "moves";
    report.method = by_moves ? "Least squares towards the moves of the games: the leaf behind the "
                               "move that was played should be ahead of those behind the others, "
                               "with a pull towards the old weights."
                             : "Logistic regression on what came of each position, with a ridge.";
    report.data = run.samples.empty() || by_moves
                      ? fmt::format("{} games of {}{}.",
                                    games.size(),
                                    run.pdn,
                                    by_moves ? "" : fmt::format(", labelled by {}", run.label))
                      : fmt::format("Samples of {}.", run.samples);
    report.data += fmt::format(" {} games in 100 are held out, as wholes.", HeldOut);
    report.loss_name =
        by_moves ? "Mean square of what is missing, in units of what is wanted, at the best scale."
                 : "Mean cross entropy in nats; the old weights at the scale that suits them best.";
    report.before = before;
    report.fit = fit;
    report.match_command = match_command(run);
    report.match = match;
    if (!games.empty()) add_match_rates(report, games);
    return report;
}

void print_fit(const tune::TuneReport& report) {
    for (std::size_t i = 0; i < PhaseCount; ++i)
        print_line(
            fmt::format("phase {}: {} samples, loss on held-out games {:.5f} before, {:.5f} after",
                        i + 1,
                        report.fit.phases[i].samples,
                        report.fit.phases[i].loss_before,
                        report.fit.phases[i].loss_after));
    for (const tune::MatchRate& rate : report.rates)
        print_line(fmt::format("{}: plays the move of the game in {:.1f} % before, {:.1f} % after",
                               tune::plies_text(rate.depth),
                               100 * rate.before,
                               100 * rate.after));
    print_line(tune::verdict_text(report));
    print_line(report.match_command);
}

ExitCode tune_weights(const WeightsRun& run) {
    if (run.samples.empty() && run.pdn.empty())
        throw BadInput("nothing to learn from: name a file of samples, or games with --pdn");
    const Weights before = weights_from(run.weights);
    const auto match = match_outcome(run.match_result);
    const std::vector<tune::RecordedGame> games = games_of(run);
    const Interrupt interrupt;
    const tune::FittedWeights fit = fitted(run, games, before, interrupt);
    const tune::TuneReport report = report_on(run, games, before, fit, match);
    print_fit(report);
    if (!run.report.empty()) write_file_atomically(run.report, tune::to_html(report));
    if (run.output.empty())
        print_line(weights_text(fit.weights));
    else
        write_file_atomically(run.output, weights_text(fit.weights));
    return ExitCode::Done;
}

}  // namespace

void add_tune_weights(Command& tune) {
    auto run = std::make_shared<WeightsRun>();
    Command command =
        tune.subcommand("weights", "Weights of Chinook's heuristics, from samples or from games");
    command.optional_argument("FILE", run->samples, "File of samples")
        .option("--pdn", run->pdn, "Games to learn from instead, and to match moves with")
        .choice("--results",
                run->reading,
                {"standard", "first-player"},
                "1-0 means that White won, or that Black did")
        .choice("--method",
                run->method,
                {"results", "moves"},
                "logistic regression on results, or least squares towards the moves played")
        .choice("--label",
                run->label,
                {"result", "search", "database"},
                "of positions of games: how they ended, a search, or the databases where they know")
        .option("--games", run->games, 1, 1'000'000'000, "So many of the games")
        .option("--nodes", run->nodes, 1, 1'000'000'000, "Nodes of a search that labels")
        .option("--score-percent",
                run->score_percent,
                0,
                100,
                "How much of the target is the search's score")
        .option("--weights", run->weights, "Weights to begin with, instead of the built-in ones")
        .option("--output", run->output, "Write the weights here instead of printing them")
        .option("--report", run->report, "Write a page here: weights, losses, match rates")
        .option("--match-result", run->match_result, "What match --json printed, for the page")
        .option("--data", run->data, "Data directory")
        .example("deepwell tune weights games.samples --output weights.txt --report weights.html")
        .run([run] { return tune_weights(*run); });
}

}  // namespace deepwell::cli
