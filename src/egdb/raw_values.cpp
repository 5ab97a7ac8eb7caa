#include "egdb/raw_values.h"

#include <algorithm>

#include "base/check.h"
#include "egdb/material_solver.h"
#include "egdb/raw_file.h"
#include "egdb/turn.h"

namespace deepwell::egdb {

namespace {

std::vector<Material> canonical_materials(int pieces) {
    std::vector<Material> result;
    for (int n = 2; n <= pieces; ++n)
        for (const Material& material : materials_with(n))
            if (is_canonical(material)) result.push_back(material);
    return result;
}

// In the order of materials_with(), so that all that a material needs is there; the twins that
// solving needs are made for the time being.
void solve_missing(RawStore& store, const std::vector<Material>& materials, int threads) {
    SolveOptions options;
    options.threads = threads;
    for (const Material& material : materials) {
        if (store.find(material) == nullptr)
            store.insert(solve_material(material, store, options, {}, [](std::uint64_t) {}));
        if (material != material.turned())
            store.insert(std::make_unique<RawTable>(turned(*store.find(material))));
    }
    for (const Material& material : materials)
        if (material != material.turned()) store.erase(material.turned());
}

// The bits of both bytes by turns, those of `even` first.
std::uint16_t interleaved(std::uint8_t even, std::uint8_t odd) {
    static constexpr auto Spread = [] {
        std::array<std::uint16_t, 256> table{};
        for (unsigned byte = 0; byte < 256; ++byte)
            for (unsigned i = 0; i < 8; ++i)
                table[byte] = static_cast<std::uint16_t>(table[byte] | (byte >> i & 1U) << 2 * i);
        return table;
    }();
    return static_cast<std::uint16_t>(Spread[even] | Spread[odd] << 1);
}

}  // namespace

RawValues::RawValues(const std::filesystem::path& directory, int pieces, int threads)
    : pieces_(pieces),
      tables_(slot_of({{MostPieces - 1, MostPieces - 1}, {MostPieces - 1, MostPieces - 1}}) + 1) {
    CHECK(pieces <= MostPieces);
    const std::vector<Material> materials = canonical_materials(pieces);
    RawStore store = solved_or_read(directory, threads);
    std::uint64_t bytes = 0;
    for (const Material& material : materials)
        for (const Side side : Sides) bytes += 2 * store.find(material)->half(side).win.size();
    memory_ = ZeroedArray<std::uint8_t>(bytes);
    std::uint8_t* room = memory_.data();
    for (const Material& material : materials) {
        Table& table = tables_[slot_of(material)];
        table.men = men_index(material);
        const RawTable& from = *store.find(material);
        for (const Side side : Sides)
            room = pack(from.half(side), table.halves[static_cast<std::size_t>(side)], room);
        store.erase(material);
    }
}

RawStore RawValues::solved_or_read(const std::filesystem::path& directory, int threads) const {
    RawStore store;
    const std::vector<Material> materials = canonical_materials(pieces_);
    bool complete = true;
    for (const Material& material : materials) {
        auto table = load_raw(raw_file(directory, material), material);
        if (table)
            store.insert(std::move(table));
        else
            complete = false;
    }
    if (!complete) solve_missing(store, materials, threads);
    return store;
}

const MenIndex* RawValues::men_index(const Material& m) {
    men_.push_back(std::make_unique<MenIndex>(m.black.men, m.white.men));
    return men_.back().get();
}

// Returns where the next table may begin.
std::uint8_t* RawValues::pack(const RawTable::Half& from, Half& to, std::uint8_t* room) const {
    to = {room, from.columns, 8 * from.stride};
    for (std::size_t i = 0; i < from.win.size(); ++i) {
        const std::uint16_t values = interleaved(from.win[i], from.loss[i]);
        *room++ = static_cast<std::uint8_t>(values);
        *room++ = static_cast<std::uint8_t>(values >> 8);
    }
    return room;
}

}  // namespace deepwell::egdb
