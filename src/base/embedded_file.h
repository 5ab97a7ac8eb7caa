// A file that the program carries in itself, byte by byte as it is.
//
//     DEEPWELL_EMBED_FILE(book, "/path/default.book")         // outside of namespaces
//     std::string_view bytes = DEEPWELL_EMBEDDED_FILE(book);
//
// The compiler does not know that the object depends on the file: tell the build.

#pragma once

#include <cstddef>
#include <string_view>

// NOLINTBEGIN(cppcoreguidelines-macro-usage,readability-identifier-naming): symbols of the
// assembler
#define DEEPWELL_EMBED_FILE(symbol, file)          \
    asm(".section .rodata\n"                       \
        ".balign 64\n"                             \
        ".hidden deepwell_" #symbol                \
        "_begin\n"                                 \
        ".hidden deepwell_" #symbol                \
        "_end\n"                                   \
        ".global deepwell_" #symbol                \
        "_begin\n"                                 \
        ".global deepwell_" #symbol                \
        "_end\n"                                   \
        "deepwell_" #symbol                        \
        "_begin:\n"                                \
        ".incbin \"" file                          \
        "\"\n"                                     \
        "deepwell_" #symbol                        \
        "_end:\n"                                  \
        ".previous\n");                            \
    extern "C" {                                   \
    extern const char deepwell_##symbol##_begin[]; \
    extern const char deepwell_##symbol##_end[];   \
    }                                              \
    static_assert(true)

#define DEEPWELL_EMBEDDED_FILE(symbol) \
    std::string_view(                  \
        deepwell_##symbol##_begin,     \
        static_cast<std::size_t>(deepwell_##symbol##_end - deepwell_##symbol##_begin))
// NOLINTEND(cppcoreguidelines-macro-usage,readability-identifier-naming)
