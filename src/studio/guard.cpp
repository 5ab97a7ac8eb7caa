#include "studio/guard.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <sys/random.h>

#include "base/error.h"

namespace deepwell::studio {

namespace {

constexpr std::string_view CookieName = "deepwell_token";

bool is_ipv4(const std::string& text) {
    in_addr four{};
    return inet_pton(AF_INET, text.c_str(), &four) == 1;
}

bool is_address(const std::string& text) {
    in6_addr six{};
    return is_ipv4(text) || inet_pton(AF_INET6, text.c_str(), &six) == 1;
}

struct HostAndPort {
    std::string host;
    std::string port;
};

// "127.0.0.1:8080", "[::1]:8080", "localhost".
HostAndPort split_host(std::string_view text) {
    if (text.starts_with('[')) {
        const std::size_t end = text.find(']');
        if (end == std::string_view::npos) return {};
        const std::string_view rest = text.substr(end + 1);
        return {std::string(text.substr(1, end - 1)),
                std::string(rest.empty() ? rest : rest.substr(1))};
    }
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return {std::string(text), ""};
    return {std::string(text.substr(0, colon)), std::string(text.substr(colon + 1))};
}

// Takes as long for a wrong token as for the right one.
bool are_equal(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    unsigned difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        difference |= static_cast<unsigned>(static_cast<unsigned char>(a[i]) ^
                                            static_cast<unsigned char>(b[i]));
    return difference == 0;
}

std::string_view cookie_of(std::string_view header) {
    while (!header.empty()) {
        const std::size_t end = header.find(';');
        std::string_view pair = header.substr(0, end);
        while (pair.starts_with(' ')) pair.remove_prefix(1);
        if (pair.starts_with(CookieName) && pair.substr(CookieName.size()).starts_with('='))
            return pair.substr(CookieName.size() + 1);
        if (end == std::string_view::npos) break;
        header.remove_prefix(end + 1);
    }
    return {};
}

bool is_api(const Request& request) {
    return request.path.starts_with("/api/");
}

bool changes_something(const Request& request) {
    return request.method != "GET" && request.method != "HEAD";
}

bool is_json(const std::string& content_type) {
    return content_type == "application/json" || content_type.starts_with("application/json;");
}

// Another site may lead a person here by a link, but may ask for nothing else.
bool is_from_elsewhere(const Request& request) {
    const std::string& origin = request.header("origin");
    if (!origin.empty() && origin != "http://" + request.header("host")) return true;
    const std::string& site = request.header("sec-fetch-site");
    const bool is_foreign = site == "cross-site" || site == "same-site";
    const bool is_visit = request.header("sec-fetch-mode") == "navigate" && !is_api(request);
    return is_foreign && !is_visit;
}

}  // namespace

bool is_loopback(std::string_view host) {
    return host == "localhost" || host == "::1" ||
           (host.starts_with("127.") && is_ipv4(std::string(host)));
}

std::string random_token() {
    std::array<unsigned char, 16> bytes{};
    if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        throw Error("the system gives no random numbers for a token");
    std::string text;
    for (const unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
    return text;
}

bool Guard::is_own_host(std::string_view text) const {
    const HostAndPort given = split_host(text);
    if (given.host.empty() || given.port != (port_ == 80 ? given.port : std::to_string(port_)))
        return false;
    if (given.host == host_ || is_loopback(given.host)) return true;
    return !is_loopback(host_) && is_address(given.host);  // any address of this machine
}

bool Guard::has_token(const Request& request) const {
    constexpr std::string_view Bearer = "Bearer ";
    const std::string_view authorization = request.header("authorization");
    if (authorization.starts_with(Bearer) && are_equal(authorization.substr(Bearer.size()), token_))
        return true;
    return are_equal(cookie_of(request.header("cookie")), token_);
}

std::optional<Reply> Guard::turned_away(const Request& request) const {
    if (!is_own_host(request.header("host")))
        return error_reply(403, "the Host header does not name this server");
    if (is_from_elsewhere(request)) return error_reply(403, "requests of other sites are refused");
    if (changes_something(request) && request.method != "DELETE" && !request.body.empty() &&
        !is_json(request.header("content-type")))
        return error_reply(415, "the body must be application/json");
    if (token_.empty()) return std::nullopt;
    if (const auto given = request.query.find("token");
        !is_api(request) && given != request.query.end() && are_equal(given->second, token_))
        return Reply{
            .status = 303,
            .type = "text/plain",
            .headers = {
                {"Location", "/"},
                {"Set-Cookie",
                 fmt::format("{}={}; HttpOnly; SameSite=Strict; Path=/", CookieName, token_)}}};
    if (has_token(request)) return std::nullopt;
    return error_reply(401,
                       "open the address with the token that the studio printed when it started");
}

}  // namespace deepwell::studio
