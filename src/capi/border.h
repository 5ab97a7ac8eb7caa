// The border between C++ and C: whatever goes wrong behind it comes out as a status and a text.
//
// Thread rule: the text belongs to the thread.

#pragma once

#include <deepwell_egdb.h>
#include <exception>
#include <new>

namespace deepwell::capi {

// Remembers the sentence, cut off at 1023 bytes, as the thread's last failure.
deepwell_egdb_status fail(deepwell_egdb_status status, const char* sentence) noexcept;

// "" if nothing failed yet in this thread.
const char* last_failure() noexcept;

// The status that `work` returns, or that of the exception that it throws.
template <class Work>
deepwell_egdb_status guarded(Work&& work) noexcept {
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return fail(DEEPWELL_EGDB_NO_MEMORY, "out of memory");
    } catch (const std::exception& error) {
        return fail(DEEPWELL_EGDB_BROKEN, error.what());
    } catch (...) {
        return fail(DEEPWELL_EGDB_BROKEN, "something was thrown that is no exception of ours");
    }
}

}  // namespace deepwell::capi
