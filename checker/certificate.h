// CertificateReader: a certificate section by section (docs/certificate-format.md).
//
// Nothing in the file is believed: each length is held against what is there before memory is
// taken, and what is not as the format says is refused.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "input.h"
#include "layout.h"
#include "rules.h"

namespace checker {

// What a section answers: does the attacker win?
struct Question {
    Side attacker = Side::Black;
    bool wins = false;

    // Who has a move in every record.
    Side chooser() const { return wins ? attacker : other(attacker); }
    bool operator==(const Question&) const = default;
};
std::string to_text(const Question& question);  // "White does not win"

// What the root is worth to the side to move: 0 loss, 1 draw, 2 win.
struct Claim {
    int lower = 0;
    int upper = 2;
};
std::string to_text(const Claim& claim);

struct Header {
    struct File {
        Material material;
        std::uint64_t checksum = 0;
    };
    Position root;
    Claim claim;
    std::vector<File> files;
    std::vector<Question> questions;  // of the sections, in order
};

// A position in which the chooser is to move.
struct Record {
    Squares black, white, kings;
    std::uint32_t rank;  // 0 if the section has no ranks
};

class Section {
public:
    static constexpr std::uint64_t ChunkRecords = 65536;

    explicit Section(const Question& question) : question_(question) {}

    const Question& question() const { return question_; }
    std::uint64_t size() const { return size_; }
    // REQUIRES (all three): number < size().
    const Record& record(std::uint64_t number) const {
        return chunks_[number / ChunkRecords].records[number % ChunkRecords];
    }
    Position position(std::uint64_t number) const;
    unsigned move(std::uint64_t number) const {
        return chunks_[number / ChunkRecords].moves[number % ChunkRecords];
    }

    // The record of a position; nullptr if there is none.  REQUIRES: the chooser is to move.
    const Record* find(const Position& position) const;

private:
    friend class CertificateReader;
    struct Chunk {
        std::vector<Record> records;
        std::vector<std::uint8_t> moves;
    };
    // Where the search for a position or record begins.
    std::size_t slot_of(const auto& p) const {
        std::uint64_t hash = (p.black | std::uint64_t{p.white} << 32) * 0x9e3779b97f4a7c15U;
        hash = (hash ^ hash >> 32 ^ p.kings) * 0xd6e8feb86659fd93U;
        return (hash ^ hash >> 32) & (index_.size() - 1);
    }
    void make_index();

    Question question_;
    std::uint64_t size_ = 0;
    std::vector<Chunk> chunks_;
    std::vector<std::uint32_t> index_;  // numbers of records by hash, as many as a power of 2
};

class CertificateReader {
public:
    // Reads the header.  Throws Refusal if the file is not whole or the header is wrong.  The bytes
    // must outlive the reader.
    explicit CertificateReader(Bytes file);

    const Header& header() const { return header_; }
    // Each question of the header in turn; after the last, the file must be at its end.  Throws
    // Refusal, naming the record if there is one to blame.  REQUIRES: a question is left.
    Section next_section();

private:
    void read_root_and_claim();
    void read_file_list(std::uint64_t count);
    Section::Chunk read_chunk(const Section& section, std::size_t count);
    static void read_position(ByteReader& in, const Section& section, std::vector<Record>& records);

    ByteReader in_;
    Header header_;
    std::size_t next_ = 0;  // question
};

// The questions that a claim needs.
std::vector<Question> questions_of(const Claim& claim, Side to_move);

}  // namespace checker
