#include "egdb/memory.h"

#include "egdb/index.h"
#include "egdb/material_solver.h"

namespace deepwell::egdb {

Memory::Memory(int pieces, bool with_distances, const SolveOptions& options) {
    for (int n = 2; n <= pieces; ++n)
        for (const Material& material : materials_with(n))
            if (is_canonical(material)) solve(material, with_distances, options);
}

void Memory::solve(const Material& material, bool with_distances, const SolveOptions& options) {
    const auto ignore = [](std::uint64_t) {};
    const RawTable& values = values_.insert(solve_material(material, values_, options, {}, ignore));
    const bool has_twin = material != material.turned();
    if (has_twin) values_.insert(std::make_unique<RawTable>(turned(values)));
    if (!with_distances) return;
    const DistanceTable& distances = distances_.insert(
        material, solve_distances(values, values_, distances_, options, {}, ignore));
    if (has_twin)
        distances_.insert(material.turned(),
                          std::make_unique<DistanceTable>(
                              turned(distances, values, *values_.find(material.turned()))));
}

std::optional<Memory::Answer> Memory::answer(const Position& position) const {
    if (position.own().is_empty()) return Answer{Wdl::Loss, 0};
    const Material material = material_of(position);
    const RawTable* values = values_.find(material);
    if (values == nullptr) return std::nullopt;
    const RawValue value = value_in(*values, position);
    Answer answer;
    answer.value = value.win ? Wdl::Win : value.loss ? Wdl::Loss : Wdl::Draw;
    const DistanceTable* distances = distances_.find(material);
    if (distances == nullptr || answer.value == Wdl::Draw) return answer;
    const Index index = MaterialIndex(material, position.side).index_of(position);
    const std::uint8_t half = distances->half(position.side)[index];
    answer.distance = value.win ? plies_of_win(half) : plies_of_loss(half);
    return answer;
}

}  // namespace deepwell::egdb
