#include "egdb/format.h"

#include <fmt/format.h>
#include <string_view>

#include "base/bytes.h"
#include "base/checksum.h"
#include "base/files.h"

namespace deepwell::egdb {

namespace {

constexpr std::string_view Magic = "DEEPWELL";
constexpr std::size_t FileChecksumBytes = 8;
constexpr std::size_t FixedBytes = 88;

void put_material(ByteWriter& out, const Material& m) {
    for (const int count : {m.black.kings, m.black.men, m.white.kings, m.white.men})
        out.put(static_cast<std::uint8_t>(count));
}

Material get_material(ByteReader& in) {
    Material m;
    for (int* count : {&m.black.kings, &m.black.men, &m.white.kings, &m.white.men})
        *count = in.get<std::uint8_t>();
    return m;
}

void put_fixed_part(ByteWriter& out, const FileHeader& header, std::uint64_t payload_bytes) {
    out.put_text(Magic);
    out.put(FormatVersion);
    out.put(static_cast<std::uint8_t>(BoardSize));
    out.put(static_cast<std::uint8_t>(header.kind));
    put_material(out, header.material);
    out.put(static_cast<std::uint16_t>(header.dependencies.size()));
    out.put(std::uint32_t{0});
    out.put(payload_bytes);
    for (const std::uint64_t number : {header.positions,
                                       header.wins,
                                       header.losses,
                                       header.draws,
                                       header.longest,
                                       header.longest_index})
        out.put(number);
    out.put(std::uint64_t{0});
}

}  // namespace

std::string file_name(const Material& material, FileKind kind) {
    return to_text(material) + (kind == FileKind::Values ? ".wdl" : ".dtw");
}

std::uint64_t write_database_file(const std::filesystem::path& path,
                                  const FileHeader& header,
                                  const Bytes& payload) {
    ByteWriter out;
    put_fixed_part(out, header, payload.size());
    for (const Dependency& dependency : header.dependencies) {
        put_material(out, dependency.material);
        out.put(std::uint32_t{0});
        out.put(dependency.checksum);
    }
    out.put(checksum(out.bytes()));
    out.put_bytes(payload);
    const std::uint64_t whole = checksum(out.bytes());
    out.put(whole);
    write_file_atomically(path,
                          {reinterpret_cast<const char*>(out.bytes().data()), out.bytes().size()});
    return whole;
}

DatabaseFile::DatabaseFile(const std::filesystem::path& path) : path_(path.string()), map_(path) {
    read_header();
}

void DatabaseFile::refuse(const std::string& why) const {
    throw Error(fmt::format("{}: {}", path_, why));
}

void DatabaseFile::read_header() {
    const auto bytes = map_.bytes();
    ByteReader in(bytes, path_);
    const auto magic = in.get_bytes(Magic.size());
    if (!std::equal(magic.begin(), magic.end(), Magic.begin())) refuse("no Deepwell database");
    if (const auto version = in.get<std::uint32_t>(); version != FormatVersion)
        refuse(fmt::format("format version {}, this program reads {}", version, FormatVersion));
    if (const int size = in.get<std::uint8_t>(); size != BoardSize)
        refuse(fmt::format("for the {0}x{0} board, not {1}x{1}", size, BoardSize));
    header_.kind = static_cast<FileKind>(in.get<std::uint8_t>());
    header_.material = get_material(in);
    const auto dependencies = in.get<std::uint16_t>();
    in.get<std::uint32_t>();
    const auto payload_bytes = in.get<std::uint64_t>();
    for (std::uint64_t* number : {&header_.positions,
                                  &header_.wins,
                                  &header_.losses,
                                  &header_.draws,
                                  &header_.longest,
                                  &header_.longest_index})
        *number = in.get<std::uint64_t>();
    in.get_bytes(FixedBytes - in.position());
    for (unsigned i = 0; i < dependencies; ++i) {
        const Material material = get_material(in);
        in.get<std::uint32_t>();
        header_.dependencies.push_back({material, in.get<std::uint64_t>()});
    }
    const std::size_t header_bytes = in.position();
    if (in.get<std::uint64_t>() != deepwell::checksum(bytes.first(header_bytes)))
        refuse("its header is corrupt");
    if (payload_bytes != bytes.size() - in.position() - FileChecksumBytes)
        refuse(fmt::format("{} bytes, which is not its length", bytes.size()));
    payload_ = in.get_bytes(payload_bytes);
    checksum_ = in.get<std::uint64_t>();
}

Result<std::unique_ptr<DatabaseFile>> DatabaseFile::open(const std::filesystem::path& path) {
    try {
        return std::unique_ptr<DatabaseFile>(new DatabaseFile(path));
    } catch (const Error& error) {
        return Failure{error.what()};
    }
}

bool DatabaseFile::is_intact() const {
    const auto bytes = map_.bytes();
    return deepwell::checksum(bytes.first(bytes.size() - FileChecksumBytes)) == checksum_;
}

}  // namespace deepwell::egdb
