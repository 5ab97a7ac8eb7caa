// Any bytes as the messages of a DXP opponent, in either role: no crash, a game that ends with a
// reason, and what is read is written and read again as the same message.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

#include "base/check.h"
#include "protocol/dxp_session.h"
#include "protocol/fake_search.h"
#include "protocol/scripted_link.h"

namespace {

using namespace deepwell;
using namespace deepwell::protocol;

std::deque<std::string> messages_in(std::string_view bytes) {
    std::deque<std::string> messages;
    while (!bytes.empty()) {
        const std::size_t end = std::min(bytes.find('\0'), bytes.size());
        messages.emplace_back(bytes.substr(0, end));
        bytes.remove_prefix(std::min(end + 1, bytes.size()));
    }
    return messages;
}

void check_text(const std::string& text) {
    const auto message = decode(text);
    if (!message) {
        CHECK(!message.error().empty());
        return;
    }
    const auto again = decode(encode(*message));
    CHECK(again && *again == *message);
}

void check_games(std::deque<std::string> messages, bool ask) {
    engine::Engine engine(make_fake_search);
    ScriptedLink link(std::move(messages));
    DxpSession session(link, engine, {}, [](const std::string& line) { CHECK(!line.empty()); }, {});
    DxpGame game;
    do {
        game = ask ? session.ask(Side::White, false) : session.answer(false);
        CHECK(!game.reason.empty());
        CHECK(game.seconds.size() == game.game.moves().size());
    } while (game.more);
    for (const std::string& text : link.sent) CHECK(decode(text));
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto messages = messages_in({reinterpret_cast<const char*>(data), size});
    for (const std::string& text : messages) check_text(text);
    check_games(messages, false);
    check_games(messages, true);
    return 0;
}
