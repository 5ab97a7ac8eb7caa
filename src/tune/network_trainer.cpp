#include "tune/network_trainer.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/random.h"
#include "eval/network_evaluator.h"
#include "tune/gradient_descent.h"

namespace deepwell::tune {

namespace {

constexpr std::size_t BatchSize = 256;
constexpr std::size_t LeastSamples = 1000;

struct Example {
    Position position;
    float worth;   // of the result
    float target;  // what is learned
};

struct Examples {
    std::vector<Example> learned;
    std::vector<Example> held_out;
};

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

// Windows by view, without what is not possible; then kings by square, then men by square.  These
// last ones are no inputs of the network: what a man is worth wherever it stands is learned by them
// fast, and from few samples; what its neighbours change is left to the windows.  In the end they
// are added to the windows (`views_with`).
struct InputList {
    std::array<std::uint16_t, WindowCount + std::size_t{4} * MenPerSide> inputs;
    std::size_t size = 0;
    std::size_t phase = 0;

    std::span<const std::uint16_t> span() const { return {inputs.data(), size}; }
};

constexpr std::size_t KingInputs = WindowCount * ViewCount;
constexpr std::size_t ManInputs = KingInputs + std::size_t{2} * SquareCount;
constexpr std::size_t Inputs = ManInputs + std::size_t{2} * SquareCount;

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
    explicit Model(Random& random) : layers_(Inputs, KingInputs, PhaseCount, random) {}

    // In logits, for the side to move.
    float output(const Position& position) { return forward(inputs_of(position)); }

    void learn(const Example& example) {
        const InputList inputs = inputs_of(example.position);
        const double said = sigmoid(forward(inputs));
        const float error = (static_cast<float>(said) - example.target) / BatchSize;
        layers_.backward(inputs.span(), inputs.phase, error);
    }

    void step(double rate) { layers_.step(rate); }

    std::shared_ptr<const Network> in_integers(double points_per_logit) const;

    // The inverse.
    void set(const Network& network, double points_per_logit);

private:
    std::vector<float> rows_with_men() const;

    float forward(const InputList& inputs) { return layers_.forward(inputs.span(), inputs.phase); }

    LearnedLayers layers_;
};

// The rows of the network, those of men by square added to the first window that shows them.
std::vector<float> Model::rows_with_men() const {
    std::vector<float> rows = layers_.first.values;
    for (std::size_t man = 0; man < std::size_t{2} * SquareCount; ++man) {
        const float* const row = &layers_.first.values[(ManInputs + man) * First];
        for (const std::size_t input : views_with(man)) add(&rows[input * First], row);
    }
    return rows;
}

std::shared_ptr<const Network> Model::in_integers(double points_per_logit) const {
    auto network = std::make_shared<Network>();
    const std::vector<float> rows = rows_with_men();
    const auto small = [](float value) {
        return static_cast<std::int16_t>(in_integer(value, Network::FirstOne));
    };
    for_each_row(*network, [&](std::size_t input, Network::Row& row) {
        for (std::size_t i = 0; i < First; ++i) row[i] = small(rows[input * First + i]);
    });
    for (std::size_t i = 0; i < First; ++i)
        network->first_bias[i] = small(layers_.first_bias.values[i]);
    for (std::size_t phase = 0; phase < PhaseCount; ++phase)
        network->heads[phase] = head_in_integers(layers_, phase, points_per_logit);
    return network;
}

void Model::set(const Network& network, double points_per_logit) {
    const auto part = [](auto whole, double one) {
        return static_cast<float>(static_cast<double>(whole) / one);
    };
    for_each_row(network, [&](std::size_t input, const Network::Row& row) {
        for (std::size_t i = 0; i < First; ++i)
            layers_.first.values[input * First + i] = part(row[i], Network::FirstOne);
    });
    for (std::size_t man = 0; man < std::size_t{2} * SquareCount; ++man) {
        const std::vector<std::size_t> shown = views_with(man);
        float* const row = &layers_.first.values[(ManInputs + man) * First];
        std::copy_n(&layers_.first.values[shown[0] * First], First, row);
        for (const std::size_t input : shown)
            add_scaled(&layers_.first.values[input * First], -1, row);
    }
    for (std::size_t i = 0; i < First; ++i)
        layers_.first_bias.values[i] = part(network.first_bias[i], Network::FirstOne);
    for (std::size_t j = 0; j < PhaseCount * Second; ++j) {
        const Network::Head& head = network.heads[j / Second];
        for (std::size_t i = 0; i < First; ++i)
            layers_.second.values[j * First + i] =
                part(head.second[j % Second][i], Network::SecondOne);
        layers_.second_bias.values[j] =
            part(head.second_bias[j % Second], 1.0 * Network::FirstOne * Network::SecondOne);
        layers_.last.values[j] = part(head.last[j % Second], points_per_logit * Network::OutputOne);
    }
    for (std::size_t phase = 0; phase < PhaseCount; ++phase)
        layers_.last_bias.values[phase] = part(network.heads[phase].last_bias, points_per_logit);
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
