#include "tune/match_file.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

#include "base/error.h"
#include "base/files.h"
#include "board/pdn_reader.h"
#include "board/pdn_writer.h"
#include "search/score_in_men.h"

namespace deepwell::tune {

namespace {

// Stands behind every whole game, and nowhere else in what is written here.
constexpr std::string_view EndOfGame = "*\n\n";

std::string comment_of(const Thought& thought) {
    std::string time = thought.seconds < 1 ? fmt::format("{:.3f}s", thought.seconds)
                                           : fmt::format("{:.1f}s", thought.seconds);
    if (!thought.score) return time;
    return fmt::format("{:+.2f}/{} {}", search::in_men(*thought.score), thought.depth, time);
}

std::string round_text(std::uint64_t game) {
    return fmt::format("{}.{}", game / 2 + 1, game % 2 + 1);
}

std::optional<std::uint64_t> game_of_round(std::string_view text) {
    const std::size_t dot = text.find('.');
    if (dot == std::string_view::npos) return std::nullopt;
    const auto pair = parse_whole(text.substr(0, dot), 1, 1'000'000'000);
    const auto half = parse_whole(text.substr(dot + 1), 1, 2);
    if (!pair || !half) return std::nullopt;
    return static_cast<std::uint64_t>(2 * (*pair - 1) + *half - 1);
}

[[noreturn]] void cannot(const char* what, const std::filesystem::path& path) {
    throw Error(fmt::format(
        "cannot {} {}: {}", what, path.string(), std::generic_category().message(errno)));
}

bool write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

// Without the torn end of a game that was being written.
std::size_t whole_size(std::string_view text) {
    const std::size_t last = text.rfind(EndOfGame);
    return last == std::string_view::npos ? 0 : last + EndOfGame.size();
}

std::string event_of(const MatchTitle& title) {
    return fmt::format("{} - {}", title.first, title.second);
}

// Could this be what was written of one game of the match?  Nothing else may be cut off.
bool can_begin_game(std::string_view torn, const MatchTitle& title) {
    PdnGame head;
    head.tags = {{"Event", event_of(title)}};
    const std::string whole = deepwell::to_pdn(head);
    const std::string_view line = std::string_view(whole).substr(0, whole.find('\n') + 1);
    const std::size_t common = std::min(line.size(), torn.size());
    return torn.substr(0, common) == line.substr(0, common) &&
           torn.find("\n[Event ") == std::string_view::npos;
}

}  // namespace

std::string to_pdn(const MatchGame& game, const MatchTitle& title) {
    PdnGame pdn = pdn_of(game.played.game);
    const bool swapped = !first_is_black(game.number);
    pdn.tags = {{"Event", event_of(title)},
                {"Round", round_text(game.number)},
                {"Black", swapped ? title.second : title.first},
                {"White", swapped ? title.first : title.second},
                {"Result", ""},
                {"Opening", game.opening},
                {"Termination", game.played.reason},
                {"Match", title.settings}};
    pdn.result = result_of(game.played.outcome);
    pdn.tags[4].value = to_text(pdn.result);
    for (std::size_t i = 0; i < game.played.thoughts.size(); ++i)
        pdn.main.moves[game.played.opening_plies + i].comment_after =
            comment_of(game.played.thoughts[i]);
    return deepwell::to_pdn(pdn) + '\n';
}

MatchFile::MatchFile(std::filesystem::path path, MatchTitle title, int descriptor)
    : path_(std::move(path)), title_(std::move(title)), descriptor_(descriptor) {}

MatchFile::MatchFile(MatchFile&& other) noexcept
    : path_(std::move(other.path_)),
      title_(std::move(other.title_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      finished_(std::move(other.finished_)) {}

MatchFile::~MatchFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

Result<MatchFile> MatchFile::open(const std::filesystem::path& path, const MatchTitle& title) {
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (descriptor < 0) cannot("open", path);
    MatchFile file(path, title, descriptor);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0)
        return Failure{fmt::format("{}: another match is writing to it", path.string())};
    const auto text = read_file(path);
    if (!text) throw Error(text.error());
    const auto size = file.read_games(*text);
    if (!size) return Failure{size.error()};
    if (*size < text->size() && ::ftruncate(descriptor, static_cast<off_t>(*size)) != 0)
        cannot("cut", path);
    return file;
}

// How much of the text is whole games, all of this match.
Result<std::size_t> MatchFile::read_games(const std::string& text) {
    const std::size_t size = whole_size(text);
    if (!can_begin_game(std::string_view(text).substr(size), title_))
        return Failure{fmt::format("{}: it holds something else than a match", path_.string())};
    PdnReader reader(text.substr(0, size), path_.string());
    while (const auto game = reader.next()) {
        const auto settings = tag_value(*game, "Match");
        const auto round = game_of_round(tag_value(*game, "Round").value_or(""));
        const auto outcome = outcome_of(game->result, ResultReading::Standard);
        if (!settings || !round || !outcome || *outcome == Outcome::Open)
            return Failure{
                fmt::format("{}: line {}: this is no game of a match", path_.string(), game->line)};
        if (*settings != title_.settings)
            return Failure{fmt::format("{}: it holds another match ({}), not this one ({})",
                                       path_.string(),
                                       *settings,
                                       title_.settings)};
        const auto reason = tag_value(*game, "Termination").value_or("");
        finished_[*round] = {points_of(*outcome, *round),
                             reason.find(ForfeitWord) != std::string_view::npos};
    }
    return size;
}

void MatchFile::append(const MatchGame& game) {
    if (!write_all(descriptor_, tune::to_pdn(game, title_)) || ::fsync(descriptor_) != 0)
        cannot("write", path_);
}

}  // namespace deepwell::tune
