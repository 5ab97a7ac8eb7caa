#include "board/pdn_tokens.h"

#include <algorithm>

#include "base/check.h"
#include "board/pdn_grammar.h"

namespace deepwell {

namespace {

namespace grammar = pdn_grammar;
namespace pegtl = tao::pegtl;

using Input = pegtl::memory_input<pegtl::tracking_mode::eager, pegtl::eol::lf, const char*>;

std::string_view text_of(const auto& input) {
    return {input.begin(), input.size()};
}

// Makes the token of this kind, without the first and last characters of its text.
template <PdnTokenKind Kind, std::size_t First = 0, std::size_t Last = 0>
struct Makes {
    static void apply(const auto& input, PdnToken& token) {
        token.kind = Kind;
        token.text = text_of(input).substr(First, input.size() - First - Last);
    }
};

template <class Rule>
struct Action : pegtl::nothing<Rule> {};

template <>
struct Action<grammar::TagName> {
    static void apply(const auto& input, PdnToken& token) { token.name = text_of(input); }
};
template <>
struct Action<grammar::TagValue> : Makes<PdnTokenKind::Tag> {};
template <>
struct Action<grammar::Comment> : Makes<PdnTokenKind::Comment, 1, 1> {};
template <>
struct Action<grammar::LineComment> : Makes<PdnTokenKind::Comment, 1> {};
template <>
struct Action<grammar::Result> : Makes<PdnTokenKind::Result> {};
template <>
struct Action<grammar::MoveText> : Makes<PdnTokenKind::Move> {};
template <>
struct Action<grammar::MoveNumber> : Makes<PdnTokenKind::Number> {};
template <>
struct Action<grammar::Nag> : Makes<PdnTokenKind::Nag, 1> {};
template <>
struct Action<grammar::StrengthMarks> : Makes<PdnTokenKind::Strength> {};
template <>
struct Action<grammar::Open> : Makes<PdnTokenKind::Open> {};
template <>
struct Action<grammar::Close> : Makes<PdnTokenKind::Close> {};
template <>
struct Action<grammar::UnclosedComment> : Makes<PdnTokenKind::UnclosedComment> {};
template <>
struct Action<grammar::Garbage> : Makes<PdnTokenKind::Garbage> {};

bool begins_with_tag(std::string_view text) {
    Input input(text.data(), text.data() + text.size(), "");
    return pegtl::parse<grammar::Tag>(input);
}

}  // namespace

PdnTokens::PdnTokens(std::string_view text) : text_(text) {
    advance();
}

void PdnTokens::advance() {
    const char* const begin = text_.data();
    Input input(begin + offset_, begin + text_.size(), "", offset_, line_, column_);
    pegtl::parse<grammar::Spaces>(input);
    current_ = {PdnTokenKind::End, {}, {}, static_cast<int>(input.line())};
    if (!input.empty()) CHECK((pegtl::parse<grammar::Token, Action>(input, current_)));
    offset_ = input.byte();
    line_ = input.line();
    column_ = input.column();
}

void PdnTokens::skip_to_tag() {
    std::size_t at = text_.find("\n[", offset_);
    while (at != std::string_view::npos && !begins_with_tag(text_.substr(at + 1)))
        at = text_.find("\n[", at + 1);
    move_to(at);
}

void PdnTokens::skip_line() {
    move_to(text_.find('\n', offset_));
}

// REQUIRES: the offset is that of a line's end, or npos for the end of the text.
void PdnTokens::move_to(std::size_t offset) {
    offset = std::min(offset, text_.size());
    const auto begin = text_.begin();
    line_ += static_cast<std::size_t>(std::count(begin + static_cast<std::ptrdiff_t>(offset_),
                                                 begin + static_cast<std::ptrdiff_t>(offset),
                                                 '\n'));
    column_ = 2;  // any but the first: what follows is a line's end
    offset_ = offset;
    advance();
}

}  // namespace deepwell
