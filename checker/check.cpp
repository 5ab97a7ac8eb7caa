#include "check.h"

#include <string>

namespace checker {

namespace {

class SectionCheck {
public:
    SectionCheck(const Section& section, Database& database)
        : section_(section), question_(section.question()), database_(database) {
        report_.question = question_;
    }

    void check_root(const Position& root) {
        if (is_shown_by_database(root)) return;
        if (root.side == question_.chooser()) {
            if (section_.find(root) == nullptr) refuse("the root has no record");
            return;
        }
        try {
            check_answers(root, std::nullopt);
        } catch (const Refusal& refusal) {
            refuse("the root " + to_fen(root) + ": " + refusal.what());
        }
    }

    SectionReport check_records() {
        for (std::uint64_t number = 0; number < section_.size(); ++number) try {
                check_record(number);
            } catch (const Refusal& refusal) {
                refuse("record " + std::to_string(number) + ", " +
                       to_fen(section_.position(number)) + ": " + refusal.what());
            }
        return report_;
    }

private:
    [[noreturn]] void refuse(const std::string& why) const {
        throw Refusal(to_text(question_) + ", " + why);
    }

    void check_record(std::uint64_t number) {
        const Position position = section_.position(number);
        const unsigned move = section_.move(number);
        list_moves(position, moves_);
        if (move >= moves_.size())
            throw Refusal("there is no move " + std::to_string(move) + ", only " +
                          std::to_string(moves_.size()));
        ++report_.records;
        const Position after = moves_[move];
        if (is_shown_by_database(after))
            ++report_.settled;
        else
            check_answers(after, section_.record(number).rank);
    }

    // Every move of the other side leads to what is shown: by the database, or by a record, which
    // must have a rank lower than the given one if ranks matter.
    void check_answers(const Position& position, std::optional<std::uint32_t> rank) {
        list_successors(position, answers_);
        if (answers_.empty()) ++report_.ended;
        for (const Position& answer : answers_) {
            if (is_shown_by_database(answer)) {
                ++report_.database_answers;
                continue;
            }
            const Record* const record = section_.find(answer);
            if (record == nullptr) refuse_answer(answer);
            if (question_.wins && rank && record->rank >= *rank)
                throw Refusal("the rank does not fall: it is " + std::to_string(*rank) +
                              " here and " + std::to_string(record->rank) +
                              " after the answer to " + to_fen(answer));
            ++report_.record_answers;
        }
    }

    // Does the database decide the position as the section says?
    bool is_shown_by_database(const Position& position) {
        const auto value = database_.value(position);
        if (!value) return false;
        const Value win = position.side == question_.attacker ? Value::Win : Value::Loss;
        return (*value == win) == question_.wins;
    }

    [[noreturn]] void refuse_answer(const Position& answer) {
        if (const auto value = database_.value(answer)) {
            constexpr const char* Values[] = {"a loss", "a draw", "a win"};
            throw Refusal("the answer to " + to_fen(answer) +
                          " has no record, and the database has " +
                          Values[static_cast<int>(*value)] + " there for the side to move");
        }
        throw Refusal("the answer to " + to_fen(answer) +
                      " is missing: it has no record, and no database file decides it");
    }

    const Section& section_;
    Question question_;
    Database& database_;
    SectionReport report_;
    std::vector<Position> moves_;
    std::vector<Position> answers_;
};

std::filesystem::path database_directory(const std::filesystem::path& data) {
    const std::string size = std::to_string(BoardSize);
    return data / "egdb" / (size + "x" + size);
}

}  // namespace

void check(Bytes certificate,
           const std::filesystem::path& data,
           Report& report,
           std::uint64_t cache_bytes) {
    CertificateReader reader(certificate);
    report.header = reader.header();
    Database database(database_directory(data), cache_bytes);
    for (const Header::File& file : reader.header().files)
        database.open(file.material, file.checksum);
    for (std::size_t i = 0; i < reader.header().questions.size(); ++i) {
        const Section section = reader.next_section();
        SectionCheck section_check(section, database);
        section_check.check_root(reader.header().root);
        report.sections.push_back(section_check.check_records());
    }
}

}  // namespace checker
