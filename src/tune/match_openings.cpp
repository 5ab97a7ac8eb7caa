#include "tune/match_openings.h"

#include <fmt/format.h>
#include <numeric>

#include "base/error.h"
#include "base/files.h"
#include "base/random.h"
#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"
#include "board/openings.h"
#include "board/pdn_reader.h"
#include "eval/evaluators.h"
#include "search/searcher.h"
#include "tune/budget.h"

namespace deepwell::tune {

namespace {

// Deep enough to see the exchanges and shots that a random move allows.
constexpr int ProofDepth = 7;
constexpr int MostAttempts = 10'000;

// A seed for one part of what a seed stands for: neighbours share nothing.
Random random_for(std::uint64_t seed, std::uint64_t part) {
    Random mixed(seed);
    return Random(mixed() ^ part * 0x9e3779b97f4a7c15U);
}

Game game_of(const OpeningLine& line) {
    Game game(line.initial);
    for (const Move& move : line.moves) game.play(move);
    return game;
}

std::vector<Opening> openings_of(const std::vector<OpeningLine>& lines) {
    std::vector<Opening> openings;
    for (const OpeningLine& line : lines) {
        Game game = game_of(line);
        if (game.state().outcome == Outcome::Open) openings.push_back({line.text, std::move(game)});
    }
    return openings;
}

std::vector<Opening> three_move_deck(ThreeMoveDeck deck) {
    std::vector<Opening> openings;
    for (const ThreeMoveOpening& opening : three_move_openings()) {
        if (deck == ThreeMoveDeck::Crossboard && opening.status != OpeningStatus::Crossboard)
            continue;
        std::string text = fmt::format("{} {}", opening.acf_number, opening.moves);
        if (*opening.name != '\0') text += fmt::format(" {}", opening.name);
        openings.push_back({std::move(text), game_of(*parse_opening(opening.moves))});
    }
    return openings;
}

bool is_even(const Position& position) {
    return position.black.count() == position.white.count() &&
           position.kings_of(Side::Black).count() == position.kings_of(Side::White).count();
}

bool is_undecided(const Game& game) {
    const auto evaluator = default_evaluator();
    search::SearcherOptions options;
    options.hash_bytes = std::size_t{1} << 20;
    search::Searcher searcher(*evaluator, options);
    search::Limits limits;
    limits.depth = ProofDepth;
    const Score score = searcher.search(game, limits).score;
    return score > -ManScore && score < ManScore;
}

Game random_game(int plies, Random& random) {
    Game game;
    for (int ply = 0; ply < plies; ++ply) {
        const MoveList moves = legal_moves(game.position());
        if (moves.empty()) break;
        game.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    return game;
}

std::string text_of(const Game& game) {
    std::string text;
    for (std::size_t i = 0; i < game.moves().size(); ++i)
        text += (i > 0 ? " " : "") + to_text(game.positions()[i], game.moves()[i]);
    return text;
}

Result<std::vector<Opening>> parse_fens(std::string_view text, const std::string& file_name) {
    std::vector<Opening> openings;
    for (int number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.find_first_not_of(" \t") == std::string_view::npos || line.front() == '#')
            continue;
        const auto position =
            line == "start" ? Result<Position>(Position::start()) : parse_fen(line);
        if (!position)
            return Failure{fmt::format("{}: line {}: {}", file_name, number, position.error())};
        const Game game(*position);
        if (game.state().outcome != Outcome::Open)
            return Failure{fmt::format("{}: line {}: the game is over", file_name, number)};
        openings.push_back({to_fen(*position), game});
    }
    return openings;
}

Result<std::vector<Opening>> parse_games(std::string_view text, const std::string& file_name) {
    const PdnFile file = read_pdn(text, file_name);
    if (!file.errors.empty()) return Failure{describe(file.errors.front())};
    std::vector<Opening> openings;
    for (const PdnGame& pdn : file.games) {
        Game game = main_game(pdn);
        if (game.state().outcome != Outcome::Open)
            return Failure{fmt::format(
                "{}: game {}, line {}: the game is over", file_name, pdn.number, pdn.line)};
        const auto name = tag_value(pdn, "Opening");
        std::string text_of_game = name ? std::string(*name) : text_of(game);
        openings.push_back({std::move(text_of_game), std::move(game)});
    }
    return openings;
}

Result<std::vector<Opening>> read_openings(const std::string& file) {
    const auto text = read_file(file);
    if (!text)
        return Failure{
            fmt::format("openings '{}' are neither three-move, two-move, 11-man or random:PLIES "
                        "nor a file that can be read ({})",
                        file,
                        text.error())};
    return parse_openings(*text, file);
}

Result<std::vector<Opening>> deck_of(const std::string& kind, ThreeMoveDeck deck) {
    if (kind == "three-move") return three_move_deck(deck);
    if (kind == "two-move") return openings_of(two_move_openings());
    if (kind == "11-man") return openings_of(eleven_man_ballots());
    return read_openings(kind);
}

}  // namespace

OpeningDeck::OpeningDeck(std::vector<Opening> openings, std::uint64_t seed)
    : openings_(std::move(openings)), seed_(seed) {
    CHECK(!openings_.empty());
}

Opening OpeningDeck::at(std::uint64_t pair) const {
    const std::uint64_t round = pair / openings_.size();
    Random random = random_for(seed_, round);
    std::vector<std::size_t> order(openings_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
    return openings_[order[pair % openings_.size()]];
}

Opening RandomOpenings::at(std::uint64_t pair) const {
    Random random = random_for(seed_, pair);
    for (int attempt = 0; attempt < MostAttempts; ++attempt) {
        Game game = random_game(plies_, random);
        if (game.state().outcome != Outcome::Open || !is_even(game.position()) ||
            can_jump(game.position()) || !is_undecided(game))
            continue;
        std::string text = text_of(game);
        return {std::move(text), std::move(game)};
    }
    throw Error(fmt::format("no even position found after {} random plies", plies_));
}

Result<std::vector<Opening>> parse_openings(std::string_view text, const std::string& file_name) {
    // A PDN file has tags, or moves with numbers; a FEN begins with the side to move.
    const std::size_t first = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    const bool is_pdn =
        first != std::string_view::npos &&
        (text[first] == '[' || text[first] == '{' || text.substr(first).starts_with("1."));
    return is_pdn ? parse_games(text, file_name) : parse_fens(text, file_name);
}

Result<std::unique_ptr<OpeningSource>> openings_of(const std::string& kind,
                                                   ThreeMoveDeck deck,
                                                   std::uint64_t seed) {
    constexpr std::string_view RandomWord = "random:";
    if (kind.starts_with(RandomWord)) {
        const auto plies =
            parse_whole(std::string_view(kind).substr(RandomWord.size()), 0, MostRandomPlies);
        if (!plies) return Failure{fmt::format("openings {}: {}", kind, plies.error())};
        return std::unique_ptr<OpeningSource>(
            std::make_unique<RandomOpenings>(static_cast<int>(*plies), seed));
    }
    auto openings = deck_of(kind, deck);
    if (!openings) return Failure{openings.error()};
    if (openings->empty())
        return Failure{fmt::format("there are no {} openings on this board", kind)};
    return std::unique_ptr<OpeningSource>(
        std::make_unique<OpeningDeck>(std::move(openings).value(), seed));
}

}  // namespace deepwell::tune
