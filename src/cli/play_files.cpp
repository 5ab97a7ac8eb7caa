#include "cli/play_files.h"

#include <algorithm>
#include <fmt/format.h>
#include <system_error>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "board/pdn_encoding.h"
#include "board/pdn_reader.h"
#include "board/pdn_tokens.h"

namespace deepwell::cli {

namespace {

// REQUIRES: there is such a line, counted from 1.
std::size_t beginning_of_line(std::string_view text, int line) {
    std::size_t begin = 0;
    while (--line > 0) begin = text.find('\n', begin) + 1;
    return begin;
}

// From the opening to the closing parenthesis of each variation that is closed before the next
// tags, not of those within others.
std::vector<std::string_view> variations_in(std::string_view text) {
    std::vector<std::string_view> variations;
    const char* begin = nullptr;
    int depth = 0;
    for (PdnTokens tokens(text); tokens.current().kind != PdnTokenKind::End; tokens.advance()) {
        const PdnToken& token = tokens.current();
        if (token.kind == PdnTokenKind::Tag) depth = 0;
        if (token.kind == PdnTokenKind::Open && ++depth == 1) begin = token.text.data();
        if (token.kind == PdnTokenKind::Close && depth > 0 && --depth == 0)
            variations.emplace_back(begin, token.text.data() + 1);
    }
    return variations;
}

// The text with blanks for the variations from that line on: whatever is left keeps its place.
std::string without_variations(std::string text, int from_line) {
    const std::size_t from = beginning_of_line(text, from_line);
    for (const std::string_view variation : variations_in(std::string_view(text).substr(from))) {
        const auto begin = text.begin() + (variation.data() - text.data());
        std::replace_if(
            begin,
            begin + static_cast<std::ptrdiff_t>(variation.size()),
            [](char c) { return c != '\n'; },
            ' ');
    }
    return text;
}

// REQUIRES: the game is faulty.
std::string first_fault(const PdnFile& pdn, int number) {
    const auto of_game = [&](const PdnError& error) { return error.game == number; };
    return describe(*std::ranges::find_if(pdn.errors, of_game));
}

bool has_game(const PdnFile& pdn, int number) {
    return number >= 1 && number <= static_cast<int>(pdn.games.size());
}

// REQUIRES: there is such a game.
const PdnGame& game_in(const PdnFile& pdn, int number) {
    return pdn.games[static_cast<std::size_t>(number - 1)];
}

bool is_device(const std::filesystem::path& file) {
    std::error_code ignored;
    return std::filesystem::exists(file, ignored) &&
           !std::filesystem::is_regular_file(file, ignored);
}

// Throws Error if the file is there and cannot be read.
std::string games_so_far(const std::filesystem::path& file) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) return "";
    const Result<std::string> text = read_file(file);
    if (!text) throw Error(text.error());
    return *text;
}

bool holds_games(const std::string& text) {
    return PdnReader(text, "").next().has_value();
}

// A file has one encoding: Latin-1 cannot stay where letters in UTF-8 come in.
std::string fit_for(std::string text, std::string_view addition) {
    const bool is_plain =
        std::ranges::all_of(addition, [](char c) { return static_cast<unsigned char>(c) < 128; });
    return is_plain ? text : to_utf8(std::move(text));
}

// With the blank line that separates games.
std::string ended(std::string text) {
    if (!text.ends_with('\n')) text += '\n';
    return text.ends_with("\n\n") ? text : text + '\n';
}

}  // namespace

Result<GameOfFile> game_of_file(const std::string& file, int number) {
    const Result<std::string> bytes = read_file(file);
    if (!bytes) return Failure{bytes.error()};
    const std::string text = to_utf8(*bytes);
    const PdnFile pdn = read_pdn(text, file);
    if (!has_game(pdn, number))
        return Failure{fmt::format("{}: there is no game {}", file, number)};
    const PdnGame& game = game_in(pdn, number);
    if (!game.faulty) return GameOfFile{game, ""};

    const PdnFile played = read_pdn(without_variations(text, game.line), file);
    if (!has_game(played, number)) return Failure{first_fault(pdn, number)};
    if (game_in(played, number).faulty) return Failure{first_fault(played, number)};
    return GameOfFile{game_in(played, number),
                      "The variations are left out: " + first_fault(pdn, number)};
}

bool SavedGame::Place::stands_in(std::string_view games) const {
    return !text.empty() && begin <= games.size() && games.substr(begin).starts_with(text);
}

Result<SavedGame::Manner> SavedGame::save(const std::filesystem::path& file,
                                          const std::string& game) {
    if (is_device(file)) {
        write_file_atomically(file, game);
        return Manner::Alone;
    }
    const std::string games = games_so_far(file);
    std::error_code ignored;
    Place& place = places_[std::filesystem::weakly_canonical(file, ignored)];
    const bool is_there = place.stands_in(games);
    const bool is_blank = single_spaced(games).empty();
    if (!is_there && !is_blank && !holds_games(games))
        return Failure{
            fmt::format("{}: this file holds no games; it stays as it is", file.string())};

    std::string before = is_there ? games.substr(0, place.begin) : is_blank ? "" : ended(games);
    std::string behind = is_there ? games.substr(place.begin + place.text.size()) : "";
    before = fit_for(std::move(before), game);
    behind = fit_for(std::move(behind), game);
    write_file_atomically(file, before + game + behind);
    place = {before.size(), game};
    return is_there ? Manner::Replaced : is_blank ? Manner::Alone : Manner::Added;
}

}  // namespace deepwell::cli
