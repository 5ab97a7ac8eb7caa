// DXP over TCP: each message ended by NUL.  At least 200 ms lie between two messages that we send,
// and none waits for another (TCP_NODELAY), for a known client loses messages that share a segment.

#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "protocol/dxp_link.h"

namespace deepwell::protocol {

struct DxpAddress {
    std::string host = "127.0.0.1";
    std::string port = "27531";  // the protocol's own

    // "HOST:PORT", "HOST", ":PORT" or nothing; an IPv6 host stands in brackets.
    static Result<DxpAddress> parse(std::string_view text);
    std::string text() const;
};

class DxpSocket : public DxpLink {
public:
    static constexpr std::chrono::milliseconds Spacing{200};

    explicit DxpSocket(Descriptor socket);

    bool send(std::string_view text) override;
    DxpReceived receive(Deadline deadline, const std::stop_token& stop) override;

    // Would receive() return at once?  Does not wait.
    bool has_arrived();
    // As far as has_arrived() or receive() has seen.
    bool is_gone() const { return is_gone_; }

private:
    // Reads what is there.  False: nothing.
    bool take_in();

    Descriptor socket_;
    bool is_gone_ = false;
    Deadline next_send_{};
    std::string read_;  // not yet given as messages
};

// A connection to the address, or why there is none.
Result<Descriptor> connect_to(const DxpAddress& address,
                              Deadline deadline,
                              const std::stop_token& stop);

// Waits for others to connect.
class DxpListener {
public:
    // Port 0 takes any that is free.
    static Result<DxpListener> open(const DxpAddress& address);

    int port() const { return port_; }
    // The next that connects.  Nothing: nobody did, for a moment.
    std::optional<Descriptor> accept();

private:
    DxpListener(Descriptor socket, int port) : socket_(std::move(socket)), port_(port) {}

    Descriptor socket_;
    int port_;
};

}  // namespace deepwell::protocol
