// deepwell-check: is a proof certificate right?  docs/checker.md.

#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include "check.h"

namespace {

constexpr int Verified = 0;
constexpr int Refused = 1;
constexpr int BadUsage = 2;

struct Arguments {
    std::filesystem::path data;
    std::vector<std::string> files;
    bool help = false;
};

// Throws std::invalid_argument.
Arguments parse(const std::vector<std::string>& words) {
    Arguments arguments;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == "--help" || words[i] == "-h") {
            arguments.help = true;
        } else if (words[i] == "--data") {
            if (++i == words.size()) throw std::invalid_argument("--data needs a directory");
            arguments.data = words[i];
        } else if (words[i].starts_with('-')) {
            throw std::invalid_argument("unknown option " + words[i]);
        } else {
            arguments.files.push_back(words[i]);
        }
    }
    if (arguments.files.empty() && !arguments.help)
        throw std::invalid_argument("which certificate?  deepwell-check --data DIR FILE...");
    return arguments;
}

void print_help() {
    std::cout << "Check proof certificates of the " << checker::BoardSize << 'x'
              << checker::BoardSize
              << " board\n"
                 "Usage: deepwell-check --data DIR FILE...\n\n"
                 "  --data DIR  data directory, with the databases that the certificates name\n\n"
                 "Ends with 0 if all are verified, 1 if one is not, 2 for bad usage.\n"
                 "Example: deepwell-check --data ~/.local/share/deepwell draw.proof\n";
}

void print(const checker::Header& header) {
    std::cout << "  position   " << to_fen(header.root) << '\n'
              << "  claim      " << to_text(header.claim) << " for " << name_of(header.root.side)
              << ", who is to move\n"
              << "  databases  " << header.files.size() << " files\n";
}

void print(const checker::SectionReport& section) {
    std::cout << "  " << to_text(section.question) << ": " << section.records << " records\n"
              << "    after their moves: " << section.settled << " decided by the database, "
              << section.ended << " without an answer\n"
              << "    answers: " << section.record_answers << " lead to records, "
              << section.database_answers << " to the database\n"
              << "    database leaves checked: " << section.leaves() << '\n';
}

void print(const checker::Report& report) {
    if (report.header) print(*report.header);
    for (const auto& section : report.sections) print(section);
}

// REQUIRES: the file could be opened.
bool is_right(const std::string& name, checker::Bytes bytes, const std::filesystem::path& data) {
    std::cout << name << '\n';
    checker::Report report;
    std::string reason;
    try {
        checker::check(bytes, data, report);
    } catch (const checker::Refusal& refusal) {
        reason = refusal.what();
    } catch (const std::bad_alloc&) {
        reason = "there is not enough memory to check it";
    }
    print(report);
    if (reason.empty())
        std::cout << "VERIFIED\n";
    else
        std::cout << "REFUSED: " << reason << '\n';
    return reason.empty();
}

int run(const Arguments& arguments) {
    int verdict = Verified;
    for (const std::string& name : arguments.files) {
        const checker::MappedFile file(name);
        if (!is_right(name, file.bytes(), arguments.data)) verdict = Refused;
    }
    std::cout.flush();
    return verdict;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const Arguments arguments = parse({argv + 1, argv + argc});
        if (!arguments.help) return run(arguments);
        print_help();
        return Verified;
    } catch (const std::exception& error) {
        std::cerr << "deepwell-check: " << error.what() << '\n';
        return BadUsage;
    }
}
