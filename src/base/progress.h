// Progress: how long work tells the outside how far it is.  The work calls update() as often as it
// likes; what is shown, and how often, is the observer's business.

#pragma once

#include <cstdint>
#include <string_view>

namespace deepwell {

struct ProgressState {
    std::string_view stage;  // what is being worked on, a few words; valid during the call only
    double done = 0;         // in units of `total`
    double total = 0;        // 0: unknown
    std::string_view unit;   // what is counted: "positions", "nodes", "games"
    double rate = 0;         // units per second where the work knows better; 0: the observer's sums
};

// Thread rule: update() may be called from any thread at any time.
class Progress {
public:
    virtual ~Progress() = default;
    virtual void update(const ProgressState& state) = 0;
};

class NoProgress final : public Progress {
public:
    void update(const ProgressState&) override {}
};

}  // namespace deepwell
