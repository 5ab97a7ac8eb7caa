#include "studio/solve_job.h"

#include <fmt/format.h>
#include <thread>

#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"
#include "eval/evaluators.h"
#include "proof/certificate.h"
#include "proof/joined_proof.h"
#include "proof/manager.h"
#include "proof/prover_pool.h"
#include "studio/fields.h"
#include "studio/graph_view.h"
#include "studio/limits.h"
#include "studio/position_json.h"
#include "studio/proof_samples.h"
#include "studio/proof_tree.h"
#include "studio/prove_job.h"

namespace deepwell::studio {

namespace {

constexpr std::int64_t UsualMegabytes = 512;
constexpr std::int64_t MostMegabytes = 16'384;
constexpr std::int64_t MostThreads = 64;
constexpr std::int64_t MostSolvedPieces = 24;
constexpr std::int64_t UsualJobNodes = 200'000;
constexpr int BatchPerThread = 16;
constexpr double LeaseSeconds = 3600;
constexpr double SampleInterval = 0.5;

JobPlan plan(const Json& request) {
    const Fields fields(request,
                        {"kind",
                         "fen",
                         "opening",
                         "seconds",
                         "job_seconds",
                         "job_nodes",
                         "memory_mb",
                         "threads",
                         "pieces"});
    if (fields.has("fen") == fields.has("opening"))
        throw Refusal(400, "give either 'fen' or 'opening'");
    const Position root =
        fields.has("fen")
            ? position_of(fields.text("fen", 300))
            : game_of(Position::start(), words_of(fields.text("opening", 200))).position();
    if (legal_moves(root).empty()) throw Refusal(400, "the game is over in this position");
    const auto threads =
        static_cast<std::int64_t>(std::max(1U, std::thread::hardware_concurrency()));
    Json complete = {{"kind", "solve"},
                     {"fen", to_fen(root)},
                     {"memory_mb", fields.whole_or("memory_mb", 1, MostMegabytes, UsualMegabytes)},
                     {"threads", fields.whole_or("threads", 1, MostThreads, threads)},
                     {"pieces", fields.whole_or("pieces", 0, MostSolvedPieces, MostSolvedPieces)}};
    if (fields.has("seconds"))
        complete["seconds"] = fields.number("seconds", 0.1, limits::JobSeconds);
    if (fields.has("job_seconds"))
        complete["job_seconds"] = fields.number("job_seconds", 0.1, 3600);
    if (fields.has("job_nodes") || !fields.has("job_seconds"))
        complete["job_nodes"] =
            fields.whole_or("job_nodes", 1000, 1'000'000'000'000, UsualJobNodes);
    const std::string what = fields.has("opening") ? fields.text("opening", 200) : to_fen(root);
    return {std::move(complete), "Solving " + what};
}

// A jump that is due is played first: evaluations are for quiet positions.
Score guess(const Evaluator& evaluator, const Position& position) {
    if (!can_jump(position)) return evaluator.evaluate(position);
    Score best = -MaxEvaluation;
    for (const Move& move : legal_moves(position))
        best = std::max(best, -evaluator.evaluate(play(position, move)));
    return best;
}

Json moves_json(const Position& root, const std::vector<Position>& line) {
    Json moves = Json::array();
    Position position = root;
    for (std::size_t i = 1; i < line.size(); ++i)
        for (const Move& move : legal_moves(position)) {
            if (proof::node_position(play(position, move)) != line[i]) continue;
            moves.push_back(deepwell::to_text(position, move));
            position = play(position, move);
            break;
        }
    return moves;
}

Json result_json(const Position& root, const proof::ManagerStatus& status, bool has_certificate) {
    const bool is_infinite = status.threshold == proof::InfiniteThreshold;
    return {{"kind", "solve"},
            {"fen", to_fen(root)},
            {"label", label_of(status.value)},
            {"words", verdict_text(root.side, status.value)},
            {"proven", status.value.is_exact()},
            {"graph_nodes", status.nodes},
            {"graph_proven", status.proven},
            {"likely", status.likely},
            {"frontier", status.frontier},
            {"searches", status.searches},
            {"prover_nodes", status.prover_nodes},
            {"threshold", is_infinite ? "infinite" : std::to_string(status.threshold)},
            {"wins_proof", drawn(status.numbers[0].proof)},
            {"wins_disproof", drawn(status.numbers[0].disproof)},
            {"holds_proof", drawn(status.numbers[1].disproof)},
            {"holds_disproof", drawn(status.numbers[1].proof)},
            {"line", moves_json(root, status.line)},
            {"certificate", has_certificate}};
}

// Everything that a solve needs, in the order in which it is made.
class Solve {
public:
    Solve(JobContext& context, const Knowledge& knowledge, LiveProofs::Run& run)
        : context_(context),
          request_(context.request()),
          run_(run),
          root_(position_of(request_.at("fen"))),
          evaluator_(default_evaluator()),
          database_(knowledge.database()),
          leaves_(database_.get(), request_.at("pieces")),
          graph_(leaves_, [this](const Position& p) { return guess(*evaluator_, p); }),
          archive_(context.directory() / StoreDirectory, graph_) {}

    JobEnd work() {
        const proof::ManagerStatus status = manage();
        context_.set_result(result_json(root_, status, false));
        if (!status.value.is_exact()) {
            const bool is_stopped = context_.stop().stop_requested();
            return {false,
                    fmt::format("{} {} nodes, {} proven.",
                                is_stopped ? "Stopped; what was found is kept." : "Time is over.",
                                status.nodes,
                                status.proven)};
        }
        if (!certify(status.value)) return {false, "Solved; the certificate is still missing."};
        context_.set_result(result_json(root_, status, true));
        return {true, verdict_text(root_.side, status.value)};
    }

private:
    proof::ProofLimits job_limits() const {
        proof::ProofLimits limits;
        if (request_.contains("job_seconds"))
            limits.seconds = request_.at("job_seconds").get<double>();
        if (request_.contains("job_nodes"))
            limits.nodes = request_.at("job_nodes").get<std::uint64_t>();
        return limits;
    }

    std::vector<proof::JobWork> workers() const {
        const auto threads = request_.at("threads").get<std::size_t>();
        const std::size_t bytes = (request_.at("memory_mb").get<std::size_t>() << 20) / threads;
        proof::ProverOptions options;
        options.set_memory(bytes);
        options.database_pieces = request_.at("pieces");
        std::vector<proof::JobWork> workers;
        for (std::size_t i = 0; i < threads; ++i)
            workers.push_back(
                proof::prover_work(*evaluator_, database_.get(), options, job_limits()));
        return workers;
    }

    proof::ManagerStatus manage() {
        proof::ManagerOptions options;
        options.batch = BatchPerThread * request_.at("threads").get<int>();
        options.lease_seconds = LeaseSeconds;
        options.terms.database_pieces = leaves_.max_pieces();
        proof::ProverPool pool(workers());
        proof::Manager manager(root_, graph_, archive_, pool, options);
        manager.run(context_.stop(), deadline(), [this](const proof::ManagerStatus& status) {
            observe(status);
        });
        return manager.status();
    }

    std::optional<proof::Manager::Clock::time_point> deadline() const {
        if (!request_.contains("seconds")) return std::nullopt;
        using Clock = proof::Manager::Clock;
        return Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                  std::chrono::duration<double>(request_.at("seconds")));
    }

    void observe(const proof::ManagerStatus& status) {
        const GraphView view(graph_);
        run_.answer([&](const Position& position) { return node_json(view, position); });
        context_.progress().update(
            {.stage = fmt::format(
                 "{} nodes, {} proven, {} open", status.nodes, status.proven, status.frontier),
             .done = static_cast<double>(status.jobs),
             .total = 0,
             .unit = "searches"});
        if (status.seconds < next_sample_) return;
        next_sample_ = status.seconds + SampleInterval;
        context_.set_result(result_json(root_, status, false));
        const proof::Numbers& numbers = status.numbers[0];
        if (numbers.proof == proof::Infinite && numbers.disproof == proof::Infinite) return;
        context_.add_sample(to_json(ProofSample{status.seconds,
                                                static_cast<double>(status.prover_nodes),
                                                static_cast<double>(status.nodes),
                                                numbers,
                                                fmt::format("does {} win?", name(root_.side))}));
    }

    // The proofs of all provers joined into one.  False: it was stopped.
    bool certify(WdlRange value) {
        context_.log("solved; the certificate is made");
        const std::size_t bytes_in_all = request_.at("memory_mb").get<std::size_t>() << 20;
        proof::AgainProver prover(*evaluator_, database_.get(), leaves_.max_pieces(), bytes_in_all);
        const auto shown = proof::joined_proof(
            graph_, root_, leaves_, std::ref(prover), context_.stop(), context_.progress());
        if (!shown) return false;
        write_proof_tree(context_.directory() / TreeFile, *shown);
        const auto bytes = proof::certificate_of({root_, value}, *shown, leaves_);
        context_.save_file("certificate.proof",
                           {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        return true;
    }

    JobContext& context_;
    Json request_;
    LiveProofs::Run& run_;
    Position root_;
    std::shared_ptr<const Evaluator> evaluator_;
    std::shared_ptr<const egdb::Database> database_;
    proof::Leaves leaves_;
    proof::ManagerGraph graph_;
    proof::ProofArchive archive_;
    double next_sample_ = 0;
};

}  // namespace

JobKind solve_job(const Knowledge& knowledge, LiveProofs& live) {
    return {.name = "solve", .plan = plan, .work = [&](JobContext& context) {
                LiveProofs::Run run(live, context.id());
                return Solve(context, knowledge, run).work();
            }};
}

}  // namespace deepwell::studio
