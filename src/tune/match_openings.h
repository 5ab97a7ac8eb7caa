// Openings of a match: which beginning each pair of games is played from.
//
// The two games of a pair begin alike, with colours exchanged.  A source is a function of the seed
// and of the number of the pair alone, so that a match that was interrupted goes on as it would
// have gone.

#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "board/game.h"

namespace deepwell::tune {

struct Opening {
    std::string name;
    Game game;  // the moves that are made for both players; not over
};

// Thread rule: any number of threads.
class OpeningSource {
public:
    OpeningSource() = default;
    OpeningSource(const OpeningSource&) = delete;
    OpeningSource& operator=(const OpeningSource&) = delete;
    virtual ~OpeningSource() = default;

    // Pairs are counted from 0.
    virtual Opening at(std::uint64_t pair) const = 0;
};

// A fixed set in an order drawn by the seed; when all were played they come again in another order.
// REQUIRES: not empty.
class OpeningDeck final : public OpeningSource {
public:
    OpeningDeck(std::vector<Opening> openings, std::uint64_t seed);

    Opening at(std::uint64_t pair) const override;
    std::size_t size() const { return openings_.size(); }

private:
    std::vector<Opening> openings_;
    std::uint64_t seed_;
};

// Random moves from the start: as many pieces and kings on either side, no jump due, and a search
// of a few plies sees neither side a man ahead.
class RandomOpenings final : public OpeningSource {
public:
    RandomOpenings(int plies, std::uint64_t seed) : plies_(plies), seed_(seed) {}

    // Throws Error if so many plies never lead to such a position.
    Opening at(std::uint64_t pair) const override;

private:
    int plies_;
    std::uint64_t seed_;
};

inline constexpr int MostRandomPlies = 40;

// Which of the three-move openings.
enum class ThreeMoveDeck { Crossboard, All };  // 144, 174

// "three-move", "two-move", "11-man", "random:PLIES", or else the name of a file with one FEN (or
// `start`) a line or with games in PDN, whose main lines are the openings.
Result<std::unique_ptr<OpeningSource>> openings_of(const std::string& kind,
                                                   ThreeMoveDeck deck,
                                                   std::uint64_t seed);

// The openings of a file's text; the failure names the line.
Result<std::vector<Opening>> parse_openings(std::string_view text, const std::string& file_name);

}  // namespace deepwell::tune
