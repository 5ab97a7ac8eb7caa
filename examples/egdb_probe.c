/* Prints the value of positions from a directory of endgame databases:
 *
 *     $ deepwell egdb build --pieces 4 --data data
 *     $ ./egdb_probe data/egdb/8x8 "W:WK18,K19:BK1"
 *     W:WK18,K19:BK1  win
 *
 * Compile it with pkg-config (PKG_CONFIG_PATH=PREFIX/lib/pkgconfig if PREFIX is not searched)
 *
 *     cc egdb_probe.c -o egdb_probe $(pkg-config --cflags --libs deepwell-egdb)
 *
 * or with CMake (-DCMAKE_PREFIX_PATH=PREFIX likewise):
 *
 *     find_package(DeepwellEgdb REQUIRED)
 *     add_executable(egdb_probe egdb_probe.c)
 *     target_link_libraries(egdb_probe PRIVATE Deepwell::egdb)
 *
 * Exit codes: 0 done, 2 bad usage or input, 3 the databases cannot be read.
 */

#include <deepwell_egdb.h>
#include <stdio.h>

static const char* text_of(deepwell_egdb_value value) {
    switch (value) {
        case DEEPWELL_EGDB_WIN:
            return "win";
        case DEEPWELL_EGDB_DRAW:
            return "draw";
        case DEEPWELL_EGDB_LOSS:
            return "loss";
        case DEEPWELL_EGDB_UNKNOWN:
            break;
    }
    return "unknown";
}

static int complain(const char* about, deepwell_egdb_status status) {
    fprintf(stderr, "%s: %s\n", about, deepwell_egdb_error());
    return status == DEEPWELL_EGDB_BAD_ARGUMENT ? 2 : 3;
}

/* One line, "FEN  win in 5 plies"; the exit code. */
static int print_value(const deepwell_egdb* database, const char* fen) {
    deepwell_egdb_position position;
    deepwell_egdb_result result;
    int plies;
    deepwell_egdb_status status = deepwell_egdb_parse_fen(fen, &position);
    if (status == DEEPWELL_EGDB_OK) status = deepwell_egdb_probe(database, &position, &result);
    if (status == DEEPWELL_EGDB_OK) status = deepwell_egdb_distance(database, &position, &plies);
    if (status != DEEPWELL_EGDB_OK) return complain(fen, status);

    printf("%s  %s", fen, text_of(result.value));
    if (result.value == DEEPWELL_EGDB_UNKNOWN)
        printf(", from %s to %s", text_of(result.low), text_of(result.high));
    if (plies != DEEPWELL_EGDB_NO_DISTANCE) printf(" in %d plies", plies);
    printf("\n");
    return 0;
}

int main(int argc, char** argv) {
    deepwell_egdb* database;
    deepwell_egdb_status status;
    int exit_code = 0;
    int i;
    if (argc < 3) {
        fprintf(stderr, "usage: %s DIRECTORY FEN...\n", argv[0]);
        return 2;
    }
    status = deepwell_egdb_open(argv[1], NULL, &database);
    if (status != DEEPWELL_EGDB_OK) return complain(argv[1], status);
    for (i = 2; i < argc && exit_code == 0; ++i) exit_code = print_value(database, argv[i]);
    deepwell_egdb_close(database);
    return exit_code;
}
