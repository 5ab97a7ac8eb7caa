#include "engine/game_judge.h"

#include <algorithm>

#include "search/search_score.h"

namespace deepwell::engine {

namespace {

using search::Limits;
using search::SearchResult;

// In hundredths of a man.
constexpr Score DubiousLoss = 25;
constexpr Score MistakeLoss = 40;
constexpr Score BlunderLoss = 70;  // a man, less what it may get in return
// A lead that decides the game between people; more makes no difference.
constexpr Score DecidingLead = 200;
constexpr Score CertainLead = 400;

Score comparable(const Worth& worth) {
    if (worth.proven) return CertainLead * static_cast<int>(*worth.proven);
    return std::clamp(worth.score, -CertainLead, CertainLead);
}

Worth worth_of(const SearchResult& result) {
    return {result.score, result.proven};
}

class GameJudge {
public:
    GameJudge(Search& search, const Limits& limits, const std::stop_token& stop)
        : search_(search), limits_(limits), stop_(stop) {
        limits_.wants_score = true;
    }

    SearchResult look(const Game& game) { return search_.search(game, limits_, stop_, {}); }

    // `before` and `after` are the results of the positions around the move.
    JudgedMove judge(const Game& game,
                     const Move& move,
                     const SearchResult& before,
                     const SearchResult& after) {
        JudgedMove judged{move, before, seen_by_mover(worth_of(after)), Verdict::Good};
        if (before.best == move) return judged;
        judged.verdict = verdict_of(judged.best_worth(), judged.worth);
        if (judged.verdict != Verdict::Good && !judged.worth.proven) look_again(game, judged);
        return judged;
    }

private:
    // Scores of different depths waver: a move is only marked if it is as bad when it is searched
    // like the best one.
    void look_again(const Game& game, JudgedMove& judged) {
        Limits limits = limits_;
        limits.search_moves = {judged.move};
        const Worth again = worth_of(search_.search(game, limits, stop_, {}));
        if (comparable(again) > comparable(judged.worth)) judged.worth = again;
        judged.verdict = verdict_of(judged.best_worth(), judged.worth);
    }

    Search& search_;
    Limits limits_;
    const std::stop_token& stop_;
};

}  // namespace

Verdict verdict_of(const Worth& best, const Worth& played) {
    if (best.proven && played.proven)
        return *played.proven < *best.proven ? Verdict::Blunder : Verdict::Good;
    const Score had = comparable(best);
    const Score got = comparable(played);
    if (got >= DecidingLead || had <= -DecidingLead) return Verdict::Good;
    if (had - got >= BlunderLoss) return Verdict::Blunder;
    if (had - got >= MistakeLoss) return Verdict::Mistake;
    return had - got >= DubiousLoss ? Verdict::Dubious : Verdict::Good;
}

Worth seen_by_mover(const Worth& after) {
    Worth worth{-after.score, std::nullopt};
    if (after.proven) worth.proven = -*after.proven;
    if (search::is_decided(worth.score)) worth.score += worth.score > 0 ? -1 : 1;  // a ply more
    return worth;
}

std::vector<JudgedMove> judge_game(Search& search,
                                   const Game& game,
                                   const Limits& limits,
                                   const std::stop_token& stop,
                                   const std::function<void(const JudgedMove&)>& on_judged) {
    GameJudge judge(search, limits, stop);
    std::vector<JudgedMove> judged;
    Game replayed(game.initial());
    SearchResult before = judge.look(replayed);
    for (const Move& move : game.moves()) {
        Game next = replayed;
        next.play(move);
        SearchResult after = judge.look(next);
        JudgedMove result = judge.judge(replayed, move, before, after);
        if (stop.stop_requested()) break;  // what was stopped half way is worth little
        judged.push_back(std::move(result));
        if (on_judged) on_judged(judged.back());
        replayed = std::move(next);
        before = std::move(after);
    }
    return judged;
}

}  // namespace deepwell::engine
