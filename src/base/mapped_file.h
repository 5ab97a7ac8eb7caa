// MappedFile: the bytes of a file as memory, read by the system as they are touched.

#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

namespace deepwell {

class MappedFile {
public:
    // Throws Error if the file cannot be read.
    explicit MappedFile(const std::filesystem::path& path);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    std::span<const std::uint8_t> bytes() const { return {data_, size_}; }

private:
    const std::uint8_t* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace deepwell
