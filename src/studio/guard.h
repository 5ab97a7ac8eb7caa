// Guard: which requests are let in (docs/studio.md, Security).
//
//   - Host must name this server: by an address, by "localhost", or by the name that --host gave.
//     So a foreign name that resolves to this machine (DNS rebinding) is of no use.
//   - Origin, where a browser sends it, must be this server; Sec-Fetch-Site must not say that
//     another site asks for data.
//   - Changes come as JSON, which no form of another site can send.
//   - Where a token is demanded, it comes as a cookie, as "Authorization: Bearer", or once as
//     "/?token=", which sets the cookie.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "studio/http.h"

namespace deepwell::studio {

class Guard {
public:
    // `host` is what --host said, `token` empty if none is demanded.
    Guard(std::string host, int port, std::string token)
        : host_(std::move(host)), port_(port), token_(std::move(token)) {}

    // The reply that turns the request away, or that sets the cookie; nothing: let it in.
    std::optional<Reply> turned_away(const Request& request) const;

private:
    bool is_own_host(std::string_view host) const;
    bool has_token(const Request& request) const;

    std::string host_;
    int port_;
    std::string token_;
};

// Is it "127.x.y.z", "::1" or "localhost"?
bool is_loopback(std::string_view host);

// 32 hexadecimal digits that nobody can guess.
std::string random_token();

}  // namespace deepwell::studio
