#include "egdb/layers.h"

#include <array>

#include "base/check.h"

namespace deepwell::egdb {

MenLayers layers_of(const MenIndex& index) {
    CHECK(index.size() <= UINT32_MAX);
    std::vector<std::uint8_t> height;
    height.reserve(index.size());
    index.for_each(
        [&](const Men& men) { height.push_back(static_cast<std::uint8_t>(advancement(men))); });
    std::array<std::size_t, 256> count{};
    for (const std::uint8_t h : height) ++count[h];
    MenLayers layers;
    std::array<std::size_t, 256> next{};
    std::size_t sum = 0;
    for (int h = 255; h >= 0; --h) {
        const auto at = static_cast<std::size_t>(h);
        if (count[at] == 0) continue;
        layers.first.push_back(sum);
        next[at] = sum;
        sum += count[at];
    }
    layers.first.push_back(sum);
    layers.order.resize(index.size());
    for (std::uint32_t i = 0; i < height.size(); ++i) layers.order[next[height[i]]++] = i;
    return layers;
}

}  // namespace deepwell::egdb
