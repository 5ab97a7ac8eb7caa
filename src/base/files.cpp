#include "base/files.h"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>

#include "base/error.h"

namespace deepwell {

namespace {

std::string cause_of(const std::filesystem::path& path, int error) {
    return fmt::format("{}: {}", path.string(), std::generic_category().message(error));
}

// A file descriptor that closes itself.
class Descriptor {
public:
    explicit Descriptor(int fd) : fd_(fd) {}
    ~Descriptor() {
        if (fd_ >= 0) ::close(fd_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return fd_; }
    bool is_open() const { return fd_ >= 0; }

private:
    int fd_;
};

bool write_all(int fd, std::string_view content) {
    while (!content.empty()) {
        const ssize_t written = ::write(fd, content.data(), content.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        content.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

// A pipe or a device cannot be replaced, only written to.
void write_in_place(const std::filesystem::path& path, std::string_view content) {
    const Descriptor fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!fd.is_open() || !write_all(fd.get(), content))
        throw Error("cannot write " + cause_of(path, errno));
}

constexpr std::string_view TemporaryEnd = ".tmp";

// The process that made a temporary file: 123 of "a.pdn.123.tmp"; 0 for other files.
pid_t writer_of(std::string_view name) {
    if (!name.ends_with(TemporaryEnd)) return 0;
    name.remove_suffix(TemporaryEnd.size());
    name.remove_prefix(name.rfind('.') + 1);
    pid_t writer = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), writer);
    return error == std::errc() && end == name.data() + name.size() ? writer : 0;
}

// Makes the rename itself durable.
void sync_directory(const std::filesystem::path& directory) {
    const Descriptor fd(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (fd.is_open()) ::fsync(fd.get());
}

[[noreturn]] void refuse_unwritable(const std::filesystem::path& path, int error) {
    throw Error("cannot write " + cause_of(path, error));
}

// Where write_file_atomically() makes a new file: beside the old one, behind a symbolic link where
// that leads.
std::filesystem::path directory_of_file(const std::filesystem::path& file) {
    std::error_code ignored;
    const bool is_link = std::filesystem::is_symlink(file, ignored);
    const auto path = is_link ? std::filesystem::weakly_canonical(file, ignored)
                              : std::filesystem::absolute(file);
    return path.parent_path() / ".";
}

}  // namespace

Result<std::string> read_file(const std::filesystem::path& path) {
    const Descriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!fd.is_open()) return Failure{cause_of(path, errno)};
    std::string content;
    constexpr std::size_t Piece = std::size_t{1} << 20;
    while (true) {
        const std::size_t size = content.size();
        content.resize(size + Piece);
        const ssize_t got = ::read(fd.get(), content.data() + size, Piece);
        if (got < 0 && errno != EINTR) return Failure{cause_of(path, errno)};
        content.resize(size + static_cast<std::size_t>(got < 0 ? 0 : got));
        if (got == 0) return content;
    }
}

void require_writable(const std::filesystem::path& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) refuse_unwritable(path, EISDIR);
    const bool is_there = ::access(path.c_str(), F_OK) == 0;
    if (!is_there && errno != ENOENT) refuse_unwritable(path, errno);
    const bool is_special = is_there && !std::filesystem::is_regular_file(path, ignored);
    const int denied = is_special ? ::access(path.c_str(), W_OK)
                                  : ::access(directory_of_file(path).c_str(), W_OK | X_OK);
    if (denied != 0) refuse_unwritable(path, errno);
}

void write_file_atomically(const std::filesystem::path& wish, std::string_view content) {
    std::error_code ignored;
    if (std::filesystem::exists(wish, ignored) && !std::filesystem::is_regular_file(wish, ignored))
        return write_in_place(wish, content);
    // Behind a symbolic link, the file itself is replaced.
    const bool is_link = std::filesystem::is_symlink(wish, ignored);
    const std::filesystem::path path =
        is_link ? std::filesystem::weakly_canonical(wish, ignored) : wish;
    std::filesystem::path temporary = path;
    temporary += fmt::format(".{}{}", ::getpid(), TemporaryEnd);
    const Descriptor fd(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (!fd.is_open()) throw Error("cannot write " + cause_of(path, errno));
    if (!write_all(fd.get(), content) || ::fsync(fd.get()) != 0 ||
        ::rename(temporary.c_str(), path.c_str()) != 0) {
        const int error = errno;
        ::unlink(temporary.c_str());
        throw Error("cannot write " + cause_of(path, error));
    }
    const auto directory = path.has_parent_path() ? path.parent_path() : ".";
    sync_directory(directory);
}

void remove_abandoned_files(const std::filesystem::path& directory) {
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(directory, ignored)) {
        const pid_t writer = writer_of(entry.path().filename().string());
        if (writer > 0 && ::kill(writer, 0) != 0 && errno == ESRCH)
            std::filesystem::remove(entry.path(), ignored);
    }
}

}  // namespace deepwell
