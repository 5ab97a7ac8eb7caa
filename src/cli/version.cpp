#include "cli/version.h"

#include "board/geometry.h"

namespace deepwell::cli {

const char* program_name() {
    switch (BoardSize) {
        case 4:
            return "deepwell-4";
        case 5:
            return "deepwell-5";
        case 6:
            return "deepwell-6";
        case 7:
            return "deepwell-7";
        default:
            return "deepwell";
    }
}

const char* version_text() {
    return "deepwell " DEEPWELL_VERSION;
}

}  // namespace deepwell::cli
