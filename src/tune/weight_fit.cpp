#include "tune/weight_fit.h"

#include "base/error.h"
#include "tune/fit_algebra.h"

namespace deepwell::tune {

namespace {

constexpr std::size_t LeastSamples = 1000;
constexpr int MaxSteps = 30;

struct Example {
    Eigen::Matrix<float, FitSize, 1> values;  // ours less theirs
    float worth;
};

struct Examples {
    std::vector<Example> learned;
    std::vector<Example> held_out;
};

double sigmoid(double x) {
    return 1 / (1 + std::exp(-x));
}

Example example_of(const Sample& sample, const WeightFitOptions& options) {
    const double result = 0.5 * (static_cast<int>(sample.result) + 1);
    const double score = sigmoid(sample.score / options.score_scale);
    return {features_of(sample.position, sample.position.side),
            static_cast<float>((1 - options.score_share) * result + options.score_share * score)};
}

// Whole games are held out, never single positions.
std::array<Examples, PhaseCount> examples_of(const std::vector<SampleBatch>& batches,
                                             const WeightFitOptions& options) {
    std::array<Examples, PhaseCount> phases;
    std::uint64_t game = 0;
    for (const SampleBatch& batch : batches)
        for (const Sample& sample : batch.samples) {
            game += sample.opens_game;
            Examples& examples = phases[phase_of(sample.position.occupied().count())];
            const bool held_out = game % 100 < static_cast<std::uint64_t>(options.held_out_in_100);
            (held_out ? examples.held_out : examples.learned)
                .push_back(example_of(sample, options));
        }
    return phases;
}

double loss_of(const std::vector<Example>& examples, const FitVector& logits) {
    double sum = 0;
    for (const Example& e : examples) {
        const double x = logits.dot(e.values.cast<double>());
        sum += std::log1p(std::exp(-std::abs(x))) + std::max(x, 0.0) - e.worth * x;
    }
    return sum / static_cast<double>(std::max(examples.size(), std::size_t{1}));
}

// What a step of Newton's method needs.
struct Slope {
    FitVector gradient;
    FitMatrix curvature;
};

Slope slope_at(const std::vector<Example>& examples,
               const FitVector& logits,
               const FitVector& ridge) {
    Slope slope{ridge.cwiseProduct(logits), ridge.asDiagonal()};
    for (const Example& e : examples) {
        const FitVector x = e.values.cast<double>();
        const double p = sigmoid(logits.dot(x));
        slope.gradient += (p - e.worth) * x;
        slope.curvature.selfadjointView<Eigen::Lower>().rankUpdate(x, std::max(p * (1 - p), 1e-4));
    }
    slope.curvature.triangularView<Eigen::StrictlyUpper>() = slope.curvature.transpose();
    return slope;
}

// Weights in logits per unit of each heuristic, with one standard deviation each.
struct Fitted {
    FitVector logits = FitVector::Zero();
    FitVector errors = FitVector::Zero();
};

Fitted fit(const std::vector<Example>& examples, double ridge) {
    if (examples.size() < LeastSamples)
        throw Error("too few samples in one phase: " + std::to_string(examples.size()));
    FitVector squares = FitVector::Zero();
    for (const Example& e : examples) squares += e.values.cast<double>().cwiseAbs2();
    const FitVector penalty =
        (ridge * squares).array() + ridge * static_cast<double>(examples.size());
    Fitted fitted;
    for (int i = 0; i < MaxSteps; ++i) {
        const Slope slope = slope_at(examples, fitted.logits, penalty);
        const FitVector step = slope.curvature.ldlt().solve(slope.gradient);
        fitted.logits -= step;
        fitted.errors = slope.curvature.inverse().diagonal().cwiseSqrt();
        if (step.cwiseAbs().maxCoeff() < 1e-6) break;
    }
    return fitted;
}

Moments moments_of(const std::vector<Example>& examples) {
    Moments moments;
    for (const Example& e : examples) moments.add(e.values.cast<double>());
    return moments;
}

// The old weights deserve the scale that suits them best.
double loss_at_best_scale(const std::vector<Example>& examples, const FitVector& weights) {
    double best = loss_of(examples, FitVector::Zero());
    for (double scale = 20; scale < 1000; scale *= 1.1)
        best = std::min(best, loss_of(examples, weights / scale));
    return best;
}

}  // namespace

FittedWeights fit_weights(const std::vector<SampleBatch>& batches,
                          const Weights& before,
                          const WeightFitOptions& options) {
    const auto phases = examples_of(batches, options);
    std::array<Fitted, PhaseCount> fitted;
    double men = 0;
    double all = 0;
    for (std::size_t i = 0; i < PhaseCount; ++i) {
        fitted[i] = fit(phases[i].learned, options.ridge);
        const auto count = static_cast<double>(phases[i].learned.size());
        men += count * fitted[i].logits[static_cast<Eigen::Index>(Heuristic::PieceCount)];
        all += count;
    }
    FittedWeights result;
    result.scale = ManScore * all / men;
    for (std::size_t i = 0; i < PhaseCount; ++i) {
        result.weights.phases[i] = rounded(fitted[i].logits * result.scale);
        result.phases[i] = {
            phases[i].learned.size(),
            loss_at_best_scale(phases[i].held_out, vector_of(before.phases[i])),
            loss_of(phases[i].held_out, vector_of(result.weights.phases[i]) / result.scale)};
        for (std::size_t h = 0; h < HeuristicCount; ++h)
            result.errors[i][h] = result.scale * fitted[i].errors[static_cast<Eigen::Index>(h)];
        for (const Correlation& one : strong_correlations(moments_of(phases[i].learned), i))
            result.correlations.push_back(one);
    }
    sort_by_strength(result.correlations);
    return result;
}

}  // namespace deepwell::tune
