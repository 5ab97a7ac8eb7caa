// Router: which function answers which request.
//
//     router.add("GET", "/api/jobs/{}", [&](const Request& request) { ... request.arguments[0] ...
//     });

#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "studio/http.h"

namespace deepwell::studio {

using Handler = std::function<Reply(const Request&)>;

class Router {
public:
    // {} stands for one part of the path that is not empty.  Of two routes that fit, the one that
    // was added first answers.
    void add(const std::string& method, const std::string& pattern, Handler handler);

    // The handler's reply; a Refusal, a failure of the world or a path that nobody serves become a
    // reply with one sentence.
    Reply answer(Request request) const;

private:
    struct Route {
        std::string method;
        std::vector<std::string> parts;
        Handler handler;
    };
    std::vector<Route> routes_;
};

}  // namespace deepwell::studio
