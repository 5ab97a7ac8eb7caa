// Prover: the value of a position, proven as far as the budget allows.  The layer's face.
//
// As in the papers: alpha-beta first, for a score, a line and an idea of the outcome; then df-pn
// on the question that seems easier, then on the other; with several threads on both at once, for
// they have nothing in common.  Only extracted answers count.

#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>

#include "proof/certificate.h"
#include "proof/node_key.h"
#include "proof/safety_harvest.h"
#include "proof/spot_proof.h"
#include "search/searcher.h"

namespace deepwell::proof {

struct ProverOptions {
    std::size_t table_bytes = std::size_t{3} << 29;
    std::size_t hash_bytes = std::size_t{1} << 29;  // of alpha-beta
    int database_pieces = MenPerSide * 2;           // asks files with at most so many
    DfPnOptions df_pn{};
    // If there are any: what was shown before need not be shown again, and what is shown is added.
    // A result then contains no whole proof, and makes no certificate.  Must outlive the prover.
    Facts* facts = nullptr;

    // So much memory in all.
    void set_memory(std::size_t bytes) {
        constexpr std::size_t Least = std::size_t{1} << 20;
        table_bytes = std::max(Least, bytes * 3 / 4);
        hash_bytes = std::max(Least, bytes / 4);
    }
};

// One side stands so well that it is likely to win.
constexpr bool is_clear_lead(Score score) {
    constexpr Score ClearLead = ManScore * 2 / 5;
    return score >= ClearLead || score <= -ClearLead;
}

// What a prover is at.
enum class ProofStage : std::uint8_t {
    AlphaBeta,  // looks for a win
    Showing,    // a win that it has seen
    Safety,     // looks for a defence, and shows it
    Tables,     // are solved on the spot
    Hunt,       // both together
    DfPn,       // proof numbers
};

// What a proof says while it goes on.
struct ProofProgress {
    ProofStage stage = ProofStage::AlphaBeta;
    Side attacker = Side::Black;  // of the question at hand
    std::optional<Numbers> root;  // of df-pn
    std::uint64_t nodes = 0;
    double seconds = 0;
    double fill = 0;  // of the table
    std::uint64_t probes = 0;
};

struct ProofLimits {
    std::optional<std::uint64_t> nodes;  // of alpha-beta and df-pn together
    std::optional<double> seconds;
    std::stop_token stop;
    // What is asked of the side to move: does it win, does it lose?
    QuestionSet questions = QuestionSet::both();
    // Whoever wants only the value is spared the writing of long proofs.
    bool wants_records = true;
    // Of alpha-beta, if it is known: then there is no need to look ahead at first.
    std::optional<Score> score;
    // Called now and then, from any thread that works.
    std::function<void(const ProofProgress&)> observer;
};

struct ProofResult {
    WdlRange value;          // proven, for the side to move
    Score score = 0;         // of alpha-beta
    bool warning = false;    // its line ends with a king on the board: trust the score less
    std::vector<Move> line;  // of best play
    std::uint64_t nodes = 0;
    std::uint64_t probes = 0;
    std::uint64_t repairs = 0;  // conjectures of df-pn that turned out false
    double seconds = 0;
    std::vector<ShownAnswer> shown;

    // All of it can be put into a certificate.
    bool is_written() const {
        return std::all_of(
            shown.begin(), shown.end(), [](const ShownAnswer& one) { return one.is_written; });
    }
    // What can be: the value that the written answers show.
    WdlRange written_value(Side to_move) const;
};

class Prover {
public:
    // Both must outlive it; the database may be absent.
    Prover(const Evaluator& evaluator,
           const egdb::Database* database,
           const ProverOptions& options = {});

    // With one thread and a limit of nodes the result is the same every time after clear().
    ProofResult prove(const Position& position, const ProofLimits& limits);

    // Of the part of the result that is written.  REQUIRES: it has no facts, and something is
    // written.
    std::vector<std::uint8_t> certificate(const Position& position,
                                          const ProofResult& result) const;

    void clear();
    const Leaves& leaves() const { return leaves_; }

private:
    struct Task;
    // What one question needs; no position of its table concerns the other one.
    struct Inquiry {
        Inquiry(const Evaluator& evaluator, Prover& prover, const ProverOptions& options);
        ProofTable table;
        DfPn search;  // with alpha-beta's table as a hint
    };

    ProofResult prove_with_choice(const Position& position, const ProofLimits& limits);
    void look_ahead(Task& task);
    void look_further(Task& task, double share);
    void look_ahead(Task& task, search::Limits limits, double share, double most_seconds);
    void ask_in_turn(Task& task);
    void ask_both(Task& task);
    void harvest(Task& task, Side attacker);
    // Does alpha-beta see that the attacker does not win, and can it be shown?  False: the first
    // only.
    bool ask_safety(Task& task, SafetyHarvest& safety, double share, double showing_share);
    void ask_alpha_beta(Task& task, int rounds);
    bool is_known(const Position& position) const {
        return leaves_.ask_database(position, position.side) != Answer::Unknown;
    }
    // One piece above the databases.
    bool is_near(const Task& task) const;
    void ask_near(Task& task);
    void ask_far(Task& task);
    void ask_whether_safe(Task& task, Side attacker, double share);
    void ask_both_ways(Task& task, Side attacker, SpotProof::Hope likely, double share);
    void hunt(Task& task);
    SpotOptions spot_options(const Task& task) const;
    void ask(Task& task, Side attacker, double share);
    // answer(budget) with a share of what is left; its answer is taken.
    template <class Answered>
    void spend(Task& task, ProofStage stage, Side attacker, double share, const Answered& answer);
    void take(Task& task, ShownAnswer shown);
    void take_unwritten(Task& task);
    std::function<void(std::uint64_t)> observer_of(Task& task, ProofStage stage, Side attacker);
    ProofProgress progress_of(Task& task, ProofStage stage, Side attacker) const;
    Inquiry& inquiry(Side attacker) const { return *inquiries_[attacker == Side::Black ? 0 : 1]; }
    std::uint64_t probes_since(const Task& task) const;

    const egdb::Database* database_;
    Facts* facts_;
    int threads_;
    std::size_t table_bytes_;
    Leaves leaves_;
    search::Searcher searcher_;
    std::array<std::unique_ptr<Inquiry>, 2> inquiries_;  // by attacker
};

}  // namespace deepwell::proof
