#include "board/pdn_replay.h"

#include <algorithm>
#include <vector>

#include "board/movegen.h"
#include "board/notation.h"

namespace deepwell {

namespace {

bool can_replay(Position position, std::span<const std::string_view> texts) {
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const auto move = parse_move(position, texts[i]);
        if (!move) {
            const auto options = meanings_of(position, texts[i]);
            return options.size() > 1 &&
                   std::any_of(options.begin(), options.end(), [&](const Move& option) {
                       return can_replay(play(position, option), texts.subspan(i + 1));
                   });
        }
        position = play(position, *move);
    }
    return true;
}

}  // namespace

std::optional<Move> meant_by_line(const Position& position,
                                  std::string_view text,
                                  std::span<const std::string_view> later_moves) {
    std::vector<Move> options = meanings_of(position, text);
    if (options.size() < 2) return std::nullopt;
    std::erase_if(options, [&](const Move& option) {
        return !can_replay(play(position, option), later_moves);
    });
    if (options.size() != 1) return std::nullopt;
    return options.front();
}

}  // namespace deepwell
