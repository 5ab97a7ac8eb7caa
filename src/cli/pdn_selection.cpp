#include "cli/pdn_selection.h"

#include <algorithm>
namespace deepwell::cli {

namespace {

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return result;
}

bool has_player(const PdnGame& game, const std::string& part) {
    const std::string wanted = lower(part);
    return std::any_of(game.tags.begin(), game.tags.end(), [&](const PdnTag& tag) {
        return (tag.is_named("Black") || tag.is_named("White")) &&
               lower(tag.value).find(wanted) != std::string::npos;
    });
}

bool reaches(const PdnGame& game, const Position& position) {
    const Game played = main_game(game);
    const auto& positions = played.positions();
    return std::find(positions.begin(), positions.end(), position) != positions.end();
}

}  // namespace

bool PdnSelection::accepts(const PdnGame& game) const {
    if (!player.empty() && !has_player(game, player)) return false;
    if (outcome && outcome_of(game.result, reading) != *outcome) return false;
    if (least_plies && static_cast<int>(game.main.moves.size()) < *least_plies) return false;
    return !opening || reaches(game, *opening);
}

Result<Position> opening_position(const std::string& text) {
    if (text.find_first_not_of("0123456789") == std::string::npos && text.size() <= 3) {
        for (const ThreeMoveOpening& opening : three_move_openings())
            if (std::to_string(opening.acf_number) == text)
                return parse_opening(opening.moves).value().position;
        return Failure{"no three-move opening has this number"};
    }
    auto line = parse_opening(text);
    if (!line) return Failure{line.error()};
    return line->position;
}

const ThreeMoveOpening* opening_of(const PdnGame& game) {
    constexpr std::size_t Plies = 3;
    const Game played = main_game(game);
    return played.moves().size() < Plies ? nullptr : opening_at(played.positions()[Plies]);
}

std::string outcome_name(const PdnGame& game, ResultReading reading) {
    const auto outcome = outcome_of(game.result, reading);
    if (!outcome) return "forfeit";
    switch (*outcome) {
        case Outcome::BlackWins:
            return "black";
        case Outcome::WhiteWins:
            return "white";
        case Outcome::Draw:
            return "draw";
        case Outcome::Open:
            return "open";
    }
    __builtin_unreachable();
}

}  // namespace deepwell::cli
