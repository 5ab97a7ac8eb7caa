#include "studio/program.h"

#include <array>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"

namespace deepwell::studio {

namespace {

constexpr std::size_t MostOutput = 65'536;
constexpr int LookInterval = 100;  // milliseconds

// Standard output and error of the child go into the pipe, which ends with it.
pid_t start(const std::vector<std::string>& arguments, int output) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    std::vector<char*> words;
    for (const std::string& argument : arguments)
        words.push_back(const_cast<char*>(argument.c_str()));  // NOLINT: as POSIX has it
    words.push_back(nullptr);
    pid_t child = 0;
    const int error = posix_spawn(&child, words[0], &actions, &attributes, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (error != 0) throw Error(arguments[0] + " cannot be started: " + std::strerror(error));
    return child;
}

// False: its time is over.
bool listen(int input, std::string& output, std::chrono::steady_clock::time_point end) {
    std::array<char, 4096> part{};
    while (std::chrono::steady_clock::now() < end) {
        pollfd waiting{input, POLLIN, 0};
        if (poll(&waiting, 1, LookInterval) <= 0) continue;
        const ssize_t count = read(input, part.data(), part.size());
        if (count <= 0) return true;
        const std::size_t room = MostOutput - output.size();
        output.append(part.data(), std::min(room, static_cast<std::size_t>(count)));
    }
    return false;
}

}  // namespace

ProgramEnd run_program(const std::vector<std::string>& arguments, std::chrono::seconds patience) {
    std::array<int, 2> pipe{};
    if (pipe2(pipe.data(), O_CLOEXEC) != 0) throw Error("no pipe can be made");
    pid_t child = 0;
    try {
        child = start(arguments, pipe[1]);
    } catch (...) {
        close(pipe[0]);
        close(pipe[1]);
        throw;
    }
    close(pipe[1]);
    ProgramEnd end;
    const bool has_ended = listen(pipe[0], end.output, std::chrono::steady_clock::now() + patience);
    close(pipe[0]);
    if (!has_ended) kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    end.code = has_ended && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return end;
}

}  // namespace deepwell::studio
