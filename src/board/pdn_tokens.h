// PdnTokens: the words of a PDN text, one at a time, with the line in which each stands.
//
// It looks at the text and copies nothing; a copy of it reads ahead without moving the original.

#pragma once

#include <cstddef>
#include <string_view>

namespace deepwell {

enum class PdnTokenKind {
    Tag,
    Comment,
    Number,
    Result,
    Move,
    Nag,
    Strength,
    Open,
    Close,
    UnclosedComment,
    Garbage,
    End
};

struct PdnToken {
    PdnTokenKind kind = PdnTokenKind::End;
    std::string_view text;  // without brackets, braces, quotes and $; a tag's value keeps its \.
    std::string_view name;  // of a tag
    int line = 1;
};

class PdnTokens {
public:
    // REQUIRES: the text outlives this object and its tokens.
    explicit PdnTokens(std::string_view text);

    const PdnToken& current() const { return current_; }
    void advance();

    // To the next tag that begins a line after the current token; to the end if there is none.
    void skip_to_tag();
    // To the first token after the current token's line.
    void skip_line();

private:
    void move_to(std::size_t offset);

    std::string_view text_;
    PdnToken current_;
    // Behind the current token; line and column are counted from 1.
    std::size_t offset_ = 0;
    std::size_t line_ = 1;
    std::size_t column_ = 1;
};

}  // namespace deepwell
