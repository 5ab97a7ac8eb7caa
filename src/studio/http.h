// Requests and replies as the studio's pages see them, without a word about sockets.

#pragma once

#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "studio/json.h"

namespace deepwell::studio {

using Texts = std::map<std::string, std::string, std::less<>>;

struct Request {
    std::string method;
    std::string path;
    Texts query{};
    Texts headers{};  // names in lower case
    std::string body{};
    std::vector<std::string> arguments{};  // what stands for each {} of the route

    // Empty if there is none.
    const std::string& header(std::string_view name) const {
        static const std::string none;
        const auto found = headers.find(name);
        return found != headers.end() ? found->second : none;
    }
};

// A stream of server-sent events.  Called again and again: waits a short time for news, appends
// what is to be sent, and returns false when that was the last.  Its destructor ends whatever was
// done for it.
using EventSource = std::function<bool(std::string& out)>;

struct Reply {
    int status = 200;
    std::string type = "application/json";
    std::string body{};
    std::vector<std::pair<std::string, std::string>> headers{};
    EventSource events{};  // instead of a body
};

// The request cannot be served; the sentence is for the user.
class Refusal : public std::runtime_error {
public:
    Refusal(int status, const std::string& sentence)
        : std::runtime_error(sentence), status_(status) {}
    int status() const { return status_; }

private:
    int status_;
};

inline Reply reply_with(const Json& json, int status = 200) {
    return {.status = status, .body = to_text(json)};
}
inline Reply empty_reply() {
    return {.status = 204, .type = ""};
}
inline Reply error_reply(int status, const std::string& sentence) {
    return reply_with({{"error", sentence}}, status);
}
// A file to be saved.  REQUIRES: the name is plain: letters, digits, dots and dashes.
inline Reply download(std::string content, const std::string& type, const std::string& name) {
    return {.type = type,
            .body = std::move(content),
            .headers = {{"Content-Disposition", "attachment; filename=\"" + name + "\""}}};
}

inline std::string event_text(const std::string& name, const Json& data) {
    return "event: " + name + "\ndata: " + to_text(data) + "\n\n";
}

}  // namespace deepwell::studio
