#include "cli/prove_games.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/files.h"
#include "base/interrupt.h"
#include "base/stopwatch.h"
#include "base/terminal_progress.h"
#include "board/notation.h"
#include "board/pdn_writer.h"
#include "cli/command.h"
#include "cli/game_range.h"
#include "cli/version.h"

namespace deepwell::cli {

namespace {

using proof::ProvenGame;

const char* outcome_text(WdlRange value, Side to_move) {
    if (!value.is_exact()) return "open";
    if (value.low == Wdl::Draw) return "a draw";
    return (value.low == Wdl::Win) == (to_move == Side::Black) ? "Black wins" : "White wins";
}

// What the move of a ply gave away.
std::string loss_text(const ProvenGame& proven, std::size_t ply) {
    const bool was_won = proven.values[ply].low == Wdl::Win;
    const bool is_lost = (-proven.values[ply + 1]).high == Wdl::Loss;
    if (!was_won) return "throws the draw away";
    return is_lost ? "throws the win away, and the draw too" : "throws the win away";
}

std::string player_of(const PdnGame& game, const char* colour) {
    const auto found = std::find_if(game.tags.begin(), game.tags.end(), [&](const PdnTag& tag) {
        return tag.is_named(colour);
    });
    return found == game.tags.end() ? "?" : printable(found->value);
}

void remark(std::string& comment, const std::string& text) {
    if (!comment.empty()) comment += ' ';
    comment += text;
}

// Without the remarks of an earlier run.
void forget_remarks(std::string& comment) {
    constexpr std::string_view Remark = "Proven: ";
    for (std::size_t begin = 0; (begin = comment.find(Remark, begin)) != std::string::npos;) {
        const std::size_t dot = comment.find('.', begin);
        if (dot == std::string::npos) return;
        comment.erase(begin, dot + 1 - begin);
    }
    comment.erase(comment.find_last_not_of(' ') + 1);
}

void forget_remarks(PdnGame& game) {
    for (PdnMove& move : game.main.moves) {
        forget_remarks(move.comment_before);
        forget_remarks(move.comment_after);
    }
}

// Where the value becomes known, and where it changes.
void annotate(PdnGame& game, const Game& played, const ProvenGame& proven) {
    forget_remarks(game);
    const auto& positions = played.positions();
    const WdlRange start = proven.values.front();
    if (start.is_exact() && !game.main.moves.empty())
        remark(game.main.moves.front().comment_before,
               fmt::format("Proven: {}.", outcome_text(start, positions.front().side)));
    for (std::size_t ply = 0; ply < game.main.moves.size(); ++ply) {
        PdnMove& move = game.main.moves[ply];
        const WdlRange after = proven.values[ply + 1];
        if (proven.is_mistake(ply))
            remark(move.comment_after, "Proven: " + loss_text(proven, ply) + ".");
        const bool is_news =
            after.is_exact() && (proven.is_mistake(ply) || !proven.values[ply].is_exact());
        if (is_news)
            remark(move.comment_after,
                   fmt::format("Proven: {}.", outcome_text(after, positions[ply + 1].side)));
    }
    std::erase_if(game.tags, [](const PdnTag& tag) { return tag.is_named("Annotator"); });
    game.tags.push_back({"Annotator", version_text()});
}

// Numbered as in PDN: the first move of a game that White begins is 1...
std::string move_text(const Game& played, std::size_t ply) {
    const Position& before = played.positions()[ply];
    const std::size_t gap = played.positions().front().side == Side::White ? 1 : 0;
    return fmt::format("{}{} {}",
                       (ply + gap) / 2 + 1,
                       before.side == Side::Black ? "." : "...",
                       to_text(before, played.moves()[ply]));
}

void print_as_text(int number, const PdnGame& game, const Game& played, const ProvenGame& proven) {
    const std::size_t from = proven.known_from();
    const std::size_t plies = played.moves().size();
    const auto known = std::count_if(proven.values.begin(),
                                     proven.values.end(),
                                     [](const WdlRange& value) { return value.is_exact(); });
    std::string text = fmt::format("{}: {} - {}, {} plies: ",
                                   number,
                                   player_of(game, "Black"),
                                   player_of(game, "White"),
                                   plies);
    if (from > plies)
        text += "not even the last position is proven";
    else
        text += fmt::format("proven from ply {} on ({}), {} of {} positions",
                            from,
                            outcome_text(proven.values[from], played.positions()[from].side),
                            known,
                            plies + 1);
    print_line(text);
    for (std::size_t ply = 0; ply < plies; ++ply)
        if (proven.is_mistake(ply))
            print_line(fmt::format("  {} {}", move_text(played, ply), loss_text(proven, ply)));
}

void print_as_json(int number, const PdnGame& game, const Game& played, const ProvenGame& proven) {
    Json values = Json::array(), mistakes = Json::array();
    for (std::size_t ply = 0; ply < proven.values.size(); ++ply) {
        values.push_back(outcome_text(proven.values[ply], played.positions()[ply].side));
        if (proven.is_mistake(ply))
            mistakes.push_back({{"ply", ply},
                                {"move", to_text(played.positions()[ply], played.moves()[ply])},
                                {"cost", loss_text(proven, ply)}});
    }
    print_json({{"game", number},
                {"black", player_of(game, "Black")},
                {"white", player_of(game, "White")},
                {"plies", played.moves().size()},
                {"proven_from", proven.known_from()},
                {"values", values},
                {"mistakes", mistakes},
                {"nodes", proven.nodes}});
}

// What all games together say.
struct Summary {
    std::size_t games = 0, positions = 0, proven = 0, from_the_end = 0, mistakes = 0;

    void add(const ProvenGame& game) {
        ++games;
        positions += game.values.size();
        from_the_end += game.values.size() - game.known_from();
        for (std::size_t ply = 0; ply < game.values.size(); ++ply) {
            proven += game.values[ply].is_exact() ? 1 : 0;
            mistakes += game.is_mistake(ply) ? 1 : 0;
        }
    }
    std::string text() const {
        const double count = static_cast<double>(std::max<std::size_t>(games, 1));
        return fmt::format(
            "{} games: {} of {} positions proven ({:.1f} %), the last {:.1f} plies of a game, {} "
            "mistakes",
            games,
            proven,
            positions,
            100.0 * static_cast<double>(proven) /
                static_cast<double>(std::max<std::size_t>(positions, 1)),
            static_cast<double>(from_the_end) / count,
            mistakes);
    }
};

}  // namespace

ExitCode prove_games(proof::Prover& prover, GameProof task) {
    PdnFile pdn = read_games(task.file);
    const GameRange range = range_from(task.games, static_cast<int>(pdn.games.size()));
    ExitCode code = show_errors(pdn, range);
    const Interrupt interrupt;
    task.limits.stop = interrupt.token();
    Summary summary;
    std::string written;
    int number = range.first;
    double done = 0;
    const Stopwatch watch;
    const double total = plies_of(pdn, range) + (range.last - range.first + 1);
    for (; number <= range.last && !interrupt.happened(); ++number) {
        PdnGame& game = pdn.games[static_cast<std::size_t>(number - 1)];
        const Game played = main_game(game);
        ProvenGame proven;
        {
            TerminalProgress progress;
            const std::string stage = fmt::format("game {}", number);
            proven = proof::prove_game(prover, played, task.limits, [&](std::size_t) {
                ++done;
                progress.update({.stage = stage,
                                 .done = done,
                                 .total = total,
                                 .unit = "positions",
                                 .rate = done / watch.seconds()});
            });
        }
        if (!proven.is_complete) break;
        summary.add(proven);
        if (!proven.values.front().is_exact()) code = ExitCode::No;
        task.json ? print_as_json(number, game, played, proven)
                  : print_as_text(number, game, played, proven);
        annotate(game, played, proven);
        written += to_pdn(game) + '\n';
    }
    if (!task.output.empty()) write_file_atomically(task.output, written);
    fmt::print(stderr, "{}\n", summary.text());
    if (number <= range.last)
        throw Interrupted(fmt::format(
            "stopped in game {0}, what was done is written; --game {0}-{1} goes on there",
            number,
            range.last));
    return code;
}

}  // namespace deepwell::cli
