// Letters of plain text, whatever the user's language is set to.

#pragma once

namespace deepwell {

constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

}  // namespace deepwell
