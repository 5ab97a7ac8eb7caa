// Samples and moves from games that were played by others, for the tuner.

#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "base/progress.h"
#include "board/game.h"
#include "egdb/database.h"
#include "eval/evaluator.h"
#include "tune/sample_file.h"

namespace deepwell::tune {

enum class Label {
    Result,    // how the game ended
    Search,    // what a search of the position says, beside that
    Database,  // the truth from where the databases know it, instead of how the game ended
};

struct LabelOptions {
    Label label = Label::Result;
    std::uint64_t nodes = 2'000;  // of a search
    int first_ply = 6;            // earlier positions are the same in too many games
};

struct RecordedGame {
    Game game;
    Outcome outcome = Outcome::Open;  // Open: unknown
};

// One batch with the quiet positions of each game in turn; games of unknown outcome are left out
// unless the databases know it.  `database` may be null.  Ends early if stopped.
std::vector<SampleBatch> samples_of(const std::vector<RecordedGame>& games,
                                    const LabelOptions& options,
                                    const Evaluator& evaluator,
                                    const egdb::Database* database,
                                    const std::stop_token& stop,
                                    Progress& progress);

// A move that somebody chose among several quiet ones.
struct MasterMove {
    Position position;
    Move move;
    std::uint64_t game = 0;  // its number
    bool operator==(const MasterMove&) const = default;
};

std::vector<MasterMove> master_moves_of(const std::vector<RecordedGame>& games, int first_ply);

}  // namespace deepwell::tune
