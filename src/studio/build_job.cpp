#include "studio/build_job.h"

#include <fmt/format.h>
#include <thread>

#include "base/terminal_progress.h"
#include "egdb/builder.h"
#include "studio/fields.h"

namespace deepwell::studio {

namespace {

constexpr int MostBuiltPieces = 8;
constexpr int MostDistancePieces = 6;
constexpr int UsualDistancePieces = 5;

std::optional<egdb::Material> material_of(const std::string& text) {
    if (text.empty()) return std::nullopt;
    const auto material = egdb::parse_material(text);
    const auto fits = [](const egdb::Army& army) {
        return army.pieces() >= 1 && army.pieces() <= MenPerSide;
    };
    if (!material || !fits(material->black) || !fits(material->white) ||
        material->pieces() > MostBuiltPieces)
        throw Refusal(400, "'material' must be written like 2k1m-1k2m");
    return material;
}

JobPlan plan(const Json& request) {
    const Fields fields(request, {"kind", "pieces", "distance_pieces", "material"});
    const auto pieces = fields.whole("pieces", 2, MostBuiltPieces);
    const std::string material = fields.text_or("material", 20, "");
    const bool is_one = material_of(material).has_value();
    Json complete = {{"kind", "build"},
                     {"pieces", pieces},
                     {"distance_pieces",
                      fields.whole_or("distance_pieces",
                                      0,
                                      MostDistancePieces,
                                      std::min(pieces, std::int64_t{UsualDistancePieces}))}};
    if (is_one) complete["material"] = material;
    return {std::move(complete),
            is_one ? fmt::format("Databases for {}", material)
                   : fmt::format("Databases up to {} pieces", pieces)};
}

egdb::BuildOptions options_of(const Json& request, const Knowledge& knowledge) {
    egdb::BuildOptions options;
    options.directory = knowledge.directory();
    options.pieces = request.at("pieces");
    options.distance_pieces = request.at("distance_pieces");
    if (request.contains("material")) options.only = material_of(request.at("material"));
    options.solve.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    return options;
}

JobEnd work(JobContext& context, Knowledge& knowledge) {
    const egdb::BuildReport report = egdb::build_databases(
        options_of(context.request(), knowledge), context.stop(), context.progress());
    knowledge.reload();
    context.set_result({{"kind", "build"},
                        {"files", report.files},
                        {"files_written", report.files_written},
                        {"positions", report.positions},
                        {"bytes", report.bytes}});
    context.log(fmt::format("{} files written", report.files_written));
    if (!report.finished) return {false, "Stopped; finished files are kept."};
    return {true,
            fmt::format("{} positions in {} files, {:.1f} MB.",
                        amount_text(static_cast<double>(report.positions)),
                        report.files,
                        static_cast<double>(report.bytes) / 1e6)};
}

}  // namespace

JobKind build_job(Knowledge& knowledge) {
    return {.name = "build",
            .plan = plan,
            .work = [&](JobContext& context) { return work(context, knowledge); },
            .is_alone = true};
}

}  // namespace deepwell::studio
