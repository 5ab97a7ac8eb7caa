#include "compose/merit.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "board/movegen.h"
#include "compose/facts.h"
#include "compose/solver.h"

namespace deepwell::compose {

namespace {

constexpr int LongestCounted = 40;  // plies
constexpr double IdlePiece = 3;     // counts as so many pieces more
constexpr std::uint64_t ShallowNodes = 300;

// The moves that a shallow search prefers to the key.
double surprise_of(const Position& position, const Move& key, Truth& truth, Effort& effort) {
    std::map<Score, int> better;
    Score of_key = 0;
    for (const Move& move : legal_moves(position)) {
        const Score found = truth.shallow(play(position, move), ShallowNodes, effort).score;
        if (move == key)
            of_key = -found;
        else
            ++better[-found];
    }
    int count = 0;
    for (const auto& [score, moves] : better)
        if (score > of_key) count += moves;
    return count;
}

// The defences against the key, counted by the solver's answers.
double variety_of(const SolutionLine& line, std::size_t defence) {
    if (line.size() < defence + 2) return 0;
    std::set<std::pair<int, int>> answers{
        {line[defence + 1].move.from.index(), line[defence + 1].move.to.index()}};
    for (const SolutionLine& other : line[defence].defences)
        if (other.size() > 1)
            answers.insert({other[1].move.from.index(), other[1].move.to.index()});
    return static_cast<double>(answers.size());
}

bool is_quiet_key(const Position& position, const Move& key) {
    return !key.is_jump() && !can_jump(play(position, key));
}

}  // namespace

const char* name(Measure measure) {
    constexpr std::array<const char*, MeasureCount> Names{
        "economy", "length", "quiet_key", "sacrifices", "surprise", "variety", "faults"};
    return Names[static_cast<std::size_t>(measure)];
}

const char* meaning(Measure measure) {
    constexpr std::array<const char*, MeasureCount> Meanings{
        "pieces at the start, and 3 more for each idle one",
        "plies of the main line, at most 40",
        "1 if the key is no jump and forces none",
        "moves of the solver that take less than the answer does",
        "first moves that a short look prefers to the key",
        "different answers that the defences against the key need",
        "cooks, duals, moves that are not decided"};
    return Meanings[static_cast<std::size_t>(measure)];
}

Result<Weights> parse_weights(const std::string& text) {
    Weights weights;
    std::istringstream lines(text);
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        std::istringstream words(line.substr(0, line.find('#')));
        std::string measure_name;
        if (!(words >> measure_name)) continue;
        const auto measure =
            std::find_if(AllMeasures.begin(), AllMeasures.end(), [&](Measure candidate) {
                return measure_name == name(candidate);
            });
        double value = 0;
        const std::string place = "line " + std::to_string(number) + ": ";
        if (measure == AllMeasures.end())
            return Failure{place + "there is no measure '" + measure_name + "'"};
        std::string rest;
        if (!(words >> value) || words >> rest)
            return Failure{place + "one number expected after '" + measure_name + "'"};
        weights.values[static_cast<std::size_t>(*measure)] = value;
    }
    return weights;
}

Measures measures_of(const Problem& problem,
                     const Solution& solution,
                     Truth& truth,
                     Effort& effort) {
    const Position& start = problem.position;
    const Side solver = solver_of(start, solution.stipulation.value_or(Wdl::Draw));
    const Facts facts = facts_of(start, solution.moves(), solver);
    Measures measures{};
    const auto set = [&](Measure measure, double value) {
        measures[static_cast<std::size_t>(measure)] = value;
    };
    set(Measure::Economy, facts.pieces_start + IdlePiece * solution.idle.count());
    set(Measure::Length, std::min(facts.length, LongestCounted));
    set(Measure::Sacrifices, facts.sacrifices);
    if (solution.key) {
        set(Measure::QuietKey, is_quiet_key(start, *solution.key) ? 1 : 0);
        set(Measure::Surprise, surprise_of(start, *solution.key, truth, effort));
    }
    set(Measure::Variety, variety_of(solution.line, solution.key ? 1 : 0));
    set(Measure::Faults,
        static_cast<double>(solution.cooks().size() + solution.duals().size()) + solution.open);
    return measures;
}

double merit_of(const Measures& measures, const Weights& weights) {
    double merit = 0;
    for (std::size_t i = 0; i < MeasureCount; ++i) merit += measures[i] * weights.values[i];
    return merit;
}

}  // namespace deepwell::compose
