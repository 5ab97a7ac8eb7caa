#include "cli/play_record.h"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace deepwell::cli {

namespace {

std::vector<PdnTag> own_tags(Side person) {
    const auto player = [&](Side side) { return side == person ? "You" : "Deepwell"; };
    return {{"Event", "A game against Deepwell"},
            {"Black", player(Side::Black)},
            {"White", player(Side::White)}};
}

bool names_players(const PdnGame& pdn, Side person) {
    return std::ranges::all_of(own_tags(person), [&](const PdnTag& tag) {
        return tag.name == "Event" || tag_value(pdn, tag.name) == tag.value;
    });
}

// How many moves from the beginning are those of the loaded game.
std::size_t common_moves(const Game& game, const PdnGame& loaded) {
    const auto differ = std::ranges::mismatch(
        game.moves(), loaded.main.moves, {}, {}, [](const PdnMove& node) { return node.move; });
    return static_cast<std::size_t>(differ.in1 - game.moves().begin());
}

// The tags that tell how and when the game ended are no longer true.  A result that can be read is
// set by the writer.
void reopen(PdnGame& pdn) {
    std::erase_if(pdn.tags, [](const PdnTag& tag) {
        return tag.is_named("Termination") || tag.is_named("PlyCount") ||
               (tag.is_named("Result") && !parse_result(tag.value));
    });
    pdn.result = PdnResult::Open;
}

// The loaded game with the moves of `game`, and with its remarks up to where they part.
PdnGame continued(const PdnGame& loaded, const Game& game, Side person) {
    PdnGame pdn = loaded;
    if (is_as_loaded(game, loaded)) return pdn;
    const std::size_t common = common_moves(game, loaded);
    std::vector<PdnMove>& line = pdn.main.moves;
    line.resize(common);
    for (std::size_t i = common; i < game.moves().size(); ++i)
        line.emplace_back().move = game.moves()[i];
    if (common < line.size() && !pdn.tags.empty() && !names_players(pdn, person))
        line[common].comment_before =
            fmt::format("From here on against Deepwell, {}.", name(other(person)));
    pdn.main.closing_comment.clear();
    reopen(pdn);
    return pdn;
}

void conclude(PdnGame& pdn, const GameEnding& ending) {
    reopen(pdn);
    pdn.result = result_of(ending.outcome);
    std::string& comment = pdn.main.closing_comment;
    comment += comment.empty() ? ending.reason : ' ' + ending.reason;
}

}  // namespace

bool is_as_loaded(const Game& game, const PdnGame& loaded) {
    return game.moves().size() == loaded.main.moves.size() &&
           common_moves(game, loaded) == game.moves().size();
}

bool was_over_when_loaded(const Game& game, const PdnGame& loaded) {
    const bool was_over =
        loaded.result != PdnResult::Open || main_game(loaded).state().outcome != Outcome::Open;
    return was_over && is_as_loaded(game, loaded);
}

PdnGame record_of(const Game& game,
                  Side person,
                  const std::optional<GameEnding>& ending,
                  const std::optional<PdnGame>& loaded) {
    if (ending) person = ending->person;
    PdnGame pdn = loaded ? continued(*loaded, game, person) : pdn_of(game);
    if (pdn.tags.empty()) pdn.tags = own_tags(person);
    const bool is_known = pdn.result != PdnResult::Open && game.state().outcome != Outcome::Open;
    if (ending && !is_known) conclude(pdn, *ending);
    return pdn;
}

}  // namespace deepwell::cli
