#include "egdb/raw_values.h"

#include "base/check.h"
#include "egdb/material_solver.h"
#include "egdb/raw_file.h"
#include "egdb/turn.h"

namespace deepwell::egdb {

RawValues::RawValues(const std::filesystem::path& directory, int pieces, int threads)
    : pieces_(pieces),
      tables_(slot_of({{MostPieces - 1, MostPieces - 1}, {MostPieces - 1, MostPieces - 1}}) + 1) {
    CHECK(pieces <= MostPieces);
    std::vector<Material> missing;
    for (int n = 2; n <= pieces; ++n)
        for (const Material& material : materials_with(n)) {
            if (!is_canonical(material)) continue;
            if (auto table = load_raw(raw_file(directory, material), material))
                store_.insert(std::move(table));
            else
                missing.push_back(material);
        }
    if (!missing.empty()) solve(missing, threads);
    for (int n = 2; n <= pieces; ++n)
        for (const Material& material : materials_with(n))
            if (is_canonical(material)) tables_[slot_of(material)] = store_.find(material);
}

// In the order of materials_with(), so that all that a material needs is there; the twins that
// solving needs are made for the time being.
void RawValues::solve(const std::vector<Material>& missing, int threads) {
    SolveOptions options;
    options.threads = threads;
    std::vector<Material> twins;
    const auto add_twin = [&](const Material& material) {
        if (material == material.turned()) return;
        store_.insert(std::make_unique<RawTable>(turned(*store_.find(material))));
        twins.push_back(material.turned());
    };
    for (int n = 2; n <= pieces_; ++n)
        for (const Material& material : materials_with(n)) {
            if (!is_canonical(material)) continue;
            if (std::find(missing.begin(), missing.end(), material) != missing.end())
                store_.insert(solve_material(material, store_, options, {}, [](std::uint64_t) {}));
            add_twin(material);
        }
    for (const Material& twin : twins) store_.erase(twin);
}

}  // namespace deepwell::egdb
