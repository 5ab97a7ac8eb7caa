#include "studio/guard.h"

#include <gtest/gtest.h>

namespace deepwell::studio {
namespace {

Request request(Texts headers, const std::string& path = "/api/status") {
    return {.method = "GET", .path = path, .headers = std::move(headers)};
}

int status_of(const Guard& guard, const Request& given) {
    const auto reply = guard.turned_away(given);
    return reply ? reply->status : 200;
}

TEST(Guard, LetsItsOwnHostIn) {
    const Guard guard("127.0.0.1", 8080, "");
    for (const char* const host : {"127.0.0.1:8080", "localhost:8080", "[::1]:8080"})
        EXPECT_EQ(status_of(guard, request({{"host", host}})), 200) << host;
}

TEST(Guard, RefusesNamesThatResolveToThisMachine) {
    const Guard guard("127.0.0.1", 8080, "");
    for (const char* const host : {"evil.example:8080",
                                   "127.0.0.1",
                                   "127.0.0.1:81",
                                   "127.evil.example:8080",
                                   "192.168.0.7:8080",
                                   "0.0.0.0:8080",
                                   "",
                                   "[::1"})
        EXPECT_EQ(status_of(guard, request({{"host", host}})), 403) << host;
}

TEST(Guard, KnowsTheNameThatItWasGiven) {
    const Guard guard("board.example", 9000, "");
    EXPECT_EQ(status_of(guard, request({{"host", "board.example:9000"}})), 200);
    EXPECT_EQ(status_of(guard, request({{"host", "other.example:9000"}})), 403);
}

TEST(Guard, RefusesForeignOrigins) {
    const Guard guard("127.0.0.1", 8080, "");
    const std::string host = "127.0.0.1:8080";
    EXPECT_EQ(status_of(guard, request({{"host", host}, {"origin", "http://" + host}})), 200);
    for (const char* const origin : {"http://evil.example", "null", "http://localhost:8080"})
        EXPECT_EQ(status_of(guard, request({{"host", host}, {"origin", origin}})), 403) << origin;
}

TEST(Guard, AnotherSiteMayLinkToPagesOnly) {
    const Guard guard("127.0.0.1", 8080, "");
    const Texts link{{"host", "127.0.0.1:8080"},
                     {"sec-fetch-site", "cross-site"},
                     {"sec-fetch-mode", "navigate"}};
    EXPECT_EQ(status_of(guard, request(link, "/")), 200);
    EXPECT_EQ(status_of(guard, request(link)), 403);
}

TEST(Guard, DemandsTheToken) {
    const Guard guard("0.0.0.0", 8080, "abc");
    const std::string host = "192.168.0.7:8080";
    EXPECT_EQ(status_of(guard, request({{"host", host}})), 401);
    EXPECT_EQ(status_of(guard, request({{"host", host}, {"cookie", "deepwell_token=abd"}})), 401);
    EXPECT_EQ(status_of(guard, request({{"host", host}, {"cookie", "x=1; deepwell_token=abc"}})),
              200);
    EXPECT_EQ(status_of(guard, request({{"host", host}, {"authorization", "Bearer abc"}})), 200);
    Request visit = request({{"host", host}}, "/");
    visit.query["token"] = "abc";
    EXPECT_EQ(status_of(guard, visit), 303);
}

TEST(Guard, TokensAreNeverTheSame) {
    EXPECT_EQ(random_token().size(), 32U);
    EXPECT_NE(random_token(), random_token());
}

TEST(Guard, KnowsLoopback) {
    EXPECT_TRUE(is_loopback("127.0.0.1"));
    EXPECT_TRUE(is_loopback("localhost"));
    EXPECT_TRUE(is_loopback("::1"));
    EXPECT_FALSE(is_loopback("0.0.0.0"));
    EXPECT_FALSE(is_loopback("127.evil.example"));
    EXPECT_FALSE(is_loopback("192.168.0.7"));
}

}  // namespace
}  // namespace deepwell::studio
