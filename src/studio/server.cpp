#include "studio/server.h"

#include <atomic>
#include <cctype>
#include <chrono>
#include <condition_variable>
#include <fmt/format.h>
#include <httplib.h>
#include <mutex>
#include <sys/socket.h>
#include <thread>

#include "base/error.h"
#include "studio/guard.h"
#include "studio/pages.h"
#include "studio/task_threads.h"

namespace deepwell::studio {

namespace {

constexpr int PortsToTry = 100;
constexpr std::size_t MostConnections = 2000;
constexpr int Backlog = 1024;
constexpr std::size_t RequestsPerConnection = 1'000'000;
constexpr time_t IdleSeconds = 2;
constexpr time_t TransferSeconds = 10;
constexpr std::chrono::milliseconds StopInterval{5};

class Connections final : public httplib::TaskQueue {
public:
    void enqueue(std::function<void()> task) override { threads_.run(std::move(task)); }
    void shutdown() override { threads_.finish(); }

private:
    TaskThreads threads_{MostConnections};
};

httplib::Headers security_headers() {
    return {{"Content-Security-Policy",
             "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
             "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
             "form-action 'none'; frame-ancestors 'none'"},
            {"X-Content-Type-Options", "nosniff"},
            {"X-Frame-Options", "DENY"},
            {"Referrer-Policy", "no-referrer"},
            {"Cross-Origin-Opener-Policy", "same-origin"},
            {"Cross-Origin-Resource-Policy", "same-origin"},
            {"Permissions-Policy", "camera=(), microphone=(), geolocation=()"}};
}

std::string lower(std::string text) {
    for (char& letter : text)
        letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return text;
}

Request request_of(const httplib::Request& given) {
    Request request{.method = given.method == "HEAD" ? "GET" : given.method, .path = given.path};
    for (const auto& [name, value] : given.params) request.query.emplace(name, value);
    for (const auto& [name, value] : given.headers) request.headers.emplace(lower(name), value);
    request.body = given.body;
    return request;
}

// The library compresses what is set as content; a provider's bytes go out as they are.
void set_body(httplib::Response& response, std::string body, const std::string& type) {
    auto content = std::make_shared<const std::string>(std::move(body));
    response.set_content_provider(
        content->size(),
        type,
        [content](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
            return sink.write(content->data() + offset, length);
        });
}

void set_events(httplib::Response& response, EventSource source) {
    auto events = std::make_shared<EventSource>(std::move(source));
    response.set_chunked_content_provider(
        "text/event-stream", [events](std::size_t, httplib::DataSink& sink) {
            std::string news;
            const bool goes_on = (*events)(news);
            if (!news.empty() && !sink.write(news.data(), news.size())) return false;
            if (!goes_on) sink.done();
            return true;
        });
}

}  // namespace

class Server::Socket final : public httplib::Server {
public:
    Socket(const Router& router, const ServerOptions& options)
        : router_(router), port_(bind(options)), guard_(options.host, port_, options.token) {
        new_task_queue = [] { return new Connections; };
        set_keep_alive_max_count(RequestsPerConnection);
        set_keep_alive_timeout(IdleSeconds);
        set_read_timeout(TransferSeconds);
        set_write_timeout(TransferSeconds);
        set_payload_max_length(options.body_bytes);
        set_default_headers(security_headers());
        answer_everything();
    }
    int port() const { return port_; }

private:
    // The next port that is free; the queue of connections is longer than the library's.
    int bind(const ServerOptions& options) {
        set_tcp_nodelay(true);  // before the socket is made: head and body of a reply go out apart
        // A port is free again at once when its server ends, but two never share one.
        set_socket_options([](socket_t socket) {
            const int yes = 1;
            setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        });
        for (int port = options.port; port < options.port + PortsToTry && port < 65536; ++port)
            if (bind_to_port(options.host, port)) {
                ::listen(svr_sock_, Backlog);
                return port;
            }
        throw Error(fmt::format("cannot listen on {} from port {} on", options.host, options.port));
    }

    // Requests without a body are answered before the library looks for a route of its own; those
    // with one when it was read to the end, so that no body is ever taken for a request.
    void answer_everything() {
        set_pre_routing_handler([this](const httplib::Request& request,
                                       httplib::Response& response) {
            if (request.method != "GET" && request.method != "HEAD" && request.method != "OPTIONS")
                return HandlerResponse::Unhandled;
            answer(request, response);
            return HandlerResponse::Handled;
        });
        const Handler handler = [this](const httplib::Request& request,
                                       httplib::Response& response) { answer(request, response); };
        Post("/.*", handler);
        Put("/.*", handler);
        Patch("/.*", handler);
        Delete("/.*", handler);
        set_error_handler(Handler([](const httplib::Request&, httplib::Response& response) {
            if (response.content_length_ > 0 || !response.body.empty()) return;
            const bool is_large = response.status == 413;
            const Reply reply =
                error_reply(response.status,
                            is_large ? "the request is too large" : "the request is malformed");
            response.set_content(reply.body, reply.type);
        }));
    }

    Reply reply_to(const Request& request) const {
        if (auto refused = guard_.turned_away(request)) return *std::move(refused);
        if (request.path.starts_with("/api/")) return router_.answer(request);
        if (request.method == "GET") return page_reply(request);
        return error_reply(405, "pages are only read");
    }

    void answer(const httplib::Request& given, httplib::Response& response) const {
        Reply reply = reply_to(request_of(given));
        response.status = reply.status;
        for (const auto& [name, value] : reply.headers) response.set_header(name, value);
        if (!response.has_header("Cache-Control")) response.set_header("Cache-Control", "no-store");
        if (reply.events && given.method != "HEAD")
            set_events(response, std::move(reply.events));
        else if (!reply.body.empty())
            set_body(response, std::move(reply.body), reply.type);
    }

    const Router& router_;
    int port_;
    Guard guard_;
};

Server::Server(const Router& router, const ServerOptions& options)
    : socket_(std::make_unique<Socket>(router, options)) {}

Server::~Server() = default;

int Server::port() const {
    return socket_->port();
}

void Server::run(const std::stop_token& stop) {
    std::atomic<bool> is_over = false;
    // The library's stop() is lost on a server that has not begun.
    const std::jthread stopper([&](const std::stop_token& end) {
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any().wait(lock, stop, [&] { return end.stop_requested(); });
        for (; !is_over; std::this_thread::sleep_for(StopInterval)) socket_->stop();
    });
    socket_->listen_after_bind();
    is_over = true;
}

}  // namespace deepwell::studio
