#include "cli/prove_games.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/interrupt.h"
#include "base/stopwatch.h"
#include "base/terminal_progress.h"
#include "board/notation.h"
#include "board/pdn_writer.h"
#include "cli/annotated_output.h"
#include "cli/annotation_remarks.h"
#include "cli/command.h"
#include "cli/game_range.h"

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

constexpr std::array Sentences{"Proven: a draw.",
                               "Proven: Black wins.",
                               "Proven: White wins.",
                               "Proven: throws the draw away.",
                               "Proven: throws the win away.",
                               "Proven: throws the win away, and the draw too."};

// Without the sentences of an earlier run at its end.
std::string_view unproven_part(std::string_view remark) {
    const auto* const found =
        std::find_if(Sentences.begin(), Sentences.end(), [&](std::string_view sentence) {
            return remark == sentence || remark.ends_with(fmt::format(" {}", sentence));
        });
    if (found == Sentences.end()) return remark;
    remark.remove_suffix(std::string_view(*found).size());
    remark = remark.substr(0, remark.find_last_not_of(' ') + 1);
    return unproven_part(remark);
}

void forget_proofs(PdnGame& game) {
    for (PdnMove& move : game.main.moves) {
        forget_remarks(move.comment_before, unproven_part);
        forget_remarks(move.comment_after, unproven_part);
    }
}

// Where the value becomes known, and where it changes.
void annotate(PdnGame& game, const Game& played, const ProvenGame& proven) {
    forget_proofs(game);
    const auto said = [&](std::size_t ply) {
        return fmt::format("Proven: {}.",
                           outcome_text(proven.values[ply], played.positions()[ply].side));
    };
    if (proven.values.front().is_exact() && !game.main.moves.empty())
        add_remark(game.main.moves.front().comment_before, said(0));
    for (std::size_t ply = 0; ply < game.main.moves.size(); ++ply) {
        const bool is_mistake = proven.is_mistake(ply);
        const bool is_news =
            proven.values[ply + 1].is_exact() && (is_mistake || !proven.values[ply].is_exact());
        std::string remark;
        if (is_mistake) remark = fmt::format("Proven: {}.", loss_text(proven, ply));
        if (is_mistake && is_news) remark += ' ';
        if (is_news) remark += said(ply + 1);
        add_remark(game.main.moves[ply].comment_after, remark);
    }
    sign(game);
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

void print_as_json(const PdnFile& pdn, int number, const Game& played, const ProvenGame& proven) {
    const PdnGame& game = pdn.games[static_cast<std::size_t>(number - 1)];
    Json values = Json::array(), mistakes = Json::array();
    for (std::size_t ply = 0; ply < proven.values.size(); ++ply) {
        values.push_back(outcome_text(proven.values[ply], played.positions()[ply].side));
        if (proven.is_mistake(ply))
            mistakes.push_back({{"ply", ply},
                                {"move", to_text(played.positions()[ply], played.moves()[ply])},
                                {"cost", loss_text(proven, ply)}});
    }
    Json json = {{"game", number},
                 {"black", player_of(game, "Black")},
                 {"white", player_of(game, "White")},
                 {"plies", played.moves().size()},
                 {"proven_from", proven.known_from()},
                 {"values", values},
                 {"mistakes", mistakes},
                 {"nodes", proven.nodes}};
    add_error(json, pdn, number);
    print_json(json);
}

// What all games together say.
struct Summary {
    std::size_t games = 0, positions = 0, proven = 0, from_the_end = 0, mistakes = 0;
    std::size_t open = 0;  // games whose first position is

    void add(const ProvenGame& game) {
        ++games;
        if (!game.values.front().is_exact()) ++open;
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

// Shows how far a command is while it goes through games.
class GameProgress {
public:
    explicit GameProgress(double total) : total_(total) {}

    ProvenGame prove(proof::Prover& prover,
                     int number,
                     const Game& played,
                     const proof::ProofLimits& limits) {
        TerminalProgress progress;
        const std::string stage = fmt::format("game {}", number);
        return proof::prove_game(prover, played, limits, [&](std::size_t) {
            ++done_;
            progress.update({.stage = stage,
                             .done = done_,
                             .total = total_,
                             .unit = "positions",
                             .rate = done_ / watch_.seconds()});
        });
    }

private:
    double total_;
    double done_ = 0;
    Stopwatch watch_;
};

// The first game that is not done; one behind the range if all are.
int prove_range(proof::Prover& prover,
                PdnFile& pdn,
                const GameRange& range,
                GameProof& task,
                AnnotatedOutput& output,
                Summary& summary) {
    const Interrupt interrupt;
    task.limits.stop = interrupt.token();
    GameProgress progress(plies_of(pdn, range) + (range.last - range.first + 1));
    for (int number = range.first; number <= range.last; ++number) {
        if (interrupt.happened()) return number;
        PdnGame& game = pdn.games[static_cast<std::size_t>(number - 1)];
        const Game played = main_game(game);
        const ProvenGame proven = progress.prove(prover, number, played, task.limits);
        if (!proven.is_complete) return number;
        summary.add(proven);
        task.json ? print_as_json(pdn, number, played, proven)
                  : print_as_text(number, game, played, proven);
        annotate(game, played, proven);
        output.add(to_pdn(game));
    }
    return range.last + 1;
}

}  // namespace

ExitCode prove_games(proof::Prover& prover, GameProof task) {
    PdnFile pdn = read_noted_games(task.file);
    const GameRange range = range_from(task.games, static_cast<int>(pdn.games.size()));
    AnnotatedOutput output(task.output, task.append, task.file);
    const ExitCode read = show_errors(pdn, range);
    Summary summary;
    const int next = prove_range(prover, pdn, range, task, output, summary);
    const bool is_interrupted = next <= range.last;
    output.finish(is_interrupted);
    fmt::print(stderr, "{}\n", summary.text());
    if (is_interrupted)
        throw Interrupted(output.interrupted_text(task.command, {next, range.last}));
    if (read != ExitCode::Done) return read;
    return summary.open > 0 ? ExitCode::No : ExitCode::Done;
}

}  // namespace deepwell::cli
