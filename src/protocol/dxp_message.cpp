#include "protocol/dxp_message.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace deepwell::protocol {

namespace {

constexpr int MaxSeconds = 9999;

char colour_letter(Side side) {
    return side == Side::White ? 'W' : 'Z';
}

std::string ascii(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c < ' ' || c > '~') c = '?';
    return result;
}

std::string name_field(const std::string& name) {
    return fmt::format("{:<{}}", ascii(name).substr(0, DxpNameLength), DxpNameLength);
}

char square_letter(const Position& position, Square square) {
    const bool is_king = position.kings.contains(square);
    if (position.white.contains(square)) return is_king ? 'W' : 'w';
    if (position.black.contains(square)) return is_king ? 'Z' : 'z';
    return 'e';
}

struct Encoder {
    std::string operator()(const DxpRequest& request) const {
        std::string text = fmt::format("R{:02}{}{}{:03}{:03}",
                                       request.version,
                                       name_field(request.name),
                                       colour_letter(request.follower),
                                       std::clamp(request.minutes, 0, MaxDxpMinutes),
                                       std::clamp(request.moves, 0, MaxDxpMoves));
        if (!request.position) return text + 'A';
        text += 'B';
        text += colour_letter(request.position->side);
        for (int i = 0; i < SquareCount; ++i)
            text += square_letter(*request.position, Square::from_index(i));
        return text;
    }
    std::string operator()(const DxpAccept& accept) const {
        return fmt::format("A{}{}", name_field(accept.name), static_cast<int>(accept.code));
    }
    std::string operator()(const DxpMove& move) const {
        std::string text = fmt::format("M{:04}{:02}{:02}{:02}",
                                       std::clamp(move.seconds, 0, MaxSeconds),
                                       move.move.from.number(),
                                       move.move.to.number(),
                                       move.move.captured.count());
        for (const Square square : move.move.captured)
            text += fmt::format("{:02}", square.number());
        return text;
    }
    std::string operator()(const DxpEnd& end) const {
        return fmt::format("E{}{}", static_cast<int>(end.reason), end.stop ? 1 : 0);
    }
    std::string operator()(const DxpChat& chat) const {
        return "C" + ascii(chat.text).substr(0, MaxDxpMessage - 1);
    }
    std::string operator()(const DxpBackRequest& request) const {
        return fmt::format("B{:03}{}",
                           std::clamp(request.move_number, 0, MaxDxpMoves),
                           colour_letter(request.side));
    }
    std::string operator()(const DxpBackAnswer& answer) const {
        return fmt::format("K{}", static_cast<int>(answer.code));
    }
};

// Takes field after field; after the first that is wrong everything is, and why() tells.
class Fields {
public:
    explicit Fields(std::string_view rest) : rest_(rest) {}

    std::string_view text(std::size_t size) {
        if (rest_.size() < size) {
            refuse("the message is too short");
            return {};
        }
        const std::string_view field = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return field;
    }

    int number(std::size_t size) {
        const std::string_view digits = text(size);
        int value = 0;
        for (const char c : digits) {
            if (c < '0' || c > '9') {
                refuse(fmt::format("'{}' is no number", digits));
                return 0;
            }
            value = value * 10 + (c - '0');
        }
        return value;
    }

    // A digit from 0 to `most`.
    int code(int most) {
        const int value = number(1);
        if (value > most) refuse(fmt::format("there is no code {}", value));
        return value;
    }

    Side side() {
        const std::string_view letter = text(1);
        if (letter != "W" && letter != "Z") refuse("a colour is W or Z");
        return letter == "W" ? Side::White : Side::Black;
    }

    Square square() {
        const int value = number(2);
        const auto found = Square::from_number(value);
        if (!found) refuse(fmt::format("there is no square {}", value));
        return found.value_or(Square());
    }

    std::string name() {
        const std::string_view field = text(DxpNameLength);
        const std::size_t last = field.find_last_not_of(' ');
        return std::string(field.substr(0, last == std::string_view::npos ? 0 : last + 1));
    }

    std::string_view rest() { return std::exchange(rest_, {}); }

    void refuse(std::string why) {
        if (why_.empty()) why_ = std::move(why);
    }

    // The message, unless something was wrong with it or something is left over.
    template <class Message>
    Result<DxpMessage> finish(Message message) {
        if (!rest_.empty()) refuse("the message is too long");
        if (!why_.empty()) return Failure{why_};
        return DxpMessage(std::move(message));
    }

private:
    std::string_view rest_;
    std::string why_;
};

Position position_in(Fields& fields) {
    Position position;
    position.side = fields.side();
    const std::string_view letters = fields.text(SquareCount);
    for (std::size_t i = 0; i < letters.size(); ++i) {
        const Bitboard here = Bitboard::of(Square::from_index(static_cast<int>(i)));
        const char letter = letters[i];
        if (letter == 'w' || letter == 'W') position.white |= here;
        if (letter == 'z' || letter == 'Z') position.black |= here;
        if (letter == 'W' || letter == 'Z') position.kings |= here;
        if (std::string_view("wWzZe").find(letter) == std::string_view::npos)
            fields.refuse(fmt::format("square {} holds none of w z W Z e", i + 1));
    }
    return position;
}

Result<DxpMessage> request_in(Fields fields) {
    DxpRequest request;
    request.version = fields.number(2);
    request.name = fields.name();
    request.follower = fields.side();
    request.minutes = fields.number(3);
    request.moves = fields.number(3);
    const std::string_view kind = fields.text(1);
    if (kind == "B")
        request.position = position_in(fields);
    else if (kind != "A")
        fields.refuse("a game starts with A or B");
    return fields.finish(request);
}

Result<DxpMessage> accept_in(Fields fields) {
    DxpAccept accept;
    accept.name = fields.name();
    accept.code = static_cast<DxpAcceptance>(fields.code(static_cast<int>(DxpAcceptance::NoGame)));
    return fields.finish(accept);
}

Result<DxpMessage> move_in(Fields fields) {
    DxpMove message;
    message.seconds = fields.number(4);
    message.move.from = fields.square();
    message.move.to = fields.square();
    const int count = fields.number(2);
    for (int i = 0; i < count && i < SquareCount; ++i)
        message.move.captured |= Bitboard::of(fields.square());
    if (message.move.captured.count() != count)
        fields.refuse("the captured squares are not as many as it says");
    return fields.finish(message);
}

Result<DxpMessage> end_in(Fields fields) {
    DxpEnd end;
    end.reason = static_cast<DxpReason>(fields.code(static_cast<int>(DxpReason::Win)));
    end.stop = fields.code(1) == 1;
    return fields.finish(end);
}

Result<DxpMessage> chat_in(Fields fields) {
    return fields.finish(DxpChat{ascii(fields.rest())});
}

Result<DxpMessage> back_request_in(Fields fields) {
    DxpBackRequest request;
    request.move_number = fields.number(3);
    request.side = fields.side();
    return fields.finish(request);
}

Result<DxpMessage> back_answer_in(Fields fields) {
    DxpBackAnswer answer;
    answer.code = static_cast<DxpBackCode>(fields.code(static_cast<int>(DxpBackCode::Continue)));
    return fields.finish(answer);
}

}  // namespace

std::string encode(const DxpMessage& message) {
    return std::visit(Encoder{}, message);
}

Result<DxpMessage> decode(std::string_view text) {
    if (text.empty()) return Failure{"the message is empty"};
    if (text.size() > MaxDxpMessage) return Failure{"the message is too long"};
    // People write what they like.
    if (text[0] != 'C' && text != ascii(text)) return Failure{"the message is not plain ASCII"};
    const Fields fields(text.substr(1));
    switch (text[0]) {
        case 'R':
            return request_in(fields);
        case 'A':
            return accept_in(fields);
        case 'M':
            return move_in(fields);
        case 'E':
            return end_in(fields);
        case 'C':
            return chat_in(fields);
        case 'B':
            return back_request_in(fields);
        case 'K':
            return back_answer_in(fields);
        default:
            return Failure{fmt::format("there is no message {}", text[0])};
    }
}

}  // namespace deepwell::protocol
