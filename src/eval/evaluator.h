// Evaluator: a guess at the value of a position without looking ahead.

#pragma once

#include "board/position.h"
#include "eval/score.h"

namespace deepwell {

class Evaluator {
public:
    Evaluator() = default;
    Evaluator(const Evaluator&) = delete;
    Evaluator& operator=(const Evaluator&) = delete;
    virtual ~Evaluator() = default;

    // For the side to move, within MaxEvaluation on either side of 0.  A position and its turned
    // twin (position.h) have the same value.  It takes no notice of jumps that are due: ask when
    // the position is quiet.  Any number of threads may ask at once.
    virtual Score evaluate(const Position& position) const = 0;
};

}  // namespace deepwell
