#include "egdb/verify.h"

#include <atomic>
#include <fmt/format.h>
#include <mutex>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "base/error.h"
#include "board/fen.h"
#include "board/movegen.h"
#include "egdb/index.h"

namespace deepwell::egdb {

namespace {

// The value by definition: the best that the side to move can reach.
WdlRange derived(const Position& position, const Database& database) {
    WdlRange best = WdlRange::exactly(Wdl::Loss);
    for (const Move& move : legal_moves(position)) {
        const WdlRange after = -database.probe(play(position, move));
        best = {std::max(best.low, after.low), std::max(best.high, after.high)};
    }
    return best;
}

const char* name(const WdlRange& range) {
    if (!range.is_exact()) return "unknown";
    return range.low == Wdl::Win ? "win" : range.low == Wdl::Draw ? "draw" : "loss";
}

class Verifier {
public:
    Verifier(const Database& database, int threads, const std::stop_token& stop, Progress& progress)
        : database_(database), arena_(threads), stop_(stop), progress_(progress) {}

    void set_total(std::uint64_t total) { total_ = total; }

    // The first fault, or nothing.
    std::optional<std::string> verify(const Material& material) {
        const MaterialIndex index(material, Side::Black);
        const DatabaseFile& file = *database_.file(material);
        Counts counts;
        arena_.execute([&] {
            tbb::parallel_for(tbb::blocked_range<Index>(0, index.size(), 4096),
                              [&](const tbb::blocked_range<Index>& range) {
                                  verify_range(index, file, range.begin(), range.end(), counts);
                              });
        });
        if (fault_) return fault_;
        const FileHeader& header = file.header();
        if (!stop_.stop_requested() &&
            (counts.wins != header.wins || counts.losses != header.losses ||
             counts.positions != header.positions))
            return fmt::format("{}: it counts {} wins and {} losses, its positions have {} and {}",
                               file.path(),
                               header.wins,
                               header.losses,
                               counts.wins.load(),
                               counts.losses.load());
        return std::nullopt;
    }

    std::uint64_t positions() const { return positions_; }

private:
    struct Counts {
        std::atomic<std::uint64_t> positions = 0, wins = 0, losses = 0;
    };

    void verify_range(const MaterialIndex& index,
                      const DatabaseFile& file,
                      Index begin,
                      Index end,
                      Counts& counts) {
        std::uint64_t positions = 0, wins = 0, losses = 0;
        for (Index i = begin; i < end && !stop_.stop_requested() && !failed_; ++i) {
            const auto position = index.position_of(i);
            if (!position) continue;
            const WdlRange stored = database_.probe(*position);
            ++positions;
            wins += stored == WdlRange::exactly(Wdl::Win);
            losses += stored == WdlRange::exactly(Wdl::Loss);
            if (const WdlRange truth = derived(*position, database_); truth != stored)
                fail(fmt::format("{}: {} is stored as {}, its moves say {}",
                                 file.path(),
                                 to_fen(*position),
                                 name(stored),
                                 name(truth)));
        }
        counts.positions += positions;
        counts.wins += wins;
        counts.losses += losses;
        positions_ += positions;
        progress_.update({to_text(index.material()),
                          static_cast<double>(positions_.load()),
                          static_cast<double>(total_),
                          "positions",
                          0});
    }

    void fail(std::string fault) {
        const std::lock_guard lock(mutex_);
        if (!fault_) fault_ = std::move(fault);
        failed_ = true;
    }

    const Database& database_;
    tbb::task_arena arena_;
    const std::stop_token& stop_;
    Progress& progress_;
    std::uint64_t total_ = 0;
    std::atomic<std::uint64_t> positions_ = 0;
    std::atomic<bool> failed_ = false;
    std::mutex mutex_;
    std::optional<std::string> fault_;
};

}  // namespace

Result<VerifyReport> verify_databases(const std::filesystem::path& directory,
                                      int pieces,
                                      bool full,
                                      int threads,
                                      const std::stop_token& stop,
                                      Progress& progress) try {
    DatabaseOptions options;
    options.max_pieces = pieces;
    const Database database(directory, options);
    VerifyReport report;
    std::uint64_t total = 0;
    for (int n = 2; n <= pieces; ++n)
        for (const Material& material : materials_with(n)) {
            const DatabaseFile* file = database.file(material);
            if (file == nullptr) continue;
            ++report.files;
            total += file->header().positions;
            if (!file->is_intact())
                return Failure{fmt::format("{}: its checksum is wrong", file->path())};
        }
    if (!full) return report;
    Verifier verifier(database, threads, stop, progress);
    verifier.set_total(total);
    for (int n = 2; n <= pieces && !stop.stop_requested(); ++n)
        for (const Material& material : materials_with(n))
            if (database.file(material) != nullptr && !stop.stop_requested())
                if (const auto fault = verifier.verify(material)) return Failure{*fault};
    report.positions = verifier.positions();
    return report;
} catch (const Error& error) {
    return Failure{error.what()};
}

}  // namespace deepwell::egdb
