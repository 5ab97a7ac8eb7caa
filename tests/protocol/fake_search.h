// A search for tests: the first legal move at once; without a limit, or pondering, it waits to be
// stopped.

#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

#include "base/error.h"
#include "board/movegen.h"
#include "engine/search.h"

namespace deepwell::protocol {

class FakeSearch : public engine::Search {
public:
    search::SearchResult search(const Game& game,
                                const search::Limits& limits,
                                const std::stop_token& stop,
                                const search::InfoCallback& on_info) override {
        if (limits.depth == BrokenWorldDepth) throw Error("the disk is gone");
        const MoveList moves = legal_moves(game.position());
        search::SearchInfo info;
        info.depth = 1;
        info.score = search::WinScore - 3;
        info.nodes = moves.size();
        info.pv = {moves[0]};
        on_info(info);
        while (!stop.stop_requested() &&
               (limits.infinite || (limits.ponder && !limits.ponder_hit.stop_requested())))
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        search::SearchResult result;
        result.best = moves[0];
        result.pv = info.pv;
        return result;
    }
    void clear() override {}

    static constexpr int BrokenWorldDepth = 666;
};

inline Result<std::unique_ptr<engine::Search>> make_fake_search(const engine::Settings& settings) {
    if (settings.text(engine::Option::Weights) == "missing")
        return Failure{"missing: No such file or directory"};
    if (settings.text(engine::Option::Weights) == "broken") throw Error("the disk is gone");
    return std::unique_ptr<engine::Search>(std::make_unique<FakeSearch>());
}

}  // namespace deepwell::protocol
