// ChildProcess: another program, with its standard input and output in our hands.
//
// Lines go to it and come from it, each with a deadline, so that a program that neither reads nor
// writes cannot hold us.  Its standard error goes nowhere.  It leads a process group of its own: a
// Ctrl-C at the terminal does not reach it, and its end is the end of what it started.
// REQUIRES: SIGPIPE is ignored, as main() sees to.

#pragma once

#include <chrono>
#include <stop_token>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

#include "base/result.h"

namespace deepwell::protocol {

using Deadline = std::chrono::steady_clock::time_point;

// An open file, closed with its owner.
class Descriptor {
public:
    explicit Descriptor(int number = -1) : number_(number) {}
    ~Descriptor() { close(); }
    Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
    Descriptor& operator=(Descriptor&& other) noexcept;
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int number() const { return number_; }
    void close();
    int release();

private:
    int number_;
};

enum class LineEnd {
    Complete,
    Timeout,
    Closed,   // the program has ended or closed its output
    TooLong,  // no line end within the limit
    Stopped,  // as the stop token asked
};

struct LineRead {
    LineEnd end = LineEnd::Complete;
    std::string line;  // without its end; if Complete
};

class ChildProcess {
public:
    // The words of the command, the first being the program: a path or a name to be found in PATH.
    // The failure says why it cannot be started.
    static Result<ChildProcess> start(const std::vector<std::string>& words);

    // Kills it if it still runs.
    ~ChildProcess() { kill(); }
    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&&) = delete;

    // False: it has closed its input, or does not read.
    bool write_line(std::string_view line, Deadline deadline);

    LineRead read_line(Deadline deadline, std::size_t max_length, const std::stop_token& stop = {});

    // Closes its input and waits for it to end; kills it at the deadline.
    void finish(Deadline deadline);
    void kill();

    // How it ended, as a fragment: "exit code 3", "signal 11".  REQUIRES: its output is closed.
    // Waits a moment for the end itself; kills it if that does not come.
    std::string how_it_ended();

private:
    ChildProcess(pid_t pid, Descriptor input, Descriptor output);
    bool has_ended();
    bool wait_until(Deadline deadline);

    pid_t pid_;  // 0: it has ended
    int status_ = 0;
    Descriptor input_;
    Descriptor output_;
    std::string read_;  // not yet given as lines
};

// A command as it is typed, cut at its spaces; a word with spaces stands in double quotes.
std::vector<std::string> words_of_command(std::string_view command);

}  // namespace deepwell::protocol
