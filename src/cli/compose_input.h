// What the compose commands share: their problems, the databases, the budget.

#pragma once

#include <functional>
#include <memory>

#include "cli/command.h"
#include "compose/problem.h"
#include "compose/soundness.h"
#include "egdb/database.h"
#include "eval/evaluator.h"

namespace deepwell::cli {

struct ComposeOptions {
    std::string what;   // a FEN, '-', or a file
    std::string range;  // of a file: which problems
    std::string time;   // seconds for a problem
    std::int64_t nodes = 0;
    std::int64_t pieces = std::int64_t{2} * MenPerSide;
    std::int64_t megabytes = 256;
    std::string data;
    std::string output;  // PDN
    std::string sheet;   // HTML
    bool json = false;
};

// The argument, --game, --time, --nodes, --pieces, --memory, --data, --output, --json.
Command& declare_compose(Command& command, ComposeOptions& options, const char* time_help);

// The databases and what proves with them.
struct ComposeTools {
    explicit ComposeTools(const ComposeOptions& options);

    egdb::Database database;
    std::shared_ptr<const Evaluator> evaluator;
    compose::Truth truth;
};

// --time and --nodes; without both, so many seconds.
compose::EffortLimits limits_of(const ComposeOptions& options, double usual_seconds);

// One problem after the other.
struct ComposeInput {
    std::size_t total = 0;  // 0: not known
    std::size_t first = 1;  // number of the first, as --game counts
    // The next problem; nothing at the end.  What cannot be read is told on stderr (as a JSON
    // object too), and the rest goes on.
    std::function<std::optional<compose::Problem>()> next;
    std::shared_ptr<ExitCode> code = std::make_shared<ExitCode>(ExitCode::Done);
};

// The files that are to be written have directories: found out before the work, not after it.
// Throws BadInput if not.
void require_places(const ComposeOptions& options);

// Throws BadInput if there is nothing to read, or what is to be written has no directory.
ComposeInput open_problems(const ComposeOptions& options);

// "White to play and win: sound" and so on need a name: that of the problem, or its FEN.
std::string problem_title(const compose::Problem& problem, std::size_t number);

}  // namespace deepwell::cli
