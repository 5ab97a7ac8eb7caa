#include "proof/spot_hunt.h"

#include <algorithm>
#include <cmath>

#include "proof/oracle_for_a_while.h"

namespace deepwell::proof {

namespace {

// A look begins anew, though with a table that knows much: each has more nodes than the one before.
constexpr std::uint64_t FirstLookNodes = 1'000'000;
constexpr double LookGrowth = 1.5;
constexpr double SolvedPerNode = 20;

}  // namespace

SpotHunt::SpotHunt(search::Searcher& searcher,
                   const Leaves& leaves,
                   ProofTable& table,
                   const Position& root,
                   Side attacker,
                   const SpotOptions& options)
    : searcher_(searcher),
      leaves_(leaves),
      table_(table),
      root_(root),
      attacker_(attacker),
      most_bytes_(options.most_bytes),
      writes_(options.writes),
      spots_(*leaves.database(), leaves.max_pieces(), attacker, egdb::Aim::Win),
      reach_(leaves.max_pieces(), attacker),
      nodes_(FirstLookNodes) {
    if (writes_) spots_.set_turn_room(SpotProof::turn_room(most_bytes_));
}

std::optional<Wdl> SpotHunt::ask(const Position& position) {
    if (!SpotProof::is_fit(leaves_, position)) return std::nullopt;
    if (egdb::SpotReach::cells_of(egdb::material_of(position)) > most_bytes_) return std::nullopt;
    const Config config = spots_.config_of(position);
    if (!spots_.holds(config)) {
        ++hits_[config];
        return std::nullopt;
    }
    if (spots_.ask(position) != true) return std::nullopt;
    return position.side == attacker_ ? Wdl::Win : Wdl::Loss;
}

// True: a win is seen.
bool SpotHunt::look(Budget& budget) {
    search::Limits limits;
    limits.nodes = std::max<std::uint64_t>(1, std::min(nodes_, budget.left()));
    limits.wants_score = limits.until_decided = limits.is_continued = true;
    nodes_ = static_cast<std::uint64_t>(LookGrowth * static_cast<double>(nodes_));
    if (const auto left = budget.time_left())
        limits.move_time = std::max(std::chrono::duration_cast<search::Milliseconds>(*left),
                                    search::Milliseconds(1));
    const search::SearchResult found = searcher_.search(Game(root_), limits, budget.stop());
    budget.spend(found.nodes);
    const Score for_attacker = root_.side == attacker_ ? found.score : -found.score;
    return for_attacker > MaxEvaluation;
}

// Half as often met is a move farther away.
std::vector<SpotHunt::Config> SpotHunt::next_configs(const Budget& budget) {
    double most = 0;
    for (const auto& [config, hits] : hits_) most = std::max(most, hits);
    for (const auto& [config, hits] : hits_)
        reach_.add({config.material, spots_.men_of(config)},
                   static_cast<int>(std::log2(most / hits)));
    hits_.clear();
    const auto affordable = SpotProof::affordable(spots_, most_bytes_, budget);
    const double cells = std::min(SolvedPerNode * static_cast<double>(nodes_), affordable.cells);
    std::vector<Config> configs;
    for (const auto& place : reach_.next(static_cast<std::uint64_t>(cells),
                                         static_cast<std::uint64_t>(affordable.largest)))
        configs.push_back(spots_.config_of(place.material, place.men));
    return configs;
}

void SpotHunt::solve_hottest(Budget& budget) {
    const std::vector<Config> configs = next_configs(budget);
    if (!configs.empty()) SpotProof::solve(spots_, configs, budget);
}

ShownAnswer SpotHunt::ask(Budget& budget) {
    ShownAnswer shown{.attacker = attacker_};
    const OracleForAWhile asked(searcher_, this);
    while (!budget.is_exhausted()) {
        if (look(budget)) {
            WinHarvest harvest(searcher_, leaves_, table_, attacker_, budget, &spots_);
            if (!harvest.gather(root_)) break;
            shown.answer = Answer::Yes;
            shown.is_written = false;
            if (writes_) write(harvest, budget, shown);
            break;
        }
        solve_hottest(budget);
    }
    return shown;
}

void SpotHunt::write(const WinHarvest& harvest, Budget& budget, ShownAnswer& shown) {
    const auto choose = [&](const Position& position) {
        return spots_.ask(position) == true ? spot_move(spots_, leaves_, position)
                                            : harvest.winning_move(position);
    };
    auto records = show_tree(root_, attacker_, leaves_, most_bytes_, budget, choose);
    if (!records) return;
    shown.records = std::move(*records);
    shown.is_written = true;
}

}  // namespace deepwell::proof
