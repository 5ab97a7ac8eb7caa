#include "proof/spot_hunt.h"

#include <algorithm>

#include "proof/spot_proof.h"
#include "proof/win_harvest.h"

namespace deepwell::proof {

namespace {

// A look begins anew, though with a table that knows much: each has more nodes than the one before.
constexpr std::uint64_t FirstLookNodes = 1'000'000;
constexpr double LookGrowth = 1.5;
constexpr double SolvedPerNode = 10;

// A damaged database ends a search too.
class OracleForAWhile {
public:
    OracleForAWhile(search::Searcher& searcher, search::Oracle& oracle) : searcher_(searcher) {
        searcher_.set_oracle(&oracle);
    }
    ~OracleForAWhile() { searcher_.set_oracle(nullptr); }
    OracleForAWhile(const OracleForAWhile&) = delete;
    OracleForAWhile& operator=(const OracleForAWhile&) = delete;

private:
    search::Searcher& searcher_;
};

}  // namespace

SpotHunt::SpotHunt(search::Searcher& searcher,
                   const Leaves& leaves,
                   ProofTable& table,
                   const Position& root,
                   Side attacker,
                   std::size_t most_bytes)
    : searcher_(searcher),
      leaves_(leaves),
      table_(table),
      root_(root),
      attacker_(attacker),
      most_bytes_(most_bytes),
      spots_(*leaves.database(), leaves.max_pieces(), attacker),
      nodes_(FirstLookNodes) {}

// A position that is not won is taken for a draw: here nothing but the win counts.
std::optional<Wdl> SpotHunt::ask(const Position& position) {
    if (!SpotProof::is_fit(leaves_, position)) return std::nullopt;
    const Config config = spots_.config_of(position);
    if (!spots_.holds(config)) {
        ++hits_[config];
        return std::nullopt;
    }
    const auto wins = spots_.ask(position);
    if (!wins) return std::nullopt;
    if (!*wins) return Wdl::Draw;
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

void SpotHunt::solve_hottest(Budget& budget) {
    std::vector<Config> chosen;
    double sum = 0;
    for (const Config& config : SpotProof::by_merit(hits_)) {
        const auto cells = static_cast<double>(egdb::SpotTables::cells_of(config));
        if (!SpotProof::is_affordable(spots_, config, most_bytes_, budget)) continue;
        if (!chosen.empty() && sum + cells > SolvedPerNode * static_cast<double>(nodes_)) break;
        sum += cells;
        chosen.push_back(config);
    }
    for (auto& [config, hits] : hits_) hits /= 2;
    for (const Config& config : chosen) hits_.erase(config);
    if (!chosen.empty()) SpotProof::solve(spots_, chosen, budget);
}

ShownAnswer SpotHunt::ask(Budget& budget) {
    ShownAnswer shown{.attacker = attacker_};
    const OracleForAWhile asked(searcher_, *this);
    while (!budget.is_exhausted()) {
        if (look(budget)) {
            WinHarvest harvest(searcher_, leaves_, table_, attacker_, budget, &spots_);
            if (harvest.gather(root_)) show(budget, shown);
            break;
        }
        solve_hottest(budget);
    }
    return shown;
}

void SpotHunt::show(Budget& budget, ShownAnswer& shown) {
    const auto choose = [this](const Position& position) { return winning_move(position); };
    auto records = show_tree(root_, attacker_, leaves_, most_bytes_, budget, choose);
    if (!records) return;
    shown.answer = Answer::Yes;
    shown.records = std::move(*records);
}

// By the spots if they know it; else by what the harvest has shown.
std::optional<Position> SpotHunt::winning_move(const Position& position) {
    if (spots_.ask(position) == true) return spot_move(spots_, leaves_, position);
    std::optional<Position> best;
    int best_rank = 0;
    for (const Position& child : children_of(position)) {
        const Answer leaf = leaves_.ask(child, attacker_);
        if (leaf == Answer::Yes) return child;
        if (leaf == Answer::No) continue;
        int rank = -1;
        if (spots_.ask(child) != true) {
            const auto known = table_.find(child, attacker_);
            if (!known || !known->numbers.is_yes()) continue;
            rank = known->rank;
        }
        if (best && rank >= best_rank) continue;
        best = child;
        best_rank = rank;
    }
    return best;
}

}  // namespace deepwell::proof
