// How a command ends before its time.  Each exception carries one line for the user.

#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace deepwell::cli {

// The text with everything that could move the cursor or ring the bell replaced by '?'.
inline std::string printable(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (static_cast<unsigned char>(c) < ' ' || c == 127) c = '?';
    return result;
}

// Bad usage or input; ExitCode::BadInput.
class BadInput : public std::runtime_error {
public:
    explicit BadInput(const std::string& message) : std::runtime_error(message) {}
};

// The user pressed Ctrl-C; says what was kept and how to go on.  ExitCode::Interrupted.
class Interrupted : public std::runtime_error {
public:
    explicit Interrupted(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace deepwell::cli
