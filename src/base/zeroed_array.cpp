#include "base/zeroed_array.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/error.h"

namespace deepwell {

std::uint64_t memory_of_machine() {
    return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

void* map_zeroed_memory(std::size_t bytes) {
    if (bytes == 0) return nullptr;
    constexpr int Flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void* const memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, Flags, -1, 0);
    if (memory == MAP_FAILED) throw Error(fmt::format("no memory for {} MB", bytes >> 20));
    // Random reads of many megabytes miss the small pages' translation buffer every time.
    if (bytes >= std::size_t{4} << 20) ::madvise(memory, bytes, MADV_HUGEPAGE);
    return memory;
}

void unmap_memory(void* memory, std::size_t bytes) {
    if (memory != nullptr) ::munmap(memory, bytes);
}

void touch_memory(void* memory, std::size_t bytes) {
    constexpr std::size_t LeastPage = 4096;
    auto* const first = static_cast<volatile char*>(memory);
    for (std::size_t i = 0; i < bytes; i += LeastPage) first[i] = first[i];
}

}  // namespace deepwell
