#include "tune/move_fit.h"

#include "base/error.h"
#include "board/movegen.h"
#include "search/searcher.h"
#include "tune/fit_algebra.h"

namespace deepwell::tune {

namespace {

constexpr std::size_t ShallowHashBytes = std::size_t{1} << 20;
constexpr std::size_t LeastPairs = 1000;
constexpr double Target = 20;  // points

bool is_held_out(const MasterMove& move, int in_100) {
    return move.game % 100 < static_cast<std::uint64_t>(in_100);
}

// The end of the line behind a move, and how it looks to the one who made the move.
struct LeafFeatures {
    FitVector values;
    std::size_t phase = 0;
};

class LeafFinder {
public:
    LeafFinder(const Evaluator& evaluator, int depth)
        : searcher_(evaluator, {ShallowHashBytes, 1, {}}) {
        limits_.depth = depth;
        limits_.wants_score = true;
    }

    LeafFeatures leaf(const Position& position, const Move& move) {
        Position end = play(position, move);
        if (!legal_moves(end).empty())
            for (const Move& next : searcher_.search(Game(end), limits_).pv) end = play(end, next);
        return {features_of(end, position.side).cast<double>(), phase_of(end.occupied().count())};
    }

private:
    search::Searcher searcher_;
    search::Limits limits_;
};

// Least squares of one phase: the sums of the normal equations.
struct Pairs {
    FitMatrix products = FitMatrix::Zero();
    FitVector targets = FitVector::Zero();
    double squares = 0;  // of what is left to reach with the old weights
    Moments moments;
    std::size_t count = 0;

    void add(const FitVector& difference, double missing) {
        products += difference * difference.transpose();
        targets += missing * difference;
        squares += missing * missing;
        moments.add(difference);
        ++count;
    }
    // Mean square of what is still missing after the weights have changed by `step`.
    double loss(const FitVector& step) const {
        const double sum = squares - 2 * step.dot(targets) + step.dot(products * step);
        return sum / static_cast<double>(std::max<std::size_t>(count, 1));
    }
};

using PhasePairs = std::array<Pairs, PhaseCount>;

struct SplitPairs {
    PhasePairs learned;
    PhasePairs judged;
};

class PairFinder {
public:
    PairFinder(const Weights& before, const MoveFitOptions& options)
        : before_(before), options_(options), leaves_(evaluator_, options.depth) {}

    void add(const MasterMove& chosen, PhasePairs& pairs) {
        const LeafFeatures master = leaves_.leaf(chosen.position, chosen.move);
        const FitVector weights = vector_of(before_.phases[master.phase]);
        for (const Move& move : legal_moves(chosen.position)) {
            if (move == chosen.move) continue;
            const LeafFeatures other = leaves_.leaf(chosen.position, move);
            if (other.phase != master.phase) continue;
            const FitVector difference = master.values - other.values;
            const double ahead = weights.dot(difference);
            if (std::abs(ahead) > options_.clear) continue;
            pairs[master.phase].add(difference, Target - ahead);
        }
    }

private:
    const Weights& before_;
    const MoveFitOptions& options_;
    ChinookEvaluator evaluator_{before_};
    LeafFinder leaves_;
};

SplitPairs pairs_of(const std::vector<MasterMove>& moves,
                    const Weights& before,
                    const MoveFitOptions& options,
                    const std::stop_token& stop,
                    Progress& progress) {
    SplitPairs pairs;
    PairFinder finder(before, options);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (stop.stop_requested()) throw Error("stopped");
        finder.add(moves[i],
                   is_held_out(moves[i], options.held_out_in_100) ? pairs.judged : pairs.learned);
        progress.update({"looking behind every move",
                         static_cast<double>(i + 1),
                         static_cast<double>(moves.size()),
                         "moves"});
    }
    return pairs;
}

void fit_phase(const Pairs& learned,
               const Pairs& judged,
               const MoveFitOptions& options,
               const HeuristicNumbers& before,
               std::size_t phase,
               FittedWeights& result) {
    if (learned.count < LeastPairs)
        throw Error("too few moves in one phase: " + std::to_string(learned.count));
    const auto count = static_cast<double>(learned.count);
    FitMatrix curvature = learned.products;
    curvature.diagonal() += options.ridge * learned.products.diagonal();
    curvature.diagonal().array() += options.ridge * count;
    const FitMatrix inverse = curvature.inverse();
    const FitVector step = inverse * learned.targets;
    result.weights.phases[phase] = rounded(vector_of(before) + step);
    const FitVector taken = vector_of(result.weights.phases[phase]) - vector_of(before);
    result.phases[phase] = {learned.count, judged.loss(FitVector::Zero()), judged.loss(taken)};
    const double noise = learned.loss(step);
    for (Eigen::Index i = 0; i < FitSize; ++i)
        result.errors[phase][static_cast<std::size_t>(i)] = std::sqrt(noise * inverse(i, i));
    for (const Correlation& one : strong_correlations(learned.moments, phase))
        result.correlations.push_back(one);
}

}  // namespace

FittedWeights fit_to_moves(const std::vector<MasterMove>& moves,
                           const Weights& before,
                           const MoveFitOptions& options,
                           const std::stop_token& stop,
                           Progress& progress) {
    const SplitPairs pairs = pairs_of(moves, before, options, stop, progress);
    FittedWeights result;
    for (std::size_t phase = 0; phase < PhaseCount; ++phase)
        fit_phase(pairs.learned[phase],
                  pairs.judged[phase],
                  options,
                  before.phases[phase],
                  phase,
                  result);
    sort_by_strength(result.correlations);
    return result;
}

double match_rate(const std::vector<MasterMove>& moves, const Evaluator& evaluator, int depth) {
    search::Searcher searcher(evaluator, {ShallowHashBytes, 1, {}});
    search::Limits limits;
    limits.depth = depth;
    std::size_t same = 0;
    for (const MasterMove& chosen : moves) {
        searcher.clear();
        same += searcher.search(Game(chosen.position), limits).best == chosen.move ? 1 : 0;
    }
    return static_cast<double>(same) / static_cast<double>(std::max<std::size_t>(moves.size(), 1));
}

std::vector<MasterMove> held_out(const std::vector<MasterMove>& moves, int in_100) {
    std::vector<MasterMove> held;
    for (const MasterMove& move : moves)
        if (is_held_out(move, in_100)) held.push_back(move);
    return held;
}

}  // namespace deepwell::tune
