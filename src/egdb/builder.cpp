#include "egdb/builder.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <fmt/format.h>
#include <set>
#include <span>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "base/error.h"
#include "base/files.h"
#include "base/zeroed_array.h"
#include "egdb/codec_raw_rows.h"
#include "egdb/derived.h"
#include "egdb/distance_codec.h"
#include "egdb/distance_solver.h"
#include "egdb/material_solver.h"
#include "egdb/plan.h"
#include "egdb/raw_file.h"
#include "egdb/turn.h"
#include "egdb/unit_files.h"

namespace deepwell::egdb {

namespace {

// Smaller units are solved again faster than they are worth keeping.
constexpr int LeastRawPieces = 7;

std::uint64_t bits_in(std::span<const std::uint8_t> plane) {
    std::uint64_t sum = 0;
    std::size_t i = 0;
    for (; i + sizeof(Word) <= plane.size(); i += sizeof(Word)) {
        Word word = 0;
        std::memcpy(&word, plane.data() + i, sizeof word);
        sum += static_cast<std::uint64_t>(std::popcount(word));
    }
    for (; i < plane.size(); ++i) sum += static_cast<std::uint64_t>(std::popcount(plane[i]));
    return sum;
}

BuildPlan plan_of(const BuildOptions& options) {
    const int threads = options.solve.threads;
    return options.only ? plan_build(*options.only, threads, options.distance_pieces)
                        : plan_build(options.pieces, threads, options.distance_pieces);
}

// The materials of a unit: one, or a pair of twins.
std::vector<Material> materials_of(const PlanStep& step) {
    const Material& m = step.material;
    return m == m.turned() ? std::vector{m} : std::vector{m, m.turned()};
}

// What is done with a unit.
struct Action {
    bool solve = false;  // its values are needed in memory
    bool distances = false;
    bool write = false;  // and a file is missing
};

class Builder {
public:
    Builder(const BuildOptions& options, const std::stop_token& stop, Progress& progress)
        : options_(options),
          solve_options_(options.solve),
          stop_(stop),
          progress_(progress),
          arena_(options.solve.threads),
          plan_(plan_of(options)),
          files_(options.directory) {
        solve_options_.next_layer = [this](std::size_t layer, std::size_t layers) {
            stage_ = fmt::format("{} layer {}/{}", unit_, layer, layers);
        };
    }

    BuildReport run() {
        decide();
        check_disk();
        for (std::size_t i = 0; i < plan_.steps.size(); ++i) {
            const PlanStep& step = plan_.steps[i];
            if (!do_step(step, actions_[i])) return report_;
            count(step);
            for (const Material& material : step.drops) drop(material);
        }
        report_.finished = true;
        return report_;
    }

    // Files that were kept, but made from others than are there now.
    bool has_stale_files() const { return files_.has_stale(); }

private:
    // ---- What is to be done ----

    void decide() {
        actions_.assign(plan_.steps.size(), {});
        for (std::size_t i = 0; i < plan_.steps.size(); ++i)
            actions_[i].write = !is_complete(plan_.steps[i]);
        std::set<Material> values_read, distances_read;
        for (std::size_t i = plan_.steps.size(); i-- > 0;) {
            const PlanStep& step = plan_.steps[i];
            Action& action = actions_[i];
            action.solve = action.write;
            action.distances = action.write && step.has_distances;
            for (const Material& material : materials_of(step)) {
                action.solve |= values_read.contains(material);
                action.distances |= distances_read.contains(material);
            }
            if (!action.solve || (!action.write && has_raw(step))) continue;
            for (const Material& material : materials_after(step.material)) {
                values_read.insert(material);
                if (action.distances) distances_read.insert(material);
            }
        }
        for (std::size_t i = 0; i < actions_.size(); ++i)
            total_ += work(plan_.steps[i], actions_[i]);
    }

    bool is_complete(const PlanStep& step) {
        bool complete = true;
        for (const Material& material : materials_of(step)) {
            complete &= files_.look_at(material, FileKind::Values);
            if (step.has_distances) complete &= files_.look_at(material, FileKind::Distances);
        }
        return complete && (!options_.keep_raw || has_raw(step));
    }

    bool has_raw(const PlanStep& step) const {
        return std::filesystem::exists(raw_file(options_.directory, step.material));
    }

    // Positions to be solved, for values and for distances.
    static std::uint64_t work(const PlanStep& step, const Action& action) {
        return step.positions * ((action.solve ? 1U : 0U) + (action.distances ? 1U : 0U));
    }

    void check_disk() const {
        double needed = 0;
        for (std::size_t i = 0; i < actions_.size(); ++i)
            if (actions_[i].write) needed += estimate(plan_.steps[i]).bytes_on_disk;
        const auto space = std::filesystem::space(options_.directory);
        if (static_cast<double>(space.available) < needed)
            throw Error(fmt::format("{}: about {:.1f} MB are needed, {:.1f} MB are free",
                                    options_.directory.string(),
                                    needed / 1e6,
                                    static_cast<double>(space.available) / 1e6));
    }

    // ---- Doing it; false if stopped ----

    bool do_step(const PlanStep& step, const Action& action) {
        unit_ = stage_ = to_text(step.material);
        if (stop_.stop_requested()) return false;
        if (!action.solve) return true;
        const RawTable* const table = load_or_solve(step, action);
        if (table == nullptr) return false;
        if (action.write && !write_values(step, *table)) return false;
        if (step.twin_is_read) keep_twin(*table);
        if (action.distances && !do_distances(step, action, *table)) return false;
        return !stop_.stop_requested();
    }

    const RawTable* load_or_solve(const PlanStep& step, const Action& action) {
        const std::filesystem::path path = raw_file(options_.directory, step.material);
        if (!action.write)
            if (auto loaded = load_raw(path, step.material)) {
                advance(step.positions);
                return &values_.insert(std::move(loaded));
            }
        auto solved = solve_material(step.material, values_, solve_options_, stop_, share_of(step));
        if (!solved) return nullptr;
        const RawTable& table = values_.insert(std::move(solved));
        const bool is_read =
            std::find(step.drops.begin(), step.drops.end(), step.material) == step.drops.end();
        if (options_.keep_raw || (is_read && step.material.pieces() >= LeastRawPieces))
            save_raw(path, table);
        return &table;
    }

    // Both sides to move of one material are the two materials of a pair, or one twice.
    PositionsDone share_of(const PlanStep& step) {
        const std::uint64_t share = materials_of(step).size() == 1 ? 2 : 1;
        return [this, share](std::uint64_t positions) { advance(positions / share); };
    }

    void keep_twin(const RawTable& table) {
        if (values_.find(table.material().turned()) != nullptr) return;
        values_.insert(std::make_unique<RawTable>(arena_.execute([&] { return turned(table); })));
    }

    void drop(const Material& material) {
        values_.erase(material);
        distances_.erase(material);
        if (!options_.keep_raw && material.pieces() >= LeastRawPieces)
            std::filesystem::remove(raw_file(options_.directory, material));
    }

    void advance(std::uint64_t positions) {
        const std::uint64_t done = done_ += positions;
        progress_.update(
            {stage_, static_cast<double>(done), static_cast<double>(total_), "positions", 0});
    }

    // ---- Files of values ----

    bool write_values(const PlanStep& step, const RawTable& table) {
        if (!write_values(table)) return false;
        if (materials_of(step).size() == 1) return true;
        if (step.twin_is_read) {
            keep_twin(table);
            return write_values(*values_.find(step.material.turned()));
        }
        return write_values(arena_.execute([&] { return turned_for_black(table); }));
    }

    bool write_values(const RawTable& table) {
        FileHeader header;
        header.material = table.material();
        header.positions = position_count(table.material());
        header.wins = bits_in(table.half(Side::Black).win);
        header.losses = bits_in(table.half(Side::Black).loss);
        header.draws = header.positions - header.wins - header.losses;
        return write(header, [&] { return code(table); });
    }

    // Unless the file is there already.
    template <class Code>
    bool write(FileHeader& header, const Code& make_payload) {
        header.dependencies = files_.dependencies(header.material, header.kind);
        if (files_.has(header)) return true;
        const Bytes payload = make_payload();
        if (stop_.stop_requested()) return false;
        const std::filesystem::path path = files_.path(header.material, header.kind);
        const std::uint64_t checksum = write_database_file(path, header, payload);
        files_.note(header, checksum, std::filesystem::file_size(path));
        ++report_.files_written;
        return true;
    }

    Bytes code(const RawTable& table) {
        if (is_derived(table.material())) return {};
        const CellLayout layout(table.material());
        const auto make_source = [&] {
            return make_raw_rows(options_.solve.kernel, layout, table);
        };
        const Encoder encoder = arena_.execute([&] { return Encoder(layout, make_source); });
        std::vector<Bytes> blocks(encoder.block_count());
        tbb::enumerable_thread_specific<std::unique_ptr<RowSource>> sources(make_source);
        arena_.execute([&] {
            tbb::parallel_for(std::size_t{0}, blocks.size(), [&](std::size_t i) {
                if (!stop_.stop_requested()) blocks[i] = encoder.encode_block(i, *sources.local());
            });
        });
        return assemble(encoder.model(), blocks);
    }

    // ---- Distances ----

    bool do_distances(const PlanStep& step, const Action& action, const RawTable& table) {
        unit_ += " distances";
        auto solved =
            solve_distances(table, values_, distances_, solve_options_, stop_, share_of(step));
        if (!solved) return false;
        const DistanceTable& distances = distances_.insert(step.material, std::move(solved));
        for (std::size_t i = 0; action.write && i < materials_of(step).size(); ++i)
            if (!write_distances(step, table, distances, i == 0 ? Side::Black : Side::White))
                return false;
        if (step.twin_is_read)
            distances_.insert(
                step.material.turned(), std::make_unique<DistanceTable>(arena_.execute([&] {
                    return turned(distances, table, *values_.find(step.material.turned()));
                })));
        return true;
    }

    // With Black to move, or with White: that is the twin's file.
    bool write_distances(const PlanStep& step,
                         const RawTable& table,
                         const DistanceTable& distances,
                         Side mover) {
        FileHeader header;
        header.kind = FileKind::Distances;
        header.material = mover == Side::Black ? step.material : step.material.turned();
        const FileHeader& values = files_.find(header.material, FileKind::Values)->header;
        header.positions = values.positions;
        header.wins = values.wins;
        header.losses = values.losses;
        header.draws = values.draws;
        const LongestWin longest = longest_win(table, distances, mover, solve_options_);
        header.longest = static_cast<std::uint64_t>(longest.plies);
        header.longest_index = longest.index;
        return write(header, [&] {
            return encode_distances(table, distances, mover, solve_options_, stop_);
        });
    }

    void count(const PlanStep& step) {
        for (const Material& material : materials_of(step))
            for (const FileKind kind : {FileKind::Values, FileKind::Distances})
                if (const auto* found = files_.find(material, kind)) {
                    ++report_.files;
                    report_.bytes += found->bytes;
                    if (kind == FileKind::Values) report_.positions += found->header.positions;
                }
    }

    const BuildOptions& options_;
    SolveOptions solve_options_;
    const std::stop_token& stop_;
    Progress& progress_;
    tbb::task_arena arena_;
    BuildPlan plan_;
    std::vector<Action> actions_;  // by step
    UnitFiles files_;
    RawStore values_;
    DistanceStore distances_;
    BuildReport report_;
    std::string unit_;   // the material being built
    std::string stage_;  // and how far it is
    std::atomic<std::uint64_t> done_ = 0;
    std::uint64_t total_ = 0;
};

// Makes the directory and sees whether files can be written there.
void check_directory(const std::filesystem::path& directory) {
    std::error_code error;
    std::filesystem::create_directories(directory, error);
    if (error) throw Error(fmt::format("cannot make {}: {}", directory.string(), error.message()));
    remove_abandoned_files(directory);
    const std::filesystem::path trial = directory / ".writable";
    write_file_atomically(trial, "");
    std::filesystem::remove(trial);
}

void check_memory(const BuildOptions& options) {
    const bool is_limited = options.memory_limit > 0;
    const std::uint64_t limit = is_limited ? options.memory_limit : memory_of_machine();
    const std::uint64_t needed = memory_needed(options);
    if (needed <= limit) return;
    throw Error(fmt::format("{} need {} MB of memory, {} MB are {}",
                            options.only ? to_text(*options.only) + " and what it needs"
                                         : fmt::format("{} pieces", options.pieces),
                            (needed >> 20) + 1,
                            limit >> 20,
                            is_limited ? "allowed" : "there"));
}

}  // namespace

std::uint64_t memory_needed(const BuildOptions& options) {
    return plan_of(options).memory();
}

BuildReport build_databases(const BuildOptions& options,
                            const std::stop_token& stop,
                            Progress& progress) {
    check_memory(options);
    check_directory(options.directory);
    while (true) {
        Builder builder(options, stop, progress);
        BuildReport report = builder.run();
        if (!report.finished || !builder.has_stale_files()) return report;
    }
}

}  // namespace deepwell::egdb
