// A score as people and other programs read it: in men, for the side to move.

#pragma once

#include <algorithm>

#include "search/search_score.h"

namespace deepwell::search {

// A win whose end was seen n plies away is 100 - n/100, one that the databases know after n plies
// 90 - n/100, and an opinion never more than 80; losses likewise with minus.
constexpr double in_men(Score score) {
    constexpr double SeenWin = 100, KnownWin = 90, MaxOpinion = 80, Hundred = 100;
    if (score < 0) return -in_men(-score);
    if (const auto plies = plies_to_end(score)) return SeenWin - *plies / Hundred;
    if (is_decided(score)) return KnownWin - (DatabaseWin - score) / Hundred;
    return std::min(score / static_cast<double>(ManScore), MaxOpinion);
}

}  // namespace deepwell::search
