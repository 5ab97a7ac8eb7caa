// UsedFiles: the files of the databases that a proof rests on, as whoever checks it reads them.
//
// A value that is not stored (egdb/derived.h, jumps) is found in the files of the positions after
// its moves, so these count too.

#pragma once

#include <set>
#include <span>

#include "egdb/material.h"
#include "proof/leaves.h"
#include "proof/proof_graph.h"

namespace deepwell::proof {

class UsedFiles {
public:
    explicit UsedFiles(const Leaves& leaves) : leaves_(leaves) {}

    // The root of a proof, whoever is to move.
    void add_root(const Position& root);
    void add(std::span<const ProofRecord> records);

    // Black to move, as files are.
    const std::set<egdb::Material>& materials() const { return materials_; }

private:
    // The position, or what its moves lead to.
    void add_answers(const Position& position);
    bool add_leaf(const Position& position);
    void add_value(const Position& position);

    const Leaves& leaves_;
    std::set<egdb::Material> materials_;
};

}  // namespace deepwell::proof
