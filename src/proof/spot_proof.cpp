#include "proof/spot_proof.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <tuple>
#include <unordered_set>

namespace deepwell::proof {

namespace {

// A cell costs two bits, and a byte for its turn if the defender is to move.
constexpr double BytesPerCell = 0.8;
// So many cells are solved in the time of a node of alpha-beta.
constexpr std::uint64_t CellsPerNode = 24;
constexpr double CellsPerSecond = 2e7;

// How many positions of the attacker's attempt are looked at in the order in which they are met,
// and how many more one line after the other, if they have not led out of the tables often enough.
constexpr std::size_t WideLook = 3000;
constexpr std::size_t LongLook = 20000;

// Cells that are added at a time: no fewer than these, and no more than this part of all.
constexpr double LeastGrowth = 1e6;
constexpr double TableGrowth = 0.5;

int balance(const Position& position, Side side) {
    return position.pieces(side).count() - position.pieces(other(side)).count();
}

}  // namespace

SpotProof::SpotProof(
    const Leaves& leaves, const Position& root, Side attacker, Hope hope, std::size_t most_bytes)
    : leaves_(leaves),
      root_(root),
      attacker_(attacker),
      most_bytes_(most_bytes),
      tables_(*leaves.database(), leaves.max_pieces(), attacker),
      is_hunting_(hope == Hope::Win) {
    if (is_hunting_) tables_.set_least_balance(balance(root, attacker));
}

Answer SpotProof::answer(const Position& position) {
    const Answer leaf = leaves_.ask_database(position, attacker_);
    if (leaf != Answer::Unknown) return leaf;
    const std::optional<bool> wins = tables_.ask(position);
    if (!wins) return Answer::Unknown;
    return *wins ? Answer::Yes : Answer::No;
}

bool SpotProof::solve(egdb::SpotTables& tables,
                      const std::vector<Config>& configs,
                      Budget& budget) {
    std::uint64_t counted = tables.solved();
    tables.add(configs, [&] {
        const std::uint64_t solved = tables.solved() - counted;
        counted += solved;
        return budget.spend(solved / CellsPerNode);
    });
    return budget.spend((tables.solved() - counted) / CellsPerNode);
}

ShownAnswer SpotProof::ask(Budget& budget) {
    std::vector<Config> configs{tables_.config_of(root_)};
    if (!is_affordable(configs.front(), budget)) return {.attacker = attacker_};
    while (solve(tables_, configs, budget)) {
        const Answer found = answer(root_);
        if (found == Answer::Yes || (found == Answer::No && !is_hunting_))
            return show(found, budget);
        if (found == Answer::No) {
            is_hunting_ = false;
            tables_.set_least_balance(std::nullopt);
            configs.clear();
            continue;
        }
        configs = next_configs(budget);
        if (configs.empty()) break;
    }
    return {.attacker = attacker_};
}

double SpotProof::enough_cells() const {
    return std::max(LeastGrowth, TableGrowth * static_cast<double>(tables_.cells()));
}

bool SpotProof::is_affordable(const egdb::SpotTables& tables,
                              const Config& config,
                              std::size_t most_bytes,
                              const Budget& budget) {
    const auto cells = static_cast<double>(egdb::SpotTables::cells_of(config));
    if ((static_cast<double>(tables.cells()) + cells) * BytesPerCell >
        static_cast<double>(most_bytes))
        return false;
    if (egdb::SpotTables::cells_of(config) / CellsPerNode >= budget.left()) return false;
    const auto left = budget.time_left();
    return !left || cells < CellsPerSecond * std::chrono::duration<double>(*left).count();
}

std::vector<SpotProof::Config> SpotProof::by_merit(const Hits& hits) {
    std::vector<std::pair<double, Config>> order;
    for (const auto& [config, count] : hits)
        order.push_back(
            {-count / std::sqrt(static_cast<double>(egdb::SpotTables::cells_of(config))), config});
    std::sort(order.begin(), order.end());
    std::vector<Config> configs;
    configs.reserve(order.size());
    for (const auto& [merit, config] : order) configs.push_back(config);
    return configs;
}

// Those that stand in the way most.
std::vector<SpotProof::Config> SpotProof::next_configs(Budget& budget) {
    double sum = 0;
    std::vector<Config> chosen;
    for (const Config& config : by_merit(find_open(budget))) {
        if (!is_affordable(config, budget)) continue;
        const auto cells = static_cast<double>(egdb::SpotTables::cells_of(config));
        if (!chosen.empty() && sum + cells > enough_cells()) continue;
        sum += cells;
        chosen.push_back(config);
    }
    return chosen;
}

// The attacker's attempt, against all that the defender may do: where does it leave the tables?
SpotProof::Hits SpotProof::find_open(Budget& budget) {
    Hits hits;
    double cells = 0;
    std::unordered_set<Position, PositionHash> seen{root_};
    std::deque<Position> todo{root_};
    const auto visit = [&](const Position& position) {
        const Config config = tables_.config_of(position);
        if (!tables_.holds(config)) {
            const auto [hit, is_new] = hits.try_emplace(config, 0.0);
            hit->second += 1.0 / static_cast<double>(1 + seen.size());
            if (is_new) cells += static_cast<double>(egdb::SpotTables::cells_of(config));
        } else if (seen.insert(position).second)
            todo.push_back(position);
    };
    while (!todo.empty()) {
        const bool is_wide = seen.size() < WideLook;
        if (!is_wide && (cells > enough_cells() || seen.size() > LongLook)) break;
        const Position position = is_wide ? todo.front() : todo.back();
        is_wide ? todo.pop_front() : todo.pop_back();
        if (!budget.spend(1)) return {};
        if (position.side == attacker_) {
            if (const auto next = attempt(position)) visit(*next);
            continue;
        }
        for (const Position& child : children_of(position))
            if (answer(child) == Answer::Unknown) visit(child);
    }
    return hits;
}

// Out of the configuration if that is possible, or nearer to where it is.
std::optional<Position> SpotProof::attempt(const Position& position) {
    const Config here = tables_.config_of(position);
    std::optional<Position> best;
    std::tuple<bool, int> best_key;
    for (const Position& child : children_of(position)) {
        if (answer(child) != Answer::Unknown) continue;
        const Config there = tables_.config_of(child);
        std::tuple<bool, int> key{false, tables_.holds(there) ? 0 : 1};
        if (there == here) key = {true, tables_.turn_of(child)};
        if (best && key >= best_key) continue;
        best = child;
        best_key = key;
    }
    return best;
}

ShownAnswer SpotProof::show(Answer found, Budget& budget) {
    ShownAnswer shown{.attacker = attacker_};
    const auto choose = [this](const Position& position) {
        return spot_move(tables_, leaves_, position);
    };
    auto records = found == Answer::Yes
                       ? show_tree(root_, attacker_, leaves_, most_bytes_, budget, choose)
                       : show_safety(budget);
    if (!records) return shown;
    shown.answer = found;
    shown.records = std::move(*records);
    return shown;
}

std::optional<Position> spot_move(egdb::SpotTables& tables,
                                  const Leaves& leaves,
                                  const Position& position) {
    const auto here = tables.config_of(position);
    std::optional<Position> best;
    int best_turn = 0;
    for (const Position& child : children_of(position)) {
        const Answer leaf = leaves.ask_database(child, tables.attacker());
        if (leaf == Answer::Yes) return child;
        if (leaf == Answer::No || tables.ask(child) != true) continue;
        const int turn = tables.config_of(child) == here ? tables.turn_of(child) : -1;
        if (best && turn >= best_turn) continue;
        best = child;
        best_turn = turn;
    }
    return best;
}

namespace {

// Depth first, so that every record comes after those that it rests on.
class TreeWriter {
public:
    TreeWriter(Side attacker, const Leaves& leaves, Budget& budget, const Choose& choose)
        : attacker_(attacker), leaves_(leaves), budget_(budget), choose_(choose) {}

    bool write(const Position& root, std::size_t most_records, std::vector<ProofRecord>& records) {
        if (!enter(root)) return false;
        while (!path_.empty()) {
            if (records.size() > most_records) return false;
            if (path_.back().replies.empty())
                leave(records);
            else if (!go_on())
                return false;
        }
        return true;
    }

private:
    struct Node {
        Position position;
        Position choice;
        std::vector<Position> replies{};  // that are not looked at yet
        std::uint32_t rank = 1;
    };
    static constexpr std::uint32_t Open = 0;

    bool is_leaf(const Position& position) const {
        return leaves_.ask(position, attacker_) == Answer::Yes;
    }

    // A root of the defender is a node without a record.
    bool enter(const Position& position) {
        if (!budget_.spend(1)) return false;
        const bool is_attacker = position.side == attacker_;
        const auto choice = is_attacker ? choose_(position) : std::optional(position);
        if (!choice) return false;
        ranks_[position] = Open;
        path_.push_back({.position = position, .choice = *choice});
        if (is_leaf(*choice)) return true;
        for (const Position& reply : children_of(*choice))
            if (!is_leaf(reply)) path_.back().replies.push_back(reply);
        return true;
    }

    void leave(std::vector<ProofRecord>& records) {
        const Node node = std::move(path_.back());
        path_.pop_back();
        if (node.position.side == attacker_) {
            ranks_[node.position] = node.rank;
            records.push_back({node.position, node.choice, node.rank});
        }
        if (!path_.empty()) path_.back().rank = std::max(path_.back().rank, node.rank + 1);
    }

    // False: it leads in a circle, or nowhere.
    bool go_on() {
        Node& node = path_.back();
        const Position next = node.replies.back();
        node.replies.pop_back();
        const auto found = ranks_.find(next);
        if (found == ranks_.end()) return enter(next);
        if (found->second == Open) return false;
        node.rank = std::max(node.rank, found->second + 1);
        return true;
    }

    Side attacker_;
    const Leaves& leaves_;
    Budget& budget_;
    const Choose& choose_;
    std::unordered_map<Position, std::uint32_t, PositionHash> ranks_;
    std::vector<Node> path_;
};

}  // namespace

std::optional<std::vector<ProofRecord>> show_tree(const Position& root,
                                                  Side attacker,
                                                  const Leaves& leaves,
                                                  std::size_t most_bytes,
                                                  Budget& budget,
                                                  const Choose& choose) {
    std::vector<ProofRecord> records;
    TreeWriter writer(attacker, leaves, budget, choose);
    if (!writer.write(root, most_bytes / BytesPerNode, records)) return std::nullopt;
    return records;
}

// The defender prefers leaves, then positions where he has been, then to stand as he has stood.
std::optional<std::vector<ProofRecord>> SpotProof::show_safety(Budget& budget) {
    std::vector<ProofRecord> records;
    const Side defender = other(attacker_);
    std::unordered_set<Position, PositionHash> seen{root_};
    std::unordered_map<std::uint64_t, std::uint32_t> stands;
    std::deque<Position> todo{root_};
    const auto visit = [&](const Position& position) {
        if (leaves_.ask(position, attacker_) == Answer::Unknown && seen.insert(position).second)
            todo.push_back(position);
    };
    while (!todo.empty()) {
        const Position position = todo.front();
        todo.pop_front();
        if (!budget.spend(1) || seen.size() * BytesPerNode > most_bytes_) return std::nullopt;
        const std::vector<Position> children = children_of(position);
        if (position.side == attacker_) {
            for (const Position& child : children) visit(child);
            continue;
        }
        const Position* best = nullptr;
        std::uint64_t best_merit = 0;
        for (const Position& child : children) {
            if (answer(child) != Answer::No) continue;
            std::uint64_t merit = 1 + stands[stand_of(child, defender)];
            if (seen.contains(child)) merit += std::uint64_t{1} << 40;
            if (leaves_.ask(child, attacker_) == Answer::No) merit += std::uint64_t{1} << 41;
            if (merit <= best_merit) continue;
            best = &child;
            best_merit = merit;
        }
        if (best == nullptr) return std::nullopt;
        ++stands[stand_of(*best, defender)];
        records.push_back({position, *best, 0});
        visit(*best);
    }
    return records;
}

}  // namespace deepwell::proof
