#include "eval/weights.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <vector>

namespace deepwell {

namespace {

constexpr std::size_t LongestQuote = 40;

constexpr std::string_view DefaultText =
#include "eval/default_weights.inc"
    ;

std::vector<std::string_view> words_of(std::string_view line) {
    constexpr std::string_view Blank = " \t\r";
    line = line.substr(0, line.find('#'));
    std::vector<std::string_view> words;
    while (true) {
        const std::size_t begin = line.find_first_not_of(Blank);
        if (begin == std::string_view::npos) return words;
        const std::size_t end = std::min(line.find_first_of(Blank, begin), line.size());
        words.push_back(line.substr(begin, end - begin));
        line.remove_prefix(end);
    }
}

std::optional<int> weight_of(std::string_view word) {
    int value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
    if (value < -MaxWeight || value > MaxWeight) return std::nullopt;
    return value;
}

class WeightsParser {
public:
    // What is wrong with the line, if anything is.
    std::optional<std::string> add_line(std::string_view line) {
        const std::vector<std::string_view> words = words_of(line);
        if (words.empty()) return std::nullopt;
        const std::optional<Heuristic> heuristic = heuristic_named(words[0]);
        if (!heuristic)
            return fmt::format("no heuristic is called '{}'", words[0].substr(0, LongestQuote));
        bool& seen = seen_[static_cast<std::size_t>(*heuristic)];
        if (seen) return fmt::format("'{}' is given twice", words[0]);
        seen = true;
        if (words.size() != 1 + PhaseCount)
            return fmt::format("'{}' needs {} numbers, one per phase", words[0], PhaseCount);
        for (std::size_t phase = 0; phase < PhaseCount; ++phase) {
            const std::optional<int> weight = weight_of(words[1 + phase]);
            if (!weight)
                return fmt::format("'{}' is no whole number up to {}",
                                   words[1 + phase].substr(0, LongestQuote),
                                   MaxWeight);
            weights_.phases[phase][*heuristic] = *weight;
        }
        return std::nullopt;
    }

    std::optional<Heuristic> missing() const {
        for (const Heuristic heuristic : Heuristics)
            if (!seen_[static_cast<std::size_t>(heuristic)]) return heuristic;
        return std::nullopt;
    }

    const Weights& weights() const { return weights_; }

private:
    Weights weights_;
    std::array<bool, HeuristicCount> seen_{};
};

// Comments may be in any alphabet.
bool is_text(std::string_view bytes) {
    return std::ranges::all_of(bytes, [](unsigned char c) {
        return (c >= ' ' && c != 127) || c == '\n' || c == '\r' || c == '\t';
    });
}

}  // namespace

Result<Weights> parse_weights(std::string_view text) {
    if (!is_text(text)) return Failure{"it is no text file"};
    WeightsParser parser;
    int number = 0;
    while (!text.empty()) {
        ++number;
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (const auto fault = parser.add_line(text.substr(0, end)))
            return Failure{fmt::format("line {}: {}", number, *fault)};
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (const auto missing = parser.missing())
        return Failure{
            fmt::format("line {}: the end, and '{}' is missing", number, name_of(*missing))};
    return parser.weights();
}

const Weights& default_weights() {
    static const Weights parsed = parse_weights(DefaultText).value();
    return parsed;
}

}  // namespace deepwell
