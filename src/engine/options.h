// The engine's options, declared once: every interface takes its own from this table.
//
//     for (const OptionSpec& spec : option_specs()) ...       what there is
//     settings.set("hash", "256")                             as text, checked
//     settings.number(Option::Hash)                           as a value

#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace deepwell::engine {

// In the order of option_specs().
enum class Option {
    Hash,
    Threads,
    EgdbPath,
    EgdbCache,
    EgdbPieces,
    Book,
    BookFile,
    OwnBook,
    OwnBookFile,
    Level,
    Seed,
    MultiPv,
    Ponder,
    Weights,
    Frame,
};
inline constexpr std::size_t OptionCount = 15;
inline constexpr int MaxLevel = 10;

enum class OptionType { Bool, Int, Choice, Text };

struct OptionSpec {
    Option option;
    const char* name;
    OptionType type;
    const char* initial;  // the value it begins with, as text
    int least;            // of an Int
    int most;
    std::span<const char* const> choices;  // of a Choice
    bool shapes_search;                    // a change needs another Search, which knows nothing yet
    const char* help;                      // one line
};

std::span<const OptionSpec> option_specs();
// nullptr: there is no such option.
const OptionSpec* find_option(std::string_view name);
const OptionSpec& spec_of(Option option);

class Settings {
public:
    Settings();

    // The Failure, if there is one, names the option and what it takes; then nothing has changed.
    // Bools are true or false, on or off, yes or no, 1 or 0.
    std::optional<Failure> set(std::string_view name, std::string_view text);

    // REQUIRES: the option is an Int; is a Bool.
    int number(Option option) const;
    bool flag(Option option) const;
    // Of any option; bools are true or false.
    const std::string& text(Option option) const;

    // Where the files of options that are empty are looked for; empty: the usual one
    // (base/data_directory.h).  Who starts the engine decides that, not its interface.
    const std::string& data_directory() const { return data_directory_; }
    void set_data_directory(std::string directory) { data_directory_ = std::move(directory); }

    bool operator==(const Settings&) const = default;

private:
    std::array<std::string, OptionCount> values_;
    std::string data_directory_;
};

// Would the two make different searches?
bool differ_in_search(const Settings& a, const Settings& b);

// "hash = 64", one option a line.
std::string to_text(const Settings& settings);

}  // namespace deepwell::engine
