// Self-play: games of the search against itself, for what the evaluation can learn from them.
//
// A game begins with random moves, from the start position, behind a three-move opening or an
// 11-man ballot, or with a random ending; then both sides search a fixed number of nodes.  It ends
// by the rules, by a proven score, or where the databases know the value: the result is then the
// truth. The same options give the same games, whatever the number of threads.
//
// Two games from one position would be the same from there on.  So that they are not, a move is
// preferred by its whim, which is drawn anew for each move of each position.

#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>

#include "base/progress.h"
#include "egdb/database.h"
#include "eval/evaluator.h"
#include "tune/ending_collector.h"

namespace deepwell::tune {

// Where games begin.  Mixed: random, three-move and 11-man in turn.  Boards without three-move
// openings have random ones instead.  Endings: as many men and kings as the men of one side at
// the start and one more, or up to six fewer, on random squares.  Strays: a game that was played
// quickly up to some ply, and then one random move: what players who know better never see, but
// searches do.
enum class GameBeginnings { Random, ThreeMove, ElevenMan, Mixed, Endings, Strays };

struct SelfPlayOptions {
    std::filesystem::path file;  // of samples; goes on with it
    std::uint64_t games = 10'000;
    std::uint64_t nodes = 2'000;  // each move
    GameBeginnings beginnings = GameBeginnings::Mixed;
    int least_random_plies = 4;  // from the start position
    int most_random_plies = 12;
    int most_plies_behind_opening = 6;  // random ones, from none on
    int most_plies_before_stray = 60;   // from none on
    int most_whim = 8;                  // points, from none on
    int threads = 1;
    std::uint64_t seed = 1;
    // Samples are endings that the searches met, not the positions of the games.
    std::optional<EndingOptions> endings;
    const egdb::Database* judge = nullptr;  // of the endings
};

struct SelfPlayReport {
    bool finished = false;
    std::uint64_t samples = 0;  // in the file, with those of earlier runs
    std::uint64_t samples_now = 0;
};

// `database` may be null.
SelfPlayReport play_games(const SelfPlayOptions& options,
                          const Evaluator& evaluator,
                          const egdb::Database* database,
                          const std::stop_token& stop,
                          Progress& progress);

}  // namespace deepwell::tune
