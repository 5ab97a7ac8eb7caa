#include "board/fen.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>

#include "base/text.h"

namespace deepwell {

namespace {

char upper(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

std::string quoted(char c) {
    return c >= ' ' && c < 127 ? fmt::format("'{}'", c)
                               : fmt::format("byte {}", static_cast<unsigned char>(c));
}

// Walks over the text once; the first fault ends it.
class FenReader {
public:
    explicit FenReader(std::string_view text) : text_(text) {}

    Result<Position> read() {
        trim();
        if (text_.empty()) return Failure{"it is empty"};
        const auto side = side_of(text_.front());
        if (!side) return Failure{"it must begin with the side to move, B or W"};
        position_.side = *side;
        ++at_;
        while (!failed() && at_ < text_.size()) read_section();
        if (failed()) return Failure{*fault_};
        if (!seen_[0] && !seen_[1]) return Failure{"it lists no pieces"};
        if (auto fault = fault_of(position_)) return Failure{*fault};
        return position_;
    }

private:
    static std::optional<Side> side_of(char c) {
        if (upper(c) == 'B') return Side::Black;
        if (upper(c) == 'W') return Side::White;
        return std::nullopt;
    }

    void trim() {
        const auto is_wrapping = [](char c) { return is_space(c) || c == '"'; };
        while (!text_.empty() && is_wrapping(text_.front())) text_.remove_prefix(1);
        while (!text_.empty() && (is_wrapping(text_.back()) || text_.back() == '.'))
            text_.remove_suffix(1);
    }

    bool failed() const { return fault_.has_value(); }
    void fail(std::string fault) {
        if (!failed()) fault_ = std::move(fault);
    }

    char peek() {
        while (at_ < text_.size() && is_space(text_[at_])) ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    bool accept(char c) {
        if (upper(peek()) != c) return false;
        ++at_;
        return true;
    }

    // ":W" and a list of squares, or a counter such as ":H0".
    void read_section() {
        if (!accept(':')) return fail(fmt::format("':' expected, found {}", quoted(peek())));
        if (accept('H') || accept('F')) {
            read_number();
            return;
        }
        const auto owner = side_of(peek());
        if (!owner) return fail("each list of squares must begin with W or B");
        ++at_;
        bool& seen = seen_[static_cast<std::size_t>(*owner)];
        if (seen) return fail(fmt::format("it lists {}'s pieces twice", name(*owner)));
        seen = true;
        if (peek() == ':' || peek() == '\0') return;
        do read_item(*owner);
        while (!failed() && accept(','));
    }

    // "18", "K27", "21-32" or "K1-4".
    void read_item(Side owner) {
        const bool is_king = accept('K');
        const auto first = read_square();
        const auto last = first && accept('-') ? read_square() : first;
        if (!first || !last) return;
        if (*last < *first)
            return fail(
                fmt::format("the range {}-{} runs backwards", first->number(), last->number()));
        for (int i = first->index(); i <= last->index(); ++i)
            place(owner, is_king, Square::from_index(i));
    }

    void place(Side owner, bool is_king, Square square) {
        if (position_.occupied().contains(square))
            return fail(fmt::format("square {} is given twice", square.number()));
        const Bitboard piece = Bitboard::of(square);
        (owner == Side::Black ? position_.black : position_.white) |= piece;
        if (is_king) position_.kings |= piece;
    }

    std::optional<Square> read_square() {
        const auto number = read_number();
        if (!number) return std::nullopt;
        const auto square = Square::from_number(*number);
        if (!square)
            fail(fmt::format("square {} is not on the {}x{} board", *number, BoardSize, BoardSize));
        return square;
    }

    std::optional<int> read_number() {
        if (!is_digit(peek())) {
            fail(peek() == '\0'
                     ? "a square number is missing at the end"
                     : fmt::format("a square number expected, found {}", quoted(peek())));
            return std::nullopt;
        }
        constexpr int TooLarge = 1'000'000;
        int number = 0;
        for (; at_ < text_.size() && is_digit(text_[at_]); ++at_)
            number = std::min(TooLarge, number * 10 + (text_[at_] - '0'));
        return number;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    Position position_;
    std::array<bool, 2> seen_{};
    std::optional<std::string> fault_;
};

std::string list_of(const Position& position, Side side) {
    std::string list(1, side == Side::Black ? 'B' : 'W');
    const char* separator = "";
    for (const Square square : position.pieces(side)) {
        list += fmt::format(
            "{}{}{}", separator, position.kings.contains(square) ? "K" : "", square.number());
        separator = ",";
    }
    return list;
}

}  // namespace

Result<Position> parse_fen(std::string_view text) {
    return FenReader(text).read();
}

std::string to_fen(const Position& position) {
    return fmt::format("{}:{}:{}",
                       position.side == Side::Black ? 'B' : 'W',
                       list_of(position, Side::White),
                       list_of(position, Side::Black));
}

}  // namespace deepwell
