#include "studio/game_store.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "base/error.h"
#include "base/files.h"
#include "board/pdn_reader.h"
#include "board/pdn_writer.h"
#include "studio/http.h"
#include "studio/limits.h"

namespace deepwell::studio {

namespace {

constexpr std::size_t OldLines = 1000;  // are no reason to write the file anew

std::string text_of_tag(const PdnGame& game, const char* name) {
    return std::string(tag_value(game, name).value_or(""));
}

const ThreeMoveOpening* opening_of(const PdnGame& game) {
    constexpr std::size_t LatestPly = 6;
    const Game played = main_game(game);
    const auto& positions = played.positions();
    for (std::size_t i = 0; i < std::min(positions.size(), LatestPly); ++i)
        if (const ThreeMoveOpening* const opening = opening_at(positions[i])) return opening;
    return nullptr;
}

bool has_remarks(const PdnGame& game) {
    return !game.main.closing_comment.empty() ||
           std::ranges::any_of(game.main.moves, [](const PdnMove& move) {
               return !move.comment_before.empty() || !move.comment_after.empty() ||
                      !move.strength.empty() || !move.nags.empty() || !move.variations.empty();
           });
}

bool contains(std::string_view text, std::string_view part) {
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) ==
               std::tolower(static_cast<unsigned char>(b));
    };
    return part.empty() ||
           std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

bool fits_result(const GameHeader& game, const GameFilter& filter) {
    const auto outcome = outcome_of(game.result, filter.reading);
    if (filter.wants_forfeited) return !outcome;
    return !filter.outcome || outcome == filter.outcome;
}

bool fits(const GameHeader& game, const GameFilter& filter) {
    if (!filter.ids.empty() && !std::ranges::binary_search(filter.ids, game.id)) return false;
    if (filter.opening && (game.opening == nullptr || game.opening->acf_number != *filter.opening))
        return false;
    const bool has_text = std::ranges::any_of(
        std::array{&game.event, &game.site, &game.date, &game.black, &game.white},
        [&](const std::string* text) { return contains(*text, filter.text); });
    return has_text && contains(game.black, filter.black) && contains(game.white, filter.white) &&
           (contains(game.black, filter.player) || contains(game.white, filter.player)) &&
           fits_result(game, filter);
}

std::string line_of(std::int64_t id, const std::string& pdn, bool is_faulty) {
    Json line = {{"id", id}, {"pdn", pdn}};
    if (is_faulty) line["faulty"] = true;
    return to_text(line) + "\n";
}

std::string deletion_of(std::int64_t id) {
    return to_text(Json{{"id", id}, {"deleted", true}}) + "\n";
}

std::optional<PdnGame> parsed(const std::string& pdn) {
    PdnReader reader(pdn, "");
    return reader.next();
}

void write_all(int descriptor, std::string_view text, const std::filesystem::path& file) {
    while (!text.empty()) {
        const ssize_t written = write(descriptor, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) throw Error(file.string() + ": " + std::strerror(errno));
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

}  // namespace

GameHeader header_of(const PdnGame& game, std::int64_t id) {
    return {.id = id,
            .event = text_of_tag(game, "Event"),
            .site = text_of_tag(game, "Site"),
            .date = text_of_tag(game, "Date"),
            .black = text_of_tag(game, "Black"),
            .white = text_of_tag(game, "White"),
            .result = game.result,
            .opening = opening_of(game),
            .plies = static_cast<int>(game.main.moves.size()),
            .is_faulty = game.faulty,
            .is_from_start = game.initial == Position::start(),
            .is_annotated = has_remarks(game)};
}

GameStore::GameStore(std::filesystem::path file) : file_(std::move(file)) {
    load();
    if (lines_ > 2 * games_.size() + OldLines) rewrite();
    open_for_writing();
}

GameStore::~GameStore() {
    if (descriptor_ >= 0) close(descriptor_);
}

void GameStore::load() {
    if (!std::filesystem::exists(file_)) return;
    const auto text = read_file(file_);
    if (!text) throw Error(text.error());
    const std::size_t whole = text->rfind('\n') + 1;  // 0 if there is no line
    for (std::size_t begin = 0; begin < whole;) {
        const std::size_t end = text->find('\n', begin);
        read_line(text->substr(begin, end - begin));
        begin = end + 1;
    }
    if (whole < text->size()) std::filesystem::resize_file(file_, whole);
}

void GameStore::read_line(const std::string& line) {
    ++lines_;
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object() || !json.contains("id")) return;
    const std::int64_t id = json.at("id");
    next_id_ = std::max(next_id_, id + 1);
    if (const auto old = games_.find(id); old != games_.end()) {
        bytes_ -= old->second.pdn.size();
        games_.erase(old);
    }
    if (!json.contains("pdn")) return;
    std::string pdn = json.at("pdn");
    auto game = parsed(pdn);
    if (!game) return;
    game->faulty |= json.contains("faulty");
    bytes_ += pdn.size();
    games_.emplace(id, Kept{header_of(*game, id), std::move(pdn)});
}

void GameStore::open_for_writing() {
    if (descriptor_ >= 0) close(descriptor_);
    descriptor_ = open(file_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    if (descriptor_ < 0) throw Error(file_.string() + ": " + std::strerror(errno));
}

void GameStore::rewrite() {
    std::string text;
    for (const auto& [id, kept] : games_) text += line_of(id, kept.pdn, kept.header.is_faulty);
    // So that no id is given twice.
    if (!games_.contains(next_id_ - 1)) text += deletion_of(next_id_ - 1);
    write_file_atomically(file_, text);
    lines_ = games_.size();
    open_for_writing();
}

void GameStore::append(const std::string& lines) {
    write_all(descriptor_, lines, file_);
    if (fsync(descriptor_) != 0) throw Error(file_.string() + ": " + std::strerror(errno));
    lines_ += static_cast<std::size_t>(std::ranges::count(lines, '\n'));
}

std::size_t GameStore::size() const {
    const std::shared_lock lock(mutex_);
    return games_.size();
}

std::vector<GameHeader> GameStore::matching(const GameFilter& filter) const {
    const std::shared_lock lock(mutex_);
    std::vector<GameHeader> found;
    for (const auto& [id, kept] : games_)
        if (fits(kept.header, filter)) found.push_back(kept.header);
    return found;
}

std::optional<PdnGame> GameStore::get(std::int64_t id) const {
    const std::shared_lock lock(mutex_);
    const auto found = games_.find(id);
    return found != games_.end() ? parsed(found->second.pdn) : std::nullopt;
}

std::optional<GameHeader> GameStore::header(std::int64_t id) const {
    const std::shared_lock lock(mutex_);
    const auto found = games_.find(id);
    return found != games_.end() ? std::optional(found->second.header) : std::nullopt;
}

std::string GameStore::pdn_of(const std::vector<GameHeader>& headers) const {
    const std::shared_lock lock(mutex_);
    std::string text;
    for (const GameHeader& header : headers)
        if (const auto found = games_.find(header.id); found != games_.end())
            text += found->second.pdn + "\n";
    return text;
}

int GameStore::count_of_opening(int acf_number) const {
    const std::shared_lock lock(mutex_);
    return static_cast<int>(std::ranges::count_if(games_, [&](const auto& item) {
        const ThreeMoveOpening* const opening = item.second.header.opening;
        return opening != nullptr && opening->acf_number == acf_number;
    }));
}

std::vector<GameHeader> GameStore::add(const std::vector<PdnGame>& games) {
    std::vector<Kept> fresh;
    std::size_t bytes = 0;
    for (const PdnGame& game : games) {
        fresh.push_back({header_of(game, 0), to_pdn(game)});
        bytes += fresh.back().pdn.size();
    }
    const std::unique_lock lock(mutex_);
    if (games_.size() + games.size() > limits::Games || bytes_ + bytes > limits::GamesBytes)
        throw Refusal(413, fmt::format("at most {} games are kept", limits::Games));
    std::string lines;
    std::int64_t id = next_id_;
    for (Kept& kept : fresh) {
        kept.header.id = id++;
        lines += line_of(kept.header.id, kept.pdn, kept.header.is_faulty);
    }
    append(lines);
    next_id_ = id;
    bytes_ += bytes;
    std::vector<GameHeader> headers;
    for (Kept& kept : fresh) {
        headers.push_back(kept.header);
        games_.emplace(kept.header.id, std::move(kept));
    }
    return headers;
}

bool GameStore::replace(std::int64_t id, const PdnGame& game) {
    Kept kept{header_of(game, id), to_pdn(game)};
    const std::unique_lock lock(mutex_);
    const auto found = games_.find(id);
    if (found == games_.end()) return false;
    append(line_of(id, kept.pdn, kept.header.is_faulty));
    bytes_ += kept.pdn.size() - found->second.pdn.size();
    found->second = std::move(kept);
    return true;
}

bool GameStore::remove(std::int64_t id) {
    const std::unique_lock lock(mutex_);
    const auto found = games_.find(id);
    if (found == games_.end()) return false;
    append(deletion_of(id));
    bytes_ -= found->second.pdn.size();
    games_.erase(found);
    return true;
}

void GameStore::clear() {
    const std::unique_lock lock(mutex_);
    games_.clear();
    bytes_ = 0;
    rewrite();
}

}  // namespace deepwell::studio
