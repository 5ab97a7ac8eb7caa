// Gradient descent: the logistic loss, arithmetic on the units of a first layer, and parameters
// that are learned by Adam (Kingma and Ba, 2015).
//
// A batch is cut into Parts, each with a thread and gradients of its own, which are added up in one
// order: the same examples give the same network on every machine.

#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>
#include <vector>

#include "base/random.h"
#include "eval/network.h"

namespace deepwell::tune {

inline constexpr std::size_t First = Network::First;
inline constexpr std::size_t Second = Network::Second;
// So that sums of rows fit into 16 bits (on 8x8 24 pieces, 18 tall windows and 21 others), and sums
// of 128 products into 32.
inline constexpr float MaxFirst = 1.9F;
inline constexpr float MaxSecond = 16;

inline double sigmoid(double x) {
    return 1 / (1 + std::exp(-x));
}

// Cross entropy in nats.
inline double loss_of(double logit, double worth) {
    return std::log1p(std::exp(-std::abs(logit))) + std::max(logit, 0.0) - worth * logit;
}

// Falls along a cosine from the full rate to a fiftieth of it.  `done`: 0 at the beginning, 1 at
// the end.
inline double rate_at(double done, double full) {
    constexpr double Least = 0.02;
    return full * (Least + (1 - Least) * 0.5 * (1 + std::cos(std::numbers::pi * done)));
}

// A number of a network as it is stored, where `one` stands for 1.
inline std::int32_t in_integer(float value, double one) {
    return static_cast<std::int32_t>(std::lround(value * one));
}

template <class T>
void shuffle(std::vector<T>& examples, Random& random) {
    for (std::size_t i = examples.size(); i > 1; --i)
        std::swap(examples[i - 1], examples[random.below(static_cast<std::uint32_t>(i))]);
}

// Arithmetic on the first layer's units, in one order on all machines.
using Units = std::array<float, First>;
using Lane [[gnu::vector_size(16), gnu::aligned(4), gnu::may_alias]] = float;
inline constexpr std::size_t Lanes = First * sizeof(float) / sizeof(Lane);

inline void add(float* sums, const float* row) {
    auto* const to = reinterpret_cast<Lane*>(sums);
    const auto* const from = reinterpret_cast<const Lane*>(row);
    for (std::size_t i = 0; i < Lanes; ++i) to[i] += from[i];
}

inline void add_scaled(float* sums, float scale, const float* row) {
    auto* const to = reinterpret_cast<Lane*>(sums);
    const auto* const from = reinterpret_cast<const Lane*>(row);
    for (std::size_t i = 0; i < Lanes; ++i) to[i] += scale * from[i];
}

inline float product(const float* a, const float* b) {
    const auto* const left = reinterpret_cast<const Lane*>(a);
    const auto* const right = reinterpret_cast<const Lane*>(b);
    Lane even{};
    Lane odd{};
    for (std::size_t i = 0; i < Lanes; i += 2) {
        even += left[i] * right[i];
        odd += left[i + 1] * right[i + 1];
    }
    even += odd;
    return (even[0] + even[1]) + (even[2] + even[3]);
}

inline constexpr std::size_t Parts = 2;

// Which of `size` things belong to one of the Parts.
struct PartRange {
    PartRange(std::size_t part, std::size_t size)
        : first(size * part / Parts), last(size * (part + 1) / Parts) {}
    std::size_t first;
    std::size_t last;
};

// A step of Adam: how far, for which the first steps are corrected.
class AdamStep {
public:
    AdamStep(double rate, std::uint64_t steps)
        : mean_scale_(static_cast<float>(rate / (1 - std::pow(MeanFade, steps)))),
          square_scale_(static_cast<float>(1 / (1 - std::pow(SquareFade, steps)))) {}

    float change(float gradient, float& mean, float& square) const {
        mean = MeanFade * mean + (1 - MeanFade) * gradient;
        square = SquareFade * square + (1 - SquareFade) * gradient * gradient;
        return mean_scale_ * mean / (std::sqrt(square * square_scale_) + 1e-8F);
    }

private:
    static constexpr float MeanFade = 0.9F;
    static constexpr float SquareFade = 0.999F;
    float mean_scale_;
    float square_scale_;
};

// Weights that are learned, with what Adam remembers of each.
class Parameters {
public:
    Parameters(std::size_t size, double spread, float limit, Random& random)
        : values(size), mean_(size), square_(size), limit_(limit) {
        for (float& value : values) value = static_cast<float>(spread * normal(random));
        for (auto& part : gradients) part.resize(size);
    }

    // From `first` to before `last`; the gradients are used up.
    void step(const AdamStep& adam, std::size_t first, std::size_t last) {
        float* const __restrict value = values.data();
        float* const __restrict mean = mean_.data();
        float* const __restrict square = square_.data();
        float* const __restrict slope = gradients[0].data();
        float* const __restrict other = gradients[1].data();
        const float limit = limit_;
        for (std::size_t i = first; i < last; ++i) {
            const float next = value[i] - adam.change(slope[i] + other[i], mean[i], square[i]);
            slope[i] = other[i] = 0;
            const float not_above = next < limit ? next : limit;
            value[i] = not_above > -limit ? not_above : -limit;
        }
    }

    std::vector<float> values;
    std::array<std::vector<float>, Parts> gradients;

private:
    static_assert(Parts == 2, "step() adds two");

    // The sum of 12 even draws is close to normal.
    static double normal(Random& random) {
        double sum = -6;
        for (int i = 0; i < 12; ++i) sum += random.below(1U << 30) / static_cast<double>(1U << 30);
        return sum;
    }

    std::vector<float> mean_;
    std::vector<float> square_;
    float limit_;
};

}  // namespace deepwell::tune
