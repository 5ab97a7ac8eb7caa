#include "tune/network_trainer.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "base/random.h"
#include "eval/network_evaluator.h"

namespace deepwell::tune {

namespace {

constexpr std::size_t BatchSize = 256;
constexpr std::size_t LeastSamples = 1000;
// So that sums of rows fit into 16 bits (on 8x8 24 pieces and 21 windows), and sums of 128 products
// into 32.
constexpr float MaxFirst = 2.5F;
constexpr float MaxSecond = 16;
constexpr std::size_t First = Network::First;
constexpr std::size_t Second = Network::Second;

struct Example {
    Position position;
    float worth;   // of the result
    float target;  // what is learned
};

struct Examples {
    std::vector<Example> learned;
    std::vector<Example> held_out;
};

double sigmoid(double x) {
    return 1 / (1 + std::exp(-x));
}

Examples examples_of(const std::vector<SampleBatch>& batches, const TrainOptions& options) {
    Examples examples;
    std::uint64_t game = 0;
    for (const SampleBatch& batch : batches)
        for (const Sample& sample : batch.samples) {
            game += sample.opens_game;
            const double worth = 0.5 * (static_cast<int>(sample.result) + 1);
            const double said = sigmoid(sample.score / options.score_scale);
            const double target = (1 - options.score_share) * worth + options.score_share * said;
            const bool held_out = game % 100 < static_cast<std::uint64_t>(options.held_out_in_100);
            (held_out ? examples.held_out : examples.learned)
                .push_back(
                    {sample.position, static_cast<float>(worth), static_cast<float>(target)});
        }
    return examples;
}

// Arithmetic on the first layer's units, in one order on all machines.
using Units = std::array<float, First>;
using Lane [[gnu::vector_size(16), gnu::aligned(4), gnu::may_alias]] = float;
constexpr std::size_t Lanes = First * sizeof(float) / sizeof(Lane);

void add(float* sums, const float* row) {
    auto* const to = reinterpret_cast<Lane*>(sums);
    const auto* const from = reinterpret_cast<const Lane*>(row);
    for (std::size_t i = 0; i < Lanes; ++i) to[i] += from[i];
}

void add_scaled(float* sums, float scale, const float* row) {
    auto* const to = reinterpret_cast<Lane*>(sums);
    const auto* const from = reinterpret_cast<const Lane*>(row);
    for (std::size_t i = 0; i < Lanes; ++i) to[i] += scale * from[i];
}

float product(const float* a, const float* b) {
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

// Windows by view, without what is not possible; then kings by square, then men by square.  These
// last ones are no inputs of the network: what a man is worth wherever it stands is learned by them
// fast, and from few samples; what its neighbours change is left to the windows.  In the end they
// are added to the windows (`views_with`).
struct InputList {
    std::array<std::uint16_t, WindowCount + std::size_t{4} * MenPerSide> inputs;
    std::size_t size = 0;
    std::size_t phase = 0;
};

constexpr std::size_t KingInputs = WindowCount * ViewCount;
constexpr std::size_t ManInputs = KingInputs + std::size_t{2} * SquareCount;
constexpr std::size_t Inputs = ManInputs + std::size_t{2} * SquareCount;
// Rows of views that are seldom seen stay small: a step takes so much of the rate of each number.
constexpr double ViewFade = 0.03;

constexpr std::size_t input_of(std::size_t window, std::size_t view) {
    return window * ViewCount + view;
}

// The views of the first window that shows a man's square in which the man stands there, the man
// alone being the first of them.  Own men are counted from 0, enemy men from SquareCount.
std::vector<std::size_t> views_with(std::size_t man) {
    std::vector<std::size_t> inputs;
    for_each_view_with_man(
        man % SquareCount, man >= SquareCount, [&](std::size_t window, std::size_t view) {
            inputs.push_back(input_of(window, view));
        });
    return inputs;
}

InputList inputs_of(Position p) {
    if (p.side == Side::White) p = turned(p);
    InputList list;
    list.phase = phase_of(p.occupied().count());
    const auto add = [&](std::size_t input) {
        list.inputs[list.size++] = static_cast<std::uint16_t>(input);
    };
    // What a window without men would give is as well in the bias.
    for (std::size_t w = 0; w < WindowCount; ++w)
        if (const std::size_t bits = view_bits(Windows[w], p.men(Side::Black), p.men(Side::White)))
            add(input_of(w, ViewNumbers[bits]));
    const auto add_squares = [&](Bitboard pieces, std::size_t first) {
        for (const Square square : pieces) add(first + static_cast<std::size_t>(square.index()));
    };
    add_squares(p.kings_of(Side::Black), KingInputs);
    add_squares(p.kings_of(Side::White), KingInputs + SquareCount);
    add_squares(p.men(Side::Black), ManInputs);
    add_squares(p.men(Side::White), ManInputs + SquareCount);
    return list;
}

// Calls `row(input, row)` for each input and its row.
template <class SomeNetwork, class Row>
void for_each_row(SomeNetwork& network, const Row& row) {
    for (std::size_t w = 0; w < WindowCount; ++w)
        for (std::size_t view = 0; view < ViewCount; ++view)
            row(input_of(w, view), network.men[w][view]);
    for (std::size_t k = 0; k < network.kings.size(); ++k) row(KingInputs + k, network.kings[k]);
}

class Model {
public:
    explicit Model(Random& random)
        : first_(Inputs * First, 0.1, MaxFirst, random),
          first_bias_(First, 0.1, MaxFirst, random),
          second_(PhaseCount * Second * First, 1 / std::sqrt(1.0 * First), MaxSecond, random),
          second_bias_(PhaseCount * Second, 0, 1000, random),
          last_(PhaseCount * Second, 0.3, 1000, random),
          last_bias_(PhaseCount, 0, 1000, random) {
        std::fill_n(first_.values.begin(), KingInputs * First, 0.0F);
        share_beginning();
    }

    // In logits, for the side to move.
    float output(const Position& position) {
        forward(inputs_of(position));
        return output_;
    }

    void learn(const Example& example) {
        const InputList inputs = inputs_of(example.position);
        forward(inputs);
        const float error = (static_cast<float>(sigmoid(output_)) - example.target) / BatchSize;
        backward(inputs, error);
    }

    void step(double rate) {
        ++steps_;
        for (Parameters* const part :
             {&first_, &first_bias_, &second_, &second_bias_, &last_, &last_bias_})
            part->step(rate, steps_);
        const auto rest = static_cast<float>(1 - rate * ViewFade);
        for (std::size_t i = 0; i < KingInputs * First; ++i) first_.values[i] *= rest;
    }

    std::shared_ptr<const Network> in_integers(double points_per_logit) const;

    // The inverse.
    void set(const Network& network, double points_per_logit);

private:
    std::vector<float> rows_with_men() const;

    void forward(const InputList& inputs) {
        std::copy(first_bias_.values.begin(), first_bias_.values.end(), sums_.begin());
        for (std::size_t k = 0; k < inputs.size; ++k)
            add(sums_.data(), &first_.values[inputs.inputs[k] * First]);
        for (std::size_t i = 0; i < First; ++i) units_[i] = std::clamp(sums_[i], 0.0F, 1.0F);
        phase_ = inputs.phase;
        output_ = last_bias_.values[phase_];
        for (std::size_t unit = 0; unit < Second; ++unit) {
            const std::size_t j = phase_ * Second + unit;
            const float sum =
                second_bias_.values[j] + product(&second_.values[j * First], units_.data());
            second_units_[unit] = std::max(sum, 0.0F);
            output_ += last_.values[j] * second_units_[unit];
        }
    }

    void backward(const InputList& inputs, float error) {
        Units blame{};
        last_bias_.gradient[phase_] += error;
        for (std::size_t unit = 0; unit < Second; ++unit) {
            const std::size_t j = phase_ * Second + unit;
            last_.gradient[j] += error * second_units_[unit];
            if (second_units_[unit] <= 0) continue;
            const float share = error * last_.values[j];
            second_bias_.gradient[j] += share;
            add_scaled(&second_.gradient[j * First], share, units_.data());
            add_scaled(blame.data(), share, &second_.values[j * First]);
        }
        for (std::size_t i = 0; i < First; ++i)
            blame[i] = sums_[i] <= 0 || sums_[i] >= 1 ? 0 : blame[i];
        add(first_bias_.gradient.data(), blame.data());
        for (std::size_t k = 0; k < inputs.size; ++k)
            add(&first_.gradient[inputs.inputs[k] * First], blame.data());
    }

    // All heads begin as the first one.
    void share_beginning() {
        for (Parameters* const part : {&second_, &second_bias_, &last_, &last_bias_}) {
            const std::size_t size = part->values.size() / PhaseCount;
            for (std::size_t i = size; i < part->values.size(); ++i)
                part->values[i] = part->values[i % size];
        }
    }

    Parameters first_, first_bias_;
    Parameters second_, second_bias_, last_, last_bias_;  // phase by phase
    std::uint64_t steps_ = 0;
    std::size_t phase_ = 0;
    Units sums_{};
    Units units_{};
    std::array<float, Second> second_units_{};
    float output_ = 0;
};

// The rows of the network, those of men by square added to the first window that shows them.
std::vector<float> Model::rows_with_men() const {
    std::vector<float> rows = first_.values;
    for (std::size_t man = 0; man < std::size_t{2} * SquareCount; ++man) {
        const float* const row = &first_.values[(ManInputs + man) * First];
        for (const std::size_t input : views_with(man)) add(&rows[input * First], row);
    }
    return rows;
}

std::shared_ptr<const Network> Model::in_integers(double points_per_logit) const {
    auto network = std::make_shared<Network>();
    const auto whole = [](float value, double one) {
        return static_cast<std::int32_t>(std::lround(value * one));
    };
    const auto small = [&](float value, double one) {
        return static_cast<std::int16_t>(whole(value, one));
    };
    const std::vector<float> rows = rows_with_men();
    for_each_row(*network, [&](std::size_t input, Network::Row& row) {
        for (std::size_t i = 0; i < First; ++i)
            row[i] = small(rows[input * First + i], Network::FirstOne);
    });
    for (std::size_t i = 0; i < First; ++i)
        network->first_bias[i] = small(first_bias_.values[i], Network::FirstOne);
    for (std::size_t j = 0; j < PhaseCount * Second; ++j) {
        Network::Head& head = network->heads[j / Second];
        for (std::size_t i = 0; i < First; ++i)
            head.second[j % Second][i] = small(second_.values[j * First + i], Network::SecondOne);
        head.second_bias[j % Second] =
            whole(second_bias_.values[j], 1.0 * Network::FirstOne * Network::SecondOne);
        head.last[j % Second] = whole(last_.values[j], points_per_logit * Network::OutputOne);
    }
    for (std::size_t phase = 0; phase < PhaseCount; ++phase)
        network->heads[phase].last_bias = whole(last_bias_.values[phase], points_per_logit);
    return network;
}

void Model::set(const Network& network, double points_per_logit) {
    const auto part = [](auto whole, double one) {
        return static_cast<float>(static_cast<double>(whole) / one);
    };
    for_each_row(network, [&](std::size_t input, const Network::Row& row) {
        for (std::size_t i = 0; i < First; ++i)
            first_.values[input * First + i] = part(row[i], Network::FirstOne);
    });
    for (std::size_t man = 0; man < std::size_t{2} * SquareCount; ++man) {
        const std::vector<std::size_t> shown = views_with(man);
        float* const row = &first_.values[(ManInputs + man) * First];
        std::copy_n(&first_.values[shown[0] * First], First, row);
        for (const std::size_t input : shown) add_scaled(&first_.values[input * First], -1, row);
    }
    for (std::size_t i = 0; i < First; ++i)
        first_bias_.values[i] = part(network.first_bias[i], Network::FirstOne);
    for (std::size_t j = 0; j < PhaseCount * Second; ++j) {
        const Network::Head& head = network.heads[j / Second];
        for (std::size_t i = 0; i < First; ++i)
            second_.values[j * First + i] = part(head.second[j % Second][i], Network::SecondOne);
        second_bias_.values[j] =
            part(head.second_bias[j % Second], 1.0 * Network::FirstOne * Network::SecondOne);
        last_.values[j] = part(head.last[j % Second], points_per_logit * Network::OutputOne);
    }
    for (std::size_t phase = 0; phase < PhaseCount; ++phase)
        last_bias_.values[phase] = part(network.heads[phase].last_bias, points_per_logit);
}

double loss_of(double logit, double worth) {
    return std::log1p(std::exp(-std::abs(logit))) + std::max(logit, 0.0) - worth * logit;
}

template <class Logit>
double mean_loss(const std::vector<Example>& examples, std::size_t step, const Logit& logit) {
    double sum = 0;
    double count = 0;
    for (std::size_t i = 0; i < examples.size(); i += step, ++count)
        sum += loss_of(logit(examples[i].position), examples[i].worth);
    return sum / std::max(count, 1.0);
}

// What one man more is worth on a full board without kings.
double logits_per_man(const std::vector<Example>& examples, Model& model) {
    double sum = 0;
    double count = 1e-9;
    for (const Example& example : examples) {
        const Position& p = example.position;
        const int ahead = p.own().count() - p.enemy().count();
        const bool is_full = p.occupied().count() >= 3 * MenPerSide / 2;
        if (std::abs(ahead) != 1 || !is_full || !p.kings.is_empty()) continue;
        sum += double{model.output(p)} * ahead;
        ++count;
    }
    return std::max(sum / count, 0.1);
}

// The scale at which what a network says suits the results best.
double best_points_per_logit(const std::vector<Example>& examples, const Network& network) {
    const NetworkEvaluator evaluator(std::make_shared<const Network>(network));
    double best = 0;
    double least = 1e9;
    constexpr int Steps = 66;  // from 20 to 500
    for (int step = 0; step < Steps; ++step) {
        const double points = 20 * std::pow(1.05, step);
        const double loss = mean_loss(
            examples, 50, [&](const Position& p) { return evaluator.evaluate(p) / points; });
        if (loss >= least) continue;
        least = loss;
        best = points;
    }
    return best;
}

void shuffle(std::vector<Example>& examples, Random& random) {
    for (std::size_t i = examples.size(); i > 1; --i)
        std::swap(examples[i - 1], examples[random.below(static_cast<std::uint32_t>(i))]);
}

// Falls along a cosine from the full rate to a fiftieth of it.  `done`: 0 at the beginning, 1 at
// the end.
double rate_at(double done, double full) {
    constexpr double Least = 0.02;
    return full * (Least + (1 - Least) * 0.5 * (1 + std::cos(std::numbers::pi * done)));
}

}  // namespace

TrainResult train_network(const std::vector<SampleBatch>& batches,
                          const TrainOptions& options,
                          const std::stop_token& stop,
                          const std::function<void(const TrainState&)>& after_epoch) {
    Examples examples = examples_of(batches, options);
    if (examples.learned.size() < LeastSamples)
        throw Error("too few samples: " + std::to_string(examples.learned.size()));
    Random random(options.seed);
    Model model(random);
    if (options.from != nullptr)
        model.set(*options.from, best_points_per_logit(examples.learned, *options.from));
    const auto logit = [&](const Position& p) { return double{model.output(p)}; };
    for (int epoch = 0; epoch < options.epochs && !stop.stop_requested(); ++epoch) {
        shuffle(examples.learned, random);
        for (std::size_t i = 0; i < examples.learned.size(); ++i) {
            model.learn(examples.learned[i]);
            if (i % BatchSize != BatchSize - 1) continue;
            const double part =
                static_cast<double>(i) / static_cast<double>(examples.learned.size());
            model.step(rate_at((epoch + part) / options.epochs, options.learning_rate));
        }
        after_epoch({epoch + 1,
                     mean_loss(examples.learned, 20, logit),
                     mean_loss(examples.held_out, 1, logit)});
    }
    TrainResult result;
    result.samples = examples.learned.size();
    result.points_per_logit = ManScore / logits_per_man(examples.learned, model);
    result.network = model.in_integers(result.points_per_logit);
    const NetworkEvaluator stored(result.network);
    result.loss_in_integers = mean_loss(examples.held_out, 1, [&](const Position& p) {
        return stored.evaluate(p) / result.points_per_logit;
    });
    return result;
}

}  // namespace deepwell::tune
