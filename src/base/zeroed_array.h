// ZeroedArray: a large array of zeros that takes memory only where it is touched.

#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace deepwell {

// In bytes.
std::uint64_t memory_of_machine();

// Memory from the system.  Throws Error if there is none.
void* map_zeroed_memory(std::size_t bytes);
void unmap_memory(void* memory, std::size_t bytes);
// Has the system find and clear the pages now, which it else does at the first touch of each.
// REQUIRES: no other thread writes to it.
void touch_memory(void* memory, std::size_t bytes);

// T is an atomic or a plain type for which zero bytes are a value.
template <class T>
class ZeroedArray {
    static_assert(std::is_trivially_destructible_v<T>);

public:
    ZeroedArray() = default;
    explicit ZeroedArray(std::size_t size)
        : data_(static_cast<T*>(map_zeroed_memory(size * sizeof(T)))), size_(size) {}
    ~ZeroedArray() { unmap_memory(data_, size_ * sizeof(T)); }
    ZeroedArray(ZeroedArray&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    ZeroedArray& operator=(ZeroedArray&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        return *this;
    }
    ZeroedArray(const ZeroedArray&) = delete;
    ZeroedArray& operator=(const ZeroedArray&) = delete;

    // Takes all of its memory at once, so that later no touch has to wait for it.
    void touch() { touch_memory(data_, size_ * sizeof(T)); }

    std::size_t size() const { return size_; }
    T* data() { return data_; }
    T& operator[](std::size_t i) { return data_[i]; }
    const T& operator[](std::size_t i) const { return data_[i]; }

private:
    T* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace deepwell
