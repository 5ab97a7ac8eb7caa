// Weights from a file that the user named.

#pragma once

#include <fmt/format.h>
#include <string>

#include "base/files.h"
#include "cli/command.h"
#include "eval/weights.h"

namespace deepwell::cli {

// The built-in ones for an empty name.
inline Weights weights_from(const std::string& file) {
    if (file.empty()) return default_weights();
    const Result<std::string> text = read_file(file);
    if (!text) throw BadInput(text.error());
    const Result<Weights> weights = parse_weights(*text);
    if (!weights) throw BadInput(fmt::format("{}: {}", file, printable(weights.error())));
    return *weights;
}

}  // namespace deepwell::cli
