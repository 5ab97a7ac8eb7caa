// Evaluator: a judgement of quiet positions without looking ahead.
//
// Thread rule: evaluate() may be called from any number of threads.

#pragma once

#include "board/position.h"
#include "eval/score.h"

namespace deepwell {

class Evaluator {
public:
    virtual ~Evaluator() = default;
    // For the side to move.  REQUIRES: both sides have pieces.
    virtual Score evaluate(const Position& position) const = 0;
};

}  // namespace deepwell
