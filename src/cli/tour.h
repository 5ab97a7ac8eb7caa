// A short tour of what works, shown by `deepwell` without arguments.

#pragma once

#include <string>

namespace deepwell::cli {

std::string tour();

}  // namespace deepwell::cli
