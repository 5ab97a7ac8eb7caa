// The grammar of PDN, as PEGTL rules, at the level of tokens.
//
// What tokens make a game is the business of pdn_reader.cpp: real files break those rules often
// enough that a grammar of whole games would reject them.  PDN 3.0 is the standard
// (http://pdn.fmjd.org); where a rule accepts more, it says so.

#pragma once

#include <tao/pegtl.hpp>

namespace deepwell::pdn_grammar {

namespace pegtl = tao::pegtl;

using Spaces = pegtl::star<pegtl::space>;
using Digits = pegtl::plus<pegtl::digit>;

// [Event "The \"old\" fourteenth"]  Quotes inside the value may also stand without a backslash:
// the value ends with a quote that a bracket follows.
struct TagName : pegtl::plus<pegtl::not_one<' ', '\t', '\r', '\n', '"', '[', ']'>> {};
struct TagEnd : pegtl::seq<pegtl::one<'"'>, pegtl::star<pegtl::blank>, pegtl::one<']'>> {};
struct TagCharacter : pegtl::sor<pegtl::seq<pegtl::one<'\\'>, pegtl::one<'"', '\\'>>,
                                 pegtl::seq<pegtl::not_at<TagEnd>, pegtl::not_one<'\r', '\n'>>> {};
struct TagValue : pegtl::star<TagCharacter> {};
struct Tag : pegtl::seq<pegtl::one<'['>,
                        pegtl::star<pegtl::blank>,
                        TagName,
                        pegtl::star<pegtl::blank>,
                        pegtl::one<'"'>,
                        TagValue,
                        TagEnd> {};
struct TagAtLineStart : pegtl::seq<pegtl::bol, Tag> {};

// {text}, not nested.  A comment into which the tags of the next game run was never closed.
struct CommentCharacter : pegtl::seq<pegtl::not_at<TagAtLineStart>, pegtl::not_one<'}'>> {};
struct Comment : pegtl::seq<pegtl::one<'{'>, pegtl::star<CommentCharacter>, pegtl::one<'}'>> {};
struct UnclosedComment : pegtl::one<'{'> {};
// ; or % and the rest of the line.
struct LineComment : pegtl::seq<pegtl::one<';', '%'>, pegtl::star<pegtl::not_one<'\n'>>> {};

// 11-15 11x15 11:15 01-05 23x14x7
struct MoveSeparator : pegtl::one<'-', 'x', 'X', ':', '*'> {};
struct MoveText : pegtl::seq<Digits, pegtl::plus<MoveSeparator, Digits>> {};
// 1. or 1... or lone dots
struct MoveNumber : pegtl::seq<pegtl::star<pegtl::digit>, pegtl::plus<pegtl::one<'.'>>> {};

// Square 0 does not exist, so none of these can be a move.
struct ResultText : pegtl::sor<pegtl::string<'1', '/', '2', '-', '1', '/', '2'>,
                               pegtl::string<'1', '-', '0'>,
                               pegtl::string<'0', '-', '1'>,
                               pegtl::string<'0', '-', '0'>,
                               pegtl::string<'2', '-', '0'>,
                               pegtl::string<'0', '-', '2'>,
                               pegtl::one<'*'>> {};
struct Result : pegtl::seq<ResultText, pegtl::not_at<pegtl::sor<pegtl::digit, MoveSeparator>>> {};

// $14
struct Nag : pegtl::seq<pegtl::one<'$'>, Digits> {};
// !? or (!?)
struct StrengthMarks : pegtl::plus<pegtl::one<'!', '?'>> {};
struct Strength
    : pegtl::sor<StrengthMarks, pegtl::seq<pegtl::one<'('>, StrengthMarks, pegtl::one<')'>>> {};

struct Open : pegtl::one<'('> {};
struct Close : pegtl::one<')'> {};

// What is none of the above, up to a place where a token could begin.
struct Garbage
    : pegtl::seq<pegtl::any,
                 pegtl::star<pegtl::not_at<pegtl::space>, pegtl::not_one<'{', '(', ')', '['>>> {};

struct Token : pegtl::sor<Tag,
                          Comment,
                          LineComment,
                          Result,
                          MoveText,
                          MoveNumber,
                          Nag,
                          Strength,
                          Open,
                          Close,
                          UnclosedComment,
                          Garbage> {};

}  // namespace deepwell::pdn_grammar
