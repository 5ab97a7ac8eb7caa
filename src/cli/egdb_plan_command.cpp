#include "cli/egdb_plan_command.h"

#include <fmt/format.h>
#include <memory>
#include <thread>

#include "base/terminal_progress.h"
#include "cli/commands.h"
#include "egdb/plan.h"

namespace deepwell::cli {

namespace {

struct EgdbPlanOptions {
    std::int64_t pieces = 6;
    std::int64_t distance_pieces = 5;
    std::int64_t threads = std::max(1U, std::thread::hardware_concurrency());
    bool json = false;
};

constexpr double Mega = 1e6;

void print_step(const EgdbPlanOptions& options, const egdb::PlanStep& step) {
    const egdb::Estimate cost = egdb::estimate(step);
    const double seconds = cost.cpu_seconds / static_cast<double>(options.threads);
    if (options.json)
        return print_json({{"material", egdb::to_text(step.material)},
                           {"positions", step.positions},
                           {"memory_bytes", step.memory},
                           {"disk_bytes", static_cast<std::uint64_t>(cost.bytes_on_disk)},
                           {"seconds", seconds}});
    print_line(fmt::format("{:<10} {:>17} {:>12.0f} {:>12.2f} {:>12}",
                           egdb::to_text(step.material),
                           step.positions,
                           static_cast<double>(step.memory) / Mega,
                           cost.bytes_on_disk / Mega,
                           duration_text(seconds)));
}

void print_total(const EgdbPlanOptions& options, const egdb::BuildPlan& plan) {
    double cpu_seconds = 0, bytes = 0;
    for (const egdb::PlanStep& step : plan.steps) {
        cpu_seconds += egdb::estimate(step).cpu_seconds;
        bytes += egdb::estimate(step).bytes_on_disk;
    }
    const double seconds = cpu_seconds / static_cast<double>(options.threads);
    if (options.json)
        return print_json({{"units", plan.steps.size()},
                           {"positions", plan.positions()},
                           {"memory_bytes", plan.memory()},
                           {"disk_bytes", static_cast<std::uint64_t>(bytes)},
                           {"seconds", seconds}});
    print_line(fmt::format("{} units, {} positions, {:.0f} MB of memory, {:.0f} MB on disk, {}",
                           plan.steps.size(),
                           plan.positions(),
                           static_cast<double>(plan.memory()) / Mega,
                           bytes / Mega,
                           duration_text(seconds)));
}

ExitCode plan(const EgdbPlanOptions& options) {
    const egdb::BuildPlan plan = egdb::plan_build(static_cast<int>(options.pieces),
                                                  static_cast<int>(options.threads),
                                                  static_cast<int>(options.distance_pieces));
    if (!options.json)
        print_line("unit               positions    memory MB      disk MB         time");
    for (const egdb::PlanStep& step : plan.steps) print_step(options, step);
    print_total(options, plan);
    return ExitCode::Done;
}

}  // namespace

void add_egdb_plan(Command& egdb) {
    constexpr std::int64_t MostPlanned = 10;
    auto options = std::make_shared<EgdbPlanOptions>();
    Command command = egdb.subcommand("plan", "What a build would take: order, memory, disk, time");
    command.option("--pieces", options->pieces, 2, MostPlanned, "most pieces on the board")
        .option("--distance",
                options->distance_pieces,
                0,
                MostPlanned,
                "distances up to so many pieces")
        .option("--threads", options->threads, 1, 1024, "threads")
        .flag("--json", options->json, "one JSON object per unit, the totals last")
        .example("deepwell egdb plan --pieces 7")
        .run([options] { return plan(*options); });
}

}  // namespace deepwell::cli
