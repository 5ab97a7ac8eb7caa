#include "proof/win_harvest.h"

#include <algorithm>

#include "proof/spot_proof.h"

namespace deepwell::proof {

namespace {

constexpr std::uint64_t FirstNodesToAsk = 1000;
constexpr std::uint64_t MostNodesToAsk = 10'000'000;
constexpr std::uint64_t GrowthOfNodes = 8;
constexpr std::uint64_t NoLimit = std::uint64_t{1} << 60;
// Of what may be spent on a win, for finding it; the rest is for showing it.
constexpr double LookingShare = 0.7;
// No line of play is longer.
constexpr std::size_t LongestPath = 600;
// The winner's moves that are tried at a position.
constexpr std::size_t MostTries = 3;
// Entries of a harvest are dear.
constexpr std::uint8_t WorkOfWin = 20;

// Of the budget at most this share, and so many nodes.
search::SearchResult look(search::Searcher& searcher,
                          const Position& position,
                          double share,
                          std::uint64_t nodes,
                          Budget& budget) {
    search::Limits limits;
    const double allowed = share * static_cast<double>(budget.left());
    if (allowed < static_cast<double>(nodes)) nodes = static_cast<std::uint64_t>(allowed);
    limits.nodes = std::max(nodes, std::uint64_t{1});
    limits.wants_score = limits.until_decided = limits.is_continued = true;
    if (const auto left = budget.time_left())
        limits.move_time = std::max(std::chrono::duration_cast<search::Milliseconds>(*left * share),
                                    search::Milliseconds(1));
    search::SearchResult found = searcher.search(Game(position), limits, budget.stop());
    budget.spend(found.nodes);
    return found;
}

}  // namespace

// A line that comes back to itself fails, and all above it with it, though it may be well
// elsewhere: so as long as a pass finds new wins, there is another one.
bool WinHarvest::gather(const Position& root) {
    nodes_to_ask_ = FirstNodesToAsk;
    while (nodes_to_ask_ <= MostNodesToAsk && !budget_.is_exhausted()) {
        const std::size_t before = wins_.size();
        in_vain_.clear();
        const Rank rank = rank_of(root);
        if (rank) return true;
        if (wins_.size() == before) nodes_to_ask_ *= GrowthOfNodes;
    }
    return false;
}

WinHarvest::Rank WinHarvest::known_rank(const Position& position) {
    const auto shown = wins_.find(position);
    if (shown != wins_.end()) return shown->second.rank;
    const auto known = table_.find(position, attacker_);
    if (known && known->numbers.is_yes()) return known->rank;
    return std::nullopt;
}

// What was solved on the spot is as good as a database.
Answer WinHarvest::leaf(const Position& position) const {
    const Answer known = leaves_.ask(position, attacker_);
    if (known != Answer::Unknown || spots_ == nullptr) return known;
    const auto wins = spots_->ask(position);
    if (!wins) return Answer::Unknown;
    return *wins ? Answer::Yes : Answer::No;
}

WinHarvest::Rank WinHarvest::rank_of(const Position& position) {
    const Answer known_leaf = leaf(position);
    if (known_leaf != Answer::Unknown) return known_leaf == Answer::Yes ? Rank(0) : std::nullopt;
    if (const Rank known = known_rank(position)) return known;
    if (in_vain_.contains(position) || path_.size() >= LongestPath || !budget_.spend(1))
        return std::nullopt;
    if (!path_.insert(position).second) return std::nullopt;
    const auto win =
        position.side == attacker_ ? win_of_attacker(position) : win_of_defender(position);
    path_.erase(position);
    if (!win) {
        in_vain_.insert(position);
        return std::nullopt;
    }
    wins_.emplace(position, *win);
    table_.store(position,
                 attacker_,
                 {.numbers = Numbers::yes(),
                  .rank = static_cast<std::uint16_t>(std::min(win->rank, 0xffffU)),
                  .work = WorkOfWin});
    return win->rank;
}

// What alpha-beta's table says of a position in which the defender is to move: a defeat?
std::optional<Score> WinHarvest::claim_of_defeat(const Position& defender) const {
    const auto entry = searcher_.table().find(hash_of(defender));
    if (!entry || !entry->is_claim() || entry->score > 0) return std::nullopt;
    return entry->score;
}

std::vector<Position> WinHarvest::promising(const std::vector<Position>& children) const {
    std::vector<std::pair<Score, Position>> claims;
    for (const Position& child : children)
        if (const auto claim = claim_of_defeat(child)) claims.emplace_back(*claim, child);
    std::stable_sort(claims.begin(), claims.end(), [](const auto& a, const auto& b) {
        return a.first < b.first;
    });
    std::vector<Position> positions;
    positions.reserve(claims.size());
    for (const auto& claim : claims) positions.push_back(claim.second);
    return positions;
}

std::optional<WinHarvest::Win> WinHarvest::win_by(const Position& child) {
    const Rank rank = rank_of(child);
    return rank ? std::optional(Win{*rank + 1, child}) : std::nullopt;
}

std::optional<WinHarvest::Win> WinHarvest::win_of_attacker(const Position& position) {
    const std::vector<Position> children = children_of(position);
    for (const Position& child : children) {
        if (leaf(child) == Answer::Yes) return Win{1, child};
        if (const Rank known = known_rank(child)) return Win{*known + 1, child};
    }
    std::size_t tries = 0;
    for (const Position& child : promising(children)) {
        if (++tries > MostTries) break;
        if (const auto win = win_by(child)) return win;
    }
    return searched(position);
}

std::optional<WinHarvest::Win> WinHarvest::searched(const Position& position) {
    const auto found = look(searcher_, position, 1, nodes_to_ask_, budget_);
    if (!found.best || found.score <= MaxEvaluation) return std::nullopt;
    return win_by(play(position, *found.best));
}

// The moves of which alpha-beta knows least come first: if one holds, the others need not be shown.
std::optional<WinHarvest::Win> WinHarvest::win_of_defender(const Position& position) {
    std::vector<Position> children = children_of(position);
    const auto is_claimed = [&](const Position& child) {
        const auto entry = searcher_.table().find(hash_of(child));
        return entry && entry->is_claim() && entry->score > 0;
    };
    std::stable_partition(children.begin(), children.end(), [&](const Position& child) {
        return !is_claimed(child);
    });
    std::uint32_t longest = 0;
    for (const Position& child : children) {
        const Rank rank = rank_of(child);
        if (!rank) return std::nullopt;
        longest = std::max(longest, *rank);
    }
    return Win{longest + 1};
}

// What others have put into the table has a rank too, as long as it is there.
std::optional<Position> WinHarvest::winning_move(const Position& position) const {
    const auto shown = wins_.find(position);
    if (shown != wins_.end()) return shown->second.choice;
    std::optional<Position> best;
    int best_rank = 0;
    for (const Position& child : children_of(position)) {
        if (leaf(child) == Answer::Yes) return child;
        const auto known = table_.find(child, attacker_);
        if (!known || !known->numbers.is_yes() || (best && known->rank >= best_rank)) continue;
        best = child;
        best_rank = known->rank;
    }
    return best;
}

ShownAnswer WinHarvest::show(const Position& root) {
    ShownAnswer shown{.attacker = attacker_, .answer = leaves_.ask(root, attacker_)};
    if (shown.answer == Answer::Yes) return shown;
    auto records = show_tree(
        root, attacker_, leaves_, table_.most_bytes(), budget_, [this](const Position& p) {
            return winning_move(p);
        });
    if (!records) return shown;
    shown.answer = Answer::Yes;
    shown.records = std::move(*records);
    return shown;
}

std::optional<ShownAnswer> find_win(search::Searcher& searcher,
                                    const Leaves& leaves,
                                    ProofTable& table,
                                    const Position& position,
                                    double share,
                                    Budget& budget) {
    Budget part(budget, share);
    const Score score = look(searcher, position, LookingShare, NoLimit, part).score;
    if (!search::is_decided(score)) return std::nullopt;
    const Side winner = score > 0 ? position.side : other(position.side);
    WinHarvest harvest(searcher, leaves, table, winner, part);
    if (!harvest.gather(position)) return std::nullopt;
    ShownAnswer shown = harvest.show(position);
    if (shown.answer == Answer::Unknown) return std::nullopt;
    return shown;
}

}  // namespace deepwell::proof
