#include "egdb/prober.h"

namespace deepwell::egdb {

template class Prober<Portable>;

}  // namespace deepwell::egdb
