// The position of a node of the manager's graph: turned so that Black is to move.
//
// A position and its turned twin have the same value for the side to move, so they are one node
// (docs/proof-manager.md).

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "board/movegen.h"
#include "proof/question.h"

namespace deepwell::proof {

// Of a node: does its side to move win, does it lose?
enum class NodeQuestion : std::uint8_t { Wins, Loses };
inline constexpr std::array<NodeQuestion, 2> NodeQuestions{NodeQuestion::Wins, NodeQuestion::Loses};

constexpr NodeQuestion other(NodeQuestion question) {
    return question == NodeQuestion::Wins ? NodeQuestion::Loses : NodeQuestion::Wins;
}

// Some of the two questions.
class QuestionSet {
public:
    constexpr QuestionSet() = default;
    constexpr QuestionSet(NodeQuestion question)  // NOLINT(google-explicit-constructor): it is one
        : bits_(static_cast<std::uint8_t>(1U << static_cast<unsigned>(question))) {}
    static constexpr QuestionSet both() {
        return QuestionSet(NodeQuestion::Wins) | QuestionSet(NodeQuestion::Loses);
    }

    constexpr bool has(NodeQuestion question) const {
        return (bits_ & QuestionSet(question).bits_) != 0;
    }
    constexpr bool is_empty() const { return bits_ == 0; }
    friend constexpr QuestionSet operator|(QuestionSet a, QuestionSet b) {
        a.bits_ = static_cast<std::uint8_t>(a.bits_ | b.bits_);
        return a;
    }
    friend constexpr QuestionSet operator-(QuestionSet a, QuestionSet b) {
        a.bits_ = static_cast<std::uint8_t>(a.bits_ & ~b.bits_);
        return a;
    }
    constexpr bool operator==(const QuestionSet&) const = default;

private:
    std::uint8_t bits_ = 0;
};

// The same questions, asked of the other side.
constexpr QuestionSet turned(QuestionSet questions) {
    QuestionSet other;
    if (questions.has(NodeQuestion::Wins)) other = other | NodeQuestion::Loses;
    if (questions.has(NodeQuestion::Loses)) other = other | NodeQuestion::Wins;
    return other;
}

// How often each question was asked of provers.  Each attempt takes more effort than the one
// before.
class Attempts {
public:
    static constexpr unsigned Most = 15;  // that can be told apart on disk

    constexpr unsigned of(NodeQuestion question) const {
        return counts_[static_cast<std::size_t>(question)];
    }
    constexpr QuestionSet asked() const {
        QuestionSet asked;
        for (const NodeQuestion question : NodeQuestions)
            if (of(question) > 0) asked = asked | question;
        return asked;
    }
    // Somebody has tried, after so many attempts that were in vain.
    constexpr void note(QuestionSet asked, unsigned in_vain) {
        const auto count = static_cast<std::uint8_t>(std::min(in_vain + 1, Most));
        for (const NodeQuestion question : NodeQuestions) {
            std::uint8_t& known = counts_[static_cast<std::size_t>(question)];
            if (asked.has(question)) known = std::max(known, count);
        }
    }
    constexpr bool operator==(const Attempts&) const = default;

private:
    std::array<std::uint8_t, 2> counts_{};
};

constexpr Answer answer_of(WdlRange value, NodeQuestion question) {
    const WdlRange seen = question == NodeQuestion::Wins ? value : -value;
    if (seen.low == Wdl::Win) return Answer::Yes;
    return seen.high < Wdl::Win ? Answer::No : Answer::Unknown;
}

constexpr Position node_position(const Position& position) {
    return position.side == Side::Black ? position : turned(position);
}

// The legal moves by the positions they lead to, in the order in which certificates number them
// (docs/certificate-format.md).
std::vector<Move> numbered_moves(const Position& position);

// Bytes on disk.  REQUIRES of put_key: Black is to move.
inline constexpr std::size_t KeyBytes = 12;
void put_key(ByteWriter& bytes, const Position& position);
Position get_key(ByteReader& bytes);

// A range in 4 bits.
constexpr std::uint8_t code_of(WdlRange range) {
    return static_cast<std::uint8_t>(static_cast<int>(range.low) + 1 +
                                     3 * (static_cast<int>(range.high) + 1));
}
// The whole range for a code that means nothing.
constexpr WdlRange range_of(unsigned code) {
    const int low = static_cast<int>(code % 3) - 1, high = static_cast<int>(code / 3) - 1;
    if (high > 1 || low > high) return {};
    return {static_cast<Wdl>(low), static_cast<Wdl>(high)};
}

}  // namespace deepwell::proof
