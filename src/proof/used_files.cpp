#include "proof/used_files.h"

#include "board/movegen.h"
#include "egdb/derived.h"

namespace deepwell::proof {

namespace {

bool is_stored(const Position& black_to_move) {
    const egdb::Men men{black_to_move.men(Side::Black), black_to_move.men(Side::White)};
    if (egdb::is_derived(egdb::material_of(black_to_move), men)) return false;
    const MoveList moves = legal_moves(black_to_move);
    return moves.empty() || !moves[0].is_jump();
}

}  // namespace

void UsedFiles::add_root(const Position& root) {
    add_answers(root);
}

void UsedFiles::add(std::span<const ProofRecord> records) {
    for (const ProofRecord& record : records) add_answers(record.choice);
}

void UsedFiles::add_answers(const Position& position) {
    if (add_leaf(position)) return;
    for (const Position& answer : children_of(position)) add_leaf(answer);
}

bool UsedFiles::add_leaf(const Position& position) {
    const bool is_leaf = !position.own().is_empty() &&
                         leaves_.ask_database(position, position.side) != Answer::Unknown;
    if (is_leaf) add_value(position);
    return is_leaf;
}

void UsedFiles::add_value(const Position& position) {
    if (position.own().is_empty() || position.enemy().is_empty()) return;
    const Position here = position.side == Side::Black ? position : turned(position);
    materials_.insert(egdb::material_of(here));
    if (is_stored(here)) return;
    for (const Position& child : children_of(here)) add_value(child);
}

}  // namespace deepwell::proof
