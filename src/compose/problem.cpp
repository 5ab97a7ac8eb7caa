#include "compose/problem.h"

#include <array>
#include <cctype>
#include <sstream>
#include <utility>
#include <vector>

#include "board/movegen.h"

namespace deepwell::compose {

namespace {

// Lower case, letters only.
std::vector<std::string> words_of(std::string_view text) {
    std::string spaced;
    for (const char c : text) {
        const auto letter = static_cast<unsigned char>(c);
        spaced += std::isalpha(letter) != 0 ? static_cast<char>(std::tolower(letter)) : ' ';
    }
    std::istringstream stream(spaced);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

constexpr std::array<std::pair<std::string_view, Wdl>, 7> Results{{{"win", Wdl::Win},
                                                                   {"wins", Wdl::Win},
                                                                   {"draw", Wdl::Draw},
                                                                   {"draws", Wdl::Draw},
                                                                   {"lose", Wdl::Loss},
                                                                   {"loses", Wdl::Loss},
                                                                   {"loss", Wdl::Loss}}};

std::optional<Wdl> result_named(const std::string& word) {
    for (const auto& [name, value] : Results)
        if (word == name) return value;
    return std::nullopt;
}

bool is_one_of(const std::string& word, std::string_view a, std::string_view b) {
    return word == a || word == b;
}

// What the words from `at` on ask for: "white to [play|move] [and|to] RESULT", or for the other
// side: "black to play, white [to] RESULT".
struct Demand {
    Side side = Side::Black;
    std::optional<Wdl> result;  // for this side
    std::string word;           // where the result should be
};

std::optional<Wdl> result_of_other(const std::vector<std::string>& words, std::size_t at) {
    if (at + 1 < words.size() && words[at + 1] == "to") ++at;
    if (at + 1 >= words.size()) return std::nullopt;
    const auto result = result_named(words[at + 1]);
    return result ? std::optional(-*result) : std::nullopt;
}

constexpr std::string_view colour_of(Side side) {
    return side == Side::White ? "white" : "black";
}

std::optional<Demand> demand_at(const std::vector<std::string>& words, std::size_t at) {
    if (!is_one_of(words[at], "white", "black")) return std::nullopt;
    Demand demand{words[at] == "white" ? Side::White : Side::Black, std::nullopt, ""};
    if (++at >= words.size() || words[at] != "to") return std::nullopt;
    bool is_certain = false;  // "White to ..." alone may be any sentence
    if (++at < words.size() && is_one_of(words[at], "play", "move")) {
        ++at;
        if (at < words.size() && is_one_of(words[at], "and", "to")) {
            is_certain = true;
            ++at;
        }
        if (at < words.size() && words[at] == colour_of(other(demand.side)))
            demand.result = result_of_other(words, at);
    }
    if (at < words.size() && !demand.result) {
        demand.word = words[at];
        demand.result = result_named(words[at]);
    }
    if (!demand.result && !is_certain) return std::nullopt;
    return demand;
}

}  // namespace

Result<std::optional<Wdl>> stipulation_in(std::string_view text, const Position& position) {
    const std::vector<std::string> words = words_of(text);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::optional<Demand> demand = demand_at(words, i);
        if (!demand) continue;
        if (!demand->result)
            return Failure{std::string(name(demand->side)) + " is to play and '" + demand->word +
                           "': win, draw or lose expected"};
        if (demand->side != position.side)
            return Failure{std::string("the stipulation is for ") + name(demand->side) + ", but " +
                           name(position.side) + " is to move"};
        return demand->result;
    }
    return std::optional<Wdl>();
}

std::optional<std::string> reason_against(const Position& position) {
    const std::string mover = name(position.side);
    if (position.enemy().is_empty())
        return std::string("the game is over: ") + name(other(position.side)) + " has no pieces";
    if (position.own().is_empty()) return "the game is over: " + mover + " has no pieces";
    if (legal_moves(position).empty()) return "the game is over: " + mover + " cannot move";
    return std::nullopt;
}

std::string stipulation_text(const Position& position, Wdl stipulation) {
    const char* const result = stipulation == Wdl::Win    ? "win"
                               : stipulation == Wdl::Draw ? "draw"
                                                          : "lose";
    return std::string(name(position.side)) + " to play and " + result;
}

}  // namespace deepwell::compose
