#include "studio/proofs_api.h"

#include <atomic>
#include <memory>
#include <mutex>

#include "base/error.h"
#include "base/files.h"
#include "base/stopwatch.h"
#include "proof/proof_archive.h"
#include "studio/fields.h"
#include "studio/graph_view.h"
#include "studio/program.h"
#include "studio/proof_tree.h"
#include "studio/prove_job.h"
#include "studio/solve_job.h"

namespace deepwell::studio {

namespace {

constexpr std::chrono::milliseconds ProofPatience{5000};
constexpr std::chrono::seconds CheckerPatience{600};
constexpr int ChecksAtOnce = 2;
constexpr const char* CertificateFile = "certificate.proof";

// A store as it was left, to be looked at.
class RestingGraph final : public ProofView {
public:
    RestingGraph(const std::filesystem::path& directory,
                 std::shared_ptr<const egdb::Database> database,
                 int pieces)
        : database_(std::move(database)),
          leaves_(database_.get(), pieces),
          graph_(leaves_),
          view_(graph_) {
        proof::load_archive(directory, graph_);
    }
    ProofFacts look(const Position& position) const override { return view_.look(position); }
    bool is_chosen(const Position&, const Position&) const override { return false; }

private:
    std::shared_ptr<const egdb::Database> database_;
    proof::Leaves leaves_;
    proof::ManagerGraph graph_;
    GraphView view_;
};

// A finished proof with the databases that it leans on.
class FinishedProof final : public ProofView {
public:
    FinishedProof(const std::filesystem::path& file, std::shared_ptr<const egdb::Database> database)
        : database_(std::move(database)), tree_(file, *database_) {}
    ProofFacts look(const Position& position) const override { return tree_.look(position); }
    bool is_chosen(const Position& position, const Position& after) const override {
        return tree_.is_chosen(position, after);
    }

private:
    std::shared_ptr<const egdb::Database> database_;
    ProofTree tree_;
};

// Opens proofs, and keeps the one that was looked at last.
class ProofShelf {
public:
    explicit ProofShelf(const ProofSources& sources) : sources_(sources) {}

    Json node(const Job& job, const Position& position) {
        if (auto live = sources_.live.ask(job.id, position, ProofPatience)) return *std::move(live);
        const std::scoped_lock lock(mutex_);
        const std::string key = job.id + " " + std::to_string(job.seconds) + " " + job.finished;
        if (key != key_ || view_ == nullptr) {
            view_.reset();
            view_ = opened(job);
            key_ = key;
        }
        return node_json(*view_, position);
    }

private:
    std::unique_ptr<ProofView> opened(const Job& job) const {
        const std::filesystem::path directory = sources_.jobs.directory_of(job);
        const auto database = sources_.knowledge.database();
        if (std::filesystem::exists(directory / TreeFile))
            return std::make_unique<FinishedProof>(directory / TreeFile, database);
        const std::filesystem::path store = directory / StoreDirectory;
        if (!std::filesystem::exists(store / "results.log"))
            throw Refusal(409, "there is no tree yet");
        std::unique_ptr<ProofView> view;
        const bool is_free = sources_.live.unless_running(job.id, [&] {
            view = std::make_unique<RestingGraph>(store, database, job.request.at("pieces"));
        });
        if (!is_free) throw Refusal(409, "the solver is busy; try again in a moment");
        return view;
    }

    const ProofSources sources_;
    std::mutex mutex_;
    std::string key_;
    std::unique_ptr<ProofView> view_;
};

Job proof_job(const Jobs& jobs, const std::string& id) {
    Job job = jobs.get(id);
    if (job.kind != "prove" && job.kind != "solve") throw Refusal(404, "the job is no proof");
    return job;
}

Position node_position(const Request& request, const Job& job) {
    if (request.query.contains("fen")) return query_position(request);
    return position_of(job.request.at("fen"));
}

std::filesystem::path certificate_of(const Jobs& jobs, const std::string& id) {
    const Job job = proof_job(jobs, id);
    std::filesystem::path file = jobs.directory_of(job) / CertificateFile;
    if (!std::filesystem::exists(file)) throw Refusal(409, "there is no certificate yet");
    return file;
}

// Counts the checks that go on.
class Turnstile {
public:
    explicit Turnstile(std::atomic<int>& count) : count_(count) {
        if (++count_ <= ChecksAtOnce) return;
        --count_;
        throw Refusal(429, "other certificates are being checked; try again in a moment");
    }
    ~Turnstile() { --count_; }
    Turnstile(const Turnstile&) = delete;
    Turnstile& operator=(const Turnstile&) = delete;

private:
    std::atomic<int>& count_;
};

Reply verify(const ProofSources& sources, const std::string& id, std::atomic<int>& checks) {
    const std::filesystem::path file = certificate_of(sources.jobs, id);
    if (sources.checker.empty()) throw Refusal(409, "deepwell-check is not installed");
    const Turnstile turnstile(checks);
    const Stopwatch watch;
    const ProgramEnd end = run_program(
        {sources.checker, "--data", sources.data.string(), file.string()}, CheckerPatience);
    // The name of the file is of no use to the reader.
    std::string output = end.output;
    for (std::size_t at = output.find(file.string()); at != std::string::npos;
         at = output.find(file.string()))
        output.replace(at, file.string().size(), CertificateFile);
    return reply_with({{"ok", end.code == 0}, {"output", output}, {"seconds", watch.seconds()}});
}

}  // namespace

void add_proofs(Router& router, const ProofSources& sources) {
    router.add("GET",
               "/api/proofs/{}/node",
               [sources, shelf = std::make_shared<ProofShelf>(sources)](const Request& request) {
                   const Job job = proof_job(sources.jobs, request.arguments[0]);
                   return reply_with(shelf->node(job, node_position(request, job)));
               });
    router.add("GET", "/api/proofs/{}/certificate", [sources](const Request& request) {
        const auto content = read_file(certificate_of(sources.jobs, request.arguments[0]));
        if (!content) throw Error(content.error());
        return download(
            *content, "application/octet-stream", "deepwell-" + request.arguments[0] + ".proof");
    });
    router.add("POST",
               "/api/proofs/{}/verify",
               [sources, checks = std::make_shared<std::atomic<int>>(0)](const Request& request) {
                   return verify(sources, request.arguments[0], *checks);
               });
}

}  // namespace deepwell::studio
