#include "tune/move_fit.h"

#include "base/error.h"
#include "board/movegen.h"
#include "search/searcher.h"
#include "tune/fit_algebra.h"

namespace deepwell::tune {

namespace {

constexpr std::size_t ShallowHashBytes = std::size_t{1} << 20;
constexpr double LeastPairs = 1000;
constexpr double NoDivisionByZero = 1e-9;
constexpr double LeastAhead = 1;  // points; less is no opinion

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

// Each pair is the leaf of the master's move less another one.
using Pairs = Moments;

using PhasePairs = std::array<Pairs, PhaseCount>;

struct SplitPairs {
    PhasePairs learned;
    PhasePairs judged;
};

bool differs_in_material(const FitVector& difference) {
    return difference[static_cast<Eigen::Index>(Heuristic::PieceCount)] != 0 ||
           difference[static_cast<Eigen::Index>(Heuristic::KingCount)] != 0;
}

class PairFinder {
public:
    PairFinder(const Weights& before, const MoveFitOptions& options)
        : evaluator_(before), leaves_(evaluator_, options.depth) {}

    void add(const MasterMove& chosen, PhasePairs& pairs) {
        const LeafFeatures master = leaves_.leaf(chosen.position, chosen.move);
        for (const Move& move : legal_moves(chosen.position)) {
            if (move == chosen.move) continue;
            const LeafFeatures other = leaves_.leaf(chosen.position, move);
            const FitVector difference = master.values - other.values;
            if (other.phase != master.phase || differs_in_material(difference)) continue;
            pairs[master.phase].add(difference);
        }
    }

private:
    ChinookEvaluator evaluator_;
    LeafFinder leaves_;
};

SplitPairs pairs_of(const std::vector<MasterMove>& moves,
                    const Weights& before,
                    const MoveFitOptions& options,
                    const std::stop_token& stop,
                    Progress& progress) {
    SplitPairs pairs;
    PairFinder finder(before, options);
    for (std::size_t i = 0; i < moves.size() && !stop.stop_requested(); ++i) {
        finder.add(moves[i],
                   is_held_out(moves[i], options.held_out_in_100) ? pairs.judged : pairs.learned);
        progress.update({"looking behind every move",
                         static_cast<double>(i + 1),
                         static_cast<double>(moves.size()),
                         "moves"});
    }
    return pairs;
}

FitVector mean_of(const Pairs& pairs) {
    return pairs.sum / std::max(pairs.count, 1.0);
}

FitMatrix mean_products(const Pairs& pairs) {
    return pairs.products / std::max(pairs.count, 1.0);
}

double spread_of(const Pairs& pairs, const FitVector& weights) {
    return std::sqrt(weights.dot(mean_products(pairs) * weights));
}

// Mean square of what is missing to 1 if the weights have the scale that suits them best.
double loss_of(const Pairs& pairs, const FitVector& weights) {
    const double spread = spread_of(pairs, weights);
    if (!(spread > 0)) return 1;
    const double reached = std::max(mean_of(pairs).dot(weights) / spread, 0.0);
    return 1 - reached * reached;
}

// The points that the master's leaf should be ahead: as many as suit the old weights best, for
// moves say nothing about the scale.
double target_for(const Pairs& pairs, const FitVector& old) {
    const double spread = spread_of(pairs, old);
    const double ahead = mean_of(pairs).dot(old);
    return ahead > LeastAhead ? spread * spread / ahead : spread;
}

// Heuristics that never differ, as those of material here, keep the weights they had.
void keep_unseen(const Pairs& pairs, const HeuristicNumbers& before, HeuristicNumbers& after) {
    for (std::size_t i = 0; i < HeuristicCount; ++i) {
        const auto at = static_cast<Eigen::Index>(i);
        if (pairs.products(at, at) == 0) after.numbers[i] = before.numbers[i];
    }
}

void fit_phase(const Pairs& learned,
               const Pairs& judged,
               double ridge,
               const HeuristicNumbers& before,
               std::size_t phase,
               FittedWeights& result) {
    if (learned.count < LeastPairs)
        throw Error("too few moves in one phase: " + std::to_string(std::lround(learned.count)));
    const FitVector old = vector_of(before);
    const FitVector target = target_for(learned, old) * mean_of(learned);
    const FitMatrix products = mean_products(learned);
    FitMatrix curvature = products;
    curvature.diagonal() *= 1 + ridge;
    curvature.diagonal().array() += NoDivisionByZero;
    const FitMatrix inverse = curvature.inverse();
    const FitVector weights = old + inverse * (target - products * old);
    HeuristicNumbers& after = result.weights.phases[phase];
    after = rounded(weights);
    keep_unseen(learned, before, after);
    result.phases[phase] = {static_cast<std::uint64_t>(learned.count),
                            loss_of(judged, old),
                            loss_of(judged, vector_of(after))};
    const double unit = target_for(learned, old);
    const double noise = unit * unit * loss_of(learned, weights) / learned.count;
    for (std::size_t i = 0; i < HeuristicCount; ++i) {
        const auto at = static_cast<Eigen::Index>(i);
        if (learned.products(at, at) > 0)
            result.errors[phase][i] = std::sqrt(noise * inverse(at, at));
    }
    for (const Correlation& one : strong_correlations(learned, phase))
        result.correlations.push_back(one);
}

}  // namespace

std::optional<FittedWeights> fit_to_moves(const std::vector<MasterMove>& moves,
                                          const Weights& before,
                                          const MoveFitOptions& options,
                                          const std::stop_token& stop,
                                          Progress& progress) {
    const SplitPairs pairs = pairs_of(moves, before, options, stop, progress);
    if (stop.stop_requested()) return std::nullopt;
    FittedWeights result;
    for (std::size_t phase = 0; phase < PhaseCount; ++phase)
        fit_phase(pairs.learned[phase],
                  pairs.judged[phase],
                  options.ridge,
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
