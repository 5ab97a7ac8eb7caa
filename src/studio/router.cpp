#include "studio/router.h"

#include <exception>
#include <optional>

namespace deepwell::studio {

namespace {

std::vector<std::string> parts_of(std::string_view path) {
    std::vector<std::string> parts;
    while (!path.empty()) {
        const std::size_t slash = path.find('/', 1);
        parts.emplace_back(path.substr(1, slash - 1));
        path = slash == std::string_view::npos ? std::string_view() : path.substr(slash);
    }
    return parts;
}

// What stands for each {}; nothing if the path is another one.
std::optional<std::vector<std::string>> arguments_of(const std::vector<std::string>& pattern,
                                                     const std::vector<std::string>& path) {
    if (pattern.size() != path.size()) return std::nullopt;
    std::vector<std::string> arguments;
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (pattern[i] == "{}" && !path[i].empty())
            arguments.push_back(path[i]);
        else if (pattern[i] != path[i])
            return std::nullopt;
    }
    return arguments;
}

Reply guarded(const Handler& handler, const Request& request) {
    try {
        return handler(request);
    } catch (const Refusal& refusal) {
        return error_reply(refusal.status(), refusal.what());
    } catch (const std::exception& broken) {
        return error_reply(500, broken.what());
    }
}

}  // namespace

void Router::add(const std::string& method, const std::string& pattern, Handler handler) {
    routes_.push_back({method, parts_of(pattern), std::move(handler)});
}

Reply Router::answer(Request request) const {
    const std::vector<std::string> path = parts_of(request.path);
    bool is_known = false;
    for (const Route& route : routes_) {
        auto arguments = arguments_of(route.parts, path);
        if (!arguments) continue;
        is_known = true;
        if (route.method != request.method) continue;
        request.arguments = *std::move(arguments);
        return guarded(route.handler, request);
    }
    if (is_known) return error_reply(405, "this path does not take " + request.method);
    return error_reply(404, "there is nothing here");
}

}  // namespace deepwell::studio
