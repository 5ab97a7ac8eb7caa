// Players for tests that do just what a function says.

#pragma once

#include <functional>

#include "board/movegen.h"
#include "tune/player.h"

namespace deepwell::tune {

class FakePlayer final : public Player {
public:
    using Behaviour = std::function<Choice(const Game&)>;
    explicit FakePlayer(Behaviour behaviour) : behaviour_(std::move(behaviour)) {}

    void new_game() override { ++games; }
    Choice choose(const Game& game, const search::Limits& limits, const std::stop_token&) override {
        last_limits = limits;
        return behaviour_(game);
    }

    int games = 0;
    search::Limits last_limits;

private:
    Behaviour behaviour_;
};

inline Thought thought_of(const Move& move) {
    Thought thought;
    thought.move = move;
    return thought;
}

// The first of the legal moves: always the same game from the same opening.
inline Choice first_move(const Game& game) {
    return thought_of(legal_moves(game.position())[0]);
}

inline Choice last_move(const Game& game) {
    const MoveList moves = legal_moves(game.position());
    return thought_of(moves[moves.size() - 1]);
}

inline PlayerFactory factory_of(FakePlayer::Behaviour behaviour) {
    return [behaviour] { return std::make_unique<FakePlayer>(behaviour); };
}

}  // namespace deepwell::tune
