#include "cli/analyse_games.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/interrupt.h"
#include "base/terminal_progress.h"
#include "board/pdn_writer.h"
#include "cli/annotated_output.h"
#include "cli/annotation.h"
#include "cli/game_range.h"

namespace deepwell::cli {

namespace {

using engine::JudgedMove;
using engine::Verdict;

std::string json_of_game(const PdnFile& pdn,
                         const PdnGame& game,
                         const std::vector<JudgedMove>& judged) {
    Json json = to_json(game, judged);
    add_error(json, pdn, game.number);
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string pdn_of_game(PdnGame game, const std::vector<JudgedMove>& judged) {
    annotate(game, judged);
    return to_pdn(game);
}

// How far the analysis is, and what it has found.
class Tally {
public:
    explicit Tally(double plies) : plies_(plies) {}

    void begin(int game) { stage_ = fmt::format("game {}", game); }
    void count_ply() {
        ++done_;
        progress_.update({.stage = stage_, .done = done_, .total = plies_, .unit = "moves"});
    }
    // The game is judged; its progress makes room for it.
    void add(const std::vector<JudgedMove>& judged) {
        progress_.clear();
        ++games_;
        for (const JudgedMove& move : judged) ++counts_[static_cast<std::size_t>(move.verdict)];
    }
    std::string text() const {
        const auto of = [&](Verdict v) { return counts_[static_cast<std::size_t>(v)]; };
        const auto some = [](auto count, const char* what) {
            return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
        };
        return fmt::format("{}, {:.0f} moves: {} dubious, {}, {}",
                           some(games_, "game"),
                           done_,
                           of(Verdict::Dubious),
                           some(of(Verdict::Mistake), "mistake"),
                           some(of(Verdict::Blunder), "blunder"));
    }

private:
    double plies_;
    double done_ = 0;
    int games_ = 0;
    std::array<int, 4> counts_{};
    std::string stage_;
    TerminalProgress progress_;
};

// Where to go on, if it was interrupted.  A game that is not finished is shown, but not written to
// a file: it will be there when the command has gone on.
std::optional<int> analyse_range(engine::Search& search,
                                 const PdnFile& pdn,
                                 const GameRange& range,
                                 const GameAnalysis& analysis,
                                 AnnotatedOutput& output,
                                 Tally& tally) {
    const Interrupt interrupt;
    for (int number = range.first; number <= range.last; ++number) {
        if (interrupt.happened()) return number;
        const PdnGame& game = pdn.games[static_cast<std::size_t>(number - 1)];
        tally.begin(number);
        search.clear();
        const auto judged = engine::judge_game(
            search, main_game(game), analysis.limits, interrupt.token(), [&](const JudgedMove&) {
                tally.count_ply();
            });
        tally.add(judged);
        const bool is_finished = judged.size() == game.main.moves.size();
        const std::string text =
            analysis.json ? json_of_game(pdn, game, judged) : pdn_of_game(game, judged);
        if (!output.is_wanted())
            print_line(text);
        else if (is_finished)
            output.add(text);
        if (!is_finished) return number;
    }
    return std::nullopt;
}

}  // namespace

ExitCode analyse_games(engine::Search& search, const GameAnalysis& analysis) {
    const PdnFile pdn = read_noted_games(analysis.file);
    const GameRange range = range_from(analysis.games, static_cast<int>(pdn.games.size()));
    AnnotatedOutput output(analysis.output, analysis.append, analysis.file);
    const ExitCode code = show_errors(pdn, range);
    std::optional<int> interrupted;
    std::string summary;
    {
        Tally tally(plies_of(pdn, range));
        interrupted = analyse_range(search, pdn, range, analysis, output, tally);
        summary = tally.text();
    }
    output.finish(interrupted.has_value());
    fmt::print(stderr, "{}\n", summary);
    if (interrupted)
        throw Interrupted(output.interrupted_text(analysis.command, {*interrupted, range.last}));
    return code;
}

}  // namespace deepwell::cli
