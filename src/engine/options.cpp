#include "engine/options.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "base/check.h"

namespace deepwell::engine {

namespace {

constexpr int MebibytesInTebibyte = 1 << 20;

constexpr std::array<const char*, 4> BookUses{"off", "bias", "follow", "minimal"};
constexpr std::array<const char*, 3> Frames{"auto", "standard", "pydraughts"};

constexpr std::array<OptionSpec, OptionCount> Specs{{
    {Option::Hash,
     "hash",
     OptionType::Int,
     "64",
     1,
     MebibytesInTebibyte,
     {},
     true,
     "MiB for the transposition table"},
    {Option::Threads,
     "threads",
     OptionType::Int,
     "1",
     1,
     256,
     {},
     true,
     "processor threads that search together"},
    {Option::EgdbPath,
     "egdb-path",
     OptionType::Text,
     "",
     0,
     0,
     {},
     true,
     "directory of the endgame databases; empty: the one of the data directory"},
    {Option::EgdbCache,
     "egdb-cache",
     OptionType::Int,
     "1024",
     1,
     MebibytesInTebibyte,
     {},
     true,
     "MiB at most for what was read from the endgame databases"},
    {Option::EgdbPieces,
     "egdb-pieces",
     OptionType::Int,
     "10",
     0,
     10,
     {},
     true,
     "use endgame databases of up to so many pieces; 0: none"},
    {Option::Book,
     "book",
     OptionType::Choice,
     "off",
     0,
     0,
     BookUses,
     true,
     "the book of games: off, bias (leans towards its moves), follow (plays them) or minimal"},
    {Option::BookFile,
     "book-file",
     OptionType::Text,
     "",
     0,
     0,
     {},
     true,
     "file of the book of games, or of the minimal book; empty: the one of the data directory"},
    {Option::OwnBook,
     "own-book",
     OptionType::Bool,
     "true",
     0,
     0,
     {},
     true,
     "play the moves of the book that Deepwell has grown itself, without a search"},
    {Option::OwnBookFile,
     "own-book-file",
     OptionType::Text,
     "",
     0,
     0,
     {},
     true,
     "file of the grown book; empty: the built-in one"},
    {Option::Level,
     "level",
     OptionType::Int,
     "0",
     0,
     MaxLevel,
     {},
     true,
     "1 (beginner) to 10 (expert) play like people; 0: full strength"},
    {Option::Seed,
     "seed",
     OptionType::Int,
     "0",
     0,
     1'000'000'000,
     {},
     true,
     "what a level chooses where it wavers: the same seed, the same games"},
    {Option::MultiPv,
     "multipv",
     OptionType::Int,
     "1",
     1,
     64,
     {},
     false,
     "so many best moves, each with its line, in analysis"},
    {Option::Ponder,
     "ponder",
     OptionType::Bool,
     "false",
     0,
     0,
     {},
     false,
     "think on the opponent's time"},
    {Option::Weights,
     "weights",
     OptionType::Text,
     "",
     0,
     0,
     {},
     true,
     "what judges: a file of weights or of a network, or chinook; empty: built in"},
    {Option::Frame,
     "frame",
     OptionType::Choice,
     "auto",
     0,
     0,
     Frames,
     false,
     "how the other program of a Hub session numbers the squares"},
}};

constexpr bool is_in_order() {
    for (std::size_t i = 0; i < Specs.size(); ++i)
        if (static_cast<std::size_t>(Specs[i].option) != i) return false;
    return true;
}
static_assert(is_in_order());

std::optional<bool> parse_bool(std::string_view text) {
    for (const char* const yes : {"true", "on", "yes", "1"})
        if (text == yes) return true;
    for (const char* const no : {"false", "off", "no", "0"})
        if (text == no) return false;
    return std::nullopt;
}

std::optional<int> parse_int(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::string what_it_takes(const OptionSpec& spec) {
    if (spec.type == OptionType::Bool) return "true or false";
    if (spec.type == OptionType::Int)
        return fmt::format("a whole number from {} to {}", spec.least, spec.most);
    return fmt::format("one of {}", fmt::join(spec.choices, ", "));
}

// The text as it is kept; nothing if the option does not take it.
std::optional<std::string> normal_text(const OptionSpec& spec, std::string_view text) {
    switch (spec.type) {
        case OptionType::Bool: {
            const auto value = parse_bool(text);
            if (!value) return std::nullopt;
            return *value ? "true" : "false";
        }
        case OptionType::Int: {
            const auto value = parse_int(text);
            if (!value || *value < spec.least || *value > spec.most) return std::nullopt;
            return std::to_string(*value);
        }
        case OptionType::Choice:
            if (std::ranges::find(spec.choices, text) == spec.choices.end()) return std::nullopt;
            break;
        case OptionType::Text:
            break;
    }
    return std::string(text);
}

std::size_t index_of(Option option) {
    return static_cast<std::size_t>(option);
}

}  // namespace

std::span<const OptionSpec> option_specs() {
    return Specs;
}

const OptionSpec* find_option(std::string_view name) {
    const auto found =
        std::ranges::find_if(Specs, [&](const OptionSpec& spec) { return spec.name == name; });
    return found != Specs.end() ? &*found : nullptr;
}

const OptionSpec& spec_of(Option option) {
    return Specs[index_of(option)];
}

Settings::Settings() {
    for (const OptionSpec& spec : Specs) values_[index_of(spec.option)] = spec.initial;
}

std::optional<Failure> Settings::set(std::string_view name, std::string_view text) {
    const OptionSpec* const spec = find_option(name);
    if (spec == nullptr) return Failure{fmt::format("there is no option '{}'", name)};
    auto value = normal_text(*spec, text);
    if (!value) return Failure{fmt::format("{} is {}, not '{}'", name, what_it_takes(*spec), text)};
    values_[index_of(spec->option)] = *std::move(value);
    return std::nullopt;
}

int Settings::number(Option option) const {
    CHECK(spec_of(option).type == OptionType::Int);
    return parse_int(text(option)).value();
}

bool Settings::flag(Option option) const {
    CHECK(spec_of(option).type == OptionType::Bool);
    return text(option) == "true";
}

const std::string& Settings::text(Option option) const {
    return values_[index_of(option)];
}

bool differ_in_search(const Settings& a, const Settings& b) {
    if (a.data_directory() != b.data_directory()) return true;
    return std::ranges::any_of(Specs, [&](const OptionSpec& spec) {
        return spec.shapes_search && a.text(spec.option) != b.text(spec.option);
    });
}

std::string to_text(const Settings& settings) {
    std::string text;
    for (const OptionSpec& spec : Specs)
        text += fmt::format("{} = {}\n", spec.name, settings.text(spec.option));
    return text;
}

}  // namespace deepwell::engine
