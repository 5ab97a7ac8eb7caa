#include "proof/game_prover.h"

#include "board/movegen.h"

namespace deepwell::proof {

std::size_t ProvenGame::known_from() const {
    std::size_t first = values.size();
    while (first > 0 && values[first - 1].is_exact()) --first;
    return first;
}

bool ProvenGame::is_mistake(std::size_t ply) const {
    return ply + 1 < values.size() && (-values[ply + 1]).high < values[ply].low;
}

ProvenGame prove_game(Prover& prover,
                      const Game& game,
                      const ProofLimits& limits,
                      const std::function<void(std::size_t ply)>& each) {
    const std::vector<Position>& positions = game.positions();
    ProofLimits for_values = limits;
    for_values.wants_records = false;
    ProvenGame proven;
    proven.values.resize(positions.size());
    prover.clear();
    for (std::size_t ply = positions.size(); ply-- > 0;) {
        if (limits.stop.stop_requested()) {
            proven.is_complete = false;
            break;
        }
        WdlRange& value = proven.values[ply];
        // What the move of the game reaches is open to its player; if it is his only one, it is
        // all.
        if (ply + 1 < positions.size()) {
            const WdlRange after = -proven.values[ply + 1];
            value = legal_moves(positions[ply]).size() == 1 ? after : WdlRange{after.low, Wdl::Win};
        }
        if (!value.is_exact()) {
            const ProofResult result = prover.prove(positions[ply], for_values);
            proven.nodes += result.nodes;
            value = intersect(value, result.value);
        }
        if (each) each(ply);
    }
    return proven;
}

}  // namespace deepwell::proof
