#include "compose/solution_pdn.h"

#include <fmt/format.h>

#include "board/notation.h"

namespace deepwell::compose {

namespace {

Outcome outcome_of_problem(const Position& position, Wdl stipulation) {
    if (stipulation == Wdl::Draw) return Outcome::Draw;
    return solver_of(position, stipulation) == Side::Black ? Outcome::BlackWins
                                                           : Outcome::WhiteWins;
}

std::string seconds_text(const SolutionPly& ply, bool is_first) {
    std::string text;
    for (const Way& second : ply.seconds) {
        text += fmt::format("{}{}: {}",
                            text.empty() ? "" : " ",
                            is_first ? "Cook" : "Dual",
                            to_text(ply.before, second.move));
        if (second.distance && ply.distance)
            text += fmt::format(" ({:+} plies)", *second.distance - *ply.distance);
        else if (second.played && ply.played)
            text += fmt::format(" (about {:+} plies)", *second.played - *ply.played);
        text += '.';
    }
    if (ply.open > 0)
        text += fmt::format("{}{} other moves are not decided.", text.empty() ? "" : " ", ply.open);
    return text;
}

PdnLine pdn_line_of(const SolutionLine& line, bool begins_with_key) {
    PdnLine result;
    for (const SolutionPly& ply : line) {
        const bool is_key = begins_with_key && result.moves.empty();
        PdnMove move;
        move.move = ply.move;
        if (is_key) move.strength = "!";
        move.comment_after = seconds_text(ply, is_key);
        for (const SolutionLine& defence : ply.defences)
            move.variations.push_back(pdn_line_of(defence, false));
        result.moves.push_back(std::move(move));
    }
    return result;
}

}  // namespace

PdnGame pdn_of(const Problem& problem, const Solution& solution) {
    PdnGame game;
    game.initial = problem.position;
    if (!problem.name.empty()) game.tags.push_back({"Event", problem.name});
    if (solution.stipulation) {
        game.tags.push_back(
            {"Stipulation", stipulation_text(problem.position, *solution.stipulation)});
        if (solution.verdict != Verdict::False)
            game.result = result_of(outcome_of_problem(problem.position, *solution.stipulation));
    }
    game.tags.push_back({"Verdict", name(solution.verdict)});
    game.main = pdn_line_of(solution.line, solution.key.has_value());
    game.main.closing_comment =
        fmt::format("Verdict: {}.{}",
                    name(solution.verdict),
                    solution.is_tree_whole ? "" : " Not all defences are shown.");
    return game;
}

}  // namespace deepwell::compose
