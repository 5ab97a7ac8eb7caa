#include "cli/command.h"

#include <cstdlib>
#include <fmt/format.h>
#include <iostream>
#include <unistd.h>

#include "base/error.h"
#include "board/fen.h"

namespace deepwell::cli {

namespace {

constexpr std::size_t LongestQuote = 80;

// Text of the user as it may be shown in an error: short, printable.
std::string shown(std::string_view text) {
    const std::string result = printable(text.substr(0, LongestQuote));
    return text.size() > LongestQuote ? result + "..." : result;
}

std::string fen_fault(std::string_view fen, const std::string& fault) {
    return fmt::format("FEN '{}': {}", shown(fen), fault);
}

// The position, or BadInput naming the text and the fault.
Position require_position(const std::string& fen) {
    const auto position = parse_fen(fen);
    if (!position) throw BadInput(fen_fault(fen, position.error()));
    return *position;
}

// The first of the variables that is set decides, as in the C library.
std::string_view locale_name() {
    for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"})
        if (const char* value = std::getenv(variable); value != nullptr && *value != '\0')
            return value;
    return "C";
}

bool is_set(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

}  // namespace

Position position_or_start(const std::string& fen) {
    return fen == "start" ? Position::start() : require_position(fen);
}

ExitCode for_each_position(const std::string& fen,
                           bool json,
                           const std::function<void(const Position&)>& work) {
    if (fen != "-") {
        work(position_or_start(fen));
        return ExitCode::Done;
    }
    std::ios::sync_with_stdio(false);  // reads whole blocks; output goes through stdio alone
    ExitCode code = ExitCode::Done;
    std::string line;
    for (long number = 1; std::getline(std::cin, line); ++number) {
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        const auto position =
            line == "start" ? Result<Position>(Position::start()) : parse_fen(line);
        if (position) {
            work(*position);
            continue;
        }
        code = ExitCode::BadInput;
        fmt::print(stderr, "deepwell: line {}: {}\n", number, fen_fault(line, position.error()));
        if (json) print_json({{"line", number}, {"fen", shown(line)}, {"error", position.error()}});
    }
    return code;
}

bool colours_wanted() {
    const char* terminal = std::getenv("TERM");
    const bool is_dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
    return isatty(STDOUT_FILENO) != 0 && !is_dumb && !is_set("NO_COLOR");
}

bool utf8_wanted() {
    const std::string_view locale = locale_name();
    return locale.find("UTF-8") != std::string_view::npos ||
           locale.find("utf8") != std::string_view::npos;
}

std::string quoted(const std::string& text) {
    constexpr const char* Plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+.,:/";
    if (!text.empty() && text.find_first_not_of(Plain) == std::string::npos) return text;
    std::string result = "'";
    for (const char c : text) result += c == '\'' ? "'\\''" : std::string(1, c);
    return result + '\'';
}

void print_line(std::string_view text) {
    const auto written = std::fwrite(text.data(), 1, text.size(), stdout);
    if (written != text.size() || std::fputc('\n', stdout) == EOF)
        throw Error("cannot write to standard output");
}

void flush_output() {
    if (std::fflush(stdout) != 0) throw Error("cannot write to standard output");
}

void print_json(const Json& json) {
    print_line(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace deepwell::cli
