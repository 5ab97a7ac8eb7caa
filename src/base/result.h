// Result<T>: the answer to a question whose "no" is ordinary (parsing, validating, looking up).
//
// It holds either a T or a Failure that says, in one line fit to show the user, what was wrong.
// The member names are those of std::expected, so that this file can shrink to an alias
// once the compiler has it.  For broken files and systems throw Error; for bugs use CHECK.

#pragma once

#include <string>
#include <utility>
#include <variant>

#include "base/check.h"

namespace deepwell {

struct Failure {
    std::string message;
};

template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : state_(std::move(value)) {}            // NOLINT(google-explicit-constructor)
    Result(Failure failure) : state_(std::move(failure)) {}  // NOLINT(google-explicit-constructor)

    bool has_value() const { return state_.index() == 0; }
    explicit operator bool() const { return has_value(); }

    // REQUIRES: has_value().
    const T& value() const& {
        CHECK(has_value());
        return std::get<0>(state_);
    }
    T&& value() && {
        CHECK(has_value());
        return std::move(std::get<0>(state_));
    }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    const T* operator->() const { return &value(); }

    // REQUIRES: !has_value().
    const std::string& error() const {
        CHECK(!has_value());
        return std::get<1>(state_).message;
    }

    T value_or(T fallback) const& { return has_value() ? value() : std::move(fallback); }

private:
    std::variant<T, Failure> state_;
};

}  // namespace deepwell
