#include "protocol/hub_loop.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <poll.h>
#include <unistd.h>
#include <utility>

#include "protocol/hub_server.h"
#include "protocol/hub_text.h"

namespace deepwell::protocol {

namespace {

constexpr std::size_t ChunkSize = 4096;

// Cuts what is read into lines, of which it keeps no more than the longest that is allowed.
class LineCutter {
public:
    enum class Next { Line, TooLong, NeedsMore };

    void add(std::string_view bytes) { read_ += bytes; }

    Next next(std::string& line) {
        const std::size_t end = read_.find('\n');
        if (end == std::string::npos) {
            if (read_.size() <= MaxHubLine) return Next::NeedsMore;
            read_.clear();
            is_skipping_ = true;
            return Next::NeedsMore;
        }
        line = read_.substr(0, end);
        read_.erase(0, end + 1);
        if (std::exchange(is_skipping_, false) || line.size() > MaxHubLine) return Next::TooLong;
        return Next::Line;
    }

    // Something was read after the last line end.
    bool has_rest() const { return !read_.empty() || is_skipping_; }

private:
    std::string read_;
    bool is_skipping_ = false;  // the line that goes on is too long
};

// False: nobody reads.
bool write_all(int output, std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = write(output, text.data(), text.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

// False: the client is to be heard no more.
bool handle_lines(LineCutter& cutter, HubServer& server) {
    std::string line;
    while (true) {
        switch (cutter.next(line)) {
            case LineCutter::Next::NeedsMore:
                return true;
            case LineCutter::Next::TooLong:
                server.complain("the line is too long");
                break;
            case LineCutter::Next::Line:
                if (!server.handle(line)) return false;
        }
    }
}

enum class Event { Input, Nothing, NobodyListens };

// `for_ever`: waits until something happens, else for a moment only.
Event wait_for(int input, int output, bool for_ever) {
    constexpr int Pause = 20;  // milliseconds
    // Asked for nothing, the output still tells when its reader is gone.
    std::array<pollfd, 2> files{{{input, POLLIN, 0}, {output, 0, 0}}};
    if (poll(files.data(), files.size(), for_ever ? -1 : Pause) <= 0) return Event::Nothing;
    if (files[0].revents != 0) return Event::Input;
    return files[1].revents != 0 ? Event::NobodyListens : Event::Nothing;
}

}  // namespace

void run_hub(engine::Engine& engine, const std::string& version, int input, int output) {
    std::atomic<bool> is_heard = true;
    HubServer server(engine, version, [&](std::string_view line) {
        if (is_heard && !write_all(output, std::string(line) + '\n')) is_heard = false;
    });
    LineCutter cutter;
    char chunk[ChunkSize];
    while (is_heard) {
        const bool is_settled = !server.settle();
        const Event event = wait_for(input, output, is_settled);
        if (event == Event::NobodyListens) return;
        if (event == Event::Nothing) continue;
        const ssize_t count = read(input, chunk, sizeof chunk);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        cutter.add({chunk, static_cast<std::size_t>(count)});
        if (!handle_lines(cutter, server)) return;
    }
    if (cutter.has_rest()) server.complain("the last line has no end");
}

}  // namespace deepwell::protocol
