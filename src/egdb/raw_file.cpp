#include "egdb/raw_file.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <unistd.h>

#include "base/checksum.h"
#include "base/error.h"

namespace deepwell::egdb {

namespace {

constexpr std::uint8_t RawVersion = 1;
constexpr std::size_t RawHeadBytes = 14;
using RawHead = std::array<std::uint8_t, RawHeadBytes>;

RawHead head_of(const Material& m) {
    RawHead head{'D', 'E', 'E', 'P', 'W', 'R', 'A', 'W', RawVersion, BoardSize};
    std::size_t i = 10;
    for (const int count : {m.black.kings, m.black.men, m.white.kings, m.white.men})
        head[i++] = static_cast<std::uint8_t>(count);
    return head;
}

template <class Table>
auto planes_of(Table& table) {
    return std::array{&table.half(Side::Black).win,
                      &table.half(Side::Black).loss,
                      &table.half(Side::White).win,
                      &table.half(Side::White).loss};
}

using Sums = std::array<std::uint64_t, 5>;

Sums sums_of(const RawHead& head, const RawTable& table) {
    Sums sums{};
    std::size_t i = 0;
    for (const auto* plane : planes_of(table)) sums[i++] = checksum(*plane);
    sums[4] = checksum(head);
    return sums;
}

struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Closer>;

bool put(std::FILE* file, const void* data, std::size_t bytes) {
    return std::fwrite(data, 1, bytes, file) == bytes;
}
bool get(std::FILE* file, void* data, std::size_t bytes) {
    return std::fread(data, 1, bytes, file) == bytes;
}

bool write_all(std::FILE* file, const RawTable& table) {
    const RawHead head = head_of(table.material());
    bool good = put(file, head.data(), head.size());
    for (const auto* plane : planes_of(table))
        good = good && put(file, plane->data(), plane->size());
    const Sums sums = sums_of(head, table);
    return good && put(file, sums.data(), sizeof sums) && std::fflush(file) == 0;
}

}  // namespace

std::filesystem::path raw_file(const std::filesystem::path& directory, const Material& material) {
    return directory / (to_text(material) + ".raw");
}

void save_raw(const std::filesystem::path& path, const RawTable& table) {
    const std::filesystem::path beside = path.string() + ".tmp";
    bool good = false;
    if (const File file{std::fopen(beside.c_str(), "wb")}) good = write_all(file.get(), table);
    if (good && std::rename(beside.c_str(), path.c_str()) == 0) return;
    const std::string why = std::strerror(errno);
    ::unlink(beside.c_str());
    throw Error(fmt::format("cannot write {}: {}", path.string(), why));
}

std::unique_ptr<RawTable> load_raw(const std::filesystem::path& path, const Material& material) {
    const File file{std::fopen(path.c_str(), "rb")};
    if (!file) return nullptr;
    RawHead head{};
    if (!get(file.get(), head.data(), head.size()) || head != head_of(material)) return nullptr;
    auto table = std::make_unique<RawTable>(material);
    for (auto* plane : planes_of(*table))
        if (!get(file.get(), plane->data(), plane->size())) return nullptr;
    Sums sums{};
    if (!get(file.get(), sums.data(), sizeof sums) || sums != sums_of(head, *table)) return nullptr;
    return table;
}

}  // namespace deepwell::egdb
