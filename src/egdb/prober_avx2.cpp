#include "egdb/prober.h"

namespace deepwell::egdb {

template class Prober<Avx2>;

}  // namespace deepwell::egdb
