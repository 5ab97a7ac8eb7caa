// How a command ends before its time.  Each exception carries one line for the user.

#pragma once

#include <stdexcept>
#include <string>

namespace deepwell::cli {

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
