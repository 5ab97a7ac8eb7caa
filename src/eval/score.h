// Score: what a position is worth to the side to move, in hundredths of a man.
//
//     -32767 .......... -20000 ........... 0 ........... 20000 ........... 32767
//        lost, in plies    |          evaluations          |   won, in plies
//
// What lies beyond MaxEvaluation belongs to the search, which knows of plies.  Every score fits
// into 16 bits.

#pragma once

namespace deepwell {

using Score = int;

inline constexpr Score ManScore = 100;
// Every evaluation lies between -MaxEvaluation and MaxEvaluation.
inline constexpr Score MaxEvaluation = 20'000;

}  // namespace deepwell
