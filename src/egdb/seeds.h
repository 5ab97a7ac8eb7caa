// Seeds: what is known of a configuration before quiet king moves, for one side to move.
//
// Matrices with a row for each king set of the mover and a column for each of his opponent.

#pragma once

#include "egdb/king_matrix.h"

namespace deepwell::egdb {

struct Seeds {
    KingMatrix win;     // won by a jump or a man's move
    KingMatrix loss;    // must jump, and every jump loses
    KingMatrix quiet;   // no jump
    KingMatrix doomed;  // no jump, and every man's move loses

    void resize(std::uint32_t rows, std::size_t words) {
        for (KingMatrix* matrix : {&win, &loss, &quiet, &doomed}) matrix->resize(rows, words);
    }
};

}  // namespace deepwell::egdb
