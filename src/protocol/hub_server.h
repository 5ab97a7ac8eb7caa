// HubServer: our side of a Hub session.  Lines come in, lines go out; it opens nothing itself.
//
//     HubServer server(engine, "1.0", [](std::string_view line) { ... });
//     while (next_line(line) && server.handle(line)) {}
//
// Every `go` is answered by exactly one `done`, without a move if there is none to give; the reason
// then comes before it as an `error`.  What cannot be understood is answered by an `error`, and
// nothing has changed.  Lines come out one at a time, from the thread that calls handle() and from
// the engine's.

#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/engine.h"
#include "protocol/hub_frame.h"
#include "protocol/hub_text.h"

namespace deepwell::protocol {

class HubServer {
public:
    // Gets lines without their end.
    using Output = std::function<void(std::string_view)>;

    // The engine must outlive it, and belongs to it alone.
    HubServer(engine::Engine& engine, std::string version, Output output);
    // Stops what goes on, silently.
    ~HubServer();
    HubServer(const HubServer&) = delete;
    HubServer& operator=(const HubServer&) = delete;

    // One line of the client, without its end.  False: it wants to quit.
    bool handle(std::string_view text);
    // To be called when no more lines are there: what options that were set after `ready` need is
    // made now, not on the time of a move, and pings that waited for it are answered.  True: it
    // still has to be, for a search goes on.
    bool settle();
    // Tells the client that something is wrong.
    void complain(std::string_view message);

private:
    struct Command {
        std::string_view name;
        void (HubServer::*handle)(const HubLine& line);
    };
    static std::span<const Command> commands();

    void introduce(const HubLine& line);
    void set_parameter(const HubLine& line);
    void initialise(const HubLine& line);
    void set_position(const HubLine& line);
    void set_limits(const HubLine& line);
    void go(const HubLine& line);
    void ponder_hit(const HubLine& line);
    void stop(const HubLine& line);
    void ping(const HubLine& line);
    void new_game(const HubLine& line);
    void quit(const HubLine& line);

    void prepare();
    void answer_pings();
    void search(engine::Mode mode);
    void report(const search::SearchInfo& info);
    void finish(const Result<search::SearchResult>& result);
    void decline(std::string_view reason);
    void say(const HubLine& line);

    engine::Engine& engine_;
    std::string version_;
    FrameFinder finder_;
    std::optional<search::Limits> limits_;  // nothing: no level was given yet
    bool has_quit_ = false;
    bool is_ready_ = false;                  // `init` was answered
    bool has_changed_ = false;               // an option that shapes the search, since then
    int unanswered_pings_ = 0;               // they wait for has_changed_
    std::atomic<bool> is_thinking_ = false;  // from `go` until its `done` is due

    std::mutex mutex_;  // of what follows
    Output output_;     // nothing: be silent
};

}  // namespace deepwell::protocol
