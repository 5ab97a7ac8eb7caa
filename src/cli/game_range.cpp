#include "cli/game_range.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <optional>

#include "base/files.h"
#include "board/fen.h"
#include "board/pdn_writer.h"
#include "cli/annotation_faults.h"
#include "cli/failure.h"

namespace deepwell::cli {

namespace {

std::optional<int> number_from(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::string text_of_file(const std::string& file) {
    Result<std::string> text = read_file(file);
    if (!text) throw BadInput(text.error());
    return *std::move(text);
}

PdnFile games_in(const std::string& text, const std::string& file) {
    PdnFile pdn = read_pdn(text, file);
    if (pdn.games.empty()) throw BadInput(fmt::format("{}: there are no games in it", file));
    return pdn;
}

}  // namespace

GameRange range_from(const std::string& text, int count) {
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
    return games_in(text_of_file(file), file);
}

PdnFile read_noted_games(const std::string& file) {
    const std::string text = text_of_file(file);
    PdnFile pdn = games_in(text, file);
    note_faults(pdn, text);
    return pdn;
}

bool is_games(const std::string& what) {
    if (what == "-" || what == "start" || parse_fen(what)) return false;
    std::error_code error;
    return what.ends_with(".pdn") || std::filesystem::exists(what, error);
}

double plies_of(const PdnFile& pdn, const GameRange& range) {
    double plies = 0;
    for (int i = range.first; i <= range.last; ++i)
        plies += static_cast<double>(pdn.games[static_cast<std::size_t>(i - 1)].main.moves.size());
    return plies;
}

void add_error(Json& json, const PdnFile& pdn, int game) {
    std::string text;
    for (const PdnError& error : pdn.errors)
        if (error.game == game) text += (text.empty() ? "" : "; ") + printable(describe(error));
    if (!text.empty()) json["error"] = text;
}

ExitCode show_errors(const PdnFile& pdn, const GameRange& range) {
    ExitCode code = ExitCode::Done;
    for (const PdnError& error : pdn.errors) {
        if (error.game < range.first || error.game > range.last) continue;
        fmt::print(stderr, "{}\n", printable(describe(error)));
        code = ExitCode::BadInput;
    }
    return code;
}

}  // namespace deepwell::cli
