// Any bytes as a FEN: no crash, and what is read is written and read again as the same position.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "board/fen.h"

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace deepwell;
    const auto position = parse_fen({reinterpret_cast<const char*>(data), size});
    if (!position) {
        CHECK(!position.error().empty());
        return 0;
    }
    CHECK(!fault_of(*position));
    const std::string written = to_fen(*position);
    const auto again = parse_fen(written);
    CHECK(again && *again == *position);
    CHECK(to_fen(*again) == written);
    return 0;
}
