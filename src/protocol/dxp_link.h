// DxpLink: the way by which the messages of one opponent come and go.

#pragma once

#include <stop_token>
#include <string>
#include <string_view>

#include "protocol/descriptor.h"

namespace deepwell::protocol {

enum class DxpArrival {
    Message,
    Timeout,
    Closed,   // the opponent is gone
    TooLong,  // more than a message may have, without an end
    Stopped,  // as the stop token asked
};

struct DxpReceived {
    DxpArrival arrival = DxpArrival::Message;
    std::string text;  // if it is a message: without its NUL
};

class DxpLink {
public:
    DxpLink() = default;
    DxpLink(const DxpLink&) = delete;
    DxpLink& operator=(const DxpLink&) = delete;
    virtual ~DxpLink() = default;

    // The text of one message.  False: the opponent is gone.
    virtual bool send(std::string_view text) = 0;
    virtual DxpReceived receive(Deadline deadline, const std::stop_token& stop) = 0;
};

}  // namespace deepwell::protocol
