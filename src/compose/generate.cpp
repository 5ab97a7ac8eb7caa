#include "compose/generate.h"

#include <algorithm>
#include <span>

#include "base/random.h"
#include "board/movegen.h"
#include "board/random_position.h"
#include "compose/likeness.h"
#include "compose/solver.h"
#include "compose/soundness.h"
#include "compose/transformation.h"

namespace deepwell::compose {

using proof::Answer;

namespace {

constexpr std::size_t FewestMoves = 3;
constexpr std::size_t ShortestSolution = 5;  // plies
constexpr std::size_t TriviallyNear = 6;  // plies of a solution that make no problem of their own
constexpr std::uint64_t LookNodes = 200'000;
constexpr std::size_t TreePlies = 80;
constexpr std::uint32_t PiecesPerKing = 3;

class Finding {
public:
    Finding(Truth& truth, const GenerateOptions& options, Progress& progress)
        : truth_(truth),
          options_(options),
          progress_(progress),
          effort_(options.limits),
          random_(options.seed) {}

    std::vector<GeneratedProblem> run() {
        std::size_t at = 0;
        while (found_.size() < options_.count && !effort_.is_over()) {
            if (at % 256 == 0) tell();
            if (options_.games.empty()) {
                consider(random_position(random_, random_pieces(), PiecesPerKing));
            } else {
                if (at == options_.games.size()) break;
                consider(options_.games[at]);
            }
            ++at;
        }
        std::stable_sort(found_.begin(), found_.end(), [](const auto& a, const auto& b) {
            return a.depth < b.depth;
        });
        return std::move(found_);
    }

private:
    int random_pieces() {
        const int most = std::min(options_.most_pieces, truth_.database_pieces());
        const int span = std::max(1, most - options_.least_pieces + 1);
        return options_.least_pieces +
               static_cast<int>(random_.below(static_cast<std::uint32_t>(span)));
    }
    void tell() {
        progress_.update({.stage = "looking for problems",
                          .done = static_cast<double>(found_.size()),
                          .total = static_cast<double>(options_.count),
                          .unit = "problems"});
    }

    // The cheapest questions first.
    void consider(const Position& position) {
        const int pieces = position.occupied().count();
        if (pieces < options_.least_pieces || pieces > options_.most_pieces) return;
        if (!is_possible(position) || !is_quiet(position)) return;
        if (legal_moves(position).size() < FewestMoves) return;
        const auto stipulation = value_of(position);
        if (!stipulation || *stipulation == Wdl::Loss) return;
        const auto key = only_move(position, *stipulation);
        if (!key || problems_.has_one_like(position) || passed_.has_one_like(position)) return;
        const std::vector<Move> looks = truth_.looks(position, DeepestLook, LookNodes, effort_);
        const std::size_t tempted = static_cast<std::size_t>(TemptedDepth - 1);
        if (looks.size() <= tempted || looks[tempted] == *key) return;
        keep_if_sound({.name = "", .position = position, .stipulation = stipulation}, *key, looks);
    }
    std::optional<Wdl> value_of(const Position& position) {
        const Answer wins = ask(position, position.side);
        if (wins == Answer::Unknown) return std::nullopt;
        const Answer loses = wins == Answer::Yes ? Answer::No : ask(position, other(position.side));
        const WdlRange value = proof::value_of(wins, loses);
        return value.is_exact() ? std::optional(value.low) : std::nullopt;
    }
    Answer ask(const Position& position, Side attacker) {
        proof::Budget whole = effort_.share(1);
        proof::Budget budget(whole, options_.check_nodes);
        const Answer answer = truth_.ask(position, attacker, budget);
        effort_.charge(whole.spent());
        return answer;
    }
    // The one move that keeps the result, if there is no second one and it is no jump.
    std::optional<Move> only_move(const Position& position, Wdl stipulation) {
        const bool is_win = stipulation == Wdl::Win;
        const Side attacker = is_win ? position.side : other(position.side);
        std::optional<Move> only;
        for (const Move& move : legal_moves(position)) {
            const Answer answer = ask(play(position, move), attacker);
            if (answer == Answer::Unknown) return std::nullopt;
            if ((answer == Answer::Yes) != is_win) continue;
            if (only) return std::nullopt;
            only = move;
        }
        return only;
    }
    void keep_if_sound(const Problem& problem, const Move& key, const std::vector<Move>& looks) {
        EffortLimits limits{
            .seconds = std::nullopt, .nodes = options_.check_nodes, .stop = effort_.stop()};
        Solution solution = check(problem, truth_, {.limits = limits, .tree_plies = TreePlies});
        effort_.charge(solution.nodes);
        const bool is_good = solution.verdict == Verdict::Sound ||
                             (options_.allow_duals && solution.verdict == Verdict::Dual);
        if (!is_good || solution.line.size() < ShortestSolution || passes_problem(solution)) return;
        GeneratedProblem made{.problem = problem,
                              .solution = std::move(solution),
                              .tempting = looks[TemptedDepth - 1]};
        made.depth = depth_of(key, looks);
        made.grade = grade_of(made.depth);
        problems_.add(problem.position);
        for (const SolutionPly& ply : near_plies(made.solution)) passed_.add(ply.before);
        found_.push_back(std::move(made));
        tell();
    }
    // A solution that soon comes to a problem of the collection: trivial moves lead there.
    bool passes_problem(const Solution& solution) const {
        const auto plies = near_plies(solution);
        return std::any_of(plies.begin(), plies.end(), [&](const SolutionPly& ply) {
            return problems_.has_one_like(ply.before);
        });
    }
    // The positions after the first one, as far as they are near.
    static std::span<const SolutionPly> near_plies(const Solution& solution) {
        return std::span(solution.line)
            .subspan(1, std::min(TriviallyNear, solution.line.size()) - 1);
    }
    // From which depth on the search stays with the key.
    static int depth_of(const Move& key, const std::vector<Move>& looks) {
        std::size_t depth = looks.size();
        while (depth > 0 && looks[depth - 1] == key) --depth;
        return depth == looks.size() ? DeepestLook + 1 : static_cast<int>(depth) + 1;
    }

    Truth& truth_;
    const GenerateOptions& options_;
    Progress& progress_;
    Effort effort_;
    Random random_;
    Collection problems_;  // what was found
    Collection passed_;    // positions of their solutions
    std::vector<GeneratedProblem> found_;
};

}  // namespace

int grade_of(int depth) {
    constexpr std::array<int, 4> Deepest{5, 7, 10, DeepestLook};  // of grades 1 to 4
    const auto found =
        std::find_if(Deepest.begin(), Deepest.end(), [&](int deepest) { return depth <= deepest; });
    return static_cast<int>(found - Deepest.begin()) + 1;
}

std::vector<GeneratedProblem> generate(Truth& truth,
                                       const GenerateOptions& options,
                                       Progress& progress) {
    return Finding(truth, options, progress).run();
}

}  // namespace deepwell::compose
