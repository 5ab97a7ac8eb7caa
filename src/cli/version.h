// The program's name and version.

#pragma once

namespace deepwell::cli {

const char* program_name();  // "deepwell", or "deepwell-6" for another board
const char* version_text();  // "deepwell 0.1.0"

}  // namespace deepwell::cli
