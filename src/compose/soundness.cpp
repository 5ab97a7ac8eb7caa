#include "compose/soundness.h"

#include <algorithm>

#include "board/movegen.h"
#include "compose/facts.h"
#include "compose/solver.h"

namespace deepwell::compose {

using proof::Answer;
using proof::Budget;

namespace {

// Shares of what is left.
constexpr double GuessShare = 0.2;
constexpr double FirstShare = 0.5;    // for the value, each of its questions
constexpr double CookShare = 0.75;    // for the other first moves
constexpr double LineShare = 0.25;    // for each later move of the solver
constexpr double IdleShare = 0.2;     // for each piece
constexpr double DefenceShare = 0.1;  // for each move of the solver beside the main line

constexpr double SecondShare = 0.9;  // for the same once more, if that was not enough
constexpr std::uint64_t MostGuessNodes = 1'000'000;
// Alpha-beta is asked for no more nodes than this in a second of the budget.
constexpr double NodesPerSecond = 500'000;

constexpr std::size_t LongestDefence = 24;
constexpr int DeepestDefence = 3;

class Checking {
public:
    Checking(const Problem& problem, Truth& truth, const CheckOptions& options)
        : problem_(problem), truth_(truth), options_(options), effort_(options.limits) {}

    Solution run() {
        solution_.stipulation = problem_.stipulation;
        find_value();
        if (is_false())
            solution_.verdict = Verdict::False;
        else if (solution_.stipulation && is_true())
            solve();
        solution_.nodes = effort_.spent();
        solution_.seconds = effort_.seconds();
        solution_.is_stopped = effort_.is_stopped();
        return std::move(solution_);
    }

private:
    const Position& start() const { return problem_.position; }

    // A look ahead teaches the table of hints; then both questions, or the one that matters.
    void find_value() {
        const Side mover = start().side;
        std::array<Answer, 2> answers{truth_.known(start(), mover),
                                      truth_.known(start(), other(mover))};
        if (answers[0] == Answer::Unknown || answers[1] == Answer::Unknown) look_ahead();
        const bool rather_lost =
            problem_.stipulation ? *problem_.stipulation != Wdl::Win : score_ < 0;
        const std::size_t first = rather_lost ? 1 : 0;
        // Without the value there is no verdict: what is left may all go there.
        for (const double share : {FirstShare, SecondShare})
            for (const std::size_t question : {first, 1 - first}) {
                if (is_settled(proof::value_of(answers[0], answers[1]))) break;
                if (answers[question] == Answer::Unknown)
                    answers[question] = ask(question == 0 ? mover : other(mover), share);
            }
        solution_.value = proof::value_of(answers[0], answers[1]);
        if (!solution_.stipulation && solution_.value.is_exact())
            solution_.stipulation = solution_.value.low;
    }
    void look_ahead() {
        const Budget budget = effort_.share(GuessShare);
        const double seconds = std::min(effort_.seconds_left(), 1e6);
        const auto nodes = static_cast<std::uint64_t>(seconds * GuessShare * NodesPerSecond) + 1;
        score_ =
            truth_.guess(start(), std::min({nodes, budget.left(), MostGuessNodes}), effort_).score;
    }
    Answer ask(Side attacker, double share) {
        Budget budget = effort_.share(share);
        const Answer answer = truth_.ask(start(), attacker, budget);
        effort_.charge(budget.spent());
        return answer;
    }
    // More knowledge would not change whether the stipulation is true.
    bool is_settled(WdlRange value) const {
        const auto wanted = problem_.stipulation;
        return value.is_exact() || (wanted && (value.high < *wanted || value.low > *wanted));
    }
    bool is_true() const { return solution_.value == WdlRange::exactly(*solution_.stipulation); }
    bool is_false() const {
        return problem_.stipulation && is_settled(solution_.value) &&
               solution_.value != WdlRange::exactly(*problem_.stipulation);
    }

    void solve() {
        Solver solver(truth_, effort_, start(), *solution_.stipulation);
        if (start().side == solver.side()) choose_key(solver);
        follow(solver);
        judge();
        if (options_.wants_idle) find_idle();
        if (options_.wants_idle && *solution_.stipulation != Wdl::Draw) play_out_duals(solver);
        add_defences(solver, solution_.line, DeepestDefence);
    }

    void choose_key(Solver& solver) {
        solution_.first_moves = solver.ways(start(), CookShare);
        solution_.key = solver.best_way(start(), solution_.first_moves);
        if (!problem_.printed_key) return;
        for (const Way& way : solution_.first_moves) {
            if (way.move != *problem_.printed_key) continue;
            if (way.keeps == Answer::Yes) solution_.key = way.move;
            solution_.printed_key_fails = way.keeps == Answer::No;
        }
    }

    // The main line: the key, then the rest.
    void follow(Solver& solver) {
        Position position = start();
        if (solution_.key) {
            SolutionPly first{.before = start(), .move = *solution_.key};
            for (const Way& way : solution_.first_moves) {
                if (way.move == *solution_.key)
                    first.distance = way.distance;
                else if (way.keeps == Answer::Yes)
                    first.seconds.push_back(way);
                else if (way.keeps == Answer::Unknown)
                    ++first.open;
            }
            position = play(position, first.move);
            solution_.line.push_back(std::move(first));
        } else if (start().side == solver.side()) {
            return;  // none of the moves is known to keep the result
        }
        FollowedLine rest = solver.line(position, LineShare, LongestLine - 1);
        std::move(rest.plies.begin(), rest.plies.end(), std::back_inserter(solution_.line));
        is_whole_ = rest.is_whole;
        for (const SolutionPly& ply : solution_.line) solution_.open += ply.open;
    }

    void judge() {
        const bool has_key = solution_.key.has_value();
        if (!solution_.cooks().empty() || (has_key && solution_.printed_key_fails))
            solution_.verdict = Verdict::Cooked;
        else if (!solution_.duals().empty())
            solution_.verdict = Verdict::Dual;
        else if (is_whole_ && solution_.open == 0)
            solution_.verdict = Verdict::Sound;
    }

    // How much longer duals are, where no distances are known.
    void play_out_duals(Solver& solver) {
        for (std::size_t i = solution_.key ? 1 : 0; i < solution_.line.size(); ++i) {
            SolutionPly& ply = solution_.line[i];
            if (ply.seconds.empty() || effort_.is_over()) continue;
            ply.played = solver.played_out(play(ply.before, ply.move));
            for (Way& second : ply.seconds)
                if (ply.played && !(second.distance && ply.distance))
                    second.played = solver.played_out(play(ply.before, second.move));
        }
    }

    // What stands in the line is needed; of the rest, what changes the result or the key is.
    void find_idle() {
        const std::vector<Move> line = solution_.moves();
        for (const Square square : start().occupied()) {
            Position without = start();
            const Bitboard piece = Bitboard::of(square);
            without.black = without.black - piece;
            without.white = without.white - piece;
            without.kings = without.kings - piece;
            if (without.own().is_empty() || without.enemy().is_empty()) continue;
            if (!can_be_played(without, line)) continue;
            const Answer same = is_same_problem(without);
            if (same == Answer::Yes) solution_.idle |= piece;
            if (same == Answer::Unknown) solution_.idle_open |= piece;
        }
    }
    Answer is_same_problem(const Position& without) {
        Solver solver(truth_, effort_, without, *solution_.stipulation);
        if (const Answer holds = solver.decide(without, IdleShare); holds != Answer::Yes)
            return holds;
        if (*solution_.stipulation == Wdl::Draw) {
            Budget budget = effort_.share(IdleShare);
            const Answer wins = truth_.ask(without, without.side, budget);
            effort_.charge(budget.spent());
            if (wins != Answer::No) return wins == Answer::Yes ? Answer::No : Answer::Unknown;
        }
        return solution_.key ? is_same_key(solver, without) : Answer::Yes;
    }
    // Without the piece the same first moves keep the result.
    Answer is_same_key(Solver& solver, const Position& without) {
        Answer same = Answer::Yes;
        const std::vector<Way> ways = solver.ways(without, IdleShare);
        for (const Way& way : ways) {
            const Answer before = keeps_in(solution_.first_moves, way.move);
            if (way.keeps == Answer::Unknown || before == Answer::Unknown)
                same = Answer::Unknown;
            else if (way.keeps != before)
                return Answer::No;
        }
        for (const Way& way : solution_.first_moves)
            if (way.keeps == Answer::Yes && keeps_in(ways, way.move) == Answer::No)
                return Answer::No;
        return same;
    }
    // A move that cannot be played keeps nothing.
    static Answer keeps_in(const std::vector<Way>& ways, const Move& move) {
        const auto found = std::find_if(
            ways.begin(), ways.end(), [&](const Way& way) { return way.move == move; });
        return found == ways.end() ? Answer::No : found->keeps;
    }

    bool is_tree_full() const { return effort_.is_over() || tree_plies_ >= options_.tree_plies; }
    // Beside each move of the defender its other moves with the answers, as far as plies are left.
    void add_defences(Solver& solver, SolutionLine& line, int depth) {
        for (SolutionPly& ply : line) {
            if (ply.before.side == solver.side() || legal_moves(ply.before).size() < 2) continue;
            if (depth == 0 || is_tree_full()) {
                solution_.is_tree_whole = false;
                return;
            }
            for (const Way& defence : solver.defences(ply.before)) {
                if (defence.move == ply.move) continue;
                if (is_tree_full()) {
                    solution_.is_tree_whole = false;
                    return;
                }
                SolutionLine answers{
                    {.before = ply.before, .move = defence.move, .distance = defence.distance}};
                FollowedLine rest =
                    solver.line(play(ply.before, defence.move), DefenceShare, LongestDefence);
                std::move(rest.plies.begin(), rest.plies.end(), std::back_inserter(answers));
                tree_plies_ += answers.size();
                ply.defences.push_back(std::move(answers));
            }
        }
        for (SolutionPly& ply : line)
            for (SolutionLine& defence : ply.defences) {
                SolutionLine rest(std::make_move_iterator(defence.begin() + 1),
                                  std::make_move_iterator(defence.end()));
                add_defences(solver, rest, depth - 1);
                std::move(rest.begin(), rest.end(), defence.begin() + 1);
            }
    }

    const Problem& problem_;
    Truth& truth_;
    const CheckOptions& options_;
    Effort effort_;
    Score score_ = 0;
    Solution solution_;
    bool is_whole_ = false;  // the main line: nothing was cut off
    std::size_t tree_plies_ = 0;
};

}  // namespace

Solution check(const Problem& problem, Truth& truth, const CheckOptions& options) {
    return Checking(problem, truth, options).run();
}

}  // namespace deepwell::compose
