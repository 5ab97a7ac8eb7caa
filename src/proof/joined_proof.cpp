#include "proof/joined_proof.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "proof/minimal_tree.h"
#include "proof/safety_harvest.h"
#include "proof/spot_hunt.h"
#include "proof/spot_proof.h"
#include "proof/win_harvest.h"

namespace deepwell::proof {

namespace {

constexpr std::uint64_t FirstNodes = 200'000;
// Of a budget, for alpha-beta, where a win is to be shown.
constexpr double ShareOfLooking = 0.6;

// The records for one question, from the manager's tree and from provers.
class JointAnswer {
public:
    JointAnswer(Side attacker, Answer answer, const Leaves& leaves)
        : attacker_(attacker), answer_(answer), leaves_(leaves) {}

    bool is_chooser(const Position& position) const {
        return (position.side == attacker_) == (answer_ == Answer::Yes);
    }
    bool is_leaf(const Position& position) const {
        return leaves_.ask(position, attacker_) == answer_;
    }
    void add(const Position& position, const Position& choice) {
        std::vector<Position>& choices = choices_[position];
        if (std::find(choices.begin(), choices.end(), choice) == choices.end())
            choices.push_back(choice);
    }
    void add(const ShownAnswer& shown) {
        for (const ProofRecord& record : shown.records) add(record.position, record.choice);
    }
    // Is it shown by the records so far, or all that can be played from it?
    bool has(const Position& position) const {
        if (is_leaf(position)) return true;
        if (is_chooser(position)) return choices_.contains(position);
        const std::vector<Position> children = children_of(position);
        return std::all_of(children.begin(), children.end(), [&](const Position& child) {
            return is_leaf(child) || choices_.contains(child);
        });
    }

    ShownAnswer shown(const Position& root) {
        if (answer_ == Answer::Yes) set_ranks();
        return {.attacker = attacker_, .answer = answer_, .records = needed_by(root)};
    }

private:
    struct Option {
        Position position;
        Position choice;
        std::uint32_t open = 0;  // answers to the choice that have no rank yet
        std::uint32_t rank = 1;
    };

    std::vector<Position> needed_after(const Position& choice) const {
        std::vector<Position> needed;
        if (is_leaf(choice)) return needed;
        for (const Position& child : children_of(choice))
            if (!is_leaf(child)) needed.push_back(child);
        return needed;
    }
    void set_ranks();
    std::vector<ProofRecord> needed_by(const Position& root) const;

    Side attacker_;
    Answer answer_;
    const Leaves& leaves_;
    std::unordered_map<Position, std::vector<Position>, PositionHash> choices_;
    std::unordered_map<Position, std::uint32_t, PositionHash> ranks_;
};

// Different proofs may choose differently in the same position, and taken together their choices
// could go round in a circle: of each position the choice is kept that is first shown to win.
void JointAnswer::set_ranks() {
    std::vector<Option> options;
    std::unordered_map<Position, std::vector<std::size_t>, PositionHash> waiting;
    std::vector<std::size_t> ready;
    for (const auto& [position, choices] : choices_)
        for (const Position& choice : choices) {
            const std::vector<Position> needed = needed_after(choice);
            for (const Position& child : needed) waiting[child].push_back(options.size());
            if (needed.empty()) ready.push_back(options.size());
            options.push_back({position, choice, static_cast<std::uint32_t>(needed.size())});
        }
    for (std::size_t next = 0; next < ready.size(); ++next) {
        const Option option = options[ready[next]];
        if (!ranks_.try_emplace(option.position, option.rank).second) continue;
        choices_[option.position] = {option.choice};
        const auto found = waiting.find(option.position);
        if (found == waiting.end()) continue;
        for (const std::size_t above : found->second) {
            options[above].rank = std::max(options[above].rank, option.rank + 1);
            if (--options[above].open == 0) ready.push_back(above);
        }
    }
}

std::vector<ProofRecord> JointAnswer::needed_by(const Position& root) const {
    std::vector<ProofRecord> records;
    std::unordered_set<Position, PositionHash> seen;
    std::vector<Position> todo;
    const auto visit = [&](const Position& position) {
        if (!is_leaf(position) && seen.insert(position).second) todo.push_back(position);
    };
    if (is_chooser(root))
        visit(root);
    else if (!is_leaf(root))
        for (const Position& child : children_of(root)) visit(child);
    while (!todo.empty()) {
        const Position position = todo.back();
        todo.pop_back();
        const auto choices = choices_.find(position);
        CHECK(choices != choices_.end());
        const auto rank = ranks_.find(position);
        CHECK(answer_ == Answer::No || rank != ranks_.end());
        const Position& choice = choices->second.front();
        records.push_back({position, choice, rank == ranks_.end() ? 0 : rank->second});
        for (const Position& child : needed_after(choice)) visit(child);
    }
    return records;
}

// Walks over real positions, of either side, where the tree has nodes.
class Walk {
public:
    Walk(const ManagerGraph& graph, const MinimalTree& tree, JointAnswer& joint, Side attacker)
        : graph_(graph), tree_(tree), joint_(joint), attacker_(attacker) {}

    // The positions that a prover has shown, those with the fewest pieces first: what is shown for
    // an ending serves the positions that lead to it.
    std::vector<Position> run(const Position& root) {
        std::vector<Position> shown_by_prover;
        visit(root);
        while (!todo_.empty()) {
            const Position position = todo_.back();
            todo_.pop_back();
            const NeededAnswer& needed = needed_at(position);
            if (needed.is_own)
                shown_by_prover.push_back(position);
            else
                step(position, needed);
        }
        std::stable_sort(shown_by_prover.begin(),
                         shown_by_prover.end(),
                         [](const Position& a, const Position& b) {
                             return a.occupied().count() < b.occupied().count();
                         });
        return shown_by_prover;
    }

private:
    // Leaves, and positions without a move, are no nodes.
    void visit(const Position& position) {
        if (joint_.is_leaf(position) || legal_moves(position).empty()) return;
        if (seen_.insert(position).second) todo_.push_back(position);
    }
    const NeededAnswer& needed_at(const Position& position) const {
        const Index node = graph_.find(position);
        CHECK(node != None);
        const NeededAnswer* const needed =
            tree_.find(node, position.side == attacker_ ? NodeQuestion::Wins : NodeQuestion::Loses);
        CHECK(needed != nullptr);
        return *needed;
    }
    void step(const Position& position, const NeededAnswer& needed) {
        for (const Position& child : children_of(position)) {
            if (!joint_.is_chooser(position)) {
                visit(child);
                continue;
            }
            const bool is_choice =
                needed.by_settled ? joint_.is_leaf(child) || legal_moves(child).empty()
                                  : node_position(child) == graph_.node(needed.choice).position;
            if (!is_choice) continue;
            joint_.add(position, child);
            visit(child);
            return;
        }
    }

    const ManagerGraph& graph_;
    const MinimalTree& tree_;
    JointAnswer& joint_;
    Side attacker_;
    std::unordered_set<Position, PositionHash> seen_;
    std::vector<Position> todo_;
};

}  // namespace

std::optional<std::vector<ShownAnswer>> joined_proof(const ManagerGraph& graph,
                                                     const Position& root,
                                                     const Leaves& leaves,
                                                     const ProveAgain& prove_again,
                                                     const std::stop_token& stop,
                                                     Progress& progress) {
    const Index index = graph.find(root);
    CHECK(index != None);
    const MinimalTree tree(graph, index);
    const auto is_own = [](const NeededAnswer& needed) { return needed.is_own; };
    const auto total = std::count_if(tree.answers().begin(), tree.answers().end(), is_own);
    double done = 0;
    std::vector<ShownAnswer> answers;
    for (const NodeQuestion question : NodeQuestions) {
        const NeededAnswer* const needed = tree.find(index, question);
        if (needed == nullptr || needed->ply != 0) continue;
        const Side attacker = question == NodeQuestion::Wins ? root.side : other(root.side);
        JointAnswer joint(attacker, needed->answer, leaves);
        const auto show = [&](const Position& position) {
            progress.update({"proving again", done++, static_cast<double>(total), "positions"});
            const ShownAnswer shown = prove_again(position, attacker, needed->answer, stop);
            if (shown.answer == Answer::Unknown) return false;
            CHECK(shown.answer == needed->answer);
            joint.add(shown);
            return true;
        };
        for (const Position& position : Walk(graph, tree, joint, attacker).run(root))
            if (!joint.has(position) && !show(position)) return std::nullopt;
        answers.push_back(joint.shown(root));
    }
    return answers;
}

AgainProver::AgainProver(const Evaluator& evaluator,
                         const egdb::Database* database,
                         int database_pieces,
                         std::size_t bytes,
                         int threads)
    : bytes_(bytes),
      facts_(bytes / 4),
      leaves_(database, database_pieces, &facts_),
      table_(bytes / 2),
      searcher_(
          evaluator, {.hash_bytes = bytes / 4}, leaves_.max_pieces() > 0 ? database : nullptr),
      search_(leaves_, evaluator, table_, {.threads = threads}, &searcher_.table()) {}

ShownAnswer AgainProver::operator()(const Position& position,
                                    Side attacker,
                                    Answer answer,
                                    const std::stop_token& stop) {
    for (std::uint64_t nodes = FirstNodes;; nodes *= 2) {
        Budget budget(nodes, std::nullopt, stop);
        ShownAnswer shown{.attacker = attacker};
        if (answer == Answer::Yes) {
            auto win = find_win(searcher_, leaves_, table_, position, ShareOfLooking, budget);
            if (win && win->attacker == attacker) shown = std::move(*win);
        } else {
            Budget part(budget, ShareOfLooking);
            auto safety = find_safety(searcher_, leaves_, position, attacker, bytes_ / 4, part);
            if (safety) shown = std::move(*safety);
        }
        if (shown.answer == Answer::Unknown)
            shown = on_the_spot(position, attacker, answer, budget);
        if (!shown.is_written) shown = {.attacker = attacker};
        if (shown.answer == Answer::Unknown) shown = extract(search_, position, attacker, budget);
        if (shown.answer != Answer::Unknown) add_to(facts_, shown);
        if (shown.answer != Answer::Unknown || stop.stop_requested()) return shown;
    }
}

// With half of what is left.
ShownAnswer AgainProver::on_the_spot(const Position& position,
                                     Side attacker,
                                     Answer answer,
                                     Budget& budget) {
    constexpr double Share = 0.25;
    ShownAnswer shown{.attacker = attacker};
    if (!SpotProof::is_fit(leaves_, position)) return shown;
    const bool is_win = answer == Answer::Yes;
    Budget proving(budget, Share);
    shown = SpotProof(leaves_,
                      position,
                      attacker,
                      is_win ? SpotProof::Hope::Win : SpotProof::Hope::Safety,
                      {bytes_ / 4})
                .ask(proving);
    const bool is_shown = shown.answer != Answer::Unknown && shown.is_written;
    if (!is_win || is_shown) return shown;
    Budget hunting(budget, Share);
    return SpotHunt(searcher_, leaves_, table_, position, attacker, {bytes_ / 4}).ask(hunting);
}

}  // namespace deepwell::proof
