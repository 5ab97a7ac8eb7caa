#include "check.h"

namespace checker {

namespace {

class SectionCheck {
public:
    SectionCheck(const Section& section, Database& database)
        : section_(section), question_(section.question), database_(database) {}

    void check_root(const Position& root) {
        constexpr std::uint64_t AnyRank = std::uint64_t{1} << 32;
        if (is_shown_by(database_.value(root), root)) return;
        const bool needs_record = root.side == question_.chooser();
        if (needs_record && section_.find(root)) return;
        if (needs_record) refuse(to_text(question_), ", the root has no record");
        try {
            check_answers(root, AnyRank);
        } catch (const Refusal& why) {
            refuse(to_text(question_), ", the root ", to_fen(root), ": ", why.what());
        }
    }

    void check_record(std::size_t number) {
        const Position& position = section_.positions[number];
        const unsigned move = section_.moves[number];
        try {
            const std::vector<Position> moves = numbered_moves(position);
            if (move >= moves.size()) refuse("there is no move ", move, ", only ", moves.size());
            if (is_shown_by(database_.value(moves[move]), moves[move]))
                ++settled_;
            else
                check_answers(moves[move], question_.wins ? section_.ranks[number] : 0);
        } catch (const Refusal& why) {
            const std::string fen = to_fen(position);
            refuse(to_text(question_), ", record ", number, ", ", fen, ": ", why.what());
        }
    }

    void print(std::ostream& out) const {
        out << "  " << to_text(question_) << ": " << section_.positions.size() << " records\n"
            << "    after their moves: " << settled_ << " decided by the database, " << ended_
            << " without an answer\n"
            << "    answers: " << record_answers_ << " lead to records, " << database_answers_
            << " to the database\n"
            << "    database leaves checked: " << settled_ + database_answers_ << '\n';
    }

private:
    // Is the position, with the value that the database has for it, as the section says?
    bool is_shown_by(std::optional<Value> value, const Position& position) const {
        const Value win = position.side == question_.attacker ? Value::Win : Value::Loss;
        return value && (*value == win) == question_.wins;
    }

    // Every move of the other side leads to what is shown: by the database, or by a record, whose
    // rank must be lower than the given one if ranks matter.
    void check_answers(const Position& position, std::uint64_t rank) {
        const std::vector<Position> answers = successors(position);
        if (answers.empty()) ++ended_;
        for (const Position& answer : answers) {
            const std::optional<Value> value = database_.value(answer);
            const bool is_shown = is_shown_by(value, answer);
            if (!is_shown) check_record_of(answer, value, rank);
            ++(is_shown ? database_answers_ : record_answers_);
        }
    }

    void check_record_of(const Position& p, std::optional<Value> value, std::uint64_t rank) const {
        const std::optional<std::size_t> number = section_.find(p);
        if (number && (!question_.wins || section_.ranks[*number] < rank)) return;
        const std::string it = "the answer to " + to_fen(p);
        if (number) {
            const std::uint32_t after = section_.ranks[*number];
            refuse("the rank does not fall: it is ", rank, " here and ", after, " after ", it);
        }
        if (!value) refuse(it, " is missing: it has no record, and no database file decides it");
        const std::string worth = name_of(*value);
        refuse(it, " has no record, and the database has ", worth, " there for the side to move");
    }

    const Section& section_;
    const Question question_;
    Database& database_;
    std::uint64_t settled_ = 0;           // by the database after a record's move
    std::uint64_t ended_ = 0;             // by a record's move: no answer
    std::uint64_t record_answers_ = 0;    // answers that lead to a record
    std::uint64_t database_answers_ = 0;  // and those that lead to a value of the database
};

}  // namespace

Header check(Bytes file, const Path& data, std::ostream& out, std::uint64_t cache) {
    ByteReader in(file);
    Header header = read_header(file, in);
    out << "  position   " << to_fen(header.root) << '\n'
        << "  claim      " << claim_of(header) << " for " << name_of(header.root.side)
        << ", who is to move\n"
        << "  databases  " << header.files.size() << " files\n";
    const std::string size = std::to_string(BoardSize);
    Database database(data / "egdb" / (size + "x" + size), cache);
    for (const auto& [material, checksum] : header.files) database.open(material, checksum);
    for (std::size_t i = 0; i < header.questions.size(); ++i) {
        const Section section = read_section(in, header, i);
        SectionCheck section_check(section, database);
        section_check.check_root(header.root);
        for (std::size_t number = 0; number < section.positions.size(); ++number)
            section_check.check_record(number);
        section_check.print(out);
    }
    return header;
}

}  // namespace checker
