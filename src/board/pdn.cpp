#include "board/pdn.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace deepwell {

namespace {

constexpr std::array<std::pair<PdnResult, std::string_view>, 7> ResultTexts{{
    {PdnResult::Open, "*"},
    {PdnResult::OneZero, "1-0"},
    {PdnResult::ZeroOne, "0-1"},
    {PdnResult::Half, "1/2-1/2"},
    {PdnResult::ZeroZero, "0-0"},
    {PdnResult::TwoZero, "2-0"},
    {PdnResult::ZeroTwo, "0-2"},
}};

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

bool PdnTag::is_named(std::string_view wanted) const {
    const auto same = [](char a, char b) { return lower(a) == lower(b); };
    return std::equal(name.begin(), name.end(), wanted.begin(), wanted.end(), same);
}

// Written out because clang 14 crashes on defaulted comparisons of types that hold each other.
bool PdnLine::operator==(const PdnLine& other) const {
    return moves == other.moves && closing_comment == other.closing_comment;
}

std::string describe(const PdnError& error) {
    std::string text = fmt::format("{}: game {}, line {}", error.file, error.game, error.line);
    if (error.ply > 0) text += fmt::format(", ply {}", error.ply);
    if (!error.text.empty()) text += ": " + error.text;
    return text + ": " + error.reason;
}

std::optional<std::string_view> tag_value(const PdnGame& game, std::string_view name) {
    for (const PdnTag& tag : game.tags)
        if (tag.is_named(name)) return tag.value;
    return std::nullopt;
}

std::optional<PdnResult> parse_result(std::string_view text) {
    for (const auto& [result, written] : ResultTexts)
        if (written == text) return result;
    return std::nullopt;
}

std::string_view to_text(PdnResult result) {
    for (const auto& [listed, written] : ResultTexts)
        if (listed == result) return written;
    __builtin_unreachable();
}

std::optional<Outcome> outcome_of(PdnResult result, ResultReading reading) {
    const bool first_is_black = reading == ResultReading::FirstPlayer;
    switch (result) {
        case PdnResult::Open:
            return Outcome::Open;
        case PdnResult::Half:
            return Outcome::Draw;
        case PdnResult::OneZero:
        case PdnResult::TwoZero:
            return first_is_black ? Outcome::BlackWins : Outcome::WhiteWins;
        case PdnResult::ZeroOne:
        case PdnResult::ZeroTwo:
            return first_is_black ? Outcome::WhiteWins : Outcome::BlackWins;
        case PdnResult::ZeroZero:
            return std::nullopt;
    }
    __builtin_unreachable();
}

PdnResult result_of(Outcome outcome) {
    switch (outcome) {
        case Outcome::Open:
            return PdnResult::Open;
        case Outcome::BlackWins:
            return PdnResult::ZeroOne;
        case Outcome::WhiteWins:
            return PdnResult::OneZero;
        case Outcome::Draw:
            return PdnResult::Half;
    }
    __builtin_unreachable();
}

Game main_game(const PdnGame& game) {
    Game played(game.initial);
    for (const PdnMove& node : game.main.moves) played.play(node.move);
    return played;
}

PdnGame pdn_of(const Game& game) {
    PdnGame pdn;
    pdn.initial = game.initial();
    for (const Move& move : game.moves()) pdn.main.moves.emplace_back().move = move;
    return pdn;
}

std::string single_spaced(std::string_view text) {
    constexpr std::string_view Spaces = " \t\r\n\v\f";
    std::string words;
    std::size_t end = 0;
    while (true) {
        const std::size_t begin = text.find_first_not_of(Spaces, end);
        if (begin == std::string_view::npos) return words;
        end = std::min(text.find_first_of(Spaces, begin), text.size());
        if (!words.empty()) words += ' ';
        words += text.substr(begin, end - begin);
    }
}

}  // namespace deepwell
