#include "studio/problems_api.h"

#include <mutex>

#include "base/error.h"
#include "base/files.h"
#include "board/notation.h"
#include "studio/defence.h"
#include "studio/fields.h"
#include "studio/limits.h"
#include "studio/position_json.h"

namespace deepwell::studio {

namespace {

constexpr std::size_t LongestName = 100;
constexpr std::size_t LongestMove = 40;

Reply add_collection(const Request& request, Collections& collections) {
    const Fields fields(request, {"name", "text"});
    const std::string name = fields.text("name", LongestName);
    if (name.empty()) throw Refusal(400, "'name' is missing");
    const std::string text = fields.text("text", limits::BodyBytes);
    if (text.size() > limits::PdnBytes) throw Refusal(413, "the collection is too large");
    return reply_with(detail_json(collections.add(name, text)), 201);
}

// Of the latest check of the whole collection.
Reply sheet(const Request& request, const Collections& collections, const Jobs& jobs) {
    const Collection collection = collections.get(id_of(request.arguments[0], "collection"));
    for (const JobSummary& job : jobs.all()) {
        const bool is_it = job.kind == "check" && job.state == JobState::Done &&
                           job.request.at("collection") == collection.id &&
                           !job.request.contains("problem");
        if (!is_it) continue;
        const auto content = read_file(jobs.file_of(job.id, "sheet.html"));
        if (!content) throw Error(content.error());
        return download(*content, "text/html; charset=utf-8", "deepwell-problems.html");
    }
    throw Refusal(409, "check the collection first: a sheet shows its solutions");
}

Wdl terms_of(const Fields& fields) {
    const std::string terms = fields.text("terms", LongestMove);
    if (terms != "win" && terms != "draw") throw Refusal(400, "'terms' must be win or draw");
    return terms == "win" ? Wdl::Win : Wdl::Draw;
}

Reply defend(const Request& request, const Knowledge& knowledge, std::mutex& one_at_a_time) {
    const Fields fields(request, {"fen", "moves", "move", "terms"});
    const Position first = position_of(fields.text("fen", LongestFen));
    const Wdl terms = terms_of(fields);
    Game game = game_of(first, fields.texts_or_none("moves", MostMoves));
    const Position before = game.position();
    if (before.side != first.side) throw Refusal(422, "it is not the solver's turn");
    const auto move = parse_move(before, fields.text("move", LongestMove));
    if (!move) throw Refusal(422, move.error());
    game.play(*move);
    const std::scoped_lock lock(one_at_a_time);
    const DefenceAnswer answer = answer_solver(game, terms, knowledge);
    const Position after = game.position();
    if (answer.reply) game.play(*answer.reply);
    return reply_with({{"move", move_json(before, *move)},
                       {"right", or_null(answer.is_right)},
                       {"solved", answer.is_solved},
                       {"reply", answer.reply ? move_json(after, *answer.reply) : Json(nullptr)},
                       {"position", position_json(game, knowledge)},
                       {"words", answer.words}});
}

}  // namespace

void add_problems(Router& router,
                  Collections& collections,
                  const Jobs& jobs,
                  const Knowledge& knowledge) {
    router.add("GET", "/api/problems", [&](const Request&) {
        Json list = Json::array();
        for (const Collection& collection : collections.all())
            list.push_back(summary_json(collection));
        return reply_with({{"collections", std::move(list)}});
    });
    router.add("POST", "/api/problems", [&](const Request& request) {
        return add_collection(request, collections);
    });
    router.add("POST",
               "/api/problems/defence",
               [&, turn = std::make_shared<std::mutex>()](const Request& request) {
                   return defend(request, knowledge, *turn);
               });
    router.add("GET", "/api/problems/{}", [&](const Request& request) {
        return reply_with(detail_json(collections.get(id_of(request.arguments[0], "collection"))));
    });
    router.add("DELETE", "/api/problems/{}", [&](const Request& request) {
        collections.remove(id_of(request.arguments[0], "collection"));
        return empty_reply();
    });
    router.add("GET", "/api/problems/{}/sheet", [&](const Request& request) {
        return sheet(request, collections, jobs);
    });
}

}  // namespace deepwell::studio
