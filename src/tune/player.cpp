#include "tune/player.h"

namespace deepwell::tune {

const char* describe(Fault fault) {
    switch (fault) {
        case Fault::IllegalMove:
            return "illegal move";
        case Fault::BadText:
            return "unreadable answer";
        case Fault::Crash:
            return "crash";
        case Fault::Overrun:
            return "time overrun";
        case Fault::Error:
            return "error";
        case Fault::Resignation:
            return "resignation";
    }
    __builtin_unreachable();
}

}  // namespace deepwell::tune
