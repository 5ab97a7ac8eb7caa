// Studio: everything behind the pages, made in the right order and ended in the right order.

#pragma once

#include <functional>
#include <stop_token>
#include <string>

namespace deepwell::studio {

struct StudioOptions {
    std::string host = "127.0.0.1";
    int port = 8080;
    std::string data{};   // empty: the usual directory
    std::string token{};  // empty: none is demanded, which is for loopback alone
    std::string version{};
    std::string checker{};          // the program that verifies certificates; empty: none was found
    bool builds_databases = false;  // up to 6 pieces, as a job, where there are fewer
};

// Serves until a stop is requested.  `on_ready` hears the address with the port that was free.
// Throws Error if it cannot listen, or if files of the data directory are damaged.
void run_studio(const StudioOptions& options,
                const std::stop_token& stop,
                const std::function<void(const std::string& address)>& on_ready);

}  // namespace deepwell::studio
