#include "studio/fields.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

#include "board/fen.h"
#include "board/notation.h"

namespace deepwell::studio {

namespace {

constexpr std::size_t LongestMove = 40;

[[noreturn]] void refuse(const std::string& sentence) {
    throw Refusal(400, sentence);
}

Json parsed(const std::string& body) {
    Json json = Json::parse(body, nullptr, false);
    if (json.is_discarded()) refuse("the body is no JSON");
    return json;
}

template <class T>
std::optional<T> number_in(std::string_view text) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

[[noreturn]] void refuse_range(const char* name, const char* kind, double least, double most) {
    refuse(fmt::format("'{}' must be {} from {} to {}", name, kind, least, most));
}

}  // namespace

Fields::Fields(const Request& request, std::initializer_list<const char*> known)
    : Fields(parsed(request.body), known) {}

Fields::Fields(Json object, std::initializer_list<const char*> known) : object_(std::move(object)) {
    if (!object_.is_object()) refuse("the body must be a JSON object");
    check_names(known);
}

void Fields::check_names(std::initializer_list<const char*> known) const {
    for (const auto& [name, value] : object_.items())
        if (std::ranges::find(known, name) == known.end())
            refuse(fmt::format("there is no field '{}'", name.substr(0, LongestMove)));
}

bool Fields::has(const char* name) const {
    const auto found = object_.find(name);
    return found != object_.end() && !found->is_null();
}

const Json& Fields::at(const char* name) const {
    if (!has(name)) refuse(fmt::format("'{}' is missing", name));
    return object_.at(name);
}

std::string Fields::text(const char* name, std::size_t most) const {
    const Json& value = at(name);
    if (!value.is_string()) refuse(fmt::format("'{}' must be a text", name));
    auto text = value.get<std::string>();
    if (text.size() > most) refuse(fmt::format("'{}' is longer than {} bytes", name, most));
    return text;
}

std::string Fields::text_or(const char* name,
                            std::size_t most,
                            const std::string& otherwise) const {
    return has(name) ? text(name, most) : otherwise;
}

std::int64_t Fields::whole(const char* name, std::int64_t least, std::int64_t most) const {
    const Json& value = at(name);
    const auto refuse_it = [&] {
        refuse_range(name, "a whole number", static_cast<double>(least), static_cast<double>(most));
    };
    if (!value.is_number_integer()) refuse_it();
    if (value.is_number_unsigned() &&
        value.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX))
        refuse_it();
    const auto number = value.get<std::int64_t>();
    if (number < least || number > most) refuse_it();
    return number;
}

double Fields::number(const char* name, double least, double most) const {
    const Json& value = at(name);
    const double number = value.is_number() ? value.get<double>() : NAN;
    if (!(number >= least && number <= most)) refuse_range(name, "a number", least, most);
    return number;
}

bool Fields::flag_or(const char* name, bool otherwise) const {
    if (!has(name)) return otherwise;
    if (!at(name).is_boolean()) refuse(fmt::format("'{}' must be true or false", name));
    return at(name).get<bool>();
}

std::vector<std::string> Fields::texts_or_none(const char* name, std::size_t most) const {
    std::vector<std::string> texts;
    if (!has(name)) return texts;
    const Json& list = at(name);
    if (!list.is_array() || list.size() > most)
        refuse(fmt::format("'{}' must be a list of at most {} texts", name, most));
    for (const Json& item : list) {
        if (!item.is_string() || item.get_ref<const std::string&>().size() > LongestFen)
            refuse(fmt::format("'{}' must hold short texts", name));
        texts.push_back(item.get<std::string>());
    }
    return texts;
}

std::optional<std::string> query_text(const Request& request, const char* name, std::size_t most) {
    const auto found = request.query.find(name);
    if (found == request.query.end()) return std::nullopt;
    if (found->second.size() > most) refuse(fmt::format("'{}' is too long", name));
    return found->second;
}

std::optional<std::int64_t> query_whole(const Request& request,
                                        const char* name,
                                        std::int64_t least,
                                        std::int64_t most) {
    const auto text = query_text(request, name, LongestFen);
    if (!text) return std::nullopt;
    const auto value = number_in<std::int64_t>(*text);
    if (!value || *value < least || *value > most)
        refuse_range(name, "a whole number", static_cast<double>(least), static_cast<double>(most));
    return value;
}

std::optional<double> query_number(const Request& request,
                                   const char* name,
                                   double least,
                                   double most) {
    const auto text = query_text(request, name, LongestFen);
    if (!text) return std::nullopt;
    const auto value = number_in<double>(*text);
    if (!value || !(*value >= least && *value <= most)) refuse_range(name, "a number", least, most);
    return value;
}

Position position_of(const std::string& fen) {
    if (fen.empty() || fen == "start") return Position::start();
    if (fen.size() > LongestFen) refuse("the FEN is too long");
    const auto position = parse_fen(fen);
    if (!position) refuse("the FEN is no position: " + position.error());
    return *position;
}

Position query_position(const Request& request) {
    return position_of(query_text(request, "fen", LongestFen).value_or(""));
}

Position required_position(const Request& request) {
    if (!request.query.contains("fen")) refuse("'fen' is missing");
    return query_position(request);
}

Game game_of(const Position& initial, const std::vector<std::string>& moves) {
    if (moves.size() > MostMoves) refuse(fmt::format("more than {} moves", MostMoves));
    Game game(initial);
    for (const std::string& text : moves) {
        const auto move = parse_move(game.position(), text.substr(0, LongestMove));
        if (!move)
            throw Refusal(422, fmt::format("{}: {}", text.substr(0, LongestMove), move.error()));
        game.play(*move);
    }
    return game;
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    while (true) {
        const std::size_t begin = text.find_first_not_of(" ,\t\r\n");
        if (begin == std::string_view::npos) return words;
        text.remove_prefix(begin);
        const std::size_t end = std::min(text.find_first_of(" ,\t\r\n"), text.size());
        words.emplace_back(text.substr(0, end));
        text.remove_prefix(end);
    }
}

std::int64_t id_of(const std::string& text, const char* thing) {
    const auto id = number_in<std::int64_t>(text);
    if (!id) throw Refusal(404, fmt::format("there is no such {}", thing));
    return *id;
}

}  // namespace deepwell::studio
