// solve export: the minimal proof tree for people to read, as PDN or as a drawing.

#include <fmt/format.h>
#include <memory>
#include <unordered_set>

#include "base/files.h"
#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"
#include "board/pdn_writer.h"
#include "cli/solve_commands.h"
#include "cli/solve_options.h"
#include "cli/solve_text.h"
#include "proof/minimal_tree.h"

namespace deepwell::cli {

namespace {

using proof::Index;
using proof::NeededAnswer;
using proof::NodeQuestion;

struct ExportOptions {
    SolveOptions base;
    std::string format = "pdn";
    std::string out;
    std::int64_t depth = 6;
};

// The moves of the tree, position by position, with the colours of the game.
class TreeMoves {
public:
    explicit TreeMoves(const OpenStore& store, Index root)
        : store_(store), tree_(store.graph, root) {}

    struct Step {
        Move move;
        Position after;
        std::string label;  // for the side that moves
    };

    // What the value of the root needs of this position: all moves, one, or none.
    std::vector<Step> steps(const Position& position) const {
        const Index node = store_.graph.find(position);
        std::vector<Step> result;
        if (node == proof::None) return result;
        bool has_settled = false;
        for (const Move& move : legal_moves(position)) {
            const Position after = play(position, move);
            if (!is_needed(node, after, has_settled)) continue;
            result.push_back({move, after, label(after)});
        }
        return result;
    }

private:
    bool is_needed(Index node, const Position& after, bool& has_settled) const {
        bool is_needed = false;
        for (const NodeQuestion question : proof::NodeQuestions) {
            const NeededAnswer* const needed = tree_.find(node, question);
            if (needed == nullptr || needed->is_own) continue;
            const WdlRange leaf = store_.graph.leaf_value(after);
            if (needed->by_settled) {
                const Wdl wanted = *store_.graph.node(node).settled;
                const bool is_it = leaf == WdlRange::exactly(-wanted) && !has_settled;
                has_settled |= is_it;
                is_needed |= is_it;
            } else if (needed->choice != proof::None) {
                is_needed |= store_.graph.find(after) == needed->choice;
            } else {
                is_needed = true;
            }
        }
        return is_needed;
    }
    std::string label(const Position& after) const {
        const WdlRange leaf = store_.graph.leaf_value(after);
        if (leaf.is_exact()) return label_of(-leaf) + ", database";
        const Index node = store_.graph.find(after);
        const auto& found = store_.graph.node(node);
        const bool is_leaf = found.own == found.known;
        return label_of(-found.known) + (is_leaf ? fmt::format(", {}", name(found.decider)) : "");
    }

    const OpenStore& store_;
    proof::MinimalTree tree_;
};

using Seen = std::unordered_set<Position, proof::PositionHash>;

PdnMove noted(const TreeMoves::Step& step) {
    PdnMove move;
    move.move = step.move;
    move.comment_after = step.label;
    return move;
}

PdnLine line_from(const TreeMoves& tree, const Position& position, int depth, Seen& seen);

void follow(
    const TreeMoves& tree, const TreeMoves::Step& step, int depth, Seen& seen, PdnLine& line) {
    PdnLine rest = line_from(tree, step.after, depth - 1, seen);
    line.moves.insert(line.moves.end(), rest.moves.begin(), rest.moves.end());
}

// The first move as the main one, the others as its variations.
PdnLine line_from(const TreeMoves& tree, const Position& position, int depth, Seen& seen) {
    PdnLine line;
    if (depth == 0 || !seen.insert(position).second) return line;
    const std::vector<TreeMoves::Step> steps = tree.steps(position);
    if (steps.empty()) return line;
    line.moves.push_back(noted(steps[0]));
    for (std::size_t i = 1; i < steps.size(); ++i) {
        PdnLine variation;
        variation.moves.push_back(noted(steps[i]));
        follow(tree, steps[i], depth, seen, variation);
        line.moves[0].variations.push_back(std::move(variation));
    }
    follow(tree, steps[0], depth, seen, line);
    return line;
}

std::string pdn_text(const TreeMoves& tree, const Position& root, WdlRange value, int depth) {
    PdnGame game;
    game.tags = {{"Event", "Proof tree"}, {"Proven", verdict_text(root, value)}};
    game.initial = root;
    Seen seen;
    game.main = line_from(tree, root, depth, seen);
    return to_pdn(game);
}

std::string dot_text(const TreeMoves& tree, const Position& root, WdlRange value, int depth) {
    std::string text = "digraph proof {\n  node [shape=box];\n";
    text += fmt::format("  \"{0}\" [label=\"{0}\\n{1}\"];\n", to_fen(root), label_of(value));
    Seen seen{root};
    std::vector<std::pair<Position, int>> order{{root, 0}};
    for (std::size_t next = 0; next < order.size(); ++next) {
        const auto [position, ply] = order[next];
        if (ply == depth) continue;
        for (const TreeMoves::Step& step : tree.steps(position)) {
            text += fmt::format("  \"{}\" -> \"{}\" [label=\"{}: {}\"];\n",
                                to_fen(position),
                                to_fen(step.after),
                                to_text(position, step.move),
                                step.label);
            if (seen.insert(step.after).second) order.emplace_back(step.after, ply + 1);
        }
    }
    return text + "}\n";
}

ExitCode export_tree(const ExportOptions& options) {
    const OpenStore store(options.base);
    const Position root = store.root(options.base);
    const Index node = store.root_node(options.base);
    const WdlRange value = store.graph.node(node).known;
    if (value == WdlRange{}) {
        print_line(fmt::format("{}  Not decided.", to_fen(root)));
        return ExitCode::No;
    }
    const TreeMoves tree(store, node);
    const auto depth = static_cast<int>(options.depth);
    std::string text = options.format == "dot" ? dot_text(tree, root, value, depth)
                                               : pdn_text(tree, root, value, depth);
    if (!options.out.empty()) {
        write_file_atomically(options.out, text);
        return ExitCode::Done;
    }
    if (text.ends_with('\n')) text.pop_back();
    print_line(text);
    return ExitCode::Done;
}

}  // namespace

void add_solve_export(Command& solve) {
    auto options = std::make_shared<ExportOptions>();
    Command command =
        solve.optional_subcommand("export", "The minimal proof tree as PDN or for Graphviz");
    declare_position(command, options->base);
    declare_store(command, options->base)
        .choice("--format", options->format, {"pdn", "dot"}, "games with variations, or a graph")
        .option("--out", options->out, "a file; without it standard output")
        .option("--depth", options->depth, 1, MaxVariationDepth - 2, "plies")
        .example("deepwell solve export --store white-wins --depth 8 --format dot --out tree.dot")
        .run([options] { return export_tree(*options); });
}

}  // namespace deepwell::cli
