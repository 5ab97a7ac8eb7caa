// Any bytes as a Hub client: no crash, every line that comes back is Hub, and every `go` has its
// `done`.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string_view>

#include "base/check.h"
#include "protocol/fake_search.h"
#include "protocol/hub_server.h"

namespace {

using namespace deepwell;
using namespace deepwell::protocol;

bool wants_a_search(std::string_view text) {
    const auto line = parse_hub_line(text);
    return line && line->command == "go" &&
           (line->has("think") || line->has("ponder") || line->has("analyze"));
}

// What comes back, judged.
class Client {
public:
    void hear(std::string_view text) {
        const std::lock_guard lock(mutex_);
        const auto line = parse_hub_line(text);
        CHECK(line);
        if (line->command == "done") ++done_;
    }
    int done() {
        const std::lock_guard lock(mutex_);
        return done_;
    }

private:
    std::mutex mutex_;
    int done_ = 0;
};

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Client client;
    engine::Engine engine(make_fake_search);
    HubServer server(engine, "1", [&](std::string_view line) { client.hear(line); });
    std::string_view rest(reinterpret_cast<const char*>(data), size);
    int searches = 0;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        if (!server.handle(rest.substr(0, end))) break;
        searches += wants_a_search(rest.substr(0, end)) ? 1 : 0;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    engine.stop();
    engine.wait();
    CHECK(client.done() == searches);
    return 0;
}
