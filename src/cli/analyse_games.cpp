#include "cli/analyse_games.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/files.h"
#include "base/interrupt.h"
#include "base/terminal_progress.h"
#include "board/pdn_writer.h"
#include "cli/annotation.h"
#include "cli/game_range.h"
#include "cli/version.h"

namespace deepwell::cli {

namespace {

using engine::JudgedMove;
using engine::Verdict;

// Written game by game, or at the end into a file.
class Output {
public:
    explicit Output(const GameAnalysis& analysis) : analysis_(analysis) {}

    void add(PdnGame game, const std::vector<JudgedMove>& judged) {
        if (analysis_.json)
            return add_text(
                to_json(game, judged).dump(-1, ' ', false, Json::error_handler_t::replace));
        annotate(game, judged);
        std::erase_if(game.tags, [](const PdnTag& tag) { return tag.is_named("Annotator"); });
        game.tags.push_back({"Annotator", version_text()});
        add_text(to_pdn(game));
    }
    void finish() const {
        if (!analysis_.output.empty()) write_file_atomically(analysis_.output, text_);
    }

private:
    void add_text(const std::string& text) {
        if (analysis_.output.empty()) return print_line(text);
        text_ += text;
        text_ += '\n';
    }

    const GameAnalysis& analysis_;
    std::string text_;
};

// How far the analysis is, and what it has found.
class Tally {
public:
    explicit Tally(double plies) : plies_(plies) {}

    void begin(int game) { stage_ = fmt::format("game {}", game); }
    void count_ply() {
        ++done_;
        progress_.update({.stage = stage_, .done = done_, .total = plies_, .unit = "moves"});
    }
    void add(const std::vector<JudgedMove>& judged) {
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

// The game in which it was interrupted; nothing if it was not.
std::optional<int> analyse_range(engine::Search& search,
                                 const PdnFile& pdn,
                                 const GameRange& range,
                                 const GameAnalysis& analysis,
                                 Output& output,
                                 Tally& tally) {
    const Interrupt interrupt;
    for (int number = range.first; number <= range.last; ++number) {
        const PdnGame& game = pdn.games[static_cast<std::size_t>(number - 1)];
        tally.begin(number);
        search.clear();
        const auto judged = engine::judge_game(
            search, main_game(game), analysis.limits, interrupt.token(), [&](const JudgedMove&) {
                tally.count_ply();
            });
        tally.add(judged);
        output.add(game, judged);
        if (interrupt.happened()) return number;
    }
    return std::nullopt;
}

}  // namespace

ExitCode analyse_games(engine::Search& search, const GameAnalysis& analysis) {
    const PdnFile pdn = read_games(analysis.file);
    const GameRange range = range_from(analysis.games, static_cast<int>(pdn.games.size()));
    const ExitCode code = show_errors(pdn, range);
    Output output(analysis);
    std::optional<int> interrupted;
    std::string summary;
    {
        Tally tally(plies_of(pdn, range));
        interrupted = analyse_range(search, pdn, range, analysis, output, tally);
        summary = tally.text();
    }
    output.finish();
    fmt::print(stderr, "{}\n", summary);
    if (interrupted)
        throw Interrupted(fmt::format(
            "stopped in game {0}, what was done is written; --game {0}-{1} goes on there",
            *interrupted,
            range.last));
    return code;
}

}  // namespace deepwell::cli
