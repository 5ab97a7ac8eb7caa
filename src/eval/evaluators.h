// Evaluators by name, as users choose them.

#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "eval/evaluator.h"

namespace deepwell {

// ""         the best that the program carries in itself: the network on 8x8, else the heuristics
// "chinook"  the heuristics with the built-in weights
// else       a file: of weights for the heuristics, or of a network
//
// The failure names the file and what is wrong with it.
Result<std::shared_ptr<const Evaluator>> evaluator_named(const std::string& name);

std::shared_ptr<const Evaluator> default_evaluator();

}  // namespace deepwell
