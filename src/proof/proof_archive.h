// ProofArchive: a manager's graph with the files behind it, log and store (docs/proof-manager.md).

#pragma once

#include <filesystem>

#include "proof/manager_graph.h"
#include "proof/proof_store.h"
#include "proof/result_log.h"

namespace deepwell::proof {

// What the log adds up to.
struct LogTotals {
    std::uint64_t searches = 0;
    std::uint64_t repeated = 0;  // of questions that were asked before, with the same effort
    std::uint64_t nodes = 0;
    double seconds = 0;
    std::array<std::uint64_t, DeciderCount> decided_by{};
    std::vector<Position> roots;  // in the order in which they were asked for

    void count(const JobReport& report);
};

struct LoadedArchive {
    LogState log;
    LogTotals totals;
    std::optional<Score> threshold;  // of the last root
};
// Puts what the files hold into an empty graph.  Throws Error if there are none, or if they rely
// on larger databases than the graph has.
LoadedArchive load_archive(const std::filesystem::path& directory, ManagerGraph& graph);

class ProofArchive {
public:
    // Puts what the files hold into the graph, which must be empty and must outlive it.  Creates
    // the directory and the files if there are none.  Throws Error as load_archive does.
    ProofArchive(const std::filesystem::path& directory, ManagerGraph& graph);

    const LogState& found() const { return log_->found(); }
    // Without what is kept but not synced.
    const LogTotals& totals() const { return totals_; }

    // Forgets the store and makes it anew from the log.
    void rebuild();

    // Notes the root unless it was the last one.
    void note_root(const Position& root);
    // Keeps a report until sync().
    void keep(const JobReport& report);
    // Reports are on disk when it returns, and only then counted.  Throws Error if the disk is
    // full.
    void sync();
    // Writes the changed nodes of the graph to the store.  REQUIRES: reports that the graph knows
    // were synced.
    void commit();

    std::optional<Score> threshold(const Position& root) const { return store_->threshold(root); }
    void set_threshold(const Position& root, Score threshold) {
        store_->set_threshold(root, threshold);
    }

private:
    ManagerGraph& graph_;
    std::unique_ptr<ProofStore> store_;
    std::unique_ptr<ResultLog> log_;
    LogTotals totals_;
    std::vector<JobReport> kept_;  // since the last sync
};

}  // namespace deepwell::proof
