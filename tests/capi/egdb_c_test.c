/* The C interface as a C program meets it.  Usage: egdb_c_test DIRECTORY, with the databases up to
 * 3 pieces.  Exit code 0 if every expectation holds. */

#include <deepwell_egdb.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { Threads = 4 };

static int failures = 0; /* changed by the main thread only */

#define EXPECT(condition) expect((condition), #condition, __LINE__)
static void expect(int holds, const char* what, int line) {
    if (holds) return;
    fprintf(stderr, "line %d: not so: %s (last error: %s)\n", line, what, deepwell_egdb_error());
    ++failures;
}

static int error_says(const char* words) {
    return strstr(deepwell_egdb_error(), words) != NULL;
}

static deepwell_egdb_position position_of(const char* fen) {
    deepwell_egdb_position position;
    EXPECT(deepwell_egdb_parse_fen(fen, &position) == DEEPWELL_EGDB_OK);
    return position;
}

static deepwell_egdb_result probe(const deepwell_egdb* database, const char* fen) {
    const deepwell_egdb_position position = position_of(fen);
    deepwell_egdb_result result;
    EXPECT(deepwell_egdb_probe(database, &position, &result) == DEEPWELL_EGDB_OK);
    return result;
}

static int is_exactly(deepwell_egdb_result result, deepwell_egdb_value value) {
    return result.value == value && result.low == value && result.high == value;
}

static int is_between(deepwell_egdb_result result,
                      deepwell_egdb_value low,
                      deepwell_egdb_value high) {
    return result.value == DEEPWELL_EGDB_UNKNOWN && result.low == low && result.high == high;
}

static deepwell_egdb* open_with(const char* directory, int max_pieces, uint64_t cache_bytes) {
    deepwell_egdb_options options = {sizeof options, 0, 0};
    deepwell_egdb* database;
    options.max_pieces = max_pieces;
    options.cache_bytes = cache_bytes;
    EXPECT(deepwell_egdb_open(directory, &options, &database) == DEEPWELL_EGDB_OK);
    return database;
}

static void nothing_has_failed_yet(void) {
    EXPECT(strcmp(deepwell_egdb_error(), "") == 0);
    EXPECT(strchr(deepwell_egdb_version(), '.') != NULL);
}

static void open_refuses_what_is_not_there(void) {
    deepwell_egdb* database = (deepwell_egdb*)&failures;
    EXPECT(deepwell_egdb_open("/nonexistent/egdb", NULL, &database) == DEEPWELL_EGDB_NOT_FOUND);
    EXPECT(database == NULL);
    EXPECT(error_says("/nonexistent/egdb"));
    EXPECT(deepwell_egdb_open("/", NULL, &database) == DEEPWELL_EGDB_NOT_FOUND);
    EXPECT(error_says("there are no databases in /"));
    EXPECT(deepwell_egdb_open(NULL, NULL, &database) == DEEPWELL_EGDB_BAD_ARGUMENT);
    EXPECT(error_says("directory is null"));
    EXPECT(deepwell_egdb_open("/", NULL, NULL) == DEEPWELL_EGDB_BAD_ARGUMENT);
    EXPECT(error_says("database is null"));
    deepwell_egdb_close(NULL);
}

static void open_refuses_bad_options(const char* directory) {
    deepwell_egdb_options options = {0, 0, 0};
    deepwell_egdb* database;
    EXPECT(deepwell_egdb_open(directory, &options, &database) == DEEPWELL_EGDB_BAD_ARGUMENT);
    EXPECT(error_says("options.size is 0"));
    options.size = (size_t)-1;
    EXPECT(deepwell_egdb_open(directory, &options, &database) == DEEPWELL_EGDB_BAD_ARGUMENT);
    options.size = sizeof options;
    options.max_pieces = 1;
    EXPECT(deepwell_egdb_open(directory, &options, &database) == DEEPWELL_EGDB_BAD_ARGUMENT);
    EXPECT(error_says("options.max_pieces is 1"));
    options.max_pieces = 25;
    EXPECT(deepwell_egdb_open(directory, &options, &database) == DEEPWELL_EGDB_BAD_ARGUMENT);
    EXPECT(database == NULL);
}

/* A caller of a later version: its additional field is heeded if it is 0 only. */
static void options_may_be_longer(const char* directory) {
    struct {
        deepwell_egdb_options known;
        uint64_t more;
    } options = {{0, 0, 0}, 0};
    deepwell_egdb* database;
    options.known.size = sizeof options;
    EXPECT(deepwell_egdb_open(directory, &options.known, &database) == DEEPWELL_EGDB_OK);
    deepwell_egdb_close(database);
    options.more = 1;
    EXPECT(deepwell_egdb_open(directory, &options.known, &database) == DEEPWELL_EGDB_BAD_ARGUMENT);
    EXPECT(error_says("does not know"));
}

static void fen_is_read_into_standard_squares(void) {
    deepwell_egdb_position position = position_of("B:W21-32:B1-12");
    EXPECT(position.black == 0x00000fffu && position.white == 0xfff00000u);
    EXPECT(position.kings == 0 && position.side == DEEPWELL_EGDB_BLACK);
    position = position_of("W:WK1:BK32,2");
    EXPECT(position.white == 1u && position.black == (1u << 31 | 1u << 1));
    EXPECT(position.kings == (1u << 31 | 1u) && position.side == DEEPWELL_EGDB_WHITE);

    EXPECT(deepwell_egdb_parse_fen("B:W33:B1", &position) == DEEPWELL_EGDB_BAD_ARGUMENT);
    EXPECT(error_says("square 33"));
    EXPECT(position.black == 0 && position.white == 0 && position.kings == 0);
    EXPECT(deepwell_egdb_parse_fen("", &position) == DEEPWELL_EGDB_BAD_ARGUMENT);
    EXPECT(deepwell_egdb_parse_fen(NULL, &position) == DEEPWELL_EGDB_BAD_ARGUMENT);
    EXPECT(deepwell_egdb_parse_fen("B:W18:B1", NULL) == DEEPWELL_EGDB_BAD_ARGUMENT);
}

static void refused(const deepwell_egdb* database,
                    deepwell_egdb_position position,
                    const char* why) {
    deepwell_egdb_result result = {DEEPWELL_EGDB_WIN, DEEPWELL_EGDB_WIN, DEEPWELL_EGDB_WIN};
    int plies = 99;
    EXPECT(deepwell_egdb_probe(database, &position, &result) == DEEPWELL_EGDB_BAD_ARGUMENT);
    EXPECT(error_says(why));
    EXPECT(is_between(result, DEEPWELL_EGDB_LOSS, DEEPWELL_EGDB_WIN));
    EXPECT(deepwell_egdb_distance(database, &position, &plies) == DEEPWELL_EGDB_BAD_ARGUMENT);
    EXPECT(plies == DEEPWELL_EGDB_NO_DISTANCE);
}

static void probe_refuses_what_is_no_position(const deepwell_egdb* database) {
    const deepwell_egdb_position both_on_18 = {1u << 17, 1u << 17, 0, DEEPWELL_EGDB_BLACK};
    const deepwell_egdb_position stray_king = {1u, 1u << 17, 1u << 9, DEEPWELL_EGDB_BLACK};
    const deepwell_egdb_position uncrowned = {1u << 31, 1u << 17, 0, DEEPWELL_EGDB_BLACK};
    const deepwell_egdb_position thirteen = {0x1fffu, 1u << 31, 0, DEEPWELL_EGDB_BLACK};
    const deepwell_egdb_position third_side = {1u, 1u << 17, 0, 2};
    refused(database, both_on_18, "square 18 holds a black and a white piece");
    refused(database, stray_king, "king on square 10");
    refused(database, uncrowned, "Black has a man on its king row, square 32");
    refused(database, thirteen, "Black has 13 pieces");
    refused(database, third_side, "side 2");
}

static void null_is_refused(const deepwell_egdb* database) {
    const deepwell_egdb_position position = position_of("B:WK18:BK1");
    deepwell_egdb_result result;
    deepwell_egdb_counts counts = {1, 1, 1};
    int plies;
    EXPECT(deepwell_egdb_probe(NULL, &position, &result) == DEEPWELL_EGDB_BAD_ARGUMENT);
    EXPECT(error_says("database is null"));
    EXPECT(deepwell_egdb_probe(database, NULL, &result) == DEEPWELL_EGDB_BAD_ARGUMENT);
    EXPECT(error_says("position is null"));
    EXPECT(deepwell_egdb_probe(database, &position, NULL) == DEEPWELL_EGDB_BAD_ARGUMENT);
    EXPECT(error_says("result is null"));
    EXPECT(deepwell_egdb_distance(NULL, &position, &plies) == DEEPWELL_EGDB_BAD_ARGUMENT);
    EXPECT(deepwell_egdb_distance(database, NULL, &plies) == DEEPWELL_EGDB_BAD_ARGUMENT);
    EXPECT(deepwell_egdb_distance(database, &position, NULL) == DEEPWELL_EGDB_BAD_ARGUMENT);
    EXPECT(deepwell_egdb_complete_pieces(NULL) == DEEPWELL_EGDB_BAD_ARGUMENT);
    EXPECT(deepwell_egdb_get_counts(NULL, &counts) == DEEPWELL_EGDB_BAD_ARGUMENT);
    EXPECT(counts.probes == 0 && counts.look_ups == 0 && counts.loads == 0);
    EXPECT(deepwell_egdb_get_counts(database, NULL) == DEEPWELL_EGDB_BAD_ARGUMENT);
}

static void known_positions_have_their_values(const deepwell_egdb* database) {
    EXPECT(deepwell_egdb_complete_pieces(database) == 3);
    /* Two kings beat one, even out of the double corner; one against one is a draw. */
    EXPECT(is_exactly(probe(database, "W:WK18,K19:BK1"), DEEPWELL_EGDB_WIN));
    EXPECT(is_exactly(probe(database, "B:WK18,K19:BK1"), DEEPWELL_EGDB_LOSS));
    EXPECT(is_exactly(probe(database, "B:WK18:BK1"), DEEPWELL_EGDB_DRAW));
    /* 1x10 takes the last piece; White to move steps away. */
    EXPECT(is_exactly(probe(database, "B:WK6:BK1"), DEEPWELL_EGDB_WIN));
    EXPECT(is_exactly(probe(database, "W:WK6:BK1"), DEEPWELL_EGDB_DRAW));
    /* The man on 12 can neither step to 16 nor jump to 19. */
    EXPECT(is_exactly(probe(database, "B:W16,19:B12"), DEEPWELL_EGDB_LOSS));
    /* A side without pieces has lost. */
    EXPECT(is_exactly(probe(database, "B:W:BK1"), DEEPWELL_EGDB_WIN));
    EXPECT(is_exactly(probe(database, "W:W:BK1"), DEEPWELL_EGDB_LOSS));
    /* Four pieces, but either jump leads to what is known. */
    EXPECT(is_exactly(probe(database, "B:W10,18,26:BK14"), DEEPWELL_EGDB_DRAW));
    EXPECT(is_between(probe(database, "B:W21-32:B1-12"), DEEPWELL_EGDB_LOSS, DEEPWELL_EGDB_WIN));
}

/* 14x23x30 leaves two pieces and a draw, 14x7 leaves three, of which nothing is known. */
static void absent_materials_give_a_range(const char* directory) {
    deepwell_egdb* database = open_with(directory, 2, 0);
    EXPECT(deepwell_egdb_complete_pieces(database) == 2);
    EXPECT(is_between(probe(database, "B:W10,18,26:BK14"), DEEPWELL_EGDB_DRAW, DEEPWELL_EGDB_WIN));
    EXPECT(is_between(probe(database, "W:WK18,K19:BK1"), DEEPWELL_EGDB_LOSS, DEEPWELL_EGDB_WIN));
    deepwell_egdb_close(database);
}

static void wins_and_losses_tell_how_long_they_last(const deepwell_egdb* database) {
    int plies = 0;
    const deepwell_egdb_position win = position_of("W:WK18,K19:BK1");
    EXPECT(deepwell_egdb_distance(database, &win, &plies) == DEEPWELL_EGDB_OK);
    EXPECT(plies == 21);
    const deepwell_egdb_position jump = position_of("B:B14:W18");
    EXPECT(deepwell_egdb_distance(database, &jump, &plies) == DEEPWELL_EGDB_OK);
    EXPECT(plies == 1);
}

static void draws_and_unknown_positions_have_no_distance(const deepwell_egdb* database) {
    const deepwell_egdb_position draw = position_of("B:WK18:BK1");
    const deepwell_egdb_position start = position_of("B:W21-32:B1-12");
    int plies = 99;
    EXPECT(deepwell_egdb_distance(database, &draw, &plies) == DEEPWELL_EGDB_OK);
    EXPECT(plies == DEEPWELL_EGDB_NO_DISTANCE);
    plies = 99;
    EXPECT(deepwell_egdb_distance(database, &start, &plies) == DEEPWELL_EGDB_OK);
    EXPECT(plies == DEEPWELL_EGDB_NO_DISTANCE);
}

static void counts_grow(const char* directory) {
    deepwell_egdb* database = open_with(directory, 0, 0);
    deepwell_egdb_counts first, second;
    EXPECT(deepwell_egdb_get_counts(database, &first) == DEEPWELL_EGDB_OK);
    EXPECT(first.probes == 0 && first.look_ups == 0 && first.loads == 0);
    (void)probe(database, "B:WK18,K19:BK1");
    EXPECT(deepwell_egdb_get_counts(database, &first) == DEEPWELL_EGDB_OK);
    EXPECT(first.probes == 1 && first.look_ups >= 1 && first.loads <= first.look_ups);
    (void)probe(database, "B:WK18,K19:BK1");
    EXPECT(deepwell_egdb_get_counts(database, &second) == DEEPWELL_EGDB_OK);
    EXPECT(second.probes == 2 && second.loads == first.loads); /* decoded once */
    deepwell_egdb_close(database);
}

/* Every position of two white kings against a black one: wins, draws and losses of either side to
 * move; -1 in `errors` if a probe failed. */
typedef struct {
    const deepwell_egdb* database;
    uint32_t number;
    int values[3];
    int errors;
    int kept_its_error;
} Sweep;

static void sweep_side(Sweep* sweep, uint32_t side) {
    int a, b, c;
    for (a = 0; a < 32; ++a)
        for (b = 0; b < a; ++b)
            for (c = 0; c < 32; ++c) {
                deepwell_egdb_position p;
                deepwell_egdb_result result;
                if (c == a || c == b) continue;
                p.white = 1u << a | 1u << b;
                p.black = 1u << c;
                p.kings = p.white | p.black;
                p.side = side;
                if (deepwell_egdb_probe(sweep->database, &p, &result) != DEEPWELL_EGDB_OK ||
                    result.value == DEEPWELL_EGDB_UNKNOWN)
                    ++sweep->errors;
                else
                    ++sweep->values[result.value + 1];
            }
}

/* The error that a thread makes stays its own, whatever the others do. */
static void* run_sweep(void* argument) {
    Sweep* sweep = argument;
    const deepwell_egdb_position nobody = {1u, 1u << 17, 0, 100 + sweep->number};
    deepwell_egdb_result result;
    char expected[32];
    sprintf(expected, "side %u ", (unsigned)nobody.side);
    (void)deepwell_egdb_probe(sweep->database, &nobody, &result);
    sweep_side(sweep, DEEPWELL_EGDB_BLACK);
    sweep_side(sweep, DEEPWELL_EGDB_WHITE);
    sweep->kept_its_error = error_says(expected);
    return NULL;
}

static void threads_get_the_same_answers(const char* directory, uint64_t cache_bytes) {
    deepwell_egdb* database = open_with(directory, 0, cache_bytes);
    pthread_t threads[Threads];
    Sweep sweeps[Threads + 1];
    uint32_t i;
    memset(sweeps, 0, sizeof sweeps);
    for (i = 0; i <= Threads; ++i) {
        sweeps[i].database = database;
        sweeps[i].number = i;
    }
    for (i = 0; i < Threads; ++i)
        EXPECT(pthread_create(&threads[i], NULL, run_sweep, &sweeps[i]) == 0);
    for (i = 0; i < Threads; ++i) EXPECT(pthread_join(threads[i], NULL) == 0);
    (void)run_sweep(&sweeps[Threads]);
    /* 32 * 31 / 2 * 30 placements, twice. */
    EXPECT(sweeps[Threads].values[0] + sweeps[Threads].values[1] + sweeps[Threads].values[2] ==
           29760);
    for (i = 0; i <= Threads; ++i) {
        EXPECT(sweeps[i].errors == 0);
        EXPECT(sweeps[i].kept_its_error);
        EXPECT(memcmp(sweeps[i].values, sweeps[Threads].values, sizeof sweeps[i].values) == 0);
    }
    deepwell_egdb_close(database);
}

int main(int argc, char** argv) {
    deepwell_egdb* database;
    if (argc != 2) {
        fprintf(stderr, "usage: %s DIRECTORY\n", argv[0]);
        return 2;
    }
    nothing_has_failed_yet();
    open_refuses_what_is_not_there();
    open_refuses_bad_options(argv[1]);
    options_may_be_longer(argv[1]);
    fen_is_read_into_standard_squares();
    EXPECT(deepwell_egdb_open(argv[1], NULL, &database) == DEEPWELL_EGDB_OK);
    if (database == NULL) return 1;
    probe_refuses_what_is_no_position(database);
    null_is_refused(database);
    known_positions_have_their_values(database);
    wins_and_losses_tell_how_long_they_last(database);
    draws_and_unknown_positions_have_no_distance(database);
    deepwell_egdb_close(database);
    absent_materials_give_a_range(argv[1]);
    counts_grow(argv[1]);
    threads_get_the_same_answers(argv[1], 0);
    threads_get_the_same_answers(argv[1], 1);    /* nothing is kept */
    threads_get_the_same_answers(argv[1], 4096); /* units drive each other out */
    if (failures == 0) printf("all expectations hold\n");
    return failures == 0 ? 0 : 1;
}
