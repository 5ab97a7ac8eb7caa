// Any bytes as a PDN file: no crash, and every game is written and read again as the same game.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "board/pdn_encoding.h"
#include "board/pdn_reader.h"
#include "board/pdn_writer.h"

namespace {

using namespace deepwell;

// Of a game without tags whose first move was illegal nothing is left to write.
bool is_blank(const PdnGame& game) {
    return game.tags.empty() && game.main == PdnLine{} && game.result == PdnResult::Open &&
           game.initial == Position::start();
}

void check_written(const PdnGame& game) {
    const std::string text = to_pdn(game);
    CHECK(is_utf8(text));
    const PdnFile again = read_pdn(text, "again");
    CHECK(again.games.size() == (is_blank(game) ? 0U : 1U));
    if (again.games.empty()) return;
    const PdnGame& same = again.games.front();
    CHECK(same.main == game.main);
    CHECK(same.initial == game.initial);
    CHECK(same.result == game.result);
    CHECK(same.tags == written_tags(game));
    CHECK(to_pdn(same) == text);
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const PdnFile file = read_pdn({reinterpret_cast<const char*>(data), size}, "fuzz");
    for (const PdnGame& game : file.games) check_written(game);
    for (const PdnError& error : file.errors) CHECK(!describe(error).empty());
    return 0;
}
