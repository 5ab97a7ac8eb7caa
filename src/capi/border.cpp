#include "capi/border.h"

#include <array>
#include <cstdio>

namespace deepwell::capi {

namespace {

// A plain array: to report that memory is exhausted must not need memory.
std::array<char, 1024>& failure_text() {
    thread_local std::array<char, 1024> text{};
    return text;
}

}  // namespace

deepwell_egdb_status fail(deepwell_egdb_status status, const char* sentence) noexcept {
    std::array<char, 1024>& text = failure_text();
    std::snprintf(text.data(), text.size(), "%s", sentence);
    return status;
}

const char* last_failure() noexcept {
    return failure_text().data();
}

}  // namespace deepwell::capi
