// ZeroedVector: a vector whose new elements are zero and, if it is large, take memory only where
// they are touched.  It must not shrink and grow again: what was there would come back.

#pragma once

#include <cstdlib>
#include <new>
#include <utility>
#include <vector>

#include "base/zeroed_array.h"

namespace deepwell {

template <class T>
struct ZeroedAllocator {
    using value_type = T;

    ZeroedAllocator() = default;
    template <class U>
    explicit ZeroedAllocator(const ZeroedAllocator<U>& /*other*/) {}

    T* allocate(std::size_t count) {
        const std::size_t bytes = count * sizeof(T);
        void* const memory = bytes >= Large ? map_zeroed_memory(bytes) : std::calloc(1, bytes);
        if (memory == nullptr) throw std::bad_alloc();
        return static_cast<T*>(memory);
    }
    void deallocate(T* memory, std::size_t count) {
        const std::size_t bytes = count * sizeof(T);
        bytes >= Large ? unmap_memory(memory, bytes) : std::free(memory);
    }
    // It is zero already.
    template <class U>
    void construct(U* /*element*/) {}
    template <class U, class... Arguments>
    void construct(U* element, Arguments&&... arguments) {
        ::new (static_cast<void*>(element)) U(std::forward<Arguments>(arguments)...);
    }
    bool operator==(const ZeroedAllocator&) const = default;

private:
    static constexpr std::size_t Large = std::size_t{1} << 20;
};

template <class T>
using ZeroedVector = std::vector<T, ZeroedAllocator<T>>;

}  // namespace deepwell
