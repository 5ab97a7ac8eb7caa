// ConfigSlots: the men configurations that a sparse table holds, in slots.
//
// Slot 0 stands for all that it does not hold: there neither bit is set.  Each half of a slot, one
// for each side to move, is filled by itself.
//
// Thread rule: one thread.

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "board/square.h"

namespace deepwell::egdb {

class ConfigSlots {
public:
    using Configuration = std::uint64_t;
    // Is told of a half that is not there, and may fill it.
    using Absent = std::function<void(Configuration, Side to_move)>;

    // Where the half is; 0 if it is not there.
    std::uint32_t find(Configuration configuration, Side to_move) {
        if (log_ != nullptr && (log_->empty() || log_->back() != configuration))
            log_->push_back(configuration);
        const auto found = slots_.find(configuration);
        if (found != slots_.end() && found->second.is_filled[index(to_move)])
            return found->second.number;
        return absent_ ? after_asking(configuration, to_move) : 0;
    }
    bool holds(Configuration configuration, Side to_move) const {
        const auto found = slots_.find(configuration);
        return found != slots_.end() && found->second.is_filled[index(to_move)];
    }

    // Its slot, a new one if it has none.
    std::uint32_t add(Configuration configuration) {
        const Slot fresh{static_cast<std::uint32_t>(slots_.size()) + 1, {}};
        return slots_.try_emplace(configuration, fresh).first->second.number;
    }
    // REQUIRES: it was added.
    void note_filled(Configuration configuration, Side to_move) {
        slots_.at(configuration).is_filled[index(to_move)] = true;
    }

    // With slot 0.
    std::size_t count() const { return slots_.size() + 1; }
    void when_absent(Absent absent) { absent_ = std::move(absent); }
    // What is looked for is noted there from now on; nullptr: it is not.
    void set_log(std::vector<Configuration>* log) { log_ = log; }

private:
    struct Slot {
        std::uint32_t number = 0;
        std::array<bool, 2> is_filled{};
    };
    static std::size_t index(Side side) { return static_cast<std::size_t>(side); }

    std::uint32_t after_asking(Configuration configuration, Side to_move) {
        absent_(configuration, to_move);
        const auto found = slots_.find(configuration);
        const bool is_there = found != slots_.end() && found->second.is_filled[index(to_move)];
        return is_there ? found->second.number : 0;
    }

    std::unordered_map<Configuration, Slot> slots_;
    Absent absent_;
    std::vector<Configuration>* log_ = nullptr;
};

}  // namespace deepwell::egdb
