#include "studio/router.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace deepwell::studio {
namespace {

Router router() {
    Router made;
    made.add("GET", "/api/jobs/events", [](const Request&) {
        return reply_with({{"is", "events"}});
    });
    made.add("GET", "/api/jobs/{}", [](const Request& request) {
        return reply_with({{"is", request.arguments[0]}});
    });
    made.add("GET", "/api/no", [](const Request&) -> Reply { throw Refusal(422, "no."); });
    made.add("GET", "/api/broken", [](const Request&) -> Reply { throw Error("disk full"); });
    return made;
}

Reply ask(const std::string& path, const std::string& method = "GET") {
    return router().answer({.method = method, .path = path});
}

TEST(Router, FindsTheHandlerWithItsArguments) {
    EXPECT_EQ(ask("/api/jobs/7").body, R"({"is":"7"})");
    EXPECT_EQ(ask("/api/jobs/events").body, R"({"is":"events"})");
}

TEST(Router, SaysWhatIsWrong) {
    EXPECT_EQ(ask("/api/jobs").status, 404);
    EXPECT_EQ(ask("/api/jobs/").status, 404);
    EXPECT_EQ(ask("/api/jobs/7/x").status, 404);
    EXPECT_EQ(ask("/api/jobs/7", "PUT").status, 405);
}

TEST(Router, ExceptionsBecomeReplies) {
    const Reply refused = ask("/api/no");
    EXPECT_EQ(refused.status, 422);
    EXPECT_EQ(refused.body, R"({"error":"no."})");
    EXPECT_EQ(ask("/api/broken").status, 500);
}

}  // namespace
}  // namespace deepwell::studio
