// An opponent for tests of DXP: it says what is written down, whatever we say; then it is gone, or
// silent.

#pragma once

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "protocol/dxp_link.h"

namespace deepwell::protocol {

class ScriptedLink : public DxpLink {
public:
    explicit ScriptedLink(std::deque<std::string> script, DxpArrival then = DxpArrival::Closed)
        : script_(std::move(script)), then_(then) {}

    bool send(std::string_view text) override {
        if (!is_gone) sent.emplace_back(text);
        return !is_gone;
    }
    DxpReceived receive(Deadline /*deadline*/, const std::stop_token& /*stop*/) override {
        if (script_.empty()) return {then_, {}};
        const std::string text = script_.front();
        script_.pop_front();
        return {DxpArrival::Message, text};
    }

    std::vector<std::string> sent;
    bool is_gone = false;

private:
    std::deque<std::string> script_;
    DxpArrival then_;
};

}  // namespace deepwell::protocol
