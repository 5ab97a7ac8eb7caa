// What a match says about two players: score, Elo with its error, and the sequential test.
//
// Games come in pairs from the same opening with colours exchanged.  The two games of a pair are
// alike, so the pair is the unit: its score is 0, 1/2, 1, 3/2 or 2 points ("pentanomial").  The
// formulas are in docs/match.md.

#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>

namespace deepwell::tune {

// For the first player.
enum class Points : std::uint8_t { Loss, Draw, Win };  // in half points

struct PairCounts {
    std::array<std::uint64_t, 5> of_half_points{};  // by the half points of a pair

    std::uint64_t pairs() const;
    bool operator==(const PairCounts&) const = default;
};

class MatchTally {
public:
    // Games 2k and 2k + 1 are a pair; each game once, in any order.
    void add(std::uint64_t game, Points points);

    std::uint64_t games() const { return wins_ + draws_ + losses_; }
    std::uint64_t wins() const { return wins_; }
    std::uint64_t draws() const { return draws_; }
    std::uint64_t losses() const { return losses_; }
    double score() const;  // share of the points, 0 to 1; 1/2 before the first game
    const PairCounts& pairs() const { return pairs_; }

private:
    std::uint64_t wins_ = 0;
    std::uint64_t draws_ = 0;
    std::uint64_t losses_ = 0;
    PairCounts pairs_;
    std::map<std::uint64_t, Points> waiting_;  // by pair: the first of its games to end
};

// The share of points that a player of this advantage expects, and back.  A share of 0 or 1 is an
// infinite advantage.
double expected_score(double elo);
double elo_of(double score);

// Mean and variance of the score of a pair, as a share of its points.
struct PairMoments {
    double mean = 0.5;
    double variance = 0;
    double weight = 0;  // pairs
};
// As counted, or with half a pair of each of the five scores added (Jeffreys' prior), so that a few
// pairs that happen to be equal do not look like certainty.
PairMoments moments(const PairCounts& counts);
PairMoments cautious_moments(const PairCounts& counts);

struct EloEstimate {
    double elo = 0;
    double low = 0;  // 95 %
    double high = 0;
    double superiority = 0.5;  // the likelihood that the first player is the better one (LOS)
};
// Nothing before the first pair.
std::optional<EloEstimate> estimate_elo(const PairCounts& counts);

// Is the first player better by elo1 rather than by elo0?
struct Sprt {
    double elo0 = 0;
    double elo1 = 5;
    double alpha = 0.05;  // the risk of accepting elo1 wrongly
    double beta = 0.05;   // the risk of accepting elo0 wrongly

    double lower() const;
    double upper() const;
};
enum class Verdict { Open, AcceptElo0, AcceptElo1 };

double log_likelihood_ratio(const PairCounts& counts, const Sprt& sprt);
Verdict verdict(const PairCounts& counts, const Sprt& sprt);

}  // namespace deepwell::tune
