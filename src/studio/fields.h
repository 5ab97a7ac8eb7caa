// Fields: what a client sent, read with all doubts: each getter checks, and refuses with 400 and a
// sentence that names the field.

#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "board/game.h"
#include "studio/http.h"

namespace deepwell::studio {

// What a client may send.
inline constexpr std::size_t LongestFen = 300;
inline constexpr std::size_t MostMoves = 1000;

class Fields {
public:
    // Of a JSON body, which must be an object with no other fields than these.
    Fields(const Request& request, std::initializer_list<const char*> known);
    Fields(Json object, std::initializer_list<const char*> known);

    const Json& json() const { return object_; }
    bool has(const char* name) const;

    std::string text(const char* name, std::size_t most) const;
    std::string text_or(const char* name, std::size_t most, const std::string& otherwise) const;
    std::int64_t whole(const char* name, std::int64_t least, std::int64_t most) const;
    double number(const char* name, double least, double most) const;
    bool flag_or(const char* name, bool otherwise) const;
    std::vector<std::string> texts_or_none(const char* name, std::size_t most) const;

    template <class T>
    T whole_or(const char* name, std::int64_t least, std::int64_t most, T otherwise) const {
        return has(name) ? static_cast<T>(whole(name, least, most)) : otherwise;
    }
    double number_or(const char* name, double least, double most, double otherwise) const {
        return has(name) ? number(name, least, most) : otherwise;
    }

private:
    void check_names(std::initializer_list<const char*> known) const;
    const Json& at(const char* name) const;

    Json object_;
};

// Of the query: nothing if it is absent.
std::optional<std::string> query_text(const Request& request, const char* name, std::size_t most);
std::optional<std::int64_t> query_whole(const Request& request,
                                        const char* name,
                                        std::int64_t least,
                                        std::int64_t most);
std::optional<double> query_number(const Request& request,
                                   const char* name,
                                   double least,
                                   double most);

// The position of a FEN; an empty text or "start" is the start position.
Position position_of(const std::string& fen);
// Of the query's `fen`; the start position without it.
Position query_position(const Request& request);
// The same where there must be one.
Position required_position(const Request& request);

// The game of these moves.  A move that is none is refused with 422.
Game game_of(const Position& initial, const std::vector<std::string>& moves);
// "11-15 23-19" or "11-15,23-19".
std::vector<std::string> words_of(std::string_view text);

// A number in a path, such as the id of a game; refuses with 404 and "there is no such `thing`".
std::int64_t id_of(const std::string& text, const char* thing);

}  // namespace deepwell::studio
