#include "cli/analyse_position.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clear_line.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "base/terminal_progress.h"
#include "board/fen.h"
#include "board/notation.h"
#include "cli/annotation.h"
#include "cli/command.h"
#include "cli/opinion.h"
#include "search/search_score.h"

namespace deepwell::cli {

namespace {

using search::SearchInfo;
using search::SearchResult;

constexpr std::size_t LineLength = 12;

std::size_t terminal_width() {
    winsize size{};
    const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : 80;
}

std::string info_text(const Position& position, const SearchInfo& info) {
    const char* const bound = info.bound == search::Bound::Lower   ? ">="
                              : info.bound == search::Bound::Upper ? "<="
                                                                   : "";
    return fmt::format("depth {:>2}  {}{}  {} nodes  {}/s  {}",
                       info.depth,
                       bound,
                       score_text({position.side, info.score, std::nullopt}),
                       amount_text(static_cast<double>(info.nodes)),
                       amount_text(info.nodes_per_second),
                       line_text(position, info.pv, LineLength));
}

double rate_of(const SearchResult& result) {
    return static_cast<double>(result.nodes) / std::max(result.seconds, 1e-6);
}

// Follows a search: prints its progress and keeps the last word on every line.
class Follower {
public:
    Follower(const Position& position, bool json)
        : position_(position),
          in_place_(isatty(STDOUT_FILENO) != 0),
          is_silent_(json),
          width_(terminal_width()) {}

    void take(const SearchInfo& info) {
        if (info.bound == search::Bound::Exact) lines_[info.rank] = info;
        if (is_silent_) return;
        const std::string text = info_text(position_, info);
        if (!in_place_)
            return print_line(info.rank > 1 ? fmt::format("   {}. {}", info.rank, text) : text);
        if (info.rank > 1) return;
        fmt::print("{}{}", ClearLine, text.substr(0, width_ - 1));
        std::fflush(stdout);
    }
    void finish() const {
        if (in_place_ && !is_silent_) fmt::print("{}", ClearLine);
    }
    const std::map<int, SearchInfo>& lines() const { return lines_; }

private:
    const Position& position_;
    bool in_place_;
    bool is_silent_;
    std::size_t width_;
    std::map<int, SearchInfo> lines_;  // by rank
};

Json lines_json(const Position& position, const std::map<int, SearchInfo>& lines) {
    Json list = Json::array();
    for (const auto& [rank, info] : lines)
        list.push_back({{"move", to_text(position, info.pv.front())},
                        {"score", info.score},
                        {"depth", info.depth},
                        {"pv", pv_json(position, info.pv)}});
    return list;
}

Json to_json(const Position& position, const SearchResult& result) {
    Json json = {{"fen", to_fen(position)},
                 {"best", result.best ? Json(to_text(position, *result.best)) : Json(nullptr)},
                 {"score", result.score},
                 {"wdl", wdl_json(result.proven)},
                 {"depth", result.depth},
                 {"nodes", result.nodes},
                 {"nps", static_cast<std::uint64_t>(rate_of(result))},
                 {"pv", pv_json(position, result.pv)}};
    if (const auto plies = search::plies_to_end(result.score)) json["distance"] = *plies;
    return json;
}

void print_result(const Position& position,
                  const SearchResult& result,
                  const std::map<int, SearchInfo>& lines,
                  bool list_lines) {
    const Opinion opinion{position.side, result.score, result.proven};
    print_line(to_fen(position));
    if (!result.best)
        return print_line(fmt::format("{} has no move and has lost.", name(position.side)));
    print_line(fmt::format("{} to move; {}{}.",
                           name(position.side),
                           result.proven ? "for certain: " : "",
                           in_words(opinion)));
    print_line(fmt::format("Best: {}", to_text(position, *result.best)));
    if (list_lines)
        for (const auto& [rank, info] : lines)
            print_line(fmt::format("{:>2}. {:>7}  {}",
                                   rank,
                                   score_text({position.side, info.score, std::nullopt}),
                                   line_text(position, info.pv, 2 * LineLength)));
    else
        print_line(fmt::format("Line: {}", line_text(position, result.pv, 2 * LineLength)));
    print_line(fmt::format("Depth {}, {} nodes in {:.2f} s, {}/s",
                           result.depth,
                           amount_text(static_cast<double>(result.nodes)),
                           result.seconds,
                           amount_text(rate_of(result))));
}

}  // namespace

void analyse_position(engine::Engine& engine,
                      const Position& position,
                      const PositionAnalysis& analysis) {
    Follower follower(position, analysis.json);
    Result<SearchResult> result = Failure{""};
    const Interrupt interrupt;
    engine.set_position(Game(position));
    engine.go(analysis.limits,
              engine::Mode::Analyse,
              {.on_info = [&](const SearchInfo& info) { follower.take(info); },
               .on_done = [&](const auto& found) { result = found; }});
    const std::stop_callback on_interrupt(interrupt.token(), [&] { engine.stop(); });
    engine.wait();
    follower.finish();
    if (!result) throw Error(result.error());
    const bool list_lines = engine.settings().number(engine::Option::MultiPv) > 1;
    if (analysis.json) {
        Json json = to_json(position, *result);
        if (list_lines) json["lines"] = lines_json(position, follower.lines());
        print_json(json);
    } else {
        print_result(position, *result, follower.lines(), list_lines);
    }
    if (interrupt.happened()) throw Interrupted("stopped; this is what was found so far");
}

}  // namespace deepwell::cli
