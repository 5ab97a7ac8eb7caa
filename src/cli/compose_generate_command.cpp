// compose generate: new problems from the databases or from games.

#include <fmt/format.h>

#include "base/files.h"
#include "base/interrupt.h"
#include "base/terminal_progress.h"
#include "board/fen.h"
#include "board/notation.h"
#include "board/pdn_writer.h"
#include "cli/compose_commands.h"
#include "cli/compose_input.h"
#include "cli/engine_options.h"
#include "cli/game_range.h"
#include "cli/value_text.h"
#include "compose/generate.h"
#include "compose/sheet.h"
#include "compose/solution_pdn.h"

namespace deepwell::cli {

namespace {

using compose::GeneratedProblem;

constexpr double GenerateSeconds = 600;

struct ComposeGenerate {
    ComposeOptions base;
    std::int64_t count = 100;
    std::int64_t least_pieces = 4;
    std::int64_t most_pieces = 6;
    std::int64_t seed = 1;
    std::string games;
    bool allow_duals = false;
};

std::vector<Position> positions_of(const std::string& file) {
    std::vector<Position> positions;
    const PdnFile pdn = read_games(file);
    for (const PdnGame& game : pdn.games) {
        const Game played = main_game(game);
        positions.insert(positions.end(), played.positions().begin(), played.positions().end());
    }
    return positions;
}

compose::GenerateOptions generate_options(const ComposeGenerate& options) {
    compose::GenerateOptions made;
    made.count = static_cast<std::size_t>(options.count);
    made.least_pieces = static_cast<int>(options.least_pieces);
    made.most_pieces = static_cast<int>(options.most_pieces);
    made.seed = static_cast<std::uint64_t>(options.seed);
    made.allow_duals = options.allow_duals;
    if (!options.games.empty()) made.games = positions_of(options.games);
    made.limits = limits_of(options.base, GenerateSeconds);
    return made;
}

std::string depth_text(int depth) {
    return depth > compose::DeepestLook ? fmt::format("more than {}", compose::DeepestLook)
                                        : fmt::format("{}", depth);
}

std::string note_of(const GeneratedProblem& made) {
    return fmt::format("Grade {}: a search finds the key at depth {}; at depth {} it plays {}.",
                       made.grade,
                       depth_text(made.depth),
                       compose::TemptedDepth,
                       to_text(made.problem.position, made.tempting));
}

std::string pdn_of_problem(const GeneratedProblem& made) {
    PdnGame game = compose::pdn_of(made.problem, made.solution);
    game.tags.push_back({"Grade", std::to_string(made.grade)});
    std::string& closing = game.main.closing_comment;
    closing += ' ' + note_of(made);
    return to_pdn(game) + '\n';
}

void print_problem(const GeneratedProblem& made, bool json) {
    const Position& position = made.problem.position;
    if (!json)
        return print_line(
            fmt::format("{}  {}  {}",
                        to_fen(position),
                        compose::stipulation_text(position, *made.problem.stipulation),
                        note_of(made)));
    print_json({{"name", made.problem.name},
                {"fen", to_fen(position)},
                {"stipulation", value_text(*made.problem.stipulation)},
                {"verdict", compose::name(made.solution.verdict)},
                {"key", to_text(position, *made.solution.key)},
                {"tempting", to_text(position, made.tempting)},
                {"depth", made.depth},
                {"grade", made.grade},
                {"length", made.solution.line.size()}});
}

void write_problems(const ComposeGenerate& options, const std::vector<GeneratedProblem>& found) {
    std::string pdn;
    std::vector<compose::SheetProblem> sheet;
    for (const GeneratedProblem& made : found) {
        print_problem(made, options.base.json);
        pdn += pdn_of_problem(made);
        compose::Problem numbered = made.problem;
        numbered.name.clear();
        sheet.push_back({std::move(numbered), made.solution, note_of(made), made.grade});
    }
    if (!options.base.output.empty()) write_file_atomically(options.base.output, pdn);
    if (!options.base.sheet.empty())
        write_file_atomically(options.base.sheet, compose::sheet_of("Problems", sheet));
}

ExitCode generate_problems(const ComposeGenerate& options) {
    if (options.least_pieces > options.most_pieces)
        throw BadInput("--min-pieces is more than --max-pieces");
    require_places(options.base);
    compose::GenerateOptions made = generate_options(options);
    ComposeTools tools(options.base);
    if (made.games.empty() && tools.truth.database_pieces() < made.least_pieces)
        throw BadInput(fmt::format(
            "there are no databases with {} pieces: build them (egdb build), or give --from",
            made.least_pieces));
    const Interrupt interrupt;
    made.limits.stop = interrupt.token();
    std::vector<GeneratedProblem> found;
    {
        TerminalProgress progress;
        found = compose::generate(tools.truth, made, progress);
    }
    for (std::size_t i = 0; i < found.size(); ++i)
        found[i].problem.name = fmt::format("Problem {}-{}", options.seed, i + 1);
    write_problems(options, found);
    if (interrupt.happened())
        throw Interrupted(fmt::format("stopped, {} problems are kept", found.size()));
    if (found.size() == made.count) return ExitCode::Done;
    fmt::print(stderr, "{} problems of {} were found\n", found.size(), made.count);
    return ExitCode::No;
}

}  // namespace

void add_compose_generate(Command& compose) {
    auto options = std::make_shared<ComposeGenerate>();
    compose
        .subcommand("generate",
                    "Find new problems: one move keeps the result, and a short look prefers "
                    "another.  Exit code 0: all that were wanted, 1: fewer")
        .option("--count", options->count, 1, 1'000'000, "how many")
        .option(
            "--min-pieces", options->least_pieces, 2, std::int64_t{2} * MenPerSide, "on the board")
        .option(
            "--max-pieces", options->most_pieces, 2, std::int64_t{2} * MenPerSide, "on the board")
        .option(
            "--from", options->games, "look in the games of this PDN file, not in the databases")
        .option("--seed", options->seed, 0, std::int64_t{1} << 60, "other problems")
        .flag("--allow-duals", options->allow_duals, "later moves may have a second way")
        .option("--time", options->base.time, "seconds in all; without --nodes 600")
        .option("--nodes", options->base.nodes, 0, std::int64_t{1} << 60, "nodes in all")
        .option("--pieces",
                options->base.pieces,
                0,
                std::int64_t{2} * MenPerSide,
                "databases with at most so many pieces")
        .option("--memory", options->base.megabytes, 1, 1 << 20, "MB for the table of the prover")
        .option("--data", options->base.data, "data directory")
        .option("--output,-o", options->base.output, "write PDN here")
        .option("--sheet", options->base.sheet, "write a page to print: HTML")
        .flag("--json", options->base.json, "one JSON object per problem")
        .example("deepwell compose generate --count 12 -o new.pdn --sheet new.html")
        .run([options] { return generate_problems(*options); });
}

}  // namespace deepwell::cli
