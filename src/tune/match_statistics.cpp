#include "tune/match_statistics.h"

#include <cmath>
#include <limits>
#include <numeric>

#include "base/check.h"

namespace deepwell::tune {

namespace {

constexpr double Quantile95 = 1.959964;  // of the normal distribution, two-sided
constexpr double PriorPairs = 0.5;       // of each score

PairMoments moments_with(const PairCounts& counts, double prior) {
    PairMoments result;
    double sum = 0;
    double sum_of_squares = 0;
    for (std::size_t half_points = 0; half_points < 5; ++half_points) {
        const double weight = static_cast<double>(counts.of_half_points[half_points]) + prior;
        const double score = static_cast<double>(half_points) / 4;
        result.weight += weight;
        sum += weight * score;
        sum_of_squares += weight * score * score;
    }
    if (result.weight == 0) return result;
    result.mean = sum / result.weight;
    result.variance = sum_of_squares / result.weight - result.mean * result.mean;
    return result;
}

double normal_distribution(double x) {
    return 0.5 * std::erfc(-x / std::sqrt(2.0));
}

}  // namespace

std::uint64_t PairCounts::pairs() const {
    return std::accumulate(of_half_points.begin(), of_half_points.end(), std::uint64_t{0});
}

void MatchTally::add(std::uint64_t game, Points points) {
    wins_ += points == Points::Win;
    draws_ += points == Points::Draw;
    losses_ += points == Points::Loss;
    const auto [other, is_first] = waiting_.try_emplace(game / 2, points);
    if (is_first) return;
    const auto half_points =
        static_cast<std::size_t>(other->second) + static_cast<std::size_t>(points);
    ++pairs_.of_half_points[half_points];
    waiting_.erase(other);
}

double MatchTally::score() const {
    if (games() == 0) return 0.5;
    return (static_cast<double>(wins_) + static_cast<double>(draws_) / 2) /
           static_cast<double>(games());
}

double expected_score(double elo) {
    return 1 / (1 + std::pow(10.0, -elo / 400));
}

double elo_of(double score) {
    constexpr double Infinity = std::numeric_limits<double>::infinity();
    if (score <= 0) return -Infinity;
    if (score >= 1) return Infinity;
    return 400 * std::log10(score / (1 - score));
}

PairMoments moments(const PairCounts& counts) {
    return moments_with(counts, 0);
}

PairMoments cautious_moments(const PairCounts& counts) {
    return moments_with(counts, PriorPairs);
}

std::optional<EloEstimate> estimate_elo(const PairCounts& counts) {
    if (counts.pairs() == 0) return std::nullopt;
    const PairMoments counted = moments(counts);
    const double error =
        std::sqrt(cautious_moments(counts).variance / static_cast<double>(counts.pairs()));
    EloEstimate estimate;
    estimate.elo = elo_of(counted.mean);
    estimate.low = elo_of(counted.mean - Quantile95 * error);
    estimate.high = elo_of(counted.mean + Quantile95 * error);
    estimate.superiority = normal_distribution((counted.mean - 0.5) / error);
    return estimate;
}

double Sprt::lower() const {
    return std::log(beta / (1 - alpha));
}

double Sprt::upper() const {
    return std::log((1 - beta) / alpha);
}

double log_likelihood_ratio(const PairCounts& counts, const Sprt& sprt) {
    if (counts.pairs() == 0) return 0;
    const PairMoments seen = cautious_moments(counts);
    const double score0 = expected_score(sprt.elo0);
    const double score1 = expected_score(sprt.elo1);
    return seen.weight * (score1 - score0) * (2 * seen.mean - score0 - score1) /
           (2 * seen.variance);
}

Verdict verdict(const PairCounts& counts, const Sprt& sprt) {
    const double ratio = log_likelihood_ratio(counts, sprt);
    if (ratio >= sprt.upper()) return Verdict::AcceptElo1;
    if (ratio <= sprt.lower()) return Verdict::AcceptElo0;
    return Verdict::Open;
}

}  // namespace deepwell::tune
