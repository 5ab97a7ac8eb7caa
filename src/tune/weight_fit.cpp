#include "tune/weight_fit.h"

#include <Eigen/Dense>
#include <cmath>

#include "base/error.h"
#include "eval/chinook.h"

namespace deepwell::tune {

namespace {

constexpr auto Size = static_cast<Eigen::Index>(HeuristicCount);
constexpr std::size_t LeastSamples = 1000;
constexpr int MaxSteps = 30;
using Vector = Eigen::Matrix<double, Size, 1>;
using Matrix = Eigen::Matrix<double, Size, Size>;

struct Example {
    Eigen::Matrix<float, Size, 1> values;  // ours less theirs
    float worth;
};

struct Examples {
    std::vector<Example> learned;
    std::vector<Example> held_out;
};

Example example_of(const Sample& sample) {
    const HeuristicValues values = heuristic_values(sample.position);
    const HeuristicNumbers& own = values.of(sample.position.side);
    const HeuristicNumbers& enemy = values.of(other(sample.position.side));
    Example example;
    for (Eigen::Index i = 0; i < Size; ++i) {
        const auto h = static_cast<std::size_t>(i);
        example.values[i] = static_cast<float>(own.numbers[h] - enemy.numbers[h]);
    }
    example.worth = 0.5F * static_cast<float>(static_cast<int>(sample.result) + 1);
    return example;
}

// Whole games are held out, never single positions.
std::array<Examples, PhaseCount> examples_of(const std::vector<SampleBatch>& batches, int percent) {
    std::array<Examples, PhaseCount> phases;
    std::uint64_t game = 0;
    for (const SampleBatch& batch : batches)
        for (const Sample& sample : batch.samples) {
            game += sample.opens_game;
            Examples& examples = phases[phase_of(sample.position.occupied().count())];
            const bool held_out = game % 100 < static_cast<std::uint64_t>(percent);
            (held_out ? examples.held_out : examples.learned).push_back(example_of(sample));
        }
    return phases;
}

double sigmoid(double x) {
    return 1 / (1 + std::exp(-x));
}

double loss_of(const std::vector<Example>& examples, const Vector& logits) {
    double sum = 0;
    for (const Example& e : examples) {
        const double x = logits.dot(e.values.cast<double>());
        sum += std::log1p(std::exp(-std::abs(x))) + std::max(x, 0.0) - e.worth * x;
    }
    return sum / static_cast<double>(std::max(examples.size(), std::size_t{1}));
}

// One step of Newton's method.
Vector newton_step(const std::vector<Example>& examples,
                   const Vector& logits,
                   const Vector& ridge) {
    Vector gradient = ridge.cwiseProduct(logits);
    Matrix curvature = ridge.asDiagonal();
    for (const Example& e : examples) {
        const Vector x = e.values.cast<double>();
        const double p = sigmoid(logits.dot(x));
        gradient += (p - e.worth) * x;
        curvature.selfadjointView<Eigen::Lower>().rankUpdate(x, std::max(p * (1 - p), 1e-4));
    }
    return curvature.selfadjointView<Eigen::Lower>().ldlt().solve(gradient);
}

// Weights in logits per unit of each heuristic.
Vector fit(const std::vector<Example>& examples, double ridge) {
    if (examples.size() < LeastSamples)
        throw Error("too few samples in one phase: " + std::to_string(examples.size()));
    Vector squares = Vector::Zero();
    for (const Example& e : examples) squares += e.values.cast<double>().cwiseAbs2();
    const Vector penalty = (ridge * squares).array() + ridge * static_cast<double>(examples.size());
    Vector logits = Vector::Zero();
    for (int i = 0; i < MaxSteps; ++i) {
        const Vector step = newton_step(examples, logits, penalty);
        logits -= step;
        if (step.cwiseAbs().maxCoeff() < 1e-6) break;
    }
    return logits;
}

Vector vector_of(const HeuristicNumbers& weights) {
    Vector v;
    for (Eigen::Index i = 0; i < Size; ++i) v[i] = weights.numbers[static_cast<std::size_t>(i)];
    return v;
}

HeuristicNumbers rounded(const Vector& weights) {
    HeuristicNumbers numbers;
    for (Eigen::Index i = 0; i < Size; ++i)
        numbers.numbers[static_cast<std::size_t>(i)] = static_cast<int>(
            std::lround(std::clamp(weights[i], -1.0 * MaxWeight, 1.0 * MaxWeight)));
    return numbers;
}

// The old weights deserve the scale that suits them best.
double loss_at_best_scale(const std::vector<Example>& examples, const Vector& weights) {
    double best = loss_of(examples, Vector::Zero());
    for (double scale = 20; scale < 1000; scale *= 1.1)
        best = std::min(best, loss_of(examples, weights / scale));
    return best;
}

}  // namespace

WeightFit fit_weights(const std::vector<SampleBatch>& batches,
                      const Weights& before,
                      const WeightFitOptions& options) {
    const auto phases = examples_of(batches, options.held_out_in_100);
    std::array<Vector, PhaseCount> logits;
    double men = 0;
    double all = 0;
    for (std::size_t i = 0; i < PhaseCount; ++i) {
        logits[i] = fit(phases[i].learned, options.ridge);
        const auto count = static_cast<double>(phases[i].learned.size());
        men += count * logits[i][static_cast<Eigen::Index>(Heuristic::PieceCount)];
        all += count;
    }
    WeightFit result;
    result.scale = ManScore * all / men;
    for (std::size_t i = 0; i < PhaseCount; ++i) {
        result.weights.phases[i] = rounded(logits[i] * result.scale);
        result.phases[i] = {
            phases[i].learned.size(),
            loss_at_best_scale(phases[i].held_out, vector_of(before.phases[i])),
            loss_of(phases[i].held_out, vector_of(result.weights.phases[i]) / result.scale)};
    }
    return result;
}

}  // namespace deepwell::tune
