#include "proof/proof_archive.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>

#include "base/error.h"

namespace deepwell::proof {

namespace {

constexpr const char* LogName = "results.log";

StoredNode stored(const GraphNode& node) {
    return {.position = node.position,
            .known = node.known,
            .own = node.own,
            .outlook = node.outlook,
            .ply = node.ply,
            .attempts = node.attempts,
            .is_expanded = node.is_expanded,
            .decider = node.decider,
            .numbers = node.numbers};
}

void restore(ManagerGraph& graph, const StoredNode& from) {
    const Index index = graph.add(from.position, from.ply);
    graph.learn(index, from.known);
    GraphNode& node = graph.node(index);
    node.own = intersect(node.own, from.own);
    node.outlook = from.outlook;
    node.attempts = from.attempts;
    if (from.decider != Decider::Nobody) node.decider = from.decider;
    node.numbers = from.numbers;
}

void restore(ManagerGraph& graph, const ProofStore& store) {
    std::vector<Position> expanded;
    store.for_each([&](const StoredNode& node) {
        restore(graph, node);
        if (node.is_expanded) expanded.push_back(node.position);
    });
    for (const Position& position : expanded) graph.expand(graph.find(position));
}

// Adds up the log and gives the graph what the store does not contain yet.
class Replay {
public:
    Replay(ManagerGraph& graph, LogTotals& totals, std::uint64_t applied)
        : graph_(graph), totals_(totals), applied_(applied) {}

    void operator()(const LogEntry& entry, std::uint64_t next) {
        if (const auto* const root = std::get_if<LoggedRoot>(&entry)) {
            totals_.roots.push_back(root->position);
            return;
        }
        const auto& report = std::get<JobReport>(entry);
        totals_.count(report);
        Attempts& attempts = attempts_[report.position];
        if (is_repeated(report, attempts)) ++totals_.repeated;
        attempts.note(report.asked, report.in_vain);
        if (next > applied_) graph_.learn(report);
    }

private:
    static bool is_repeated(const JobReport& report, const Attempts& attempts) {
        const auto was_done = [&](NodeQuestion question) {
            return report.asked.has(question) && attempts.of(question) > report.in_vain;
        };
        return was_done(NodeQuestion::Wins) || was_done(NodeQuestion::Loses);
    }

    ManagerGraph& graph_;
    LogTotals& totals_;
    std::uint64_t applied_;
    std::unordered_map<Position, Attempts, PositionHash> attempts_;
};

bool has_searched_child(const ManagerGraph& graph, const Position& position) {
    for (const Move& move : legal_moves(position)) {
        const Index child = graph.find(play(position, move));
        if (child != None && graph.node(child).is_searched()) return true;
    }
    return false;
}

// Distances from the roots, after the graph has got its edges.
void set_plies(ManagerGraph& graph, const std::vector<Position>& roots) {
    for (Index index = 0; index < graph.size(); ++index) graph.node(index).ply = 0xffff;
    std::vector<Index> order(roots.size());
    std::transform(roots.begin(), roots.end(), order.begin(), [&](const Position& root) {
        return graph.add(root);
    });
    for (std::size_t next = 0; next < order.size(); ++next)
        for (const auto& edge : graph.children(order[next])) {
            GraphNode& child = graph.node(edge.child);
            if (child.ply != 0xffff) continue;
            child.ply = static_cast<std::uint16_t>(graph.node(order[next]).ply + 1);
            order.push_back(edge.child);
        }
}

}  // namespace

namespace {

void check_pieces(const std::filesystem::path& directory,
                  const ProofStore& store,
                  const ManagerGraph& graph) {
    if (store.pieces() <= graph.leaves().max_pieces()) return;
    throw Error(fmt::format("the store {} relies on databases with up to {} pieces, here are {}",
                            directory.string(),
                            store.pieces(),
                            graph.leaves().max_pieces()));
}

}  // namespace

void LogTotals::count(const JobReport& report) {
    ++searches;
    nodes += report.nodes;
    seconds += report.seconds;
    ++decided_by[static_cast<std::size_t>(report.decider)];
}

LoadedArchive load_archive(const std::filesystem::path& directory, ManagerGraph& graph) {
    if (!ProofStore::exists(directory))
        throw Error(directory.string() + ": no store; deepwell solve makes one");
    LoadedArchive loaded;
    const ProofStore store(directory, ProofStore::Access::Read);
    check_pieces(directory, store, graph);
    restore(graph, store);
    Replay replay(graph, loaded.totals, store.applied());
    loaded.log = read_log(directory / LogName, std::ref(replay));
    graph.take_changed();
    if (!loaded.totals.roots.empty())
        loaded.threshold = store.threshold(loaded.totals.roots.back());
    return loaded;
}

ProofArchive::ProofArchive(const std::filesystem::path& directory, ManagerGraph& graph)
    : graph_(graph) {
    CHECK(graph.size() == 0);
    std::error_code failed;
    std::filesystem::create_directories(directory, failed);
    if (failed)
        throw Error(fmt::format("cannot create {}: {}", directory.string(), failed.message()));
    store_ = std::make_unique<ProofStore>(directory, ProofStore::Access::Write);
    check_pieces(directory, *store_, graph);
    store_->set_pieces(graph.leaves().max_pieces());
    restore(graph, *store_);
    graph.take_changed();
    Replay replay(graph, totals_, store_->applied());
    log_ = std::make_unique<ResultLog>(directory / LogName, std::ref(replay));
    commit();
}

void ProofArchive::rebuild() {
    store_->clear();
    store_->set_pieces(graph_.leaves().max_pieces());
    for (Index index = 0; index < graph_.size(); ++index)
        if (graph_.node(index).is_searched() && !graph_.node(index).is_expanded &&
            has_searched_child(graph_, graph_.node(index).position))
            graph_.expand(index);
    set_plies(graph_, totals_.roots);
    graph_.settle();
    for (Index index = 0; index < graph_.size(); ++index) graph_.mark_changed(index);
    commit();
}

void ProofArchive::note_root(const Position& root) {
    if (!totals_.roots.empty() && totals_.roots.back() == root) return;
    totals_.roots.push_back(root);
    log_->append(LoggedRoot{root});
    log_->sync();
}

void ProofArchive::keep(const JobReport& report) {
    log_->append(report);
    kept_.push_back(report);
}

void ProofArchive::sync() {
    log_->sync();
    for (const JobReport& report : kept_) totals_.count(report);
    kept_.clear();
}

void ProofArchive::commit() {
    std::vector<StoredNode> nodes;
    for (const Index index : graph_.take_changed()) nodes.push_back(stored(graph_.node(index)));
    store_->write(nodes, log_->end());
}

}  // namespace deepwell::proof
