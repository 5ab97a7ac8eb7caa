/* Deepwell's endgame databases of 8x8 checkers (English draughts), for programs in C and C++.
 *
 * Squares are numbered as players number them.  Black moves first and down the board; Black's men
 * start on 1-12 and are crowned on 29-32, White's start on 21-32 and are crowned on 1-4.
 *
 *      .  1  .  2  .  3  .  4       A set of squares is a uint32_t in which bit i (from 0,
 *      5  .  6  .  7  .  8  .       1u << i) stands for square i + 1:
 *      .  9  . 10  . 11  . 12
 *     13  . 14  . 15  . 16  .           square  1 = 0x00000001
 *      . 17  . 18  . 19  . 20           square 32 = 0x80000000
 *     21  . 22  . 23  . 24  .
 *      . 25  . 26  . 27  . 28
 *     29  . 30  . 31  . 32  .
 *
 * Errors.  Functions that can fail return a deepwell_egdb_status.  Every failure, and nothing
 * else, also sets the text of deepwell_egdb_error() for the calling thread.  No C++ exception
 * leaves the library.  A null pointer is an error, never a crash, unless a function says that it
 * may be null; a handle that was closed must not be used.
 *
 * Threads.  Any number of threads may call any functions at the same time, with the same handle
 * too, and do not wait for each other.  Only deepwell_egdb_close wants the handle for itself.
 *
 * Ownership.  The caller owns every struct and pointer that it passes; the library keeps none of
 * them after the call.  Texts that the library returns belong to the library.
 */

#ifndef DEEPWELL_EGDB_H
#define DEEPWELL_EGDB_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define DEEPWELL_EGDB_API __attribute__((visibility("default")))
#else
#define DEEPWELL_EGDB_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum deepwell_egdb_status {
    DEEPWELL_EGDB_OK = 0,
    DEEPWELL_EGDB_BAD_ARGUMENT = -1, /* null, out of range, no position of the game, no FEN */
    DEEPWELL_EGDB_NOT_FOUND = -2,    /* no such directory, or no databases in it */
    DEEPWELL_EGDB_BROKEN = -3,       /* a file is damaged, of another version or unreadable */
    DEEPWELL_EGDB_NO_MEMORY = -4
} deepwell_egdb_status;

/* The game-theoretic value of a position for the side to move. */
typedef enum deepwell_egdb_value {
    DEEPWELL_EGDB_LOSS = -1,
    DEEPWELL_EGDB_DRAW = 0,
    DEEPWELL_EGDB_WIN = 1,
    DEEPWELL_EGDB_UNKNOWN = 2
} deepwell_egdb_value;

enum { DEEPWELL_EGDB_BLACK = 0, DEEPWELL_EGDB_WHITE = 1 }; /* deepwell_egdb_position.side */
enum { DEEPWELL_EGDB_NO_DISTANCE = -1 };                   /* see deepwell_egdb_distance */

/* A position of the game: black and white share no square, every king belongs to one of them, no
 * man stands where it would be crowned, no side has more than 12 pieces.  A side may be empty. */
typedef struct deepwell_egdb_position {
    uint32_t black; /* squares of Black's men and kings */
    uint32_t white; /* squares of White's men and kings */
    uint32_t kings; /* squares of the kings of both */
    uint32_t side;  /* to move: DEEPWELL_EGDB_BLACK or DEEPWELL_EGDB_WHITE */
} deepwell_egdb_position;

/* What is known of a value.  low <= high, both of them loss, draw or win; `value` is the same as
 * both where they agree, else DEEPWELL_EGDB_UNKNOWN. */
typedef struct deepwell_egdb_result {
    deepwell_egdb_value value;
    deepwell_egdb_value low;  /* the side to move reaches at least this */
    deepwell_egdb_value high; /* and at most this */
} deepwell_egdb_result;

/* Fields that are 0 have their default, so start from
 *     deepwell_egdb_options options = {sizeof options, 0, 0};
 * Later versions may add fields at the end; `size` tells the library which ones you know. */
typedef struct deepwell_egdb_options {
    size_t size;          /* sizeof(deepwell_egdb_options) */
    int max_pieces;       /* leave out files with more pieces, 2 to 24; default: all files */
    uint64_t cache_bytes; /* at most so much memory for decoded values, taken as needed; more is
                             faster.  Default 1 GiB; 1 keeps nothing */
} deepwell_egdb_options;

/* What was asked of a handle since it was opened. */
typedef struct deepwell_egdb_counts {
    uint64_t probes;   /* positions that were asked for */
    uint64_t look_ups; /* values taken from files on their behalf */
    uint64_t loads;    /* look-ups that had to decode first: low when the cache is large enough */
} deepwell_egdb_counts;

/* An open directory of databases. */
typedef struct deepwell_egdb deepwell_egdb;

/* Opens the files of a directory, which is DIR/egdb/8x8 after `deepwell egdb build --data DIR`.
 * `options` may be null: all defaults.  On success *database is a handle that the caller gives
 * back with deepwell_egdb_close, on failure it is null.  Handles are independent of each other.
 * Files are mapped, not read: they must not be changed or cut off before the handle is closed.
 * Damage at the head of a file is found here, damage in a block when that block is first asked.
 * Fails with BAD_ARGUMENT, NOT_FOUND, BROKEN, NO_MEMORY. */
DEEPWELL_EGDB_API deepwell_egdb_status deepwell_egdb_open(const char* directory,
                                                          const deepwell_egdb_options* options,
                                                          deepwell_egdb** database);

/* Closes the handle; null is allowed and does nothing.  No other call with this handle may be
 * running, none may follow. */
DEEPWELL_EGDB_API void deepwell_egdb_close(deepwell_egdb* database);

/* What is known of the position.  Every legal position may be asked, also one with captures: they
 * are played out.  Where files are absent the answer is a range, up to loss to win for a position
 * of which nothing is known; this is no failure.  A side that has no pieces or no moves has lost.
 * On failure *result is that widest range.  Fails with BAD_ARGUMENT, BROKEN, NO_MEMORY. */
DEEPWELL_EGDB_API deepwell_egdb_status deepwell_egdb_probe(const deepwell_egdb* database,
                                                           const deepwell_egdb_position* position,
                                                           deepwell_egdb_result* result);

/* How many plies a won or lost position lasts when the winner hurries and the loser delays: odd
 * for a win, even for a loss, 0 for a side that has no move.  *plies is DEEPWELL_EGDB_NO_DISTANCE
 * for a draw, for a position whose value is not known, and where no distances are stored; this is
 * no failure.  It is so too on failure.  Fails with BAD_ARGUMENT, BROKEN, NO_MEMORY. */
DEEPWELL_EGDB_API deepwell_egdb_status deepwell_egdb_distance(
    const deepwell_egdb* database, const deepwell_egdb_position* position, int* plies);

/* The most pieces for which every file is there, 0 if there is no such number: any position with
 * no more of them has an exact value.  On failure the status, which is negative: BAD_ARGUMENT. */
DEEPWELL_EGDB_API int deepwell_egdb_complete_pieces(const deepwell_egdb* database);

/* Counts so far; while other threads are probing the three need not be of one moment.  On failure
 * they are 0.  Fails with BAD_ARGUMENT. */
DEEPWELL_EGDB_API deepwell_egdb_status deepwell_egdb_get_counts(const deepwell_egdb* database,
                                                                deepwell_egdb_counts* counts);

/* Reads a FEN as in `B:W18,K27:BK3,14`: the side to move, then each side's squares, K before
 * kings.  Ranges (`W21-32`), a final dot, spaces and quotes are understood.  On failure *position
 * is the empty board.  Fails with BAD_ARGUMENT, NO_MEMORY. */
DEEPWELL_EGDB_API deepwell_egdb_status deepwell_egdb_parse_fen(const char* fen,
                                                               deepwell_egdb_position* position);

/* One sentence, in English and without a line end, on the last failure in this thread; empty if
 * there was none.  Never null.  Valid until the thread's next failure or its end. */
DEEPWELL_EGDB_API const char* deepwell_egdb_error(void);

/* The version of Deepwell that the library belongs to, "0.1.0".  Valid for ever. */
DEEPWELL_EGDB_API const char* deepwell_egdb_version(void);

#ifdef __cplusplus
}
#endif

#endif
