// The scale of scores in the search, which goes beyond that of the evaluation:
//
//     30000 - n            the side to move wins in n plies, all of them seen
//     28000 - n            after n plies the databases know a win
//     -20000 .. 20000      an evaluation, or 0 for a draw
//
// and the same with minus for losses.  A quicker win is a better one, a win seen to its end better
// than one that is only known.  Scores hold for the side to move; n counts from the root.

#pragma once

#include <algorithm>
#include <optional>

#include "board/wdl.h"
#include "eval/score.h"

namespace deepwell::search {

inline constexpr int MaxPly = 192;
inline constexpr Score Infinite = 32000;
inline constexpr Score WinScore = 30000;
inline constexpr Score DatabaseWin = 28000;
inline constexpr Score DrawScore = 0;
static_assert(DatabaseWin - MaxPly > MaxEvaluation && WinScore - MaxPly > DatabaseWin);

// The side to move has lost, `ply` plies after the root.
constexpr Score loss_at(int ply) {
    return ply - WinScore;
}

constexpr Score database_score(Wdl value, int ply) {
    if (value == Wdl::Draw) return DrawScore;
    return value == Wdl::Win ? DatabaseWin - ply : ply - DatabaseWin;
}

// Does the score claim a win or a loss?
constexpr bool is_decided(Score score) {
    return score > MaxEvaluation || score < -MaxEvaluation;
}

constexpr Score clamp_evaluation(Score score) {
    return std::clamp(score, -MaxEvaluation, MaxEvaluation);
}

// Plies to the end of the game, where that was seen.
constexpr std::optional<int> plies_to_end(Score score) {
    const Score size = score < 0 ? -score : score;
    if (size < WinScore - 4 * MaxPly || size > WinScore) return std::nullopt;
    return WinScore - size;
}

// In the transposition table n counts from the stored position.
constexpr Score to_table(Score score, int ply) {
    return score > MaxEvaluation ? score + ply : score < -MaxEvaluation ? score - ply : score;
}
constexpr Score from_table(Score score, int ply) {
    return score > MaxEvaluation ? score - ply : score < -MaxEvaluation ? score + ply : score;
}

}  // namespace deepwell::search
