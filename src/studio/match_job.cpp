#include "studio/match_job.h"

#include <array>
#include <cmath>
#include <fmt/format.h>

#include "base/error.h"
#include "base/files.h"
#include "studio/fields.h"
#include "tune/match_file.h"
#include "tune/search_player.h"

namespace deepwell::studio {

namespace {

constexpr std::array Openings{
    "three-move", "two-move", "11-man", "random:4", "random:6", "random:8"};
constexpr std::uint64_t UsualNodes = 20'000;
constexpr std::int64_t MostPairs = 10'000;
constexpr double ClockMargin = 5;  // seconds: the machine has other work
constexpr const char* GamesFile = "games.pdn";

Json player_plan(const Fields& fields, const char* key, const char* usual_name) {
    const Json object = fields.has(key) ? fields.json().at(key) : Json::object();
    const Fields player(object, {"name", "nodes", "seconds", "databases"});
    std::string name = player.text_or("name", 60, usual_name);
    for (char& letter : name)
        if (static_cast<unsigned char>(letter) < ' ' || letter == '"') letter = ' ';
    Json plan = {{"name", name}, {"databases", player.flag_or("databases", true)}};
    if (player.has("seconds")) plan["seconds"] = player.number("seconds", 0.001, 60);
    if (player.has("nodes") || !player.has("seconds"))
        plan["nodes"] = player.whole_or("nodes", 10, 1'000'000'000, UsualNodes);
    return plan;
}

JobPlan plan(const Json& request) {
    const Fields fields(request, {"kind", "first", "second", "openings", "pairs", "seed"});
    const std::string openings = fields.text_or("openings", 20, "three-move");
    if (std::ranges::find(Openings, openings) == Openings.end())
        throw Refusal(400, "there are no such openings");
    const Json first = player_plan(fields, "first", "First");
    const Json second = player_plan(fields, "second", "Second");
    return {{{"kind", "match"},
             {"first", first},
             {"second", second},
             {"openings", openings},
             {"pairs", fields.whole("pairs", 1, MostPairs)},
             {"seed", fields.whole_or("seed", 0, INT32_MAX, std::int64_t{1})}},
            fmt::format("Match {} - {}",
                        first.at("name").get<std::string>(),
                        second.at("name").get<std::string>())};
}

tune::Budget budget_of(const Json& player) {
    tune::Budget budget;
    if (player.contains("nodes")) budget.nodes = player.at("nodes").get<std::uint64_t>();
    if (player.contains("seconds"))
        budget.move_time = search::Milliseconds(
            std::max(1, static_cast<int>(1000 * player.at("seconds").get<double>())));
    return budget;
}

tune::PlayerFactory players_of(const Json& player,
                               const tune::Budget& budget,
                               const egdb::Database& database) {
    tune::PlayerSpec spec;
    spec.name = player.at("name");
    spec.uses_databases = player.at("databases");
    auto players = tune::own_players(spec, budget, spec.uses_databases ? &database : nullptr);
    if (!players) throw Error(players.error());
    return *std::move(players);
}

Json result_json(const Json& request, const tune::MatchTally& tally, std::uint64_t total) {
    const auto elo = tune::estimate_elo(tally.pairs());
    const bool is_finite = elo && std::isfinite(elo->elo) && std::isfinite(elo->low);
    return {{"kind", "match"},
            {"wins", tally.wins()},
            {"draws", tally.draws()},
            {"losses", tally.losses()},
            {"games", tally.games()},
            {"total", total},
            {"elo", is_finite ? Json(elo->elo) : Json(nullptr)},
            {"elo_margin", is_finite ? Json((elo->high - elo->low) / 2) : Json(nullptr)},
            {"first", request.at("first").at("name")},
            {"second", request.at("second").at("name")}};
}

JobEnd work(JobContext& context, const Knowledge& knowledge) {
    const Json& request = context.request();
    const std::uint64_t total = 2 * request.at("pairs").get<std::uint64_t>();
    const auto database = knowledge.database();
    const auto openings = tune::openings_of(
        request.at("openings"), tune::ThreeMoveDeck::All, request.at("seed").get<std::uint64_t>());
    if (!openings) throw Error(openings.error());
    tune::RefereeRules rules;
    rules.budgets = {budget_of(request.at("first")), budget_of(request.at("second"))};
    rules.margin = ClockMargin;
    rules.adjudicator = database.get();
    const tune::MatchPlan plan{**openings,
                               players_of(request.at("first"), rules.budgets[0], *database),
                               players_of(request.at("second"), rules.budgets[1], *database),
                               rules,
                               1};
    auto file = tune::MatchFile::open(context.directory() / GamesFile,
                                      {request.at("first").at("name"),
                                       request.at("second").at("name"),
                                       "studio " + to_text(request)});
    if (!file) throw Error(file.error());
    tune::MatchFile games = *std::move(file);
    tune::MatchTally tally;
    std::vector<std::uint64_t> missing;
    for (std::uint64_t game = 0; game < total; ++game) {
        if (const auto found = games.finished().find(game); found != games.finished().end())
            tally.add(game, found->second.points);
        else
            missing.push_back(game);
    }
    tune::run_match(plan, missing, context.stop(), [&](const tune::MatchGame& game) {
        games.append(game);
        tally.add(game.number, game.points);
        context.set_result(result_json(request, tally, total));
        context.progress().update({.stage = "playing",
                                   .done = static_cast<double>(tally.games()),
                                   .total = static_cast<double>(total),
                                   .unit = "games"});
        return true;
    });
    context.set_result(result_json(request, tally, total));
    if (tally.games() < total) return {false, "Stopped; the games are kept."};
    const auto text = read_file(context.directory() / GamesFile);
    if (!text) throw Error(text.error());
    context.save_file(GamesFile, *text);
    return {
        true,
        fmt::format("{} wins, {} draws, {} losses.", tally.wins(), tally.draws(), tally.losses())};
}

}  // namespace

JobKind match_job(const Knowledge& knowledge) {
    return {.name = "match", .plan = plan, .work = [&](JobContext& context) {
                return work(context, knowledge);
            }};
}

}  // namespace deepwell::studio
