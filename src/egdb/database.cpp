#include "egdb/database.h"

#include <fmt/format.h>

#include "base/error.h"
#include "egdb/play_out.h"

namespace deepwell::egdb {

namespace {

constexpr int MaxStoredPieces = 10;
constexpr std::size_t ArmySlots = static_cast<std::size_t>(MaxStoredPieces) + 1;

}  // namespace

Database::Table::Table(std::unique_ptr<DatabaseFile> opened)
    : file(std::move(opened)), layout(file->header().material), decoder(layout, file->payload()) {}

std::size_t Database::slot_of(const Material& m) {
    std::size_t slot = 0;
    for (const int count : {m.black.kings, m.black.men, m.white.kings, m.white.men})
        slot = slot * ArmySlots + static_cast<std::size_t>(count);
    return slot;
}

Database::Database(const std::filesystem::path& directory, int max_pieces)
    : tables_(ArmySlots * ArmySlots * ArmySlots * ArmySlots) {
    bool complete = true;
    for (int pieces = 2; pieces <= std::min(max_pieces, MaxStoredPieces); ++pieces) {
        for (const Material& material : materials_with(pieces)) {
            const auto path = directory / file_name(material, FileKind::Values);
            if (!std::filesystem::exists(path)) {
                complete = false;
                continue;
            }
            auto file = DatabaseFile::open(path);
            if (!file) throw Error(file.error());
            if ((*file)->header().material != material)
                throw Error(fmt::format("{}: holds another material", path.string()));
            if (!(*file)->is_intact())
                throw Error(fmt::format("{}: its checksum is wrong", path.string()));
            tables_[slot_of(material)] = std::make_unique<Table>(*std::move(file));
        }
        if (complete) complete_pieces_ = pieces;
    }
}

const DatabaseFile* Database::file(const Material& material) const {
    const auto& table = tables_[slot_of(material)];
    return table ? table->file.get() : nullptr;
}

std::uint64_t Database::bytes() const {
    std::uint64_t sum = 0;
    for (const auto& table : tables_)
        if (table) sum += table->file->size();
    return sum;
}

WdlRange Database::look_up(const Position& position) const {
    const Position normal = position.side == Side::Black ? position : turned(position);
    const Material material = material_of(normal);
    if (material.pieces() > MaxStoredPieces) return {};
    const auto& table = tables_[slot_of(material)];
    return table ? WdlRange::exactly(table->decoder.value(normal)) : WdlRange{};
}

WdlRange Database::probe(const Position& position) const {
    return value_by_jumps(position, [this](const Position& quiet) { return look_up(quiet); });
}

}  // namespace deepwell::egdb
