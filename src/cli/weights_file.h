// Weights from a file that the user named.

#pragma once

#include <fmt/format.h>
#include <string>

#include "base/files.h"
#include "cli/command.h"
#include "eval/network.h"
#include "eval/weights.h"

namespace deepwell::cli {

// The built-in ones for an empty name, and for `chinook`, as engines call them.
inline Weights weights_from(const std::string& file) {
    if (file.empty() || file == "chinook") return default_weights();
    const Result<std::string> text = read_file(file);
    if (!text) throw BadInput(text.error());
    if (text->starts_with(NetworkMagic))
        throw BadInput(fmt::format("{}: it is a network, not weights of the heuristics", file));
    const Result<Weights> weights = parse_weights(*text);
    if (!weights) throw BadInput(fmt::format("{}: {}", file, printable(weights.error())));
    return *weights;
}

}  // namespace deepwell::cli
