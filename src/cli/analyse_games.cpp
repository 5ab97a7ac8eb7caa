#include "cli/analyse_games.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

#include "base/files.h"
#include "base/interrupt.h"
#include "base/terminal_progress.h"
#include "board/pdn_reader.h"
#include "board/pdn_writer.h"
#include "cli/annotation.h"
#include "cli/version.h"

namespace deepwell::cli {

namespace {

using engine::JudgedMove;
using engine::Verdict;

struct Range {
    int first = 1;
    int last = 0;
};

std::optional<int> number_from(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

Range range_from(const std::string& text, int count) {
    if (text.empty()) return {1, count};
    const std::size_t dash = std::min(text.find('-'), text.size());
    const auto first = number_from(text.substr(0, dash));
    const bool is_open = dash + 1 == text.size();
    const auto last = dash == text.size() ? first
                      : is_open           ? std::optional(count)
                                          : number_from(text.substr(dash + 1));
    if (!first || !last)
        throw BadInput(fmt::format("--game: '{}' is not a number or a range such as 3-9", text));
    if (*first < 1 || *first > *last || *last > count)
        throw BadInput(fmt::format("--game: {} is not within the {} games", text, count));
    return {*first, *last};
}

PdnFile read_games(const std::string& file) {
    const Result<std::string> text = read_file(file);
    if (!text) throw BadInput(text.error());
    PdnFile pdn = read_pdn(*text, file);
    if (pdn.games.empty()) throw BadInput(fmt::format("{}: there are no games in it", file));
    return pdn;
}

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

double plies_of(const PdnFile& pdn, const Range& range) {
    double plies = 0;
    for (int i = range.first; i <= range.last; ++i)
        plies += static_cast<double>(pdn.games[static_cast<std::size_t>(i - 1)].main.moves.size());
    return plies;
}

ExitCode show_errors(const PdnFile& pdn, const Range& range) {
    ExitCode code = ExitCode::Done;
    for (const PdnError& error : pdn.errors) {
        if (error.game < range.first || error.game > range.last) continue;
        fmt::print(stderr, "{}\n", printable(describe(error)));
        code = ExitCode::No;
    }
    return code;
}

// The game in which it was interrupted; nothing if it was not.
std::optional<int> analyse_range(engine::Search& search,
                                 const PdnFile& pdn,
                                 const Range& range,
                                 const GameAnalysis& analysis,
                                 Output& output,
                                 Tally& tally) {
    const Interrupt interrupt;
    for (int number = range.first; number <= range.last; ++number) {
        const PdnGame& game = pdn.games[static_cast<std::size_t>(number - 1)];
        tally.begin(number);
        search.clear();
        const auto judged =
            engine::judge_game(search, main_game(game), analysis.limits, interrupt.token(), [&] {
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
    const Range range = range_from(analysis.games, static_cast<int>(pdn.games.size()));
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
