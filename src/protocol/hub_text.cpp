#include "protocol/hub_text.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "board/movegen.h"

namespace deepwell::protocol {

namespace {

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

bool is_control(char c) {
    return (static_cast<unsigned char>(c) < ' ' && !is_blank(c)) || c == 127;
}

// What a name or a value without quotes is made of.
bool is_plain(char c) {
    return !is_blank(c) && !is_control(c) && c != '=' && c != '"';
}

class LineScanner {
public:
    explicit LineScanner(std::string_view text) : text_(text) {}

    bool at_end() {
        while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
        return at_ == text_.size();
    }

    // Name characters from here on, perhaps none.
    std::string_view plain() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && is_plain(text_[at_])) ++at_;
        return text_.substr(begin, at_ - begin);
    }

    bool take(char wanted) {
        if (at_ == text_.size() || text_[at_] != wanted) return false;
        ++at_;
        return true;
    }

    // The rest of a value whose opening quote was taken; nothing if it is not closed.
    std::optional<std::string_view> quoted() {
        const std::size_t end = text_.find('"', at_);
        if (end == std::string_view::npos) return std::nullopt;
        const std::string_view value = text_.substr(at_, end - at_);
        at_ = end + 1;
        return value;
    }

    bool at_border() const { return at_ == text_.size() || is_blank(text_[at_]); }

private:
    std::string_view text_;
    std::size_t at_ = 0;
};

Result<HubArgument> next_argument(LineScanner& scanner) {
    HubArgument argument;
    argument.name = scanner.plain();
    if (argument.name.empty()) return Failure{"an argument has no name"};
    if (!scanner.take('=')) {
        if (!scanner.at_border())
            return Failure{fmt::format("the name {} ends in a quote", argument.name)};
        argument.is_flag = true;
        return argument;
    }
    if (scanner.take('"')) {
        const auto value = scanner.quoted();
        if (!value) return Failure{"a quote is not closed"};
        argument.value = *value;
    } else {
        argument.value = scanner.plain();
        if (argument.value.empty()) return Failure{fmt::format("{}= has no value", argument.name)};
    }
    if (!scanner.at_border())
        return Failure{fmt::format("the value of {} goes on after its end", argument.name)};
    return argument;
}

bool needs_quotes(std::string_view value) {
    return value.empty() || !std::all_of(value.begin(), value.end(), is_plain);
}

std::string value_text(std::string_view value) {
    if (!needs_quotes(value)) return std::string(value);
    std::string inner(value);
    for (char& c : inner) {
        if (c == '"') c = '\'';
        if (is_control(c) || c == '\r') c = '?';
    }
    return '"' + inner + '"';
}

char piece_letter(const Position& position, Square square) {
    const bool is_king = position.kings.contains(square);
    if (position.black.contains(square)) return is_king ? 'B' : 'b';
    if (position.white.contains(square)) return is_king ? 'W' : 'w';
    return 'e';
}

// False: the letter stands for nothing.
bool put(Position& position, Square square, char letter) {
    const Bitboard here = Bitboard::of(square);
    if (letter == 'b' || letter == 'B') position.black |= here;
    if (letter == 'w' || letter == 'W') position.white |= here;
    if (letter == 'B' || letter == 'W') position.kings |= here;
    return std::string_view("bBwWe").find(letter) != std::string_view::npos;
}

// "15x22x18": the squares, and whether it is written as a jump.
struct WrittenMove {
    std::vector<Square> squares;
    bool is_jump = false;
};

Result<Square> square_of(std::string_view digits) {
    int number = 0;
    const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const auto square = Square::from_number(number);
    if (digits.empty() || end != digits.data() + digits.size() || fault != std::errc{} || !square)
        return Failure{fmt::format("'{}' is no square of the board", digits)};
    return *square;
}

Result<WrittenMove> written_move(std::string_view text) {
    const std::size_t first_mark = text.find_first_of("-x");
    if (first_mark == std::string_view::npos) return Failure{"it is not written as a move"};
    const char mark = text[first_mark];
    WrittenMove written;
    written.is_jump = mark == 'x';
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(mark, begin), text.size());
        const auto square = square_of(text.substr(begin, end - begin));
        if (!square) return Failure{square.error()};
        written.squares.push_back(*square);
        begin = end + 1;
    }
    if (!written.is_jump && written.squares.size() != 2)
        return Failure{"a move without captures has two squares"};
    return written;
}

bool means(const WrittenMove& written, const Move& move) {
    if (move.from != written.squares[0] || move.to != written.squares[1]) return false;
    if (move.is_jump() != written.is_jump) return false;
    if (written.squares.size() == 2) return true;
    Bitboard captured;
    for (std::size_t i = 2; i < written.squares.size(); ++i)
        captured |= Bitboard::of(written.squares[i]);
    const auto listed = static_cast<int>(written.squares.size()) - 2;
    return captured == move.captured && listed == captured.count();
}

}  // namespace

std::optional<std::string_view> HubLine::value(std::string_view name) const {
    for (const HubArgument& argument : arguments)
        if (argument.name == name) return argument.value;
    return std::nullopt;
}

Result<HubLine> parse_hub_line(std::string_view text) {
    if (text.size() > MaxHubLine) return Failure{"the line is too long"};
    if (std::any_of(text.begin(), text.end(), is_control))
        return Failure{"the line has control characters"};
    LineScanner scanner(text);
    if (scanner.at_end()) return Failure{"the line is empty"};
    HubLine line;
    line.command = scanner.plain();
    if (line.command.empty() || !scanner.at_border())
        return Failure{"the line does not begin with a command"};
    while (!scanner.at_end()) {
        auto argument = next_argument(scanner);
        if (!argument) return Failure{argument.error()};
        if (line.has(argument->name))
            return Failure{fmt::format("{} is given twice", argument->name)};
        line.arguments.push_back(*std::move(argument));
    }
    return line;
}

std::string to_text(const HubLine& line) {
    std::string text = line.command;
    for (const HubArgument& argument : line.arguments)
        text += argument.is_flag ? " " + argument.name
                                 : fmt::format(" {}={}", argument.name, value_text(argument.value));
    return text;
}

Result<Position> parse_hub_position(std::string_view text) {
    if (text.size() != SquareCount + 1)
        return Failure{
            fmt::format("a position has {} characters, this one {}", SquareCount + 1, text.size())};
    if (text[0] != 'B' && text[0] != 'W')
        return Failure{"a position begins with the side to move, B or W"};
    Position position;
    position.side = text[0] == 'B' ? Side::Black : Side::White;
    for (int i = 0; i < SquareCount; ++i)
        if (!put(position, Square::from_index(i), text[static_cast<std::size_t>(i) + 1]))
            return Failure{fmt::format("square {} holds none of w b W B e", i + 1)};
    if (const auto fault = fault_of(position)) return Failure{*fault};
    return position;
}

std::string to_hub(const Position& position) {
    std::string text(1, position.side == Side::Black ? 'B' : 'W');
    for (int i = 0; i < SquareCount; ++i) text += piece_letter(position, Square::from_index(i));
    return text;
}

std::string to_hub(const Move& move) {
    std::string text =
        fmt::format("{}{}{}", move.from.number(), move.is_jump() ? 'x' : '-', move.to.number());
    for (const Square square : move.captured) text += fmt::format("x{}", square.number());
    return text;
}

std::string to_hub(std::span<const Move> moves) {
    std::string text;
    for (const Move& move : moves) text += (text.empty() ? "" : " ") + to_hub(move);
    return text;
}

Result<Move> parse_hub_move(const Position& position, std::string_view text) {
    const auto written = written_move(text);
    if (!written) return Failure{fmt::format("'{}': {}", text, written.error())};
    std::vector<Move> found;
    for (const Move& move : legal_moves(position))
        if (means(*written, move)) found.push_back(move);
    if (found.empty()) return Failure{fmt::format("'{}' is not a legal move", text)};
    if (found.size() > 1) return Failure{fmt::format("'{}' does not say what it captures", text)};
    return found.front();
}

Result<Game> parse_hub_game(const Position& initial, std::string_view moves) {
    Game game(initial);
    while (!moves.empty()) {
        const std::size_t end = std::min(moves.find(' '), moves.size());
        if (end > 0) {
            const auto move = parse_hub_move(game.position(), moves.substr(0, end));
            if (!move) return Failure{move.error()};
            game.play(*move);
        }
        moves.remove_prefix(std::min(end + 1, moves.size()));
    }
    return game;
}

}  // namespace deepwell::protocol
