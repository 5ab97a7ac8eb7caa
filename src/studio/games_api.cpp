#include "studio/games_api.h"

#include <algorithm>
#include <fmt/format.h>

#include "board/fen.h"
#include "board/pdn_reader.h"
#include "book/book_moves.h"
#include "studio/fields.h"
#include "studio/game_json.h"
#include "studio/limits.h"
#include "studio/position_json.h"

namespace deepwell::studio {

namespace {

constexpr std::int64_t MostListed = 500;
constexpr std::int64_t UsuallyListed = 100;
constexpr std::size_t ShownOfImport = 100;
constexpr std::size_t LongestFilter = 100;
constexpr std::size_t LongestIds = 20'000;
constexpr int LastOpening = 1000;

ResultReading reading_of(const Request& request) {
    const std::string text = query_text(request, "reading", LongestFilter).value_or("standard");
    if (text == "first-player") return ResultReading::FirstPlayer;
    if (text != "standard") throw Refusal(400, "'reading' must be standard or first-player");
    return ResultReading::Standard;
}

void set_result(GameFilter& filter, const std::string& text) {
    if (text == "black")
        filter.outcome = Outcome::BlackWins;
    else if (text == "white")
        filter.outcome = Outcome::WhiteWins;
    else if (text == "draw")
        filter.outcome = Outcome::Draw;
    else if (text == "open")
        filter.outcome = Outcome::Open;
    else if (text == "none")
        filter.wants_forfeited = true;
    else
        throw Refusal(400, "'result' must be black, white, draw, none or open");
}

GameFilter filter_of(const Request& request) {
    GameFilter filter;
    const auto text = [&](const char* name) {
        return query_text(request, name, LongestFilter).value_or("");
    };
    filter.player = text("player");
    filter.black = text("black");
    filter.white = text("white");
    filter.text = text("text");
    filter.reading = reading_of(request);
    if (const std::string result = text("result"); !result.empty()) set_result(filter, result);
    if (const auto opening = query_whole(request, "opening", 1, LastOpening))
        filter.opening = static_cast<int>(*opening);
    const std::string ids = query_text(request, "ids", LongestIds).value_or("");
    for (const std::string& id : words_of(ids)) filter.ids.push_back(id_of(id, "game"));
    std::ranges::sort(filter.ids);
    return filter;
}

// "-date": the latest first.
void sort_by(std::vector<GameHeader>& games, std::string key) {
    const bool is_falling = key.starts_with('-');
    if (is_falling) key.erase(0, 1);
    const auto by = [&](auto field) { std::ranges::stable_sort(games, {}, field); };
    if (key == "date")
        by(&GameHeader::date);
    else if (key == "black")
        by(&GameHeader::black);
    else if (key == "white")
        by(&GameHeader::white);
    else if (key == "plies")
        by(&GameHeader::plies);
    else if (key != "id")
        throw Refusal(400, "'sort' must be id, date, black, white or plies");
    if (is_falling) std::ranges::reverse(games);
}

Reply list_games(const Request& request, const GameStore& games) {
    const auto offset = query_whole(request, "offset", 0, INT32_MAX).value_or(0);
    const auto limit = query_whole(request, "limit", 1, MostListed).value_or(UsuallyListed);
    const GameFilter filter = filter_of(request);
    std::vector<GameHeader> found = games.matching(filter);
    sort_by(found, query_text(request, "sort", LongestFilter).value_or("id"));
    Json list = Json::array();
    for (std::size_t i = static_cast<std::size_t>(offset);
         i < std::min(found.size(), static_cast<std::size_t>(offset + limit));
         ++i)
        list.push_back(header_json(found[i], filter.reading));
    return reply_with(
        {{"total", games.size()},
         {"matching", found.size()},
         {"offset", offset},
         {"reading", filter.reading == ResultReading::Standard ? "standard" : "first-player"},
         {"games", std::move(list)}});
}

std::string pdn_field(const Request& request) {
    const Fields fields(request, {"pdn"});
    std::string pdn = fields.text("pdn", limits::BodyBytes);
    if (pdn.size() > limits::PdnBytes)
        throw Refusal(413, fmt::format("more than {} bytes of PDN", limits::PdnBytes));
    return pdn;
}

Reply import_games(const Request& request, GameStore& games) {
    const ResultReading reading = reading_of(request);
    PdnReader reader(pdn_field(request), "import");
    std::vector<PdnGame> read;
    while (auto game = reader.next()) {
        if (read.size() >= limits::Games)
            throw Refusal(413, fmt::format("more than {} games", limits::Games));
        read.push_back(*std::move(game));
    }
    const std::vector<GameHeader> headers = games.add(read);
    Json list = Json::array(), errors = Json::array();
    for (const GameHeader& header : headers)
        if (list.size() < ShownOfImport) list.push_back(header_json(header, reading));
    for (const PdnError& error : reader.errors())
        if (errors.size() < ShownOfImport) errors.push_back(error_json(error));
    return reply_with({{"imported", headers.size()},
                       {"first_id", headers.empty() ? Json(nullptr) : Json(headers.front().id)},
                       {"last_id", headers.empty() ? Json(nullptr) : Json(headers.back().id)},
                       {"games", std::move(list)},
                       {"errors", std::move(errors)},
                       {"error_count", reader.errors().size()}});
}

Reply show_game(const Request& request, const GameStore& games) {
    const std::int64_t id = id_of(request.arguments[0], "game");
    const auto game = games.get(id);
    const auto header = games.header(id);
    if (!game || !header) throw Refusal(404, "there is no such game");
    return reply_with(game_json(*game, *header, reading_of(request)));
}

Reply replace_game(const Request& request, GameStore& games) {
    const std::int64_t id = id_of(request.arguments[0], "game");
    if (!games.header(id)) throw Refusal(404, "there is no such game");
    if (!games.replace(id, one_game(pdn_field(request))))
        throw Refusal(404, "there is no such game");
    return show_game(request, games);
}

Reply export_games(const Request& request, const GameStore& games) {
    return download(games.pdn_of(games.matching(filter_of(request))),
                    "application/vnd.checkers-pdn",
                    "deepwell-games.pdn");
}

Reply list_openings(const GameStore& games) {
    Json list = Json::array();
    for (const ThreeMoveOpening& opening : three_move_openings())
        list.push_back({{"acf", opening.acf_number},
                        {"name", opening.name},
                        {"moves", opening.moves},
                        {"status", name(opening.status)},
                        {"fen", to_fen(parse_opening(opening.moves)->position)},
                        {"games", games.count_of_opening(opening.acf_number)}});
    return reply_with({{"openings", std::move(list)}});
}

Reply show_book(const Request& request, const Knowledge& knowledge) {
    const Position position = query_position(request);
    const auto book = knowledge.book();
    Json moves = Json::array();
    if (book != nullptr)
        for (const book::BookMove& move : book::book_moves(*book, position))
            moves.push_back({{"move", move_json(position, move.move)},
                             {"games", move.tally.games()},
                             {"wins", move.tally.wins},
                             {"draws", move.tally.draws},
                             {"losses", move.tally.losses},
                             {"open", move.tally.open},
                             {"value", move.value}});
    return reply_with({{"available", book != nullptr},
                       {"games", book != nullptr ? book->games() : 0},
                       {"positions", book != nullptr ? book->positions() : 0},
                       {"moves", std::move(moves)}});
}

}  // namespace

PdnGame one_game(const std::string& pdn) {
    PdnFile file = read_pdn(pdn, "the game");
    if (!file.errors.empty()) throw Refusal(422, describe(file.errors.front()));
    if (file.games.size() != 1)
        throw Refusal(422, fmt::format("one game is wanted, not {}", file.games.size()));
    return std::move(file.games.front());
}

void add_games(Router& router, GameStore& games) {
    router.add(
        "GET", "/api/games", [&](const Request& request) { return list_games(request, games); });
    router.add(
        "POST", "/api/games", [&](const Request& request) { return import_games(request, games); });
    router.add("DELETE", "/api/games", [&](const Request& request) {
        if (query_text(request, "all", LongestFilter) != "yes")
            throw Refusal(400, "say all=yes to delete all games");
        games.clear();
        return empty_reply();
    });
    router.add("GET", "/api/games/export", [&](const Request& request) {
        return export_games(request, games);
    });
    router.add(
        "GET", "/api/games/{}", [&](const Request& request) { return show_game(request, games); });
    router.add("PUT", "/api/games/{}", [&](const Request& request) {
        return replace_game(request, games);
    });
    router.add("DELETE", "/api/games/{}", [&](const Request& request) {
        if (!games.remove(id_of(request.arguments[0], "game")))
            throw Refusal(404, "there is no such game");
        return empty_reply();
    });
}

void add_openings(Router& router, const GameStore& games, const Knowledge& knowledge) {
    router.add("GET", "/api/openings", [&](const Request&) { return list_openings(games); });
    router.add(
        "GET", "/api/book", [&](const Request& request) { return show_book(request, knowledge); });
}

}  // namespace deepwell::studio
