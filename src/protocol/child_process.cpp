#include "protocol/child_process.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

#include "base/error.h"

extern char** environ;  // NOLINT: the name is POSIX's

namespace deepwell::protocol {

namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr milliseconds EndCheck{2};  // how often a wait looks whether a program has ended
constexpr milliseconds EndPatience{500};

struct Pipe {
    Descriptor read_end;
    Descriptor write_end;
};

Pipe make_pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        throw Error(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

// What posix_spawn is told: where the three standard files go; a group of its own; signals as a
// program expects them.
class SpawnPlan {
public:
    SpawnPlan(const Descriptor& input, const Descriptor& output) {
        posix_spawn_file_actions_init(&files_);
        posix_spawn_file_actions_adddup2(&files_, input.number(), STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&files_, output.number(), STDOUT_FILENO);
        posix_spawn_file_actions_addopen(&files_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawnattr_init(&attributes_);
        sigset_t none;
        sigset_t usual;
        sigemptyset(&none);
        sigemptyset(&usual);
        sigaddset(&usual, SIGPIPE);
        posix_spawnattr_setsigmask(&attributes_, &none);
        posix_spawnattr_setsigdefault(&attributes_, &usual);
        posix_spawnattr_setpgroup(&attributes_, 0);
        posix_spawnattr_setflags(
            &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~SpawnPlan() {
        posix_spawn_file_actions_destroy(&files_);
        posix_spawnattr_destroy(&attributes_);
    }
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;

    // 0, or why not.
    int run(const std::vector<std::string>& words, pid_t& pid) const {
        std::vector<char*> arguments;
        arguments.reserve(words.size() + 1);
        for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
        arguments.push_back(nullptr);
        return posix_spawnp(
            &pid, arguments.front(), &files_, &attributes_, arguments.data(), environ);
    }

private:
    posix_spawn_file_actions_t files_{};
    posix_spawnattr_t attributes_{};
};

}  // namespace

Result<ChildProcess> ChildProcess::start(const std::vector<std::string>& words) {
    if (words.empty()) return Failure{"no program is given"};
    Pipe to_child = make_pipe();
    Pipe from_child = make_pipe();
    pid_t pid = 0;
    const int fault = SpawnPlan(to_child.read_end, from_child.write_end).run(words, pid);
    if (fault != 0)
        return Failure{fmt::format("cannot start {}: {}", words.front(), std::strerror(fault))};
    make_nonblocking(to_child.write_end);
    make_nonblocking(from_child.read_end);
    return ChildProcess(pid, std::move(to_child.write_end), std::move(from_child.read_end));
}

ChildProcess::ChildProcess(pid_t pid, Descriptor input, Descriptor output)
    : pid_(pid), input_(std::move(input)), output_(std::move(output)) {}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, 0)),
      status_(other.status_),
      input_(std::move(other.input_)),
      output_(std::move(other.output_)),
      read_(std::move(other.read_)) {}

bool ChildProcess::write_line(std::string_view line, Deadline deadline) {
    const std::string text = std::string(line) + '\n';
    std::string_view rest = text;
    while (!rest.empty()) {
        const ssize_t written = write(input_.number(), rest.data(), rest.size());
        if (written > 0) {
            rest.remove_prefix(static_cast<std::size_t>(written));
            continue;
        }
        if (!is_to_be_tried_again(errno) || Clock::now() >= deadline) return false;
        is_ready(input_, POLLOUT, deadline);
    }
    return true;
}

LineRead ChildProcess::read_line(Deadline deadline,
                                 std::size_t max_length,
                                 const std::stop_token& stop) {
    std::size_t searched = 0;
    while (true) {
        const std::size_t end = read_.find('\n', searched);
        if (end <= max_length) {
            std::string line = read_.substr(0, end);
            read_.erase(0, end + 1);
            if (!line.empty() && line.back() == '\r') line.pop_back();
            return {LineEnd::Complete, std::move(line)};
        }
        searched = read_.size();
        if (searched > max_length) return {LineEnd::TooLong, {}};
        if (stop.stop_requested()) return {LineEnd::Stopped, {}};
        if (!is_ready(output_, POLLIN, deadline)) {
            if (Clock::now() >= deadline) return {LineEnd::Timeout, {}};
            continue;
        }
        char chunk[4096];
        const ssize_t count = read(output_.number(), chunk, sizeof chunk);
        if (count > 0) read_.append(chunk, static_cast<std::size_t>(count));
        if (count == 0 || (count < 0 && !is_to_be_tried_again(errno))) return {LineEnd::Closed, {}};
    }
}

void ChildProcess::finish(Deadline deadline) {
    input_.close();
    wait_until(deadline);
    kill();
}

void ChildProcess::kill() {
    if (pid_ == 0) return;
    ::kill(-pid_, SIGKILL);
    while (waitpid(pid_, &status_, 0) < 0 && errno == EINTR) {
    }
    pid_ = 0;
}

std::string ChildProcess::how_it_ended() {
    if (!wait_until(Clock::now() + EndPatience)) {
        kill();
        return "it closed its output";
    }
    if (WIFSIGNALED(status_)) return fmt::format("signal {}", WTERMSIG(status_));
    return fmt::format("exit code {}", WEXITSTATUS(status_));
}

bool ChildProcess::has_ended() {
    if (pid_ != 0 && waitpid(pid_, &status_, WNOHANG) == pid_) {
        ::kill(-pid_, SIGKILL);  // what it started and left behind
        pid_ = 0;
    }
    return pid_ == 0;
}

bool ChildProcess::wait_until(Deadline deadline) {
    while (!has_ended()) {
        if (Clock::now() >= deadline) return false;
        std::this_thread::sleep_for(EndCheck);
    }
    return true;
}

std::vector<std::string> words_of_command(std::string_view command) {
    std::vector<std::string> words;
    bool is_quoted = false;
    bool is_inside = false;
    for (const char c : command) {
        if (c == '"') {
            is_quoted = !is_quoted;
        } else if (c == ' ' && !is_quoted) {
            is_inside = false;
            continue;
        }
        if (!is_inside) words.emplace_back();
        is_inside = true;
        if (c != '"') words.back() += c;
    }
    return words;
}

}  // namespace deepwell::protocol
