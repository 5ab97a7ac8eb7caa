#include "book/growth_graph.h"

#include <algorithm>
#include <queue>
#include <set>

#include "board/movegen.h"
#include "book/book_entry.h"
#include "search/search_score.h"

namespace deepwell::book {

namespace {

// Kings can be forced to and fro.
constexpr int MostForcedPlies = 20;

// Cheaper first; of equal cost by position, so that the order depends on nothing else.
bool comes_before(const Wanted& a, const Wanted& b) {
    return a.cost != b.cost ? a.cost < b.cost : is_before(a.kept, b.kept);
}

}  // namespace

Landing landing_of(const Position& position, const Move& move) {
    Position next = play(position, move);
    for (int ply = 0; ply < MostForcedPlies; ++ply) {
        const MoveList moves = legal_moves(next);
        if (moves.size() != 1) break;
        next = play(next, moves[0]);
    }
    return {as_kept(next), next.side == position.side};
}

// The search for what is in reach: by rising cost, each node at most once in each role.
struct GrowthGraph::Reach {
    struct Stop {
        double cost;
        NodeNumber node;
        bool ours;
        bool operator>(const Stop& other) const {
            return std::tie(cost, node, ours) > std::tie(other.cost, other.node, other.ours);
        }
    };
    std::priority_queue<Stop, std::vector<Stop>, std::greater<>> stops;
    std::unordered_map<Position, double, PositionHash> leaves;

    void meet(const Position& kept, double cost) {
        const auto [leaf, is_new] = leaves.emplace(kept, cost);
        if (!is_new) leaf->second = std::min(leaf->second, cost);
    }
};

GrowthGraph::GrowthGraph(std::vector<Position> roots, const GrowthRules& rules)
    : roots_(std::move(roots)), rules_(rules) {
    back_up();
}

void GrowthGraph::add(const SearchedPosition& searched) {
    numbers_.emplace(searched.position, static_cast<NodeNumber>(searched_.size()));
    std::vector<Landing>& landings = landings_.emplace_back();
    for (const ScoredMove& one : searched.moves)
        landings.push_back(landing_of(searched.position, one.move));
    searched_.push_back(searched);
}

void GrowthGraph::back_up() {
    ways_.assign(size(), {});
    for (NodeNumber node = 0; node < size(); ++node) link(node);
    values_ = forced_values(ways_, search::loss_at(0));
    find_reach();
}

// A move that was not gone into has only its search to speak for it, and all but the first only a
// short one.
void GrowthGraph::link(NodeNumber node) {
    for (std::size_t move = 0; move < landings_[node].size(); ++move) {
        Way& way = ways_[node].emplace_back();
        const Landing& landing = landings_[node][move];
        way.keeps_turn = landing.keeps_turn;
        if (const auto known = numbers_.find(landing.kept); known != numbers_.end())
            way.node = known->second;
        way.outside = searched_[node].moves[move].score;
        if (move > 0 && !search::is_decided(way.outside)) way.outside -= rules_.unproven;
    }
}

Score GrowthGraph::gain_of(NodeNumber node, std::size_t move) const {
    const Way& way = ways_[node][move];
    if (!way.node) return way.outside;
    return way.keeps_turn ? values_[*way.node] : -values_[*way.node];
}

// What it is worth without the doubt about moves that were not gone into.
Score GrowthGraph::raw_gain(NodeNumber node, std::size_t move) const {
    return ways_[node][move].node ? gain_of(node, move) : searched_[node].moves[move].score;
}

std::size_t GrowthGraph::best_number(NodeNumber node) const {
    std::size_t best = 0;
    for (std::size_t move = 1; move < ways_[node].size(); ++move)
        if (gain_of(node, move) > gain_of(node, best)) best = move;
    return best;
}

ScoredMove GrowthGraph::best(NodeNumber node) const {
    const std::size_t move = best_number(node);
    return {searched_[node].moves[move].move, gain_of(node, move)};
}

std::size_t GrowthGraph::positions_in_reach() const {
    std::size_t count = 0;
    for (NodeNumber node = 0; node < size(); ++node) count += ours_[node] || theirs_[node] ? 1 : 0;
    return count;
}

bool GrowthGraph::needs_no_search(const Position& kept) const {
    return kept.occupied().count() <= rules_.known_pieces || legal_moves(kept).size() < 2;
}

void GrowthGraph::find_reach() {
    ours_.assign(size(), false);
    theirs_.assign(size(), false);
    Reach reach;
    for (const Position& root : roots_) {
        const auto known = numbers_.find(root);
        if (known == numbers_.end()) {
            if (!needs_no_search(root)) reach.meet(root, 0);
            continue;
        }
        for (const bool ours : {false, true}) reach.stops.push({0, known->second, ours});
    }
    while (!reach.stops.empty()) {
        const Reach::Stop stop = reach.stops.top();
        reach.stops.pop();
        std::vector<bool>& met = stop.ours ? ours_ : theirs_;
        if (met[stop.node]) continue;
        met[stop.node] = true;
        go_on(reach, stop.node, stop.ours, stop.cost);
    }
    wanted_.clear();
    for (const auto& [kept, cost] : reach.leaves) wanted_.push_back({kept, cost});
    std::sort(wanted_.begin(), wanted_.end(), comes_before);
}

void GrowthGraph::go_on(Reach& reach, NodeNumber node, bool ours, double cost) const {
    if (ways_[node].empty() || search::is_decided(values_[node])) return;
    const std::size_t best = best_number(node);
    if (ours) return step(reach, node, best, ours, cost + 1);
    Score top = raw_gain(node, 0);
    for (std::size_t move = 1; move < ways_[node].size(); ++move)
        top = std::max(top, raw_gain(node, move));
    for (std::size_t move = 0; move < ways_[node].size(); ++move) {
        const Score loss = top - raw_gain(node, move);
        if (loss > rules_.sensible) continue;
        step(reach, node, move, ours, cost + 1 + 1.0 * loss / rules_.points_a_ply);
    }
}

void GrowthGraph::step(
    Reach& reach, NodeNumber node, std::size_t move, bool ours, double cost) const {
    const Way& way = ways_[node][move];
    const bool ours_next = way.keeps_turn == ours;
    if (way.node) {
        reach.stops.push({cost, *way.node, ours_next});
    } else if (const Position& kept = landings_[node][move].kept;
               !search::is_decided(way.outside) && !needs_no_search(kept)) {
        reach.meet(kept, cost);
    }
}

std::vector<ChangedMove> GrowthGraph::changed_moves() const {
    std::vector<ChangedMove> changed;
    for (NodeNumber node = 0; node < size(); ++node) {
        if (!ours_[node] || ways_[node].empty()) continue;
        const std::size_t now = best_number(node);
        if (now == 0) continue;
        const std::vector<ScoredMove>& moves = searched_[node].moves;
        changed.push_back({searched_[node].position,
                           moves[0].move,
                           moves[now].move,
                           moves[0].score,
                           gain_of(node, 0),
                           gain_of(node, now)});
    }
    std::sort(changed.begin(), changed.end(), [](const ChangedMove& a, const ChangedMove& b) {
        return is_before(a.kept, b.kept);
    });
    return changed;
}

}  // namespace deepwell::book
