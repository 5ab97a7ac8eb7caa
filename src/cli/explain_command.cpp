// explain: what the evaluation sees in a position, heuristic by heuristic.

#include <fmt/format.h>
#include <memory>
#include <optional>
#include <vector>

#include "board/fen.h"
#include "board/movegen.h"
#include "cli/commands.h"
#include "cli/weights_file.h"
#include "eval/chinook.h"
#include "eval/network_evaluator.h"

namespace deepwell::cli {

namespace {

struct ExplainOptions {
    std::string fen;
    std::string weights_file;
    bool all = false;
    bool json = false;
};

struct Line {
    Heuristic heuristic;
    int black;
    int white;
    int weight;
    Score contribution;  // for the side to move

    bool is_silent() const { return black == 0 && white == 0; }
};

struct Explanation {
    int pieces = 0;
    std::size_t phase = 0;
    std::vector<Line> lines;
    Score score = 0;
    std::optional<Score> network_score;  // where there is a network
};

Explanation explanation_of(const Position& position, const Weights& weights) {
    Explanation result;
    result.pieces = position.occupied().count();
    result.phase = phase_of(result.pieces);
    result.score = ChinookEvaluator(weights).evaluate(position);
    if (auto network = default_network())
        result.network_score = NetworkEvaluator(std::move(network)).evaluate(position);
    const HeuristicValues values = heuristic_values(position);
    const HeuristicNumbers& own = values.of(position.side);
    const HeuristicNumbers& enemy = values.of(other(position.side));
    for (const Heuristic h : Heuristics) {
        const int weight = weights.phases[result.phase][h];
        result.lines.push_back(
            {h, values.black[h], values.white[h], weight, weight * (own[h] - enemy[h])});
    }
    return result;
}

Json to_json(const Position& position, const Explanation& explanation) {
    Json heuristics = Json::array();
    for (const Line& line : explanation.lines)
        heuristics.push_back({{"name", name_of(line.heuristic)},
                              {"words", words_for(line.heuristic)},
                              {"black", line.black},
                              {"white", line.white},
                              {"weight", line.weight},
                              {"contribution", line.contribution}});
    Json json = {{"fen", to_fen(position)},
                 {"side", position.side == Side::Black ? "black" : "white"},
                 {"pieces", explanation.pieces},
                 {"phase", explanation.phase + 1},
                 {"heuristics", heuristics},
                 {"score", explanation.score},
                 {"network", nullptr}};
    if (explanation.network_score) json["network"] = *explanation.network_score;
    return json;
}

void print_table(const Position& position, const Explanation& explanation, bool all) {
    print_line(
        fmt::format("{}\n{} to move, {} pieces: phase {} of {}.  A man is about {} points.\n",
                    to_fen(position),
                    name(position.side),
                    explanation.pieces,
                    explanation.phase + 1,
                    PhaseCount,
                    ManScore));
    print_line(fmt::format(
        "{:<54} {:>6} {:>6} {:>7} {:>7}", "what is counted", "Black", "White", "weight", "points"));
    for (const Line& line : explanation.lines)
        if (all || !line.is_silent())
            print_line(fmt::format("{:<54} {:>6} {:>6} {:>7} {:>+7}",
                                   words_for(line.heuristic),
                                   line.black,
                                   line.white,
                                   line.weight,
                                   line.contribution));
    print_line(fmt::format("{:<54} {:>29}",
                           fmt::format("total for {}, who is to move", name(position.side)),
                           fmt::format("{:+}", explanation.score)));
    if (explanation.network_score)
        print_line(fmt::format("{:<54} {:>29}",
                               "the network, which the player goes by, says",
                               fmt::format("{:+}", *explanation.network_score)));
    if (can_jump(position))
        print_line(fmt::format("{} must jump; wait for the end of the exchange to judge.",
                               name(position.side)));
}

}  // namespace

void add_explain(CommandLine& line) {
    auto options = std::make_shared<ExplainOptions>();
    line.add("explain", "Say what the evaluation sees in a position")
        .argument("FEN", options->fen, "the position; 'start', or - for one FEN per line")
        .option("--weights",
                options->weights_file,
                "a file of weights; chinook, or nothing: the built-in ones")
        .flag("--all", options->all, "heuristics that are 0 for both sides too")
        .flag("--json", options->json, "one JSON object per position, with all heuristics")
        .example("deepwell explain W:W14,21,28,K30:B1,3,12,20,K23")
        .run([options] {
            const Weights weights = weights_from(options->weights_file);
            return for_each_position(options->fen, options->json, [&](const Position& position) {
                const Explanation explanation = explanation_of(position, weights);
                if (options->json) return print_json(to_json(position, explanation));
                print_table(position, explanation, options->all);
            });
        });
}

}  // namespace deepwell::cli
