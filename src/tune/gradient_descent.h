// Gradient descent: what the trainers of all networks have in common.  Arithmetic on the units of a
// first layer, parameters that are learned by Adam (Kingma and Ba, 2015), the logistic loss.

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
// So that sums of rows fit into 16 bits (on 8x8 24 pieces and 21 windows), and sums of 128 products
// into 32.
inline constexpr float MaxFirst = 2.5F;
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

// Weights that are learned, with what Adam remembers of each.
class Parameters {
public:
    Parameters(std::size_t size, double spread, float limit, Random& random)
        : values(size), gradient(size), mean_(size), square_(size), limit_(limit) {
        for (float& value : values) value = static_cast<float>(spread * normal(random));
    }

    void step(double rate, std::uint64_t steps) {
        constexpr float MeanFade = 0.9F;
        constexpr float SquareFade = 0.999F;
        const auto t = static_cast<double>(steps);
        const auto mean_scale = static_cast<float>(rate / (1 - std::pow(MeanFade, t)));
        const auto square_scale = static_cast<float>(1 / (1 - std::pow(SquareFade, t)));
        float* const __restrict value = values.data();
        float* const __restrict slope = gradient.data();
        float* const __restrict mean = mean_.data();
        float* const __restrict square = square_.data();
        const float limit = limit_;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const float g = slope[i];
            slope[i] = 0;
            mean[i] = MeanFade * mean[i] + (1 - MeanFade) * g;
            square[i] = SquareFade * square[i] + (1 - SquareFade) * g * g;
            const float change =
                mean_scale * mean[i] / (std::sqrt(square[i] * square_scale) + 1e-8F);
            const float next = value[i] - change;
            const float not_above = next < limit ? next : limit;
            value[i] = not_above > -limit ? not_above : -limit;
        }
    }

    std::vector<float> values;
    std::vector<float> gradient;

private:
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

// The layers of a network while it is learned: rows that are added up, then the head that is asked
// for.
class LearnedLayers {
public:
    // Rows before `zero_rows` begin at zero and fade; all heads begin as the first one.
    LearnedLayers(std::size_t rows, std::size_t zero_rows, std::size_t heads, Random& random)
        : zero_rows_(zero_rows),
          first(rows * First, 0.1, MaxFirst, random),
          first_bias(First, 0.1, MaxFirst, random),
          second(heads * Second * First, 1 / std::sqrt(1.0 * First), MaxSecond, random),
          second_bias(heads * Second, 0, 1000, random),
          last(heads * Second, 0.3, 1000, random),
          last_bias(heads, 0, 1000, random) {
        std::fill_n(first.values.begin(), zero_rows * First, 0.0F);
        for (Parameters* const part : {&second, &second_bias, &last, &last_bias}) {
            const std::size_t size = part->values.size() / heads;
            for (std::size_t i = size; i < part->values.size(); ++i)
                part->values[i] = part->values[i % size];
        }
    }

    // In logits.
    template <class Input>
    float forward(std::span<const Input> inputs, std::size_t head) {
        std::copy(first_bias.values.begin(), first_bias.values.end(), sums_.begin());
        for (const Input input : inputs) add(sums_.data(), &first.values[input * First]);
        for (std::size_t i = 0; i < First; ++i) units_[i] = std::clamp(sums_[i], 0.0F, 1.0F);
        float output = last_bias.values[head];
        for (std::size_t unit = 0; unit < Second; ++unit) {
            const std::size_t j = head * Second + unit;
            const float sum =
                second_bias.values[j] + product(&second.values[j * First], units_.data());
            second_units_[unit] = std::max(sum, 0.0F);
            output += last.values[j] * second_units_[unit];
        }
        return output;
    }

    // REQUIRES: the last forward() was of the same.
    template <class Input>
    void backward(std::span<const Input> inputs, std::size_t head, float error) {
        Units blame{};
        last_bias.gradient[head] += error;
        for (std::size_t unit = 0; unit < Second; ++unit) {
            const std::size_t j = head * Second + unit;
            last.gradient[j] += error * second_units_[unit];
            if (second_units_[unit] <= 0) continue;
            const float share = error * last.values[j];
            second_bias.gradient[j] += share;
            add_scaled(&second.gradient[j * First], share, units_.data());
            add_scaled(blame.data(), share, &second.values[j * First]);
        }
        for (std::size_t i = 0; i < First; ++i)
            blame[i] = sums_[i] <= 0 || sums_[i] >= 1 ? 0 : blame[i];
        add(first_bias.gradient.data(), blame.data());
        for (const Input input : inputs) add(&first.gradient[input * First], blame.data());
    }

    void step(double rate) {
        ++steps_;
        for (Parameters* const part :
             {&first, &first_bias, &second, &second_bias, &last, &last_bias})
            part->step(rate, steps_);
        const auto rest = static_cast<float>(1 - rate * RowFade);
        for (std::size_t i = 0; i < zero_rows_ * First; ++i) first.values[i] *= rest;
    }

private:
    // Rows of views that are seldom seen stay small: a step takes so much of the rate of each
    // number.
    static constexpr double RowFade = 0.03;

    std::size_t zero_rows_;

public:
    Parameters first, first_bias;
    Parameters second, second_bias, last, last_bias;  // head by head

private:
    std::uint64_t steps_ = 0;
    Units sums_{};
    Units units_{};
    std::array<float, Second> second_units_{};
};

// A head of whole numbers from a learned one.
inline Network::Head head_in_integers(const LearnedLayers& layers,
                                      std::size_t number,
                                      double points_per_logit) {
    Network::Head head;
    for (std::size_t unit = 0; unit < Second; ++unit) {
        const std::size_t j = number * Second + unit;
        for (std::size_t i = 0; i < First; ++i)
            head.second[unit][i] = static_cast<std::int16_t>(
                in_integer(layers.second.values[j * First + i], Network::SecondOne));
        head.second_bias[unit] =
            in_integer(layers.second_bias.values[j], 1.0 * Network::FirstOne * Network::SecondOne);
        head.last[unit] = in_integer(layers.last.values[j], points_per_logit * Network::OutputOne);
    }
    head.last_bias = in_integer(layers.last_bias.values[number], points_per_logit);
    return head;
}

}  // namespace deepwell::tune
