#include "studio/collections.h"

#include <charconv>
#include <fmt/format.h>
#include <unordered_map>

#include "base/files.h"
#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"
#include "board/pdn_reader.h"
#include "compose/problem_reader.h"
#include "studio/http.h"
#include "studio/job.h"
#include "studio/limits.h"
#include "studio/position_json.h"

namespace deepwell::studio {

namespace {

constexpr const char* Ending = ".json";

std::string tag_text(const PdnGame& game, const char* name) {
    return std::string(tag_value(game, name).value_or(""));
}

std::vector<std::string> line_of(const PdnGame& game) {
    std::vector<std::string> moves;
    Position position = game.initial;
    for (const PdnMove& move : game.main.moves) {
        moves.push_back(deepwell::to_text(position, move.move));
        position = play(position, move.move);
    }
    return moves;
}

// What only games can say.
void add_sources(std::vector<KeptProblem>& problems, const std::string& text) {
    const PdnFile file = read_pdn(text, "");
    std::unordered_map<std::string, const PdnGame*> games;  // by FEN; of several the first
    for (const PdnGame& game : file.games) games.emplace(to_fen(game.initial), &game);
    for (KeptProblem& kept : problems) {
        const auto found = games.find(to_fen(kept.problem.position));
        if (found == games.end()) continue;
        kept.author = tag_text(*found->second, "Author");
        kept.source = tag_text(*found->second, "Publication");
        kept.solution = line_of(*found->second);
    }
}

std::vector<KeptProblem> problems_in(const std::string& text) {
    const compose::ProblemList list = compose::read_problems(text, "the collection");
    if (list.problems.empty())
        throw Refusal(422,
                      list.faults.empty() ? "there is no problem in this text"
                                          : fmt::format("line {}: {}",
                                                        list.faults.front().line,
                                                        list.faults.front().message));
    std::vector<KeptProblem> problems;
    for (const compose::Problem& problem : list.problems) problems.push_back({problem});
    add_sources(problems, text);
    return problems;
}

std::optional<std::int64_t> id_in(const std::filesystem::path& file) {
    const std::string stem = file.stem().string();
    std::int64_t id = 0;
    const auto [end, error] = std::from_chars(stem.data(), stem.data() + stem.size(), id);
    const bool is_number = error == std::errc() && end == stem.data() + stem.size();
    return is_number && file.extension() == Ending ? std::optional(id) : std::nullopt;
}

}  // namespace

std::string title_of(const KeptProblem& problem, std::size_t number) {
    return problem.problem.name.empty() ? fmt::format("Problem {}", number) : problem.problem.name;
}

Json summary_json(const Collection& collection) {
    return {{"id", collection.id},
            {"name", collection.name},
            {"count", collection.problems.size()},
            {"created", collection.created}};
}

Json detail_json(const Collection& collection) {
    Json problems = Json::array();
    for (std::size_t i = 0; i < collection.problems.size(); ++i) {
        const KeptProblem& kept = collection.problems[i];
        const auto& terms = kept.problem.stipulation;
        problems.push_back({{"number", i + 1},
                            {"title", title_of(kept, i + 1)},
                            {"author", kept.author},
                            {"source", kept.source},
                            {"fen", to_fen(kept.problem.position)},
                            {"terms", terms ? value_text(*terms) : "open"},
                            {"solution", kept.solution}});
    }
    return {{"collection", summary_json(collection)}, {"problems", std::move(problems)}};
}

Collections::Collections(std::filesystem::path directory) : directory_(std::move(directory)) {
    std::filesystem::create_directories(directory_);
    remove_abandoned_files(directory_);
    for (const auto& found : std::filesystem::directory_iterator(directory_)) {
        const auto id = id_in(found.path());
        if (!id) continue;
        next_id_ = std::max(next_id_, *id + 1);
        const auto text = read_file(found.path());
        const Json kept = text ? Json::parse(*text, nullptr, false) : Json();
        if (!kept.is_object() || !kept.contains("text")) continue;
        collections_.emplace(
            *id,
            Collection{*id, kept.at("name"), kept.at("created"), problems_in(kept.at("text"))});
    }
}

std::filesystem::path Collections::file_of(std::int64_t id) const {
    return directory_ / (std::to_string(id) + Ending);
}

std::vector<Collection> Collections::all() const {
    const std::scoped_lock lock(mutex_);
    std::vector<Collection> list;
    for (const auto& [id, collection] : collections_) list.push_back(collection);
    return list;
}

Collection Collections::get(std::int64_t id) const {
    const std::scoped_lock lock(mutex_);
    const auto found = collections_.find(id);
    if (found == collections_.end()) throw Refusal(404, "there is no such collection");
    return found->second;
}

Collection Collections::add(const std::string& name, const std::string& text) {
    Collection collection{.name = name, .created = time_now(), .problems = problems_in(text)};
    const std::scoped_lock lock(mutex_);
    if (collections_.size() >= limits::Collections)
        throw Refusal(429,
                      fmt::format("{} collections are kept; delete some", collections_.size()));
    collection.id = next_id_;
    write_file_atomically(
        file_of(collection.id),
        to_text(Json{{"name", name}, {"created", collection.created}, {"text", text}}));
    collections_.emplace(next_id_++, collection);
    return collection;
}

void Collections::remove(std::int64_t id) {
    const std::scoped_lock lock(mutex_);
    if (collections_.erase(id) == 0) throw Refusal(404, "there is no such collection");
    std::filesystem::remove(file_of(id));
}

}  // namespace deepwell::studio
