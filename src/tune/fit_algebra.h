// What the two ways of fitting weights share: vectors of the heuristics and their statistics.

#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "eval/chinook.h"
#include "tune/fitted_weights.h"

namespace deepwell::tune {

inline constexpr auto FitSize = static_cast<Eigen::Index>(HeuristicCount);
using FitVector = Eigen::Matrix<double, FitSize, 1>;
using FitMatrix = Eigen::Matrix<double, FitSize, FitSize>;

// The heuristics, those of `side` less those of the other.
inline Eigen::Matrix<float, FitSize, 1> features_of(const Position& position, Side side) {
    const HeuristicValues values = heuristic_values(position);
    const HeuristicNumbers& own = values.of(side);
    const HeuristicNumbers& enemy = values.of(other(side));
    Eigen::Matrix<float, FitSize, 1> features;
    for (Eigen::Index i = 0; i < FitSize; ++i) {
        const auto h = static_cast<std::size_t>(i);
        features[i] = static_cast<float>(own.numbers[h] - enemy.numbers[h]);
    }
    return features;
}

inline FitVector vector_of(const HeuristicNumbers& weights) {
    FitVector v;
    for (Eigen::Index i = 0; i < FitSize; ++i) v[i] = weights.numbers[static_cast<std::size_t>(i)];
    return v;
}

inline HeuristicNumbers rounded(const FitVector& weights) {
    HeuristicNumbers numbers;
    for (Eigen::Index i = 0; i < FitSize; ++i)
        numbers.numbers[static_cast<std::size_t>(i)] = static_cast<int>(
            std::lround(std::clamp(weights[i], -1.0 * MaxWeight, 1.0 * MaxWeight)));
    return numbers;
}

// Sums over examples, from which correlations follow.
struct Moments {
    FitVector sum = FitVector::Zero();
    FitMatrix products = FitMatrix::Zero();
    double count = 0;

    void add(const FitVector& x) {
        sum += x;
        products += x * x.transpose();
        count += 1;
    }
};

// The pairs with a coefficient beyond StrongCorrelation either way.
inline std::vector<Correlation> strong_correlations(const Moments& moments, std::size_t phase) {
    const FitVector mean = moments.sum / std::max(moments.count, 1.0);
    const FitMatrix covariance =
        moments.products / std::max(moments.count, 1.0) - mean * mean.transpose();
    std::vector<Correlation> strong;
    for (Eigen::Index i = 0; i < FitSize; ++i)
        for (Eigen::Index j = i + 1; j < FitSize; ++j) {
            const double spread = std::sqrt(covariance(i, i) * covariance(j, j));
            if (!(spread > 1e-9)) continue;
            const double r = covariance(i, j) / spread;
            if (std::abs(r) >= StrongCorrelation)
                strong.push_back({phase, static_cast<Heuristic>(i), static_cast<Heuristic>(j), r});
        }
    return strong;
}

inline void sort_by_strength(std::vector<Correlation>& correlations) {
    std::stable_sort(correlations.begin(), correlations.end(), [](const auto& a, const auto& b) {
        return std::abs(a.coefficient) > std::abs(b.coefficient);
    });
}

}  // namespace deepwell::tune
