// deepwell-check: is a proof certificate right?  docs/checker.md.

#include <filesystem>
#include <iostream>
#include <new>
#include <optional>

#include "check.h"

namespace {

constexpr int Verified = 0, Refused = 1, BadUsage = 2;

constexpr const char* Help =
    " board\n"
    "Usage: deepwell-check --data DIR FILE...\n\n"
    "  --data DIR  data directory, with the databases that the certificates name\n\n"
    "Ends with 0 if all are verified, 1 if one is not, 2 for bad usage.\n"
    "Example: deepwell-check --data ~/.local/share/deepwell draw.proof\n";

// Nothing if it cannot be read, which is told.
std::optional<std::vector<std::uint8_t>> bytes_of(const std::string& name) {
    try {
        return checker::bytes_of(name);
    } catch (const checker::Refusal& why) {
        std::cerr << "deepwell-check: " << why.what() << '\n';
    } catch (const std::exception&) {
        std::cerr << "deepwell-check: " << name << " is too large\n";
    }
    return std::nullopt;
}

int verdict_on(const std::string& name, const checker::Path& data) {
    const auto bytes = bytes_of(name);
    if (!bytes) return BadUsage;
    std::cout << name << '\n';
    try {
        checker::check(*bytes, data, std::cout);
        std::cout << "VERIFIED\n";
        return Verified;
    } catch (const checker::Refusal& why) {
        std::cout << "REFUSED: " << why.what() << '\n';
    } catch (const std::bad_alloc&) {
        std::cout << "REFUSED: there is not enough memory to check it\n";
    }
    return Refused;
}

// Throws Refusal for bad usage.
int run(const std::vector<std::string>& words) {
    checker::Path data;
    std::vector<std::string> files;
    bool wants_help = false;
    for (std::size_t i = 0; i < words.size(); ++i)
        if (words[i] == "--help" || words[i] == "-h")
            wants_help = true;
        else if (words[i] == "--data" && i + 1 == words.size())
            checker::refuse("--data needs a directory");
        else if (words[i] == "--data")
            data = words[++i];
        else if (words[i].starts_with('-'))
            checker::refuse("unknown option ", words[i]);
        else
            files.push_back(words[i]);
    if (wants_help) {
        constexpr unsigned Size = checker::BoardSize;
        std::cout << "Check proof certificates of the " << Size << 'x' << Size << Help;
        return Verified;
    }
    if (!data.empty() && !std::filesystem::is_directory(data))
        checker::refuse("there is no directory ", data.string());
    if (files.empty()) checker::refuse("which certificate?  deepwell-check --data DIR FILE...");
    int verdict = Verified;
    for (const std::string& name : files) verdict = std::max(verdict, verdict_on(name, data));
    return verdict;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const int verdict = run({argv + 1, argv + argc});
        if (!std::cout.flush()) checker::refuse("cannot write to standard output");
        return verdict;
    } catch (const std::exception& error) {
        std::cerr << "deepwell-check: " << error.what() << '\n';
        return BadUsage;
    }
}
