#include "compose/truth.h"

#include "board/movegen.h"
#include "proof/safety_harvest.h"
#include "proof/win_harvest.h"

namespace deepwell::compose {

using proof::Answer;

namespace {

constexpr std::size_t MostRemembered = std::size_t{2} << 20;
// Of a budget, for alpha-beta's view of a position.
constexpr double ShareOfLooking = 0.5;

constexpr std::size_t slot_of(Side attacker) {
    return attacker == Side::Black ? 0 : 1;
}

}  // namespace

Truth::Truth(const Evaluator& evaluator,
             const egdb::Database* database,
             const TruthOptions& options)
    : evaluator_(evaluator),
      database_(database),
      leaves_(database, options.database_pieces),
      table_(options.table_bytes),
      searcher_(evaluator,
                {.hash_bytes = options.hash_bytes},
                leaves_.max_pieces() > 0 ? database : nullptr),
      chooser_(evaluator,
               {.hash_bytes = std::size_t{1} << 20},
               leaves_.max_pieces() > 0 ? database : nullptr),
      player_(evaluator, {.hash_bytes = std::size_t{1} << 20}),
      df_pn_(leaves_, evaluator, table_, {}, &searcher_.table()) {}

void Truth::clear() {
    table_.clear();
    searcher_.clear();
    player_.clear();
    proven_.clear();
}

Answer Truth::known(const Position& position, Side attacker) const {
    if (legal_moves(position).empty()) return position.side == attacker ? Answer::No : Answer::Yes;
    if (const Answer leaf = leaves_.ask(position, attacker); leaf != Answer::Unknown) return leaf;
    const auto found = proven_.find(position);
    return found == proven_.end() ? Answer::Unknown : found->second[slot_of(attacker)];
}

void Truth::remember(const Position& position, Side attacker, Answer answer) {
    Answers& answers = proven_.try_emplace(position, Answers{}).first->second;
    answers[slot_of(attacker)] = answer;
    if (answer == Answer::Yes) answers[slot_of(other(attacker))] = Answer::No;
}

// Every position of the tree of a win is won, every one of the closed set is not.
void Truth::remember(const proof::ShownAnswer& shown) {
    if (proven_.size() + 2 * shown.records.size() > MostRemembered) return;
    for (const proof::ProofRecord& record : shown.records) {
        remember(record.position, shown.attacker, shown.answer);
        remember(record.choice, shown.attacker, shown.answer);
    }
}

Answer Truth::ask(const Position& position, Side attacker, proof::Budget& budget) {
    if (const Answer answer = known(position, attacker); answer != Answer::Unknown) return answer;
    if (budget.is_exhausted() || budget.left() == 0) return Answer::Unknown;
    auto found = proof::find_win(searcher_, leaves_, table_, position, ShareOfLooking, budget);
    if (!found) {
        proof::Budget part(budget, ShareOfLooking);
        found =
            proof::find_safety(searcher_, leaves_, position, attacker, table_.most_bytes(), part);
    }
    const proof::ShownAnswer shown = found ? *found : extract(df_pn_, position, attacker, budget);
    if (shown.answer == Answer::Unknown) return Answer::Unknown;
    remember(shown);
    remember(position, shown.attacker, shown.answer);
    return known(position, attacker);
}

std::optional<int> Truth::distance(const Position& position) const {
    if (legal_moves(position).empty()) return 0;
    if (position.occupied().count() > leaves_.max_pieces() || position.enemy().is_empty())
        return std::nullopt;
    return database_->distance(position);
}

search::SearchResult Truth::guess(const Position& position, std::uint64_t nodes, Effort& effort) {
    search::Limits limits;
    limits.nodes = nodes;
    limits.wants_score = true;
    search::SearchResult found = searcher_.search(Game(position), limits, effort.stop());
    effort.charge(found.nodes);
    return found;
}

std::optional<Move> Truth::choice(const Position& position,
                                  std::uint64_t nodes,
                                  Effort& effort,
                                  std::span<const Move> moves) {
    search::Limits limits;
    limits.nodes = nodes;
    limits.search_moves.assign(moves.begin(), moves.end());
    chooser_.clear();
    const search::SearchResult found = chooser_.search(Game(position), limits, effort.stop());
    effort.charge(found.nodes);
    return found.best;
}

search::SearchResult Truth::shallow(const Position& position, std::uint64_t nodes, Effort& effort) {
    search::Limits limits;
    limits.nodes = nodes;
    limits.wants_score = true;
    player_.clear();
    search::SearchResult found = player_.search(Game(position), limits, effort.stop());
    effort.charge(found.nodes);
    return found;
}

std::vector<Move> Truth::looks(const Position& position,
                               int depth,
                               std::uint64_t nodes,
                               Effort& effort) {
    search::Limits limits;
    limits.depth = depth;
    limits.nodes = nodes;
    limits.wants_score = true;
    player_.clear();
    std::vector<Move> looks;
    const auto found =
        player_.search(Game(position), limits, effort.stop(), [&](const search::SearchInfo& info) {
            if (info.pv.empty() || info.bound != search::Bound::Exact) return;
            looks.resize(static_cast<std::size_t>(info.depth), info.pv.front());
            looks.back() = info.pv.front();
        });
    effort.charge(found.nodes);
    return looks;
}

}  // namespace deepwell::compose
