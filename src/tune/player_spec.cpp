#include "tune/player_spec.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace deepwell::tune {

namespace {

constexpr std::string_view HubWord = "hub:";

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(separator), text.size());
        if (end > 0) parts.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

struct Word {
    std::string_view key;
    std::string_view value;
};

// nullopt: all is well, else what is wrong with the value.
using Complaint = std::optional<std::string>;

Complaint read_whole(int& target, std::string_view value, int least, int most) {
    const auto number = parse_whole(value, least, most);
    if (!number) return number.error();
    target = static_cast<int>(*number);
    return std::nullopt;
}

Complaint read_techniques(PlayerSpec& spec, std::string_view value, bool enabled) {
    for (const std::string_view technique : split(value, ',')) {
        auto changed = search::with(spec.params, technique, enabled);
        if (!changed) return changed.error();
        spec.params = *changed;
    }
    return std::nullopt;
}

Complaint read_param_number(PlayerSpec& spec, std::string_view name, std::string_view value) {
    std::string known;
    for (const search::ParamNumber& number : search::param_numbers()) {
        if (name == number.name) return read_whole(spec.params.*number.value, value, 0, 10'000);
        known += std::string(known.empty() ? "" : ", ") + number.name;
    }
    return fmt::format("no number '{}'; there are {}", name, known);
}

Complaint read_param(PlayerSpec& spec, std::string_view value) {
    const std::size_t colon = value.find(':');
    if (colon == std::string_view::npos || colon == 0) return "expected NAME:VALUE";
    const std::string_view name = value.substr(0, colon);
    if (spec.is_own()) return read_param_number(spec, name, value.substr(colon + 1));
    spec.hub_params.emplace_back(name, value.substr(colon + 1));
    return std::nullopt;
}

Complaint read_egdb(PlayerSpec& spec, std::string_view value) {
    if (value != "on" && value != "off") return "expected on or off";
    spec.uses_databases = value == "on";
    return std::nullopt;
}

Complaint read_hash(PlayerSpec& spec, std::string_view value) {
    return read_whole(spec.hash_mebibytes, value, 1, 1 << 20);
}

Complaint read_threads(PlayerSpec& spec, std::string_view value) {
    return read_whole(spec.threads, value, 1, 256);
}

Complaint read_with(PlayerSpec& spec, std::string_view value) {
    return read_techniques(spec, value, true);
}

Complaint read_without(PlayerSpec& spec, std::string_view value) {
    return read_techniques(spec, value, false);
}

template <std::string PlayerSpec::*Target>
Complaint read_text(PlayerSpec& spec, std::string_view value) {
    spec.*Target = value;
    return std::nullopt;
}

enum class Whose { Both, Own, Hub };

struct Key {
    const char* name;
    Whose whose;
    Complaint (*read)(PlayerSpec&, std::string_view);

    bool suits(const PlayerSpec& spec) const {
        return whose == Whose::Both || (whose == Whose::Own) == spec.is_own();
    }
};

constexpr std::array Keys{
    Key{"name", Whose::Both, read_text<&PlayerSpec::name>},
    Key{"param", Whose::Both, read_param},
    Key{"hash", Whose::Own, read_hash},
    Key{"threads", Whose::Own, read_threads},
    Key{"weights", Whose::Own, read_text<&PlayerSpec::weights_file>},
    Key{"egdb", Whose::Own, read_egdb},
    Key{"book", Whose::Own, read_text<&PlayerSpec::book_file>},
    Key{"with", Whose::Own, read_with},
    Key{"without", Whose::Own, read_without},
    Key{"frame", Whose::Hub, read_text<&PlayerSpec::hub_frame>},
};

std::string known_keys(const PlayerSpec& spec) {
    std::string known = "time, clock, nodes, depth";
    for (const Key& key : Keys)
        if (key.suits(spec)) known += std::string(", ") + key.name;
    return known;
}

Complaint read_word(PlayerSpec& spec, const Word& word) {
    if (is_limit(word.key)) {
        auto budget = with_limit(spec.budget, word.key, word.value);
        if (!budget) return budget.error();
        spec.budget = *budget;
        return std::nullopt;
    }
    const auto* const key =
        std::find_if(Keys.begin(), Keys.end(), [&](const Key& k) { return word.key == k.name; });
    if (key == Keys.end() || !key->suits(spec))
        return fmt::format("no option '{}'; there are {}", word.key, known_keys(spec));
    if (word.value.empty()) return fmt::format("{}: no value", word.key);
    const Complaint complaint = key->read(spec, word.value);
    return complaint ? Complaint(fmt::format("{}: {}", word.key, *complaint)) : std::nullopt;
}

// The part before "hub:" at the beginning of a word, and the command behind it.
std::pair<std::string_view, std::string_view> split_at_hub(std::string_view text) {
    for (std::size_t at = text.find(HubWord); at != std::string_view::npos;
         at = text.find(HubWord, at + 1))
        if (at == 0 || text[at - 1] == ' ')
            return {text.substr(0, at), text.substr(at + HubWord.size())};
    return {text, {}};
}

}  // namespace

Result<PlayerSpec> parse_player(std::string_view text) {
    PlayerSpec spec;
    const auto [options, command] = split_at_hub(text);
    const bool is_hub = options.size() != text.size();
    spec.hub_command = command;
    const auto failed = [&](const std::string& reason) {
        return Failure{fmt::format("player '{}': {}", text, reason)};
    };
    if (is_hub && command.find_first_not_of(' ') == std::string_view::npos)
        return failed("no command behind hub:");
    bool is_named = is_hub;
    for (const std::string_view word : split(options, ' ')) {
        const std::size_t equals = word.find('=');
        if (!is_named && word == "deepwell") {
            is_named = true;
            continue;
        }
        if (equals == std::string_view::npos)
            return failed(fmt::format("'{}' is not KEY=VALUE", word));
        const auto complaint = read_word(spec, {word.substr(0, equals), word.substr(equals + 1)});
        if (complaint) return failed(*complaint);
    }
    if (!is_named) return failed("it begins with deepwell, or ends with hub:COMMAND");
    if (spec.name.empty()) spec.name = text;
    return spec;
}

}  // namespace deepwell::tune
