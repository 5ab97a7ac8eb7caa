// DistanceSeeds: what jumps and moves of men say about distances over a men configuration, for one
// side to move.
//
// Matrices with a row for each king set of the mover and a column for each of his opponent; or one
// row with a column for each set of the mover, if the opponent has no kings.

#pragma once

#include "egdb/distance_slice.h"
#include "egdb/king_matrix.h"

namespace deepwell::egdb {

// The cells to be given a distance.
struct DecidedCells {
    KingMatrix win;
    KingMatrix loss;

    void resize(std::uint32_t rows, std::size_t words) {
        for (KingMatrix* matrix : {&win, &loss}) matrix->resize(rows, words);
    }
};

// Meaningful only in decided cells.
struct DistanceSeeds {
    SliceMatrix
        shortest;  // in won cells: the half of the shortest loss that a move reaches, or Never
    SliceMatrix longest;  // in lost cells: the half of the longest win that a move reaches
    KingMatrix quiet;     // no jump: only there quiet king moves count

    void resize(std::uint32_t rows, std::size_t words) {
        for (SliceMatrix* matrix : {&shortest, &longest}) matrix->resize(rows, words);
        quiet.resize(rows, words);
    }
};

}  // namespace deepwell::egdb
