#include "protocol/dxp_socket.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <thread>

#include "protocol/dxp_message.h"

namespace deepwell::protocol {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds SendPatience{5};
constexpr int Backlog = 4;
constexpr std::chrono::hours Forever{24 * 365};

using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

Result<Addresses> addresses_of(const DxpAddress& address, int flags) {
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = flags;
    addrinfo* found = nullptr;
    const int fault = getaddrinfo(address.host.c_str(), address.port.c_str(), &hints, &found);
    if (fault != 0) return Failure{fmt::format("{}: {}", address.text(), gai_strerror(fault))};
    return Addresses(found, freeaddrinfo);
}

Descriptor socket_for(const addrinfo& address) {
    return Descriptor(socket(address.ai_family,
                             address.ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK,
                             address.ai_protocol));
}

void set_option(const Descriptor& socket, int level, int option) {
    const int on = 1;
    setsockopt(socket.number(), level, option, &on, sizeof on);
}

// 0, or why the connection that was begun does not come about.
int finish_connecting(const Descriptor& socket, Deadline deadline, const std::stop_token& stop) {
    while (!is_ready(socket, POLLOUT, deadline)) {
        if (stop.stop_requested()) return ECANCELED;
        if (Clock::now() >= deadline) return ETIMEDOUT;
    }
    int fault = 0;
    socklen_t size = sizeof fault;
    getsockopt(socket.number(), SOL_SOCKET, SO_ERROR, &fault, &size);
    return fault;
}

int port_of(const Descriptor& socket) {
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    if (getsockname(socket.number(), reinterpret_cast<sockaddr*>(&address), &size) != 0) return 0;
    std::array<char, NI_MAXSERV> port{};
    getnameinfo(reinterpret_cast<sockaddr*>(&address),
                size,
                nullptr,
                0,
                port.data(),
                port.size(),
                NI_NUMERICSERV);
    return std::atoi(port.data());  // NOLINT(cert-err34-c): a number, by getnameinfo's promise
}

bool is_port(std::string_view text) {
    constexpr int MaxPort = 65535;
    constexpr std::size_t MaxDigits = 5;
    if (text.empty() || text.size() > MaxDigits) return false;
    int number = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return false;
        number = number * 10 + (c - '0');
    }
    return number <= MaxPort;
}

}  // namespace

Result<DxpAddress> DxpAddress::parse(std::string_view text) {
    DxpAddress address;
    std::string_view host = text;
    std::string_view port;
    const std::size_t bracket = text.find(']');
    const std::size_t colon = text.find(':', bracket == std::string_view::npos ? 0 : bracket);
    if (colon != std::string_view::npos) {
        host = text.substr(0, colon);
        port = text.substr(colon + 1);
        if (!is_port(port)) return Failure{fmt::format("'{}' is no port", port)};
        address.port = port;
    }
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
    if (!host.empty()) address.host = host;
    return address;
}

std::string DxpAddress::text() const {
    const bool is_ipv6 = host.find(':') != std::string::npos;
    return fmt::format("{}{}{}:{}", is_ipv6 ? "[" : "", host, is_ipv6 ? "]" : "", port);
}

DxpSocket::DxpSocket(Descriptor socket) : socket_(std::move(socket)) {
    make_nonblocking(socket_);
    set_option(socket_, IPPROTO_TCP, TCP_NODELAY);
}

bool DxpSocket::send(std::string_view text) {
    std::this_thread::sleep_until(next_send_);
    const std::string message = std::string(text) + '\0';
    std::string_view rest = message;
    const Deadline deadline = Clock::now() + SendPatience;
    while (!rest.empty()) {
        const ssize_t count = ::send(socket_.number(), rest.data(), rest.size(), MSG_NOSIGNAL);
        if (count > 0) {
            rest.remove_prefix(static_cast<std::size_t>(count));
            continue;
        }
        if (!is_to_be_tried_again(errno) || Clock::now() >= deadline) return false;
        is_ready(socket_, POLLOUT, deadline);
    }
    next_send_ = Clock::now() + Spacing;
    return true;
}

DxpReceived DxpSocket::receive(Deadline deadline, const std::stop_token& stop) {
    while (true) {
        const std::size_t end = read_.find('\0');
        if (end <= MaxDxpMessage) {
            std::string text = read_.substr(0, end);
            read_.erase(0, end + 1);
            return {DxpArrival::Message, std::move(text)};
        }
        if (read_.size() > MaxDxpMessage) return {DxpArrival::TooLong, {}};
        if (is_gone_) return {DxpArrival::Closed, {}};
        if (stop.stop_requested()) return {DxpArrival::Stopped, {}};
        if (!is_ready(socket_, POLLIN, deadline)) {
            if (Clock::now() >= deadline) return {DxpArrival::Timeout, {}};
            continue;
        }
        take_in();
    }
}

bool DxpSocket::has_arrived() {
    constexpr std::size_t Enough = 4096;  // bytes, of somebody who does not wait for answers
    while (!is_gone_ && read_.size() < Enough && take_in()) {
    }
    return is_gone_ || read_.size() > MaxDxpMessage || read_.find('\0') != std::string::npos;
}

bool DxpSocket::take_in() {
    std::array<char, 1024> chunk{};
    const ssize_t count = recv(socket_.number(), chunk.data(), chunk.size(), 0);
    if (count > 0) read_.append(chunk.data(), static_cast<std::size_t>(count));
    if (count == 0 || (count < 0 && !is_to_be_tried_again(errno))) is_gone_ = true;
    return count > 0;
}

Result<Descriptor> connect_to(const DxpAddress& address,
                              Deadline deadline,
                              const std::stop_token& stop) {
    auto addresses = addresses_of(address, AI_NUMERICSERV);
    if (!addresses) return Failure{addresses.error()};
    int fault = 0;
    for (const addrinfo* at = (*addresses).get(); at != nullptr; at = at->ai_next) {
        Descriptor socket = socket_for(*at);
        fault = connect(socket.number(), at->ai_addr, at->ai_addrlen) == 0 ? 0 : errno;
        if (fault == EINPROGRESS) fault = finish_connecting(socket, deadline, stop);
        if (fault == 0) return socket;
    }
    return Failure{fmt::format("cannot connect to {}: {}", address.text(), std::strerror(fault))};
}

Result<DxpListener> DxpListener::open(const DxpAddress& address) {
    auto addresses = addresses_of(address, AI_PASSIVE | AI_NUMERICSERV);
    if (!addresses) return Failure{addresses.error()};
    int fault = 0;
    for (const addrinfo* at = (*addresses).get(); at != nullptr; at = at->ai_next) {
        Descriptor socket = socket_for(*at);
        set_option(socket, SOL_SOCKET, SO_REUSEADDR);
        if (bind(socket.number(), at->ai_addr, at->ai_addrlen) == 0 &&
            listen(socket.number(), Backlog) == 0) {
            const int port = port_of(socket);
            return DxpListener(std::move(socket), port);
        }
        fault = errno;
    }
    return Failure{fmt::format("cannot listen on {}: {}", address.text(), std::strerror(fault))};
}

std::optional<Descriptor> DxpListener::accept() {
    if (!is_ready(socket_, POLLIN, Clock::now() + Forever)) return std::nullopt;
    Descriptor connection(accept4(socket_.number(), nullptr, nullptr, SOCK_CLOEXEC));
    if (connection.number() < 0) return std::nullopt;
    return connection;
}

}  // namespace deepwell::protocol
