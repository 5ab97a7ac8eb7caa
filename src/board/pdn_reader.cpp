#include "board/pdn_reader.h"

#include <charconv>
#include <fmt/format.h>
#include <utility>

#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"
#include "board/pdn_encoding.h"
#include "board/pdn_replay.h"

namespace deepwell {

namespace {

constexpr int EnglishGameType = 21;
constexpr int MaxNag = 255;
constexpr int ErrorTextWidth = 40;

// A line of moves that is being read; a variation is put into its parent when it is closed.
struct OpenLine {
    PdnLine line;
    Position position;         // after the last move
    Position before;           // before the last move, where its variations begin
    int plies = 0;             // of the game, up to here
    bool expects_move = true;  // a comment here belongs to the next move
    std::string pending;       // the comment that waits for it
    bool is_cut = false;       // an illegal move was met: nothing more is added
    int opened_at = 0;         // line in the file
};

void append_comment(std::string& comment, std::string_view text) {
    const std::string words = single_spaced(text);
    if (!comment.empty() && !words.empty()) comment += ' ';
    comment += words;
}

// A comment that no move follows belongs to the last move, or closes the line.
PdnLine finished(OpenLine open) {
    const bool has_plain_end =
        !open.line.moves.empty() && open.line.moves.back().variations.empty();
    append_comment(has_plain_end ? open.line.moves.back().comment_after : open.line.closing_comment,
                   open.pending);
    return std::move(open.line);
}

std::string unescaped(std::string_view value) {
    std::string text;
    for (std::size_t i = 0; i < value.size(); ++i) {
        const bool escapes = value[i] == '\\' && i + 1 < value.size() &&
                             (value[i + 1] == '"' || value[i + 1] == '\\');
        text += value[escapes ? ++i : i];
    }
    return text;
}

std::optional<int> number_at_start(std::string_view text) {
    int number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (fault != std::errc{}) return std::nullopt;
    return number;
}

// The moves of the current line that follow the current token, variations left out.
std::vector<std::string_view> later_moves(PdnTokens tokens) {
    std::vector<std::string_view> moves;
    int depth = 0;
    while (true) {
        tokens.advance();
        switch (tokens.current().kind) {
            case PdnTokenKind::Move:
                if (depth == 0) moves.push_back(tokens.current().text);
                break;
            case PdnTokenKind::Open:
                ++depth;
                break;
            case PdnTokenKind::Close:
                if (--depth < 0) return moves;
                break;
            case PdnTokenKind::Comment:
            case PdnTokenKind::Number:
            case PdnTokenKind::Nag:
            case PdnTokenKind::Strength:
                break;
            default:
                return moves;
        }
    }
}

// Reads one game from the tokens and leaves them at the beginning of the next.
class GameReader {
public:
    GameReader(PdnTokens& tokens,
               const std::string& file_name,
               int game_number,
               std::vector<PdnError>& errors)
        : tokens_(tokens), file_name_(file_name), errors_(errors) {
        game_.number = game_number;
        game_.line = token().line;
        lines_.emplace_back().position = game_.initial;
    }

    // Nothing if there was no game: only errors, a lone `*`, a comment that belongs to none.
    std::optional<PdnGame> read() {
        while (read_token()) continue;
        if (!has_started_) start_moves();
        close_all();
        settle_result();
        if (is_blank()) {
            if (game_.result != PdnResult::Open)
                report(PdnErrorKind::Result,
                       terminator_.line,
                       0,
                       terminator_.text,
                       "a result without a game");
            return std::nullopt;
        }
        return std::move(game_);
    }

private:
    const PdnToken& token() const { return tokens_.current(); }
    OpenLine& line() { return lines_.back(); }

    bool is_blank() const {
        return game_.tags.empty() && !has_moves_ &&
               (terminator_.text.empty() || game_.main == PdnLine{});
    }

    void report(
        PdnErrorKind kind, int at_line, int ply, std::string_view text, std::string reason) {
        errors_.push_back({kind,
                           file_name_,
                           game_.number,
                           at_line,
                           ply,
                           shortened(text, ErrorTextWidth),
                           std::move(reason)});
        game_.faulty = true;
    }

    // The game ends here; goes to the next one.
    bool fail(std::string reason) {
        report(
            PdnErrorKind::Syntax, token().line, line().plies + 1, token().text, std::move(reason));
        while (lines_.size() > 1) close_line();
        tokens_.skip_to_tag();
        return false;
    }

    // Reads the current token, and goes to the next; false if the game has ended.
    bool read_token() {
        const PdnTokenKind kind = token().kind;
        if (kind == PdnTokenKind::Tag) return read_tag();
        if (kind == PdnTokenKind::Garbage && token().text.starts_with('[') && is_in_tags_)
            return skip_bad_tag();
        is_in_tags_ = false;
        if (kind == PdnTokenKind::Comment) return add_comment();
        if (!has_started_ && !start_moves()) {
            tokens_.skip_to_tag();
            return false;
        }
        return read_move_text(kind);
    }

    bool read_move_text(PdnTokenKind kind) {
        switch (kind) {
            case PdnTokenKind::Number:
                line().expects_move = true;
                return go_on();
            case PdnTokenKind::Move:
                return add_move();
            case PdnTokenKind::Nag:
                return add_nag();
            case PdnTokenKind::Strength:
                return add_strength();
            case PdnTokenKind::Open:
                return open_variation();
            case PdnTokenKind::Close:
                return close_variation();
            case PdnTokenKind::Result:
                return read_result();
            case PdnTokenKind::UnclosedComment:
                return fail("the comment is not closed");
            case PdnTokenKind::End:
                return false;
            default:
                if (is_glued_remark()) return add_comment();
                return fail("it is neither a move nor anything else known in PDN");
        }
    }

    // `8-11Redoverstepped`: words that follow a move without a space are a comment without braces.
    bool is_glued_remark() const {
        const char first = token().text.empty() ? '\0' : token().text.front();
        const bool is_letter = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
        return is_letter && token().text.data() == end_of_last_move_;
    }

    bool go_on() {
        tokens_.advance();
        return true;
    }

    // Tags after moves, after a comment that follows tags, or a second time belong to the next
    // game.
    bool read_tag() {
        if (!is_in_tags_ && (has_started_ || !game_.tags.empty())) return false;
        if (tag_value(game_, token().name)) return false;  // a game without moves ended here
        is_in_tags_ = true;
        game_.tags.push_back({std::string(token().name), unescaped(token().text)});
        tag_lines_.push_back(token().line);
        return go_on();
    }

    bool skip_bad_tag() {
        report(PdnErrorKind::Tag,
               token().line,
               0,
               token().text,
               "it is no tag of the form [Name \"value\"]");
        tokens_.skip_line();
        return true;
    }

    // REQUIRES: there is a tag of this name.
    bool refuse_tag(std::string_view name, std::string reason) {
        std::size_t i = 0;
        while (!game_.tags[i].is_named(name)) ++i;
        report(PdnErrorKind::Tag,
               tag_lines_[i],
               0,
               fmt::format("{} {}", name, game_.tags[i].value),
               std::move(reason));
        return false;
    }

    // The tags are complete: where does the game begin?  False if the moves cannot be read.
    bool start_moves() {
        has_started_ = true;
        const auto fen = tag_value(game_, "FEN");
        const auto position = fen ? parse_fen(*fen) : Result<Position>(Position::start());
        if (position) game_.initial = *position;
        lines_.front().position = game_.initial;
        const auto type = tag_value(game_, "GameType");
        if (type && number_at_start(*type) != EnglishGameType)
            return refuse_tag(
                "GameType",
                fmt::format("only English checkers, game type {}, is known", EnglishGameType));
        if (!position) return refuse_tag("FEN", position.error());
        return true;
    }

    bool add_comment() {
        if (!line().is_cut) {
            const bool leads = line().expects_move;
            append_comment(leads ? line().pending : line().line.moves.back().comment_after,
                           token().text);
        }
        return go_on();
    }

    bool add_move() {
        has_moves_ = true;
        end_of_last_move_ = token().text.data() + token().text.size();
        if (line().is_cut) return go_on();
        const Position& position = line().position;
        if (const auto move = parse_move(position, token().text)) {
            push(*move);
        } else if (const auto meant = meant_by_line(position, token().text, later_moves(tokens_))) {
            push(*meant);
        } else {
            report(PdnErrorKind::IllegalMove,
                   token().line,
                   line().plies + 1,
                   token().text,
                   move.error());
            line().is_cut = true;
        }
        return go_on();
    }

    void push(const Move& move) {
        OpenLine& open = line();
        PdnMove& node = open.line.moves.emplace_back();
        node.move = move;
        node.comment_before = std::exchange(open.pending, {});
        open.before = std::exchange(open.position, play(open.position, move));
        open.expects_move = false;
        ++open.plies;
    }

    bool add_nag() {
        const auto number = number_at_start(token().text);
        if (!number || *number > MaxNag) return fail(fmt::format("NAGs end with {}", MaxNag));
        if (line().is_cut) return go_on();
        if (line().line.moves.empty()) return fail("no move stands before this NAG");
        line().line.moves.back().nags.push_back(*number);
        return go_on();
    }

    bool add_strength() {
        if (line().is_cut) return go_on();
        if (line().line.moves.empty()) return fail("no move stands before this mark");
        line().line.moves.back().strength += token().text;
        return go_on();
    }

    bool open_variation() {
        if (lines_.size() > static_cast<std::size_t>(MaxVariationDepth))
            return fail(fmt::format("variations nest deeper than {}", MaxVariationDepth));
        if (!line().is_cut && line().line.moves.empty())
            return fail("no move stands before this variation");
        OpenLine variation;
        variation.position = line().before;
        variation.plies = line().plies - 1;
        variation.is_cut = line().is_cut;
        variation.opened_at = token().line;
        lines_.push_back(std::move(variation));
        return go_on();
    }

    bool close_variation() {
        if (lines_.size() == 1) return fail("no variation is open here");
        close_line();
        return go_on();
    }

    // REQUIRES: a variation is open.
    void close_line() {
        PdnLine variation = finished(std::move(line()));
        lines_.pop_back();
        line().expects_move = true;
        if (line().is_cut || variation == PdnLine{}) return;
        line().line.moves.back().variations.push_back(std::move(variation));
    }

    // At the end of the game, whether it is well-formed or not.
    void close_all() {
        if (lines_.size() > 1)
            report(PdnErrorKind::Syntax,
                   line().opened_at,
                   line().plies + 1,
                   "(",
                   "the variation is not closed");
        while (lines_.size() > 1) close_line();
        game_.main = finished(std::move(lines_.front()));
    }

    bool read_result() {
        if (lines_.size() > 1) return fail("a result cannot stand in a variation");
        terminator_ = token();
        tokens_.advance();
        line().expects_move = true;
        while (token().kind == PdnTokenKind::Comment && token().line == terminator_.line)
            add_comment();
        return false;
    }

    // A Result tag that knows more than `*` outweighs the terminator; they may not disagree.
    void settle_result() {
        const auto ended = parse_result(terminator_.text).value_or(PdnResult::Open);
        const auto tagged = parse_result(tag_value(game_, "Result").value_or("*"));
        game_.result = tagged.value_or(PdnResult::Open);
        if (game_.result == PdnResult::Open) game_.result = ended;
        if (ended != PdnResult::Open && outcome_of(ended, ResultReading::Standard) !=
                                            outcome_of(game_.result, ResultReading::Standard))
            report(PdnErrorKind::Result,
                   terminator_.line,
                   0,
                   terminator_.text,
                   fmt::format("the Result tag says {}", to_text(game_.result)));
    }

    PdnTokens& tokens_;
    const std::string& file_name_;
    std::vector<PdnError>& errors_;
    PdnGame game_;
    std::vector<OpenLine> lines_;  // the main line and the open variations, innermost last
    PdnToken terminator_;
    std::vector<int> tag_lines_;  // of game_.tags
    bool is_in_tags_ = true;
    bool has_started_ = false;  // the tags are over
    bool has_moves_ = false;    // legal or not
    const char* end_of_last_move_ = nullptr;
};

}  // namespace

PdnReader::PdnReader(std::string text, std::string file_name)
    : file_name_(std::move(file_name)), text_(to_utf8(std::move(text))), tokens_(text_) {}

std::optional<PdnGame> PdnReader::next() {
    while (tokens_.current().kind != PdnTokenKind::End) {
        auto game = GameReader(tokens_, file_name_, games_read_ + 1, errors_).read();
        if (!game) continue;
        ++games_read_;
        return game;
    }
    return std::nullopt;
}

PdnFile read_pdn(std::string_view text, std::string file_name) {
    PdnFile file;
    PdnReader reader(std::string(text), std::move(file_name));
    while (auto game = reader.next()) file.games.push_back(std::move(*game));
    file.errors = reader.errors();
    return file;
}

}  // namespace deepwell
