// Server: the socket.  Every request goes through the guard to the router or the pages.

#pragma once

#include <cstddef>
#include <memory>
#include <stop_token>
#include <string>

#include "studio/router.h"

namespace deepwell::studio {

struct ServerOptions {
    std::string host = "127.0.0.1";
    int port = 8080;  // or the next one that is free
    std::string token{};
    std::size_t body_bytes = std::size_t{32} << 20;  // of a request at most
};

class Server {
public:
    // Listens at once.  Throws Error if no port from options.port on is free, or the host is none
    // of this machine.  The router must outlive it.
    Server(const Router& router, const ServerOptions& options);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    int port() const;

    // Answers until a stop is requested; then no request is under way any more.
    void run(const std::stop_token& stop);

private:
    class Socket;
    std::unique_ptr<Socket> socket_;
};

}  // namespace deepwell::studio
