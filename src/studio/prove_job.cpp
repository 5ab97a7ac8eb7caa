#include "studio/prove_job.h"

#include <atomic>
#include <fmt/format.h>

#include "board/fen.h"
#include "eval/evaluators.h"
#include "proof/prover.h"
#include "studio/fields.h"
#include "studio/position_json.h"
#include "studio/proof_samples.h"
#include "studio/proof_tree.h"

namespace deepwell::studio {

namespace {

constexpr double UsualProofSeconds = 60;
constexpr double MostSeconds = 86'400;
constexpr std::int64_t UsualMegabytes = 256;
constexpr std::int64_t MostMegabytes = 16'384;
constexpr std::int64_t MostProvedPieces = 24;
constexpr double SampleInterval = 0.5;

JobPlan plan(const Json& request) {
    const Fields fields(request, {"kind", "fen", "seconds", "memory_mb", "pieces"});
    const Position position = position_of(fields.text("fen", 300));
    return {{{"kind", "prove"},
             {"fen", to_fen(position)},
             {"seconds", fields.number_or("seconds", 0.1, MostSeconds, UsualProofSeconds)},
             {"memory_mb", fields.whole_or("memory_mb", 1, MostMegabytes, UsualMegabytes)},
             {"pieces", fields.whole_or("pieces", 0, MostProvedPieces, MostProvedPieces)}},
            "Proof of " + to_fen(position)};
}

// Tells progress and samples of a prover.
class Observer {
public:
    Observer(JobContext& context, double seconds) : context_(context), seconds_(seconds) {}

    void operator()(const proof::ProofProgress& state) {
        const std::string question = fmt::format("does {} win?", name(state.attacker));
        context_.progress().update({.stage = question,
                                    .done = std::min(state.seconds, seconds_),
                                    .total = seconds_,
                                    .unit = "seconds"});
        double due = next_.load();
        if (state.seconds < due ||
            !next_.compare_exchange_strong(due, state.seconds + SampleInterval))
            return;
        context_.add_sample(to_json(ProofSample{state.seconds,
                                                static_cast<double>(state.nodes),
                                                1000 * state.fill,
                                                state.root.value_or(proof::Numbers{}),
                                                question}));
    }

private:
    JobContext& context_;
    double seconds_;
    std::atomic<double> next_ = 0;
};

Json result_json(const Position& position,
                 const proof::ProofResult& result,
                 std::size_t positions) {
    return {{"kind", "prove"},
            {"fen", to_fen(position)},
            {"label", label_of(result.value)},
            {"words", verdict_text(position.side, result.value)},
            {"proven", result.value.is_exact()},
            {"score", score_json(result.score, std::nullopt)},
            {"nodes", result.nodes},
            {"seconds", result.seconds},
            {"line", line_json(position, result.line)},
            {"certificate", positions > 0},
            {"certificate_positions", positions}};
}

std::size_t keep_proof(JobContext& context,
                       const proof::Prover& prover,
                       const Position& position,
                       const proof::ProofResult& result) {
    if (result.value == WdlRange{} || !result.is_written()) return 0;
    const auto bytes = prover.certificate(position, result);
    write_proof_tree(context.directory() / TreeFile, result.shown);
    context.save_file("certificate.proof",
                      {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    std::size_t positions = 0;
    for (const proof::ShownAnswer& shown : result.shown) positions += shown.records.size();
    return std::max<std::size_t>(positions, 1);
}

JobEnd work(JobContext& context, const Knowledge& knowledge) {
    const Json& request = context.request();
    const Position position = position_of(request.at("fen"));
    const double seconds = request.at("seconds");
    const auto evaluator = default_evaluator();
    const auto database = knowledge.database();
    proof::ProverOptions options;
    options.set_memory(request.at("memory_mb").get<std::size_t>() << 20);
    options.database_pieces = request.at("pieces");
    proof::Prover prover(*evaluator, database.get(), options);
    Observer observer(context, seconds);
    proof::ProofLimits limits;
    limits.seconds = seconds;
    limits.stop = context.stop();
    limits.observer = [&](const proof::ProofProgress& state) { observer(state); };
    const proof::ProofResult result = prover.prove(position, limits);
    const bool is_stopped = context.stop().stop_requested() && !result.value.is_exact();
    if (is_stopped) return {false, "Stopped; it begins anew when it is resumed."};
    const std::size_t positions = keep_proof(context, prover, position, result);
    context.set_result(result_json(position, result, positions));
    const std::string words = verdict_text(position.side, result.value);
    context.log(fmt::format("{} {} nodes in {:.1f} s", words, result.nodes, result.seconds));
    return {true, words};
}

}  // namespace

JobKind prove_job(const Knowledge& knowledge) {
    return {.name = "prove", .plan = plan, .work = [&](JobContext& context) {
                return work(context, knowledge);
            }};
}

}  // namespace deepwell::studio
