// Evaluators by name, as users choose them.

#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "eval/evaluator.h"

namespace deepwell {

// ""         the best that the program carries in itself: the network on 8x8, else the heuristics
// "chinook"  the heuristics with the built-in weights
// else       a file: of weights for the heuristics, of a network, or of a network of endings, which
//            then stands beside the built-in one
//
// The failure names the file and what is wrong with it.
Result<std::shared_ptr<const Evaluator>> evaluator_named(const std::string& name);

std::shared_ptr<const Evaluator> default_evaluator();

// Knows endings better than the default evaluator, and plays no better by it, which is told by
// docs/network.md: for whoever wants to know what a position is worth.  nullptr where there is
// none.
std::shared_ptr<const Evaluator> default_judge();

}  // namespace deepwell
