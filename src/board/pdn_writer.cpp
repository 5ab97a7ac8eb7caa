#include "board/pdn_writer.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"
#include "board/pdn_encoding.h"

namespace deepwell {

namespace {

constexpr int MaxColumns = 79;

std::vector<std::string_view> words_of(std::string_view spaced) {
    std::vector<std::string_view> words;
    while (!spaced.empty()) {
        const std::size_t end = std::min(spaced.find(' '), spaced.size());
        words.push_back(spaced.substr(0, end));
        spaced.remove_prefix(std::min(end + 1, spaced.size()));
    }
    return words;
}

// Text in lines of at most MaxColumns, broken between words only.
class Paragraph {
public:
    void add(std::string_view word) {
        if (!is_opening_) flush();
        word_ += word;
        is_opening_ = false;
    }
    // A parenthesis that sticks to the next word, and one that sticks to the last.
    void open() {
        add("(");
        is_opening_ = true;
    }
    void close() {
        word_ += ')';
        is_opening_ = false;
    }
    // A line of its own.
    void add_line(std::string_view line) {
        is_opening_ = false;
        flush();
        if (column_ > 0) end_line();
        text_ += line;
        end_line();
    }
    std::string finish() {
        flush();
        if (column_ > 0) end_line();
        return std::move(text_);
    }

private:
    void flush() {
        if (word_.empty()) return;
        const int width = width_of(word_);
        if (column_ > 0 && column_ + 1 + width > MaxColumns) end_line();
        // At the beginning of a line these would look like a tag or an escape.
        const bool needs_space = column_ > 0 || word_.front() == '[' || word_.front() == '%';
        if (needs_space) text_ += ' ';
        text_ += word_;
        column_ += width + (needs_space ? 1 : 0);
        word_.clear();
    }
    void end_line() {
        text_ += '\n';
        column_ = 0;
    }

    std::string text_;
    int column_ = 0;
    std::string word_;  // not yet in the text: more may stick to it
    bool is_opening_ = false;
};

class MoveTextWriter {
public:
    std::string write(const PdnGame& game) {
        write_line(game.main, game.initial, game.initial.side == Side::Black ? 0 : 1);
        paragraph_.add(to_text(PdnResult::Open));
        return paragraph_.finish();
    }

private:
    // Plies are counted from 0 so that Black's are even.
    void write_line(const PdnLine& line, Position position, int ply) {
        const PdnMove* previous = nullptr;
        for (const PdnMove& node : line.moves) {
            write_move(node, previous, position, ply);
            for (const PdnLine& variation : node.variations) {
                paragraph_.open();
                write_line(variation, position, ply);
                paragraph_.close();
            }
            position = play(position, node.move);
            previous = &node;
            ++ply;
        }
        write_comment(line.closing_comment);
    }

    // A comment before a move stands behind its number, where it could be taken for the comment
    // after the previous move, else before the number.
    void write_move(const PdnMove& node,
                    const PdnMove* previous,
                    const Position& position,
                    int ply) {
        const bool is_apart = previous == nullptr || !previous->variations.empty();
        const bool is_numbered = is_apart || position.side == Side::Black ||
                                 !previous->comment_after.empty() || !node.comment_before.empty();
        std::string number;
        if (is_numbered)
            number = fmt::format("{}{}", ply / 2 + 1, position.side == Side::Black ? "." : "...");
        if (!is_apart && !node.comment_before.empty()) paragraph_.add(std::exchange(number, {}));
        write_comment(node.comment_before);
        if (!number.empty()) number += ' ';
        paragraph_.add(number + to_text(position, node.move) + node.strength);
        for (const int nag : node.nags) paragraph_.add(fmt::format("${}", nag));
        write_comment(node.comment_after);
    }

    void write_comment(std::string_view comment) {
        const std::string spaced = single_spaced(comment);
        if (spaced.empty()) return;
        if (spaced.find('}') != std::string::npos) return write_line_comment(spaced);
        const std::string braced = '{' + spaced + '}';
        for (const std::string_view word : words_of(braced)) paragraph_.add(word);
    }

    void write_line_comment(std::string_view spaced) {
        std::string text = ";";
        for (const std::string_view word : words_of(spaced)) {
            if (text.size() > 1 && width_of(text) + 1 + width_of(word) > MaxColumns) {
                paragraph_.add_line(text);
                text = ";";
            }
            text += ' ';
            text += word;
        }
        paragraph_.add_line(text);
    }

    Paragraph paragraph_;
};

std::string tag_text(const PdnTag& tag) {
    std::string value;
    for (const char c : tag.value) {
        if (c == '"' || c == '\\') value += '\\';
        value += c == '\n' || c == '\r' ? ' ' : c;
    }
    return fmt::format("[{} \"{}\"]\n", tag.name, value);
}

// Gives the first tag of this name the value, or adds one.
void set_tag(std::vector<PdnTag>& tags, const PdnTag& wanted) {
    const auto found = std::find_if(
        tags.begin(), tags.end(), [&](const PdnTag& tag) { return tag.is_named(wanted.name); });
    if (found == tags.end())
        tags.push_back(wanted);
    else
        found->value = wanted.value;
}

}  // namespace

std::vector<PdnTag> written_tags(const PdnGame& game) {
    std::vector<PdnTag> tags = game.tags;
    const auto result = tag_value(game, "Result");
    const bool result_is_read = result && parse_result(*result);
    if (result_is_read || game.result != PdnResult::Open)
        set_tag(tags, {"Result", std::string(to_text(game.result))});
    const auto fen = tag_value(game, "FEN");
    const bool fen_is_read = fen && parse_fen(*fen);
    if (fen_is_read || game.initial != Position::start()) {
        if (!fen && !tag_value(game, "SetUp")) tags.push_back({"SetUp", "1"});
        set_tag(tags, {"FEN", to_fen(game.initial)});
    }
    return tags;
}

std::string to_pdn(const PdnGame& game) {
    std::string text;
    for (const PdnTag& tag : written_tags(game)) text += tag_text(tag);
    if (!text.empty()) text += '\n';
    return text + MoveTextWriter().write(game);
}

std::string to_pdn(std::span<const PdnGame> games) {
    std::string text;
    for (const PdnGame& game : games) {
        if (!text.empty()) text += '\n';
        text += to_pdn(game);
    }
    return text;
}

}  // namespace deepwell
