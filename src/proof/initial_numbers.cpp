#include "proof/initial_numbers.h"

#include <array>
#include <cmath>

#include "search/search_score.h"

namespace deepwell::proof {

namespace {

// A man ahead makes a yes so many times easier, and a no so many times harder.
constexpr double FactorOfMan = 3.0;
constexpr int MostMen = 5;
constexpr int Steps = 10;  // a man in so many steps
constexpr double Base = 4;
constexpr double EachPiece = 2;  // more than the databases hold

using Factors = std::array<double, 2 * MostMen * Steps + 1>;

const Factors& factors() {
    static const Factors table = [] {
        Factors filled{};
        for (std::size_t i = 0; i < filled.size(); ++i) {
            const double men = (static_cast<double>(i) - MostMen * Steps) / Steps;
            filled[i] = std::pow(FactorOfMan, men);
        }
        return filled;
    }();
    return table;
}

Number number_of(double work) {
    return clamp_number(static_cast<std::uint64_t>(std::max(1.0, work + 0.5)));
}

// Alpha-beta has seen the end: almost nothing is left to do, or almost everything.
constexpr double FactorOfKnown = 300;

// Is the side to move ahead, by how much, and is it certain?
struct Opinion {
    Score score = 0;
    bool is_decided = false;
};

Opinion opinion_of(const Position& position, const Knowledge& knowledge) {
    if (knowledge.hints != nullptr)
        if (const auto entry = knowledge.hints->find(hash_of(position))) {
            if (entry->is_claim()) return {entry->score, true};
            if (entry->bound == search::Bound::Exact && !search::is_decided(entry->score))
                return {entry->score};
        }
    return {knowledge.evaluator.evaluate(position)};
}

double factor_of(const Opinion& opinion, bool is_attacker) {
    const Score ahead = is_attacker ? opinion.score : -opinion.score;
    if (opinion.is_decided) return ahead > 0 ? FactorOfKnown : 1 / FactorOfKnown;
    const int step = std::clamp(ahead * Steps / ManScore, -MostMen * Steps, MostMen * Steps);
    return factors().at(static_cast<std::size_t>(step) + std::size_t{MostMen} * Steps);
}

}  // namespace

Numbers initial_numbers(const Position& position, Side attacker, const Knowledge& knowledge) {
    const double factor = factor_of(opinion_of(position, knowledge), position.side == attacker);
    const int beyond = std::max(0, position.occupied().count() - knowledge.database_pieces);
    const bool both_have_kings =
        !position.kings_of(Side::Black).is_empty() && !position.kings_of(Side::White).is_empty();
    const double work =
        (Base + EachPiece * beyond) * (both_have_kings ? knowledge.kings_factor : 1);
    return {number_of(work / factor), number_of(work * factor)};
}

}  // namespace deepwell::proof
