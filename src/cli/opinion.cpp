#include "cli/opinion.h"

#include <array>
#include <cstdlib>
#include <fmt/format.h>

#include "board/movegen.h"
#include "board/notation.h"
#include "search/search_score.h"

namespace deepwell::cli {

namespace {

struct Grade {
    Score below;
    const char* words;
};

// In hundredths of a man.
constexpr std::array Grades{
    Grade{40, "slightly better"},
    Grade{85, "better"},
    Grade{150, "clearly better"},
    Grade{MaxEvaluation + 1, "winning, it seems"},
};
constexpr Score EvenBelow = 12;

std::string plies_text(int plies) {
    return fmt::format("{} {}", plies, plies == 1 ? "ply" : "plies");
}

Wdl value_of_score(Score score) {
    return score > 0 ? Wdl::Win : Wdl::Loss;
}

// The value, if it is certain or the score claims it.
std::optional<Wdl> decided_value(const Opinion& opinion) {
    if (opinion.proven) return opinion.proven;
    if (search::is_decided(opinion.score)) return value_of_score(opinion.score);
    return std::nullopt;
}

}  // namespace

std::optional<int> plies_of(const Opinion& opinion) {
    return search::plies_to_end(opinion.score);
}

std::string in_words(const Opinion& opinion) {
    if (const auto value = decided_value(opinion)) {
        if (value == Wdl::Draw) return "drawn";
        const Side winner = value == Wdl::Win ? opinion.side : other(opinion.side);
        if (const auto plies = plies_of(opinion))
            return fmt::format("{} wins, {}", name(winner), plies_text(*plies));
        return fmt::format("{} wins", name(winner));
    }
    const Side ahead = opinion.score >= 0 ? opinion.side : other(opinion.side);
    const Score lead = std::abs(opinion.score);
    if (lead < EvenBelow)
        return lead == 0 ? "even"
                         : fmt::format("about even ({:.2f} for {})", lead / 100.0, name(ahead));
    for (const Grade& grade : Grades)
        if (lead < grade.below)
            return fmt::format("{} is {} ({:.2f})", name(ahead), grade.words, lead / 100.0);
    return "";
}

std::string score_text(const Opinion& opinion) {
    const auto value = decided_value(opinion);
    if (!value) return fmt::format("{:+.2f}", opinion.score / 100.0);
    if (value == Wdl::Draw) return "drawn";
    const char* const word = value == Wdl::Win ? "won" : "lost";
    const auto plies = plies_of(opinion);
    return plies ? fmt::format("{} in {}", word, *plies) : word;
}

std::string line_text(Position position, std::span<const Move> moves, std::size_t most) {
    std::string text;
    std::size_t count = 0;
    for (const Move& move : moves) {
        if (!text.empty()) text += ' ';
        if (count++ == most) return text + "...";
        text += to_text(position, move);
        position = play(position, move);
    }
    return text;
}

}  // namespace deepwell::cli
