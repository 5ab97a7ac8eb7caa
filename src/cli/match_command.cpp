// match: two players against each other until we know which is the better one.

#include <fmt/format.h>
#include <memory>

#include "base/checksum.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "book/book_file.h"
#include "book/learning.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/databases.h"
#include "cli/match_table.h"
#include "cli/version.h"
#include "egdb/database.h"
#include "protocol/hub_player.h"
#include "tune/match_file.h"
#include "tune/search_player.h"

namespace deepwell::cli {

namespace {

constexpr std::int64_t DefaultPairs = 100;
constexpr std::int64_t MostPairs = 1'000'000;

struct MatchOptions {
    std::string first;
    std::string second;
    std::string openings = "three-move";
    std::string deck = "all";
    std::int64_t seed = 1;
    std::int64_t games = 0;
    std::int64_t pairs = 0;
    std::string time;
    std::string clock;
    std::string nodes;
    std::string depth;
    std::string margin = "0.05";
    std::int64_t concurrency = 1;
    std::string adjudicate = "on";
    std::int64_t max_plies = 400;
    std::string sprt;
    std::string alpha = "0.05";
    std::string beta = "0.05";
    std::string pdn;
    std::string data;
    bool learn = false;
    bool json = false;
};

template <class T>
T require(Result<T> result) {
    if (!result) throw BadInput(result.error());
    return std::move(result).value();
}

template <class T>
T require(const std::string& option, Result<T> result) {
    if (!result) throw BadInput(fmt::format("{}: {}", option, result.error()));
    return std::move(result).value();
}

tune::Budget budget_of(const MatchOptions& options) {
    tune::Budget budget;
    const auto add = [&](const char* name, const std::string& value) {
        if (!value.empty()) budget = require(tune::with_limit(budget, name, value));
    };
    add("time", options.time);
    add("clock", options.clock);
    add("nodes", options.nodes);
    add("depth", options.depth);
    if (budget.is_empty()) add("time", "0.1");
    return budget;
}

std::optional<tune::Sprt> sprt_of(const MatchOptions& options) {
    const double alpha = require("--alpha", tune::parse_decimal(options.alpha, 0.0001, 0.4999));
    const double beta = require("--beta", tune::parse_decimal(options.beta, 0.0001, 0.4999));
    if (options.sprt.empty()) return std::nullopt;
    const std::size_t comma = options.sprt.find(',');
    if (comma == std::string::npos)
        throw BadInput(fmt::format("--sprt: '{}' is not ELO0,ELO1", options.sprt));
    const auto number = [&](std::string_view text) {
        return require("--sprt", tune::parse_decimal(text, -1000, 1000));
    };
    const tune::Sprt sprt{number(std::string_view(options.sprt).substr(0, comma)),
                          number(std::string_view(options.sprt).substr(comma + 1)),
                          alpha,
                          beta};
    if (sprt.elo0 >= sprt.elo1) throw BadInput("--sprt: the first number must be the smaller one");
    return sprt;
}

std::uint64_t games_of(const MatchOptions& options) {
    if (options.games > 0 && options.pairs > 0)
        throw BadInput("--games and --pairs exclude each other");
    if (options.games > 0) return static_cast<std::uint64_t>(options.games);
    const std::int64_t fallback = options.sprt.empty() ? DefaultPairs : MostPairs;
    return 2 * static_cast<std::uint64_t>(options.pairs > 0 ? options.pairs : fallback);
}

// What decides how games go, as the beginning of a command: two matches with the same settings are
// one.  How many games, how many at once and where things are belong to the rest.
std::string settings_command(const MatchOptions& options) {
    const MatchOptions defaults;
    std::string text = fmt::format("match {} {} --openings {}",
                                   quoted(options.first),
                                   quoted(options.second),
                                   quoted(options.openings));
    const auto add = [&](const char* name, const std::string& value, const std::string& usual) {
        if (value != usual) text += fmt::format(" {} {}", name, quoted(value));
    };
    add("--deck", options.deck, defaults.deck);
    add("--seed", std::to_string(options.seed), "");
    add("--time", options.time, "");
    add("--clock", options.clock, "");
    add("--nodes", options.nodes, "");
    add("--depth", options.depth, "");
    add("--margin", options.margin, defaults.margin);
    add("--adjudicate-egdb", options.adjudicate, defaults.adjudicate);
    add("--max-plies", std::to_string(options.max_plies), std::to_string(defaults.max_plies));
    add("--sprt", options.sprt, "");
    add("--alpha", options.alpha, defaults.alpha);
    add("--beta", options.beta, defaults.beta);
    return text;
}

std::string resume_command(const MatchOptions& options) {
    std::string text = fmt::format("{} {}", program_name(), settings_command(options));
    if (options.games > 0) text += fmt::format(" --games {}", options.games);
    if (options.pairs > 0) text += fmt::format(" --pairs {}", options.pairs);
    if (options.concurrency > 1) text += fmt::format(" --concurrency {}", options.concurrency);
    if (!options.data.empty()) text += " --data " + quoted(options.data);
    if (options.learn) text += " --learn";
    return text + " --pdn " + quoted(options.pdn) + (options.json ? " --json" : "");
}

// A file by its content, for the settings: its name alone does not say what is in it.
std::string content_mark(const std::string& file) {
    const auto text = read_file(file);
    if (!text) return "";
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text->data());
    return fmt::format(", {} {:016x}", file, checksum({bytes, text->size()}));
}

class MatchCommand {
public:
    explicit MatchCommand(const MatchOptions& options)
        : options_(options),
          first_(require(tune::parse_player(options.first))),
          second_(require(tune::parse_player(options.second))),
          total_(games_of(options)),
          margin_(require("--margin", tune::parse_decimal(options.margin, 0, 3600))),
          openings_(require(tune::openings_of(
              options.openings,
              options.deck == "all" ? tune::ThreeMoveDeck::All : tune::ThreeMoveDeck::Crossboard,
              static_cast<std::uint64_t>(options.seed)))) {
        standing_.sprt = sprt_of(options);
        if (first_.name == second_.name) {
            first_.name += " (1)";
            second_.name += " (2)";
        }
        standing_.first = first_.name;
        standing_.second = second_.name;
        open_databases();
    }

    ExitCode run() {
        const tune::MatchPlan plan = plan_of_games();
        if (!options_.pdn.empty())
            file_.emplace(require(tune::MatchFile::open(options_.pdn, title())));
        const std::vector<std::uint64_t> missing = missing_games();
        const Interrupt interrupt;
        if (!missing.empty() && standing_.verdict() == tune::Verdict::Open)
            play(plan, missing, interrupt.token());
        if (options_.json)
            print_json(standing_json(standing_));
        else
            print_line(standing_table(standing_));
        if (interrupt.happened()) throw Interrupted(interrupted_text());
        return ExitCode::Done;
    }

private:
    void open_databases() {
        const bool wanted = options_.adjudicate == "on" ||
                            (first_.is_own() && first_.uses_databases) ||
                            (second_.is_own() && second_.uses_databases);
        if (!wanted) return;
        database_ = std::make_unique<egdb::Database>(database_directory(options_.data));
        tell_of_gap(*database_);
        if (database_->complete_pieces() == 0) database_.reset();
    }

    tune::PlayerFactory players_of(const tune::PlayerSpec& spec, const tune::Budget& budget) const {
        if (spec.is_own()) return require(own_players(spec, budget, database_.get()));
        return require(protocol::hub_players(spec, margin_));
    }

    tune::MatchPlan plan_of_games() const {
        tune::RefereeRules rules;
        const tune::Budget common = budget_of(options_);
        rules.budgets = {first_.budget.is_empty() ? common : first_.budget,
                         second_.budget.is_empty() ? common : second_.budget};
        rules.margin = margin_;
        rules.max_plies = static_cast<int>(options_.max_plies);
        if (options_.adjudicate == "on") rules.adjudicator = database_.get();
        return {*openings_,
                players_of(first_, rules.budgets[0]),
                players_of(second_, rules.budgets[1]),
                rules,
                static_cast<int>(options_.concurrency)};
    }

    tune::MatchTitle title() const {
        std::string settings = fmt::format("{} # databases of {} pieces",
                                           settings_command(options_),
                                           database_ ? database_->complete_pieces() : 0);
        for (const std::string& file : {options_.openings,
                                        first_.weights_file,
                                        second_.weights_file,
                                        first_.book_file,
                                        second_.book_file})
            settings += content_mark(file);
        return {first_.name, second_.name, printable(settings)};
    }

    std::vector<std::uint64_t> missing_games() {
        std::vector<std::uint64_t> missing;
        for (std::uint64_t game = 0; game < total_; ++game) {
            if (file_ && file_->finished().contains(game))
                standing_.add(game, file_->finished().at(game));
            else
                missing.push_back(game);
        }
        return missing;
    }

    void play(const tune::MatchPlan& plan,
              const std::vector<std::uint64_t>& missing,
              const std::stop_token& stop) {
        LiveStanding live(known_total());
        run_match(plan, missing, stop, [&](const tune::MatchGame& game) {
            if (file_) file_->append(game);
            if (options_.learn) learned_.push_back({game.played.game, game.played.outcome});
            standing_.add(game.number, {game.points, game.played.is_forfeit});
            live.update(standing_);
            return standing_.verdict() == tune::Verdict::Open;
        });
        book::learn(book::game_book_path(options_.data), learned_, database_.get());
    }

    // Nothing: the test decides when it ends.
    std::optional<std::uint64_t> known_total() const {
        if (options_.games == 0 && options_.pairs == 0 && standing_.sprt) return std::nullopt;
        return total_;
    }

    std::string interrupted_text() const {
        const auto total = known_total();
        const std::string done = fmt::format("stopped after {}{} games",
                                             standing_.tally.games(),
                                             total ? fmt::format(" of {}", *total) : "");
        if (!file_) return done + "; without --pdn no game is kept";
        return fmt::format("{}; go on with: {}", done, resume_command(options_));
    }

    MatchOptions options_;
    tune::PlayerSpec first_;
    tune::PlayerSpec second_;
    std::uint64_t total_;
    double margin_;
    std::unique_ptr<tune::OpeningSource> openings_;
    std::unique_ptr<egdb::Database> database_;
    std::optional<tune::MatchFile> file_;
    MatchStanding standing_;
    std::vector<book::FinishedGame> learned_;  // of this run
};

void declare_budget(Command& command, MatchOptions& options) {
    command.option("--time", options.time, "seconds a move (0.1 if no limit is given)")
        .option("--clock", options.clock, "for the game: SECONDS+INCREMENT, or as in 5m+3")
        .option("--nodes", options.nodes, "nodes a move")
        .option("--depth", options.depth, "plies a move")
        .option("--margin", options.margin, "seconds that a move may take beyond its time");
}

void declare_test(Command& command, MatchOptions& options) {
    command.option("--sprt", options.sprt, "ELO0,ELO1: stop as soon as one of them is accepted")
        .option("--alpha", options.alpha, "the risk of accepting ELO1 wrongly")
        .option("--beta", options.beta, "the risk of accepting ELO0 wrongly");
}

}  // namespace

void add_match(CommandLine& line) {
    auto options = std::make_shared<MatchOptions>();
    Command command = line.add("match", "Play a match between two players");
    command
        .argument(
            "FIRST",
            options->first,
            "'deepwell KEY=VALUE...' with hash threads weights egdb book with without param name "
            "time clock nodes depth, or 'KEY=VALUE... hub:COMMAND'")
        .argument("SECOND", options->second, "likewise")
        .option("--openings",
                options->openings,
                "three-move, two-move, 11-man, random:PLIES, or a file of FENs or PDN; each is "
                "played twice with colours exchanged")
        .choice("--deck", options->deck, {"all", "crossboard"}, "which three-move openings")
        .option("--seed", options->seed, 0, 1'000'000'000, "draws the order of the openings")
        .option("--games", options->games, 0, 2 * MostPairs, "how many games")
        .option("--pairs",
                options->pairs,
                0,
                MostPairs,
                "how many pairs of games (100 if neither is given, no end with --sprt)");
    declare_budget(command, *options);
    command.option("--concurrency", options->concurrency, 1, 256, "games at the same time")
        .choice("--adjudicate-egdb",
                options->adjudicate,
                {"on", "off"},
                "end games whose value the databases know")
        .option("--max-plies", options->max_plies, 1, 10'000, "then the game is a draw");
    declare_test(command, *options);
    command.option("--pdn", options->pdn, "append the games to this file, and go on from it")
        .option("--data", options->data, "where the databases are")
        .flag("--learn", options->learn, "add the games to the book of games")
        .flag("--json", options->json, "the result as one JSON object")
        .example(
            "deepwell match \"deepwell without=lmr\" deepwell --nodes 5000 --sprt 0,5 --pdn "
            "lmr.pdn")
        .run([options] { return MatchCommand(*options).run(); });
}

}  // namespace deepwell::cli
