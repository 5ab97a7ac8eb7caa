// explain: what the evaluation sees in a position, heuristic by heuristic.

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string_view>
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

// What a heuristic counts for each side, and the points that each gets for it.
struct Line {
    Heuristic heuristic;
    int black;
    int white;
    int weight;

    Score black_points() const { return weight * black; }
    Score white_points() const { return weight * white; }
    Score points_for(Side side) const {
        const Score lead = black_points() - white_points();
        return side == Side::Black ? lead : -lead;
    }
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
    for (const Heuristic h : Heuristics)
        result.lines.push_back(
            {h, values.black[h], values.white[h], weights.phases[result.phase][h]});
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
                              {"black_contribution", line.black_points()},
                              {"white_contribution", line.white_points()},
                              {"contribution", line.points_for(position.side)}});
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

// What is counted; the values of both sides; their weight; the points of both, and the difference.
constexpr std::string_view Headings = "{:<53}{:>6}{:>6}{:>8}{:>8}{:>8}{:>10}";
constexpr std::string_view Row = "{:<53}{:>6}{:>6}{:>8}{:>+8}{:>+8}{:>+10}";
constexpr std::string_view TotalRow = "{:<73}{:>+8}{:>+8}{:>+10}";
constexpr std::string_view NetworkRow = "{:<89}{:>+10}";

void print_headings(const Position& position, const Explanation& explanation) {
    print_line(
        fmt::format("{}\n{} to move, {} pieces: phase {} of {}.  A man is about {} points.\n",
                    to_fen(position),
                    name(position.side),
                    explanation.pieces,
                    explanation.phase + 1,
                    PhaseCount,
                    ManScore));
    print_line(fmt::format("{:>65}{:>34}", "value for", "points = value x weight"));
    print_line(fmt::format(Headings,
                           "what is counted",
                           "Black",
                           "White",
                           "weight",
                           "Black",
                           "White",
                           fmt::format("for {}", name(position.side))));
}

void print_rows(const Position& position, const Explanation& explanation, bool all) {
    Score black = 0;
    Score white = 0;
    for (const Line& line : explanation.lines) {
        black += line.black_points();
        white += line.white_points();
        if (all || !line.is_silent())
            print_line(fmt::format(Row,
                                   words_for(line.heuristic),
                                   line.black,
                                   line.white,
                                   line.weight,
                                   line.black_points(),
                                   line.white_points(),
                                   line.points_for(position.side)));
    }
    print_line(fmt::format(TotalRow, "total", black, white, explanation.score));
    if (std::abs(black - white) > MaxEvaluation)
        print_line(fmt::format("The total is held within {} points.", MaxEvaluation));
}

void print_table(const Position& position, const Explanation& explanation, bool all) {
    print_headings(position, explanation);
    print_rows(position, explanation, all);
    if (explanation.network_score)
        print_line(fmt::format(
            NetworkRow, "the network, which the player goes by, says", *explanation.network_score));
    if (can_jump(position))
        print_line(fmt::format("{} must jump; wait for the end of the exchange to judge.",
                               name(position.side)));
    const auto hidden = std::ranges::count_if(explanation.lines, &Line::is_silent);
    if (!all && hidden > 0)
        print_line(fmt::format("{} 0 for both sides and not shown; --all shows {}.",
                               hidden == 1 ? "1 row is" : fmt::format("{} rows are", hidden),
                               hidden == 1 ? "it" : "them"));
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
