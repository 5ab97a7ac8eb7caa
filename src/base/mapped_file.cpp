#include "base/mapped_file.h"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "base/error.h"

namespace deepwell {

namespace {

[[noreturn]] void fail(const std::filesystem::path& path, int error) {
    throw Error(
        fmt::format("cannot read {}: {}", path.string(), std::generic_category().message(error)));
}

}  // namespace

MappedFile::MappedFile(const std::filesystem::path& path) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) fail(path, errno);
    struct stat info {};
    if (::fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
        ::close(fd);
        fail(path, EINVAL);
    }
    size_ = static_cast<std::size_t>(info.st_size);
    if (size_ > 0) {
        void* const data = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, fd, 0);
        const int error = errno;
        if (data == MAP_FAILED) {
            ::close(fd);
            fail(path, error);
        }
        data_ = static_cast<const std::uint8_t*>(data);
    }
    ::close(fd);
}

MappedFile::~MappedFile() {
    if (data_ != nullptr) ::munmap(const_cast<std::uint8_t*>(data_), size_);
}

}  // namespace deepwell
