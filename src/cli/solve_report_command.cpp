// solve status, report and show: what a store knows.

#include <algorithm>
#include <fmt/format.h>
#include <memory>

#include "base/terminal_progress.h"
#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"
#include "cli/solve_commands.h"
#include "cli/solve_options.h"
#include "cli/solve_text.h"
#include "proof/minimal_tree.h"

namespace deepwell::cli {

namespace {

using proof::Decider;
using proof::GraphNode;
using proof::Index;
using proof::NodeQuestion;

constexpr std::array<Decider, 3> Deciders{Decider::Database, Decider::AlphaBeta, Decider::DfPn};

// What can be reached from a root, searched or not.
struct Reach {
    std::uint64_t nodes = 0;
    std::uint64_t proven = 0;
    std::uint64_t searches = 0;
    std::uint64_t inner = 0, moves = 0;            // of expanded nodes
    std::uint64_t jump_inner = 0, jump_moves = 0;  // of these: a jump is due
    int max_ply = 0;                               // of a search
};

Reach reach_of(const proof::ManagerGraph& graph, Index root) {
    Reach reach;
    std::vector<int> ply(graph.size(), -1);
    std::vector<Index> order{root};
    ply[root] = 0;
    for (std::size_t next = 0; next < order.size(); ++next) {
        const Index index = order[next];
        const GraphNode& node = graph.node(index);
        ++reach.nodes;
        reach.proven += node.known.is_exact() ? 1 : 0;
        reach.searches += node.is_searched() ? 1 : 0;
        if (node.is_searched()) reach.max_ply = std::max(reach.max_ply, ply[index]);
        if (!node.is_expanded) continue;
        const std::size_t moves = legal_moves(node.position).size();
        const bool is_jump = can_jump(node.position);
        ++(is_jump ? reach.jump_inner : reach.inner);
        (is_jump ? reach.jump_moves : reach.moves) += moves;
        for (const auto& edge : graph.children(index)) {
            if (ply[edge.child] >= 0) continue;
            ply[edge.child] = ply[index] + 1;
            order.push_back(edge.child);
        }
    }
    return reach;
}

double ratio(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

ExitCode tell_status(const SolveOptions& options) {
    const OpenStore store(options);
    const Position root = store.root(options);
    const Index index = store.root_node(options);
    const WdlRange value = store.graph.node(index).known;
    const Reach reach = reach_of(store.graph, index);
    if (options.json)
        print_json({{"fen", to_fen(root)},
                    {"value", value_text(value)},
                    {"lower", value_text(value.low)},
                    {"upper", value_text(value.high)},
                    {"nodes", store.graph.size()},
                    {"reachable", reach.nodes},
                    {"proven", reach.proven},
                    {"searches", store.archive.totals.searches},
                    {"repeated", store.archive.totals.repeated},
                    {"prover_nodes", store.archive.totals.nodes},
                    {"prover_seconds", store.archive.totals.seconds},
                    {"faults", store.archive.log.faults}});
    else {
        print_line(fmt::format("{}  {}", to_fen(root), verdict_text(root, value)));
        print_line(fmt::format("{} nodes in the store, {} below this position, {} of them proven",
                               store.graph.size(),
                               reach.nodes,
                               reach.proven));
        print_line(fmt::format("{} searches, {} prover nodes, {} of prover time",
                               store.archive.totals.searches,
                               amount_text(static_cast<double>(store.archive.totals.nodes)),
                               duration_text(store.archive.totals.seconds)));
        for (const std::string& fault : store.archive.log.faults) print_line(fault);
    }
    return value.is_exact() ? ExitCode::Done : ExitCode::No;
}

// Who decided the leaves of the minimal tree.
std::array<std::uint64_t, proof::DeciderCount> deciders_of(const proof::ManagerGraph& graph,
                                                           const proof::MinimalTree& tree) {
    std::array<std::uint64_t, proof::DeciderCount> counts{};
    for (const proof::NeededAnswer& needed : tree.answers()) {
        if (!needed.is_own && !needed.by_settled) continue;
        const Decider decider =
            needed.by_settled ? Decider::Database : graph.node(needed.node).decider;
        ++counts[static_cast<std::size_t>(decider)];
    }
    return counts;
}

void print_report(const Position& root,
                  const Reach& reach,
                  WdlRange value,
                  const std::optional<proof::MinimalTree>& tree,
                  const std::array<std::uint64_t, proof::DeciderCount>& deciders,
                  bool json) {
    const double quiet = ratio(reach.moves, reach.inner);
    const double jumps = ratio(reach.jump_moves, reach.jump_inner);
    const double all = ratio(reach.moves + reach.jump_moves, reach.inner + reach.jump_inner);
    std::uint64_t leaves = 0;
    for (const Decider decider : Deciders) leaves += deciders[static_cast<std::size_t>(decider)];
    Json shares;
    std::string shares_text;
    for (const Decider decider : Deciders) {
        const double share = ratio(deciders[static_cast<std::size_t>(decider)], leaves);
        shares[name(decider)] = share;
        shares_text += fmt::format("  {} {:.1f} %", name(decider), 100 * share);
    }
    if (json)
        return print_json({{"fen", to_fen(root)},
                           {"proof", label_of(value)},
                           {"searches", reach.searches},
                           {"max_ply", reach.max_ply},
                           {"minimal_size", tree ? Json(tree->size()) : Json(nullptr)},
                           {"minimal_max_ply", tree ? Json(tree->max_ply()) : Json(nullptr)},
                           {"branching", all},
                           {"branching_quiet", quiet},
                           {"branching_jumps", jumps},
                           {"decided_by", shares}});
    print_line("proof    searches  max ply  minimal size  max ply  position");
    print_line(fmt::format("{:<8} {:>8} {:>8} {:>13} {:>8}  {}",
                           value == WdlRange{} ? "open" : label_of(value),
                           reach.searches,
                           reach.max_ply,
                           tree ? std::to_string(tree->size()) : "-",
                           tree ? std::to_string(tree->max_ply()) : "-",
                           to_fen(root)));
    print_line(fmt::format(
        "branching factor {:.2f}: {:.2f} without a jump, {:.2f} with one", all, quiet, jumps));
    if (tree) print_line("leaves of the minimal tree decided by:" + shares_text);
}

ExitCode tell_report(const SolveOptions& options) {
    const OpenStore store(options);
    const Index root = store.root_node(options);
    const WdlRange value = store.graph.node(root).known;
    std::optional<proof::MinimalTree> tree;
    if (value != WdlRange{}) tree.emplace(store.graph, root);
    const auto deciders =
        tree ? deciders_of(store.graph, *tree) : std::array<std::uint64_t, proof::DeciderCount>{};
    print_report(
        store.root(options), reach_of(store.graph, root), value, tree, deciders, options.json);
    return ExitCode::Done;
}

struct NodeView {
    std::string label;  // for the side to move in the position that is shown
    std::string kind;
    std::optional<Score> score;
};

// `turn` is -1 for a move's position: values are told from the other side.
NodeView view_of(const OpenStore& store, const Position& position, bool is_after_move) {
    const auto seen = [&](WdlRange value) { return is_after_move ? -value : value; };
    const WdlRange leaf = store.graph.leaf_value(position);
    if (leaf.is_exact()) return {label_of(seen(leaf)), "database", std::nullopt};
    const Index index = store.graph.find(position);
    if (index == proof::None) return {"not in tree", "", std::nullopt};
    const GraphNode& node = store.graph.node(index);
    NodeView view{label_of(seen(node.known)), node.is_expanded ? "inner" : "leaf", std::nullopt};
    if (node.is_searched()) view.score = is_after_move ? -node.outlook.score : node.outlook.score;
    const Score threshold = store.archive.threshold.value_or(proof::InfiniteThreshold);
    const auto likely = proof::value_of(likely_answer(node, NodeQuestion::Wins, threshold),
                                        likely_answer(node, NodeQuestion::Loses, threshold));
    if (view.label.empty())
        view.label = likely == WdlRange{} ? "unresolved" : "likely " + label_of(seen(likely));
    return view;
}

Json view_json(const NodeView& view) {
    return {{"label", view.label},
            {"kind", view.kind},
            {"score", view.score ? Json(*view.score) : Json(nullptr)}};
}

std::string view_text(const NodeView& view) {
    return fmt::format("{:<12} {:<9} {}",
                       view.label,
                       view.kind,
                       view.score ? fmt::format("score {}", *view.score) : "");
}

ExitCode show_node(const SolveOptions& options) {
    const OpenStore store(options);
    const Position position = store.root(options);
    const NodeView own = view_of(store, position, false);
    Json json = {{"fen", to_fen(position)}};
    json.update(view_json(own));
    json["moves"] = Json::array();
    if (!options.json) print_line(fmt::format("{}  {}", to_fen(position), view_text(own)));
    for (const Move& move : legal_moves(position)) {
        const NodeView view = view_of(store, play(position, move), true);
        const std::string text = to_text(position, move);
        if (!options.json) print_line(fmt::format("  {:<10} {}", text, view_text(view)));
        Json row = {{"move", text}};
        row.update(view_json(view));
        json["moves"].push_back(row);
    }
    if (options.json) print_json(json);
    return own.label == "not in tree" ? ExitCode::No : ExitCode::Done;
}

template <class Work>
void add_query(
    Command& solve, const char* name, const char* help, const char* example, const Work& work) {
    auto options = std::make_shared<SolveOptions>();
    Command command = solve.optional_subcommand(name, help);
    declare_position(command, *options);
    declare_store(command, *options).example(example).run([options, work] {
        return work(*options);
    });
}

}  // namespace

void add_solve_status(Command& solve) {
    add_query(solve,
              "status",
              "How far it is; exit code 0 if solved, 1 if not",
              "deepwell solve status --store white-wins",
              tell_status);
}

void add_solve_report(Command& solve) {
    add_query(solve,
              "report",
              "Searches, sizes, plies, branching, who decided",
              "deepwell solve report --store white-wins",
              tell_report);
}

void add_solve_show(Command& solve) {
    add_query(solve,
              "show",
              "A position of the graph with its moves and what is known of them",
              "deepwell solve show --opening \"12-16 24-19 10-14\" --store white-wins",
              show_node);
}

}  // namespace deepwell::cli
