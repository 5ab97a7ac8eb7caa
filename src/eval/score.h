// Score: how good a position looks for the side to move, in hundredths of a man.

#pragma once

namespace deepwell {

using Score = int;

inline constexpr Score ManScore = 100;
// Every evaluation lies between -MaxEvaluation and MaxEvaluation.
inline constexpr Score MaxEvaluation = 20000;

}  // namespace deepwell
