// LearnedLayers: a network while it is learned, and an epoch of batches; what the trainers of all
// networks have in common.

#pragma once

#include <algorithm>
#include <array>
#include <barrier>
#include <cmath>
#include <cstdint>
#include <functional>
#include <future>
#include <span>
#include <vector>

#include "base/random.h"
#include "eval/network.h"
#include "tune/gradient_descent.h"

namespace deepwell::tune {

// What an example gives to the first layer, and which head it asks for.
template <std::size_t Capacity>
struct InputList {
    std::array<std::uint16_t, Capacity> inputs;
    std::size_t size = 0;
    std::size_t head = 0;

    void add(std::size_t input) { inputs[size++] = static_cast<std::uint16_t>(input); }
    std::span<const std::uint16_t> span() const { return {inputs.data(), size}; }
};

// What the layers answered to one example.
struct Activity {
    Units sums{};
    Units units{};
    std::array<float, Second> second{};
};

// The layers of a network while it is learned: rows that are added up, then the head that is asked
// for.
class LearnedLayers {
public:
    // Rows before `view_rows` begin at zero and fade; all heads begin as the first one.
    LearnedLayers(std::size_t rows, std::size_t view_rows, std::size_t heads, Random& random)
        : view_rows_(view_rows),
          first(rows * First, 0.1, MaxFirst, random),
          first_bias(First, 0.1, MaxFirst, random),
          second(heads * Second * First, 1 / std::sqrt(1.0 * First), MaxSecond, random),
          second_bias(heads * Second, 0, 1000, random),
          last(heads * Second, 0.3, 1000, random),
          last_bias(heads, 0, 1000, random) {
        std::fill_n(first.values.begin(), view_rows * First, 0.0F);
        for (auto& part : touched_) part.resize(rows);
        for (Parameters* const part : {&second, &second_bias, &last, &last_bias}) {
            const std::size_t size = part->values.size() / heads;
            for (std::size_t i = size; i < part->values.size(); ++i)
                part->values[i] = part->values[i % size];
        }
    }

    // In logits.
    template <std::size_t Capacity>
    float forward(const InputList<Capacity>& list, Activity& activity) const {
        std::copy(first_bias.values.begin(), first_bias.values.end(), activity.sums.begin());
        for (const auto input : list.span())
            add(activity.sums.data(), &first.values[input * First]);
        for (std::size_t i = 0; i < First; ++i)
            activity.units[i] = std::clamp(activity.sums[i], 0.0F, 1.0F);
        float output = last_bias.values[list.head];
        for (std::size_t unit = 0; unit < Second; ++unit) {
            const std::size_t j = list.head * Second + unit;
            const float sum =
                second_bias.values[j] + product(&second.values[j * First], activity.units.data());
            activity.second[unit] = std::max(sum, 0.0F);
            output += last.values[j] * activity.second[unit];
        }
        return output;
    }

    // Adds to the gradients of a part.  `activity`: of the same example.
    template <std::size_t Capacity>
    void backward(const InputList<Capacity>& list,
                  const Activity& activity,
                  float error,
                  std::size_t part) {
        Units blame{};
        last_bias.gradients[part][list.head] += error;
        for (std::size_t unit = 0; unit < Second; ++unit) {
            const std::size_t j = list.head * Second + unit;
            last.gradients[part][j] += error * activity.second[unit];
            if (activity.second[unit] <= 0) continue;
            const float share = error * last.values[j];
            second_bias.gradients[part][j] += share;
            add_scaled(&second.gradients[part][j * First], share, activity.units.data());
            add_scaled(blame.data(), share, &second.values[j * First]);
        }
        for (std::size_t i = 0; i < First; ++i)
            blame[i] = activity.sums[i] <= 0 || activity.sums[i] >= 1 ? 0 : blame[i];
        add(first_bias.gradients[part].data(), blame.data());
        for (const auto input : list.span()) {
            add(&first.gradients[part][input * First], blame.data());
            touched_[part][input] = 1;
        }
    }

    // One part of the weights; `steps` from 1 on.  Rows that no example of the batch had stay as
    // they are: most views are rare, and a batch has few of them.
    void step(double rate, std::uint64_t steps, std::size_t part) {
        const AdamStep adam(rate, steps);
        for (Parameters* const each : {&first_bias, &second, &second_bias, &last, &last_bias}) {
            const PartRange range(part, each->values.size());
            each->step(adam, range.first, range.last);
        }
        const auto rest = static_cast<float>(1 - rate * RowFade);
        const PartRange rows(part, touched_[0].size());
        for (std::size_t row = rows.first; row < rows.last; ++row) {
            if (touched_[0][row] + touched_[1][row] == 0) continue;
            touched_[0][row] = touched_[1][row] = 0;
            first.step(adam, row * First, (row + 1) * First);
            if (row >= view_rows_) continue;
            for (std::size_t i = row * First; i < (row + 1) * First; ++i) first.values[i] *= rest;
        }
    }

private:
    // Rows of views that are seldom seen stay small: a step takes so much of the rate of each
    // number.
    static constexpr double RowFade = 0.03;

    std::size_t view_rows_;

public:
    Parameters first, first_bias;
    Parameters second, second_bias, last, last_bias;  // head by head

private:
    std::array<std::vector<std::uint8_t>, Parts> touched_;
};

// The batches of an epoch.
struct EpochPlan {
    std::size_t batch = 512;
    std::uint64_t steps_before = 0;
    std::function<double(double)> rate_of_part{};  // of the epoch, 0 to 1
};

// Sees each example once, which has a `position` and a `target`; `inputs_of(position)` gives its
// InputList.  Returns the mean loss against what is learned, and counts its steps.
template <class Example, class InputsOf>
double learn_epoch(LearnedLayers& layers,
                   const std::vector<Example>& examples,
                   EpochPlan& plan,
                   const InputsOf& inputs_of) {
    const std::size_t batches = (examples.size() + plan.batch - 1) / plan.batch;
    std::array<double, Parts> losses{};
    std::barrier together(Parts);
    const auto learn = [&](std::size_t part) {
        Activity activity;
        for (std::size_t b = 0; b < batches; ++b) {
            const std::size_t first = b * plan.batch;
            const PartRange range(part, std::min(plan.batch, examples.size() - first));
            for (std::size_t i = first + range.first; i < first + range.last; ++i) {
                const auto inputs = inputs_of(examples[i].position);
                const double logit = layers.forward(inputs, activity);
                losses[part] += loss_of(logit, examples[i].target);
                const float error = static_cast<float>(sigmoid(logit)) - examples[i].target;
                layers.backward(inputs, activity, error / static_cast<float>(plan.batch), part);
            }
            together.arrive_and_wait();
            const double done = static_cast<double>(b) / static_cast<double>(batches);
            layers.step(plan.rate_of_part(done), plan.steps_before + b + 1, part);
            together.arrive_and_wait();
        }
    };
    auto helper = std::async(std::launch::async, learn, 1);
    learn(0);
    helper.get();
    plan.steps_before += batches;
    return (losses[0] + losses[1]) / static_cast<double>(std::max<std::size_t>(examples.size(), 1));
}

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
