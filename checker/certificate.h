// A certificate as it is read, section by section (docs/certificate-format.md).
//
// Nothing in the file is believed: each length is held against what is there before memory is
// taken, and what is not as the format says is refused.

#pragma once

#include "input.h"
#include "layout.h"

namespace checker {

// What a section answers: does the attacker win?
struct Question {
    Side attacker = Side::Black;
    bool wins = false;

    // Who has a move in every record.
    Side chooser() const { return wins ? attacker : other(attacker); }
};
std::string to_text(const Question& question);  // "White does not win"

struct Header {
    Position root;
    Value lower = Value::Loss, upper = Value::Win;          // the claim: what the root is worth
    std::vector<Question> questions;                        // of the sections, in order
    std::vector<std::pair<Material, std::uint64_t>> files;  // of the database, with checksums
};
std::string claim_of(const Header& header);  // "at least a draw"

// A column for each thing that the records hold.
struct Section {
    Question question;
    std::vector<Position> positions;   // ascending; the chooser is to move
    std::vector<std::uint32_t> ranks;  // empty if the attacker does not win
    std::vector<std::uint8_t> moves;
    std::vector<std::uint32_t> index;  // numbers of records by hash, as many as a power of 2

    // The number of a position's record.
    std::optional<std::size_t> find(const Position& position) const;
};

// Both throw Refusal if something is not as the format says, naming the record if there is one to
// blame.  The header of the file; `in` is left at the first section.
Header read_header(Bytes file, ByteReader& in);
// The section of the header's question with this number, counted from 0; all have to be read in
// turn.  After the last one, `in` must be at its end.
Section read_section(ByteReader& in, const Header& header, std::size_t number);

}  // namespace checker
