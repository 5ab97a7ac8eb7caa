// Pages: the files of web/dist, carried in the executable (cmake/Pages.cmake).

#pragma once

#include <span>
#include <string_view>

#include "studio/http.h"

namespace deepwell::studio {

struct Page {
    std::string_view path;  // "/assets/index-4f2a.js"
    std::string_view content;
    std::string_view gzipped;  // empty: it is no smaller
};

// In the order of their paths; empty if the pages were not built.
std::span<const Page> embedded_pages();

// The page of a path; every path without a dot is the application itself, whose router knows it.
Reply page_reply(const Request& request);

}  // namespace deepwell::studio
