#include "proof/spot_proof.h"

#include <algorithm>
#include <deque>
#include <unordered_set>

#include "base/stopwatch.h"

namespace deepwell::proof {

namespace {

// A cell costs two bits, leaves come on top of it; where the defender is to move a byte for the
// turn.
constexpr double BytesPerCell = 0.3;
constexpr double TurnBytesPerCell = 0.5;

// So many cells are solved in the time of a node of alpha-beta.
constexpr std::uint64_t CellsPerNode = 24;

// In cells.
constexpr std::uint64_t FirstWave = 8'000'000;
constexpr std::uint64_t WaveGrowth = 4;
// With so many one has to decide what to hope for.
constexpr std::uint64_t ManyCells = 200'000'000;

}  // namespace

SpotProof::SpotProof(const Leaves& leaves,
                     const Position& root,
                     Side attacker,
                     Hope hope,
                     const SpotOptions& options)
    : leaves_(leaves),
      root_(root),
      attacker_(attacker),
      hope_(hope),
      most_bytes_(options.most_bytes),
      writes_(options.writes),
      tables_(*leaves.database(),
              leaves.max_pieces(),
              attacker,
              hope == Hope::Win ? egdb::Aim::Win : egdb::Aim::Safety),
      reach_(root, leaves.max_pieces(), hope == Hope::Win ? attacker : other(attacker)),
      wave_(FirstWave),
      cells_per_second_(CellsPerSecond) {
    if (writes_) tables_.set_turn_room(turn_room(most_bytes_));
}

Answer SpotProof::answer(const Position& position) {
    if (position.own().is_empty()) return position.side == attacker_ ? Answer::No : Answer::Yes;
    const Answer leaf = leaves_.ask_database(position, attacker_);
    if (leaf != Answer::Unknown) return leaf;
    const std::optional<bool> wins = tables_.ask(position);
    if (wins) return *wins ? Answer::Yes : Answer::No;
    if (!is_closed_) return Answer::Unknown;
    return hope_ == Hope::Win ? Answer::No : Answer::Yes;
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
    while (go_on(budget))
        if (const Answer found = answer(root_); found != Answer::Unknown)
            return show(found, budget);
    return {.attacker = attacker_};
}

ShownAnswer SpotProof::ask_both_ways(const Leaves& leaves,
                                     const Position& root,
                                     Side attacker,
                                     Hope likely,
                                     const SpotOptions& options,
                                     Budget& budget) {
    const Hope unlikely = likely == Hope::Win ? Hope::Safety : Hope::Win;
    std::optional<SpotProof> first, second;
    const SpotOptions half{options.most_bytes / 2, options.writes};
    first.emplace(leaves, root, attacker, likely, half);
    second.emplace(leaves, root, attacker, unlikely, half);
    while (first || second) {
        for (auto* proof : {&first, &second}) {
            if (!*proof) continue;
            const bool goes_on = (*proof)->go_on(budget);
            const Answer found = goes_on ? (*proof)->answer(root) : Answer::Unknown;
            if (goes_on && found == Answer::Unknown) continue;
            if (goes_on) return (*proof)->show(found, budget);
            proof->reset();
        }
        if (first && second && second->tables_.cells() > ManyCells) second.reset();
    }
    return {.attacker = attacker};
}

std::size_t SpotProof::turn_room(std::size_t most_bytes) {
    return static_cast<std::size_t>(static_cast<double>(most_bytes) * TurnBytesPerCell /
                                    (BytesPerCell + TurnBytesPerCell));
}

// What is held may have to be solved again with what is new.
SpotProof::Affordable SpotProof::affordable(const egdb::SpotTables& tables,
                                            std::size_t most_bytes,
                                            const Budget& budget,
                                            double cells_per_second) {
    constexpr double SolvingShare = 0.8;
    const bool notes_turns = tables.aim() != egdb::Aim::Safety && tables.turn_room() > 0;
    const double turns = notes_turns ? TurnBytesPerCell : 0;
    const double room =
        std::max(0.0, static_cast<double>(most_bytes) - static_cast<double>(tables.bytes()));
    constexpr auto Unit = std::uint64_t{1} << 20;
    constexpr double Working =
        static_cast<double>(egdb::SpotTables::working_bytes(Unit)) / static_cast<double>(Unit);
    const auto held = static_cast<double>(tables.cells());
    const auto nodes = static_cast<double>(budget.left());
    double cells = SolvingShare * static_cast<double>(CellsPerNode) * nodes - held;
    if (const auto left = budget.time_left()) {
        const double seconds = std::chrono::duration<double>(*left).count();
        cells = std::min(cells, SolvingShare * cells_per_second * seconds - held);
    }
    return {std::max(0.0, std::min(cells, room / (BytesPerCell + turns))),
            room / (BytesPerCell + turns + Working)};
}

// Where nothing fits into a wave, a larger one may do.
std::vector<SpotProof::Config> SpotProof::next_configs(const Affordable& affordable) {
    const auto most = static_cast<std::uint64_t>(affordable.cells);
    const auto largest = static_cast<std::uint64_t>(affordable.largest);
    std::vector<Config> configs;
    for (bool is_last = false; configs.empty() && !is_last;) {
        is_last = wave_ >= most;
        for (const auto& place : reach_.next(std::min(wave_, most), largest))
            configs.push_back(tables_.config_of(place.material, place.men));
        if (!is_last) wave_ *= WaveGrowth;
    }
    return configs;
}

bool SpotProof::go_on(Budget& budget) {
    if (is_closed_) return false;
    const std::vector<Config> configs =
        next_configs(affordable(tables_, most_bytes_, budget, cells_per_second_));
    if (configs.empty()) return false;
    const Stopwatch watch;
    const std::uint64_t before = tables_.solved();
    if (!solve(tables_, configs, budget)) return false;
    cells_per_second_ =
        std::max(CellsPerSecond, static_cast<double>(tables_.solved() - before) / watch.seconds());
    is_closed_ = reach_.is_exhausted();
    return true;
}

// Tables that aim at safety hold no wins that one could follow.
ShownAnswer SpotProof::show(Answer found, Budget& budget) {
    ShownAnswer shown{.attacker = attacker_, .answer = found, .is_written = false};
    if (!writes_ || (hope_ == Hope::Safety && found == Answer::Yes)) return shown;
    const auto choose = [this](const Position& position) {
        return spot_move(tables_, leaves_, position);
    };
    auto records = found == Answer::Yes
                       ? show_tree(root_, attacker_, leaves_, most_bytes_, budget, choose)
                       : show_safety(budget);
    if (!records) return shown;
    shown.records = std::move(*records);
    shown.is_written = true;
    return shown;
}

std::optional<Position> spot_move(egdb::SpotTables& tables,
                                  const Leaves& leaves,
                                  const Position& position) {
    const auto here = tables.config_of(position);
    std::optional<Position> best;
    int best_turn = 0;
    for (const Position& child : children_of(position)) {
        if (child.own().is_empty()) return child;
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
        auto choice = is_attacker ? known_choice(position) : std::optional(position);
        if (!choice) choice = choose_(position);
        if (!choice) return false;
        ranks_[position] = Open;
        path_.push_back({.position = position, .choice = *choice});
        if (is_leaf(*choice)) return true;
        for (const Position& reply : children_of(*choice))
            if (!is_leaf(reply)) path_.back().replies.push_back(reply);
        return true;
    }

    // What was chosen elsewhere need not be shown again.
    std::optional<Position> known_choice(const Position& position) const {
        std::optional<Position> best;
        std::uint32_t best_rank = 0;
        for (const Position& child : children_of(position)) {
            const auto found = choices_.find(child);
            if (found == choices_.end() || (best && found->second >= best_rank)) continue;
            best = child;
            best_rank = found->second;
        }
        return best;
    }

    void leave(std::vector<ProofRecord>& records) {
        const Node node = std::move(path_.back());
        path_.pop_back();
        if (node.position.side == attacker_) {
            choices_[node.choice] = node.rank;
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
    std::unordered_map<Position, std::uint32_t, PositionHash> choices_;  // that are shown
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
    bool holds = true;  // whatever the tables say
    const auto visit = [&](const Position& position) {
        const Answer leaf = leaves_.ask(position, attacker_);
        if (leaf == Answer::Yes) holds = false;
        if (leaf == Answer::Unknown && seen.insert(position).second) todo.push_back(position);
    };
    while (!todo.empty()) {
        const Position position = todo.front();
        todo.pop_front();
        if (!holds || !budget.spend(1) || seen.size() * BytesPerNode > most_bytes_)
            return std::nullopt;
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
    if (!holds) return std::nullopt;
    return records;
}

}  // namespace deepwell::proof
