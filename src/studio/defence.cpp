#include "studio/defence.h"

#include "board/movegen.h"
#include "compose/solver.h"
#include "eval/evaluators.h"

namespace deepwell::studio {

namespace {

constexpr double Seconds = 3;
constexpr std::size_t TableBytes = std::size_t{32} << 20;
constexpr std::size_t HashBytes = std::size_t{8} << 20;
constexpr double Half = 0.5;

std::optional<bool> known(proof::Answer answer) {
    if (answer == proof::Answer::Unknown) return std::nullopt;
    return answer == proof::Answer::Yes;
}

std::string words_for(const DefenceAnswer& answer, Wdl terms) {
    const bool is_win = terms == Wdl::Win;
    if (answer.is_right == false) return is_win ? "That does not win." : "That loses.";
    if (answer.is_solved) return is_win ? "Solved: the win is clear." : "Solved: the draw is safe.";
    return answer.is_right ? "Right." : "Perhaps; that could not be proven in time.";
}

}  // namespace

DefenceAnswer answer_solver(const Game& game, Wdl terms, const Knowledge& knowledge) {
    const Position& position = game.position();
    DefenceAnswer answer;
    if (legal_moves(position).empty()) {
        answer.is_right = answer.is_solved = true;
        answer.words = words_for(answer, terms);
        return answer;
    }
    const auto evaluator = default_evaluator();
    const auto database = knowledge.database();
    compose::Truth truth(
        *evaluator, database.get(), {.table_bytes = TableBytes, .hash_bytes = HashBytes});
    compose::Effort effort({.seconds = Seconds, .nodes = std::nullopt, .stop = {}});
    compose::Solver solver(truth, effort, game.positions()[game.positions().size() - 2], terms);
    answer.is_right = known(solver.decide(position, Half));
    if (answer.is_right != false) {
        answer.reply = solver.defences(position).front().move;
        const Position next = play(position, *answer.reply);
        answer.is_solved = answer.is_right && compose::is_plain(solver.ways(next, Half));
    }
    answer.words = words_for(answer, terms);
    return answer;
}

}  // namespace deepwell::studio
