#include "input.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

namespace checker {

MappedFile::MappedFile(const std::filesystem::path& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) throw Refusal(path.string() + " cannot be opened");
    struct stat status {};
    const bool is_file = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
    if (is_file && status.st_size > 0) {
        const auto size = static_cast<std::size_t>(status.st_size);
        void* const memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
        if (memory != MAP_FAILED) {
            data_ = static_cast<const std::uint8_t*>(memory);
            size_ = size;
        }
    }
    ::close(descriptor);
    const bool is_empty = is_file && status.st_size == 0;
    if (data_ == nullptr && !is_empty) throw Refusal(path.string() + " cannot be read");
}

MappedFile::~MappedFile() {
    if (data_ != nullptr) ::munmap(const_cast<std::uint8_t*>(data_), size_);
}

Bytes ByteReader::take(std::uint64_t count) {
    if (count > rest_.size()) throw Refusal("the bytes end too early");
    const Bytes taken = rest_.first(count);
    rest_ = rest_.subspan(count);
    return taken;
}

std::uint64_t ByteReader::number(std::size_t bytes) {
    return little_endian(take(bytes));
}

std::uint32_t ByteReader::varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 35; shift += 7) {
        const std::uint8_t next = byte();
        value |= std::uint64_t{next & 127U} << shift;
        if ((next & 128U) != 0) continue;
        if (next == 0 && shift > 0) throw Refusal("a number is needlessly long");
        if (value > UINT32_MAX) break;
        return static_cast<std::uint32_t>(value);
    }
    throw Refusal("a number is too large");
}

void ByteReader::zeros(std::size_t count) {
    for (const std::uint8_t byte : take(count))
        if (byte != 0) throw Refusal("a byte that has to be 0 is not");
}

std::uint64_t little_endian(Bytes bytes) {
    std::uint64_t number = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) number = number << 8 | bytes[i];
    return number;
}

std::uint64_t checksum_of(Bytes bytes) {
    return XXH64(bytes.data(), bytes.size(), 0);
}

bool is_whole(Bytes bytes) {
    constexpr std::size_t ChecksumBytes = 8;
    return bytes.size() >= ChecksumBytes &&
           checksum_of(bytes.first(bytes.size() - ChecksumBytes)) ==
               little_endian(bytes.last(ChecksumBytes));
}

}  // namespace checker
