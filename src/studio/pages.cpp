#include "studio/pages.h"

#include <algorithm>
#include <array>

namespace deepwell::studio {

namespace {

struct MediaType {
    std::string_view ending;
    const char* type;
};
constexpr std::array MediaTypes{
    MediaType{".html", "text/html; charset=utf-8"},
    MediaType{".js", "text/javascript; charset=utf-8"},
    MediaType{".css", "text/css; charset=utf-8"},
    MediaType{".svg", "image/svg+xml"},
    MediaType{".json", "application/json"},
    MediaType{".webmanifest", "application/manifest+json"},
    MediaType{".woff2", "font/woff2"},
    MediaType{".png", "image/png"},
    MediaType{".ico", "image/x-icon"},
    MediaType{".txt", "text/plain; charset=utf-8"},
};

constexpr const char* NotBuilt =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Deepwell studio</title>"
    "<h1>Deepwell studio</h1><p>The server runs, but its pages were not built. Install node and "
    "npm and start ./run again, or use the interface under /api/ (web/openapi.json).</p></html>";

const char* type_of(std::string_view path) {
    for (const MediaType& media : MediaTypes)
        if (path.ends_with(media.ending)) return media.type;
    return "application/octet-stream";
}

const Page* find_page(std::string_view path) {
    const auto pages = embedded_pages();
    const auto found =
        std::ranges::find_if(pages, [&](const Page& page) { return page.path == path; });
    return found != pages.end() ? &*found : nullptr;
}

bool is_file(std::string_view path) {
    return path.find('.', path.rfind('/')) != std::string_view::npos;
}

}  // namespace

Reply page_reply(const Request& request) {
    if (embedded_pages().empty()) return {.type = "text/html; charset=utf-8", .body = NotBuilt};
    const Page* const page = find_page(is_file(request.path) ? request.path : "/index.html");
    if (page == nullptr) return error_reply(404, "there is no such page");
    const bool takes_gzip = request.header("accept-encoding").find("gzip") != std::string::npos;
    const bool is_zipped = takes_gzip && !page->gzipped.empty();
    Reply reply{.type = type_of(page->path),
                .body = std::string(is_zipped ? page->gzipped : page->content),
                .headers = {{"Vary", "Accept-Encoding"}}};
    if (is_zipped) reply.headers.emplace_back("Content-Encoding", "gzip");
    // Names of assets carry a hash of their content.
    const bool is_asset = page->path.starts_with("/assets/");
    reply.headers.emplace_back("Cache-Control",
                               is_asset ? "public, max-age=31536000, immutable" : "no-cache");
    return reply;
}

}  // namespace deepwell::studio
