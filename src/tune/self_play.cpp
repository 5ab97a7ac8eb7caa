#include "tune/self_play.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <future>
#include <memory>
#include <mutex>

#include "base/random.h"
#include "base/stopwatch.h"
#include "board/game.h"
#include "board/movegen.h"
#include "board/openings.h"
#include "board/random_position.h"
#include "search/searcher.h"
#include "tune/sample_file.h"

namespace deepwell::tune {

namespace {

constexpr std::uint64_t GamesPerBatch = 64;
constexpr std::size_t HashBytes = std::size_t{2} << 20;
constexpr int MaxPlies = 300;

// Plays games of one thread.
class GamePlayer {
public:
    GamePlayer(const SelfPlayOptions& options,
               const std::vector<OpeningLine>& ballots,
               const Evaluator& evaluator,
               const egdb::Database* database)
        : options_(options),
          ballots_(ballots),
          database_(database),
          collector_(options.endings ? std::make_unique<EndingCollector>(
                                           evaluator, options.judge, *options.endings)
                                     : nullptr),
          searcher_(collector_ ? *collector_ : evaluator, {HashBytes, 1, {}}, database) {
        limits_.nodes = options.nodes;
    }

    void play_batch(SampleBatch& batch, const std::stop_token& stop) {
        Random random(options_.seed << 32 ^ batch.number);
        for (std::uint64_t i = 0; i < GamesPerBatch && !stop.stop_requested(); ++i) {
            std::vector<Sample> samples;
            play_game(i, random, samples);
            if (collector_) samples = collector_->take();
            batch.samples.insert(batch.samples.end(), samples.begin(), samples.end());
        }
    }

private:
    void play_game(std::uint64_t number, Random& random, std::vector<Sample>& samples) {
        Game game = beginning(number, random);
        searcher_.clear();
        const std::size_t first = samples.size();
        std::optional<Wdl> value;  // for the side to move
        while (!(value = value_of(game))) {
            draw_whims(game.position(), random);
            const search::SearchResult found = searcher_.search(game, limits_);
            // A proven position is a sample too: how won endings look is worth knowing.
            if (found.best && !found.best->is_jump())
                samples.push_back({game.position(), found.score, Wdl::Draw, false});
            value = found.proven;
            if (value) break;
            game.play(*found.best);
        }
        if (samples.size() > first) samples[first].opens_game = true;
        for (std::size_t i = first; i < samples.size(); ++i) {
            const bool same = samples[i].position.side == game.position().side;
            samples[i].result = same ? *value : -*value;
        }
    }

    void draw_whims(const Position& position, Random& random) {
        limits_.bonuses.clear();
        if (options_.most_whim == 0) return;
        for (const Move& move : legal_moves(position))
            limits_.bonuses.push_back({move, pick(options_.most_whim + 1, random)});
    }

    // A beginning of a game that is not over.
    Game beginning(std::uint64_t number, Random& random) {
        while (true) {
            Game game = options_.beginnings == GameBeginnings::Endings ? Game(random_ending(random))
                                                                       : opening(number, random);
            if (options_.beginnings == GameBeginnings::Strays) play_and_stray(game, random);
            if (!value_of(game)) return game;
        }
    }

    void play_and_stray(Game& game, Random& random) {
        constexpr std::uint64_t Quicker = 10;
        search::Limits quick;
        quick.nodes = std::max<std::uint64_t>(1, options_.nodes / Quicker);
        searcher_.clear();
        for (int left = pick(options_.most_plies_before_stray, random); left > 0; --left) {
            if (value_of(game)) return;
            game.play(*searcher_.search(game, quick).best);
        }
        if (!value_of(game)) play_randomly(game, 1, random);
    }

    static Position random_ending(Random& random) {
        const int pieces = std::max(2, MenPerSide + 1 - pick(7, random));
        const auto kings = static_cast<std::uint32_t>(1 + pick(4, random));
        return random_position(random, pieces, kings);
    }

    Game opening(std::uint64_t number, Random& random) const {
        const GameBeginnings kind = kind_of(number);
        const bool is_random = kind == GameBeginnings::Random;
        const int least = is_random ? options_.least_random_plies : 0;
        const int most =
            is_random ? options_.most_random_plies : options_.most_plies_behind_opening;
        while (true) {
            Game game = kind == GameBeginnings::ThreeMove   ? drawn_opening(random)
                        : kind == GameBeginnings::ElevenMan ? drawn_ballot(random)
                                                            : Game();
            play_randomly(game, least + pick(most - least + 1, random), random);
            if (!value_of(game)) return game;
        }
    }

    GameBeginnings kind_of(std::uint64_t number) const {
        constexpr std::array Turns{
            GameBeginnings::Random, GameBeginnings::ThreeMove, GameBeginnings::ElevenMan};
        const bool is_one = std::ranges::find(Turns, options_.beginnings) != Turns.end();
        const GameBeginnings kind = is_one ? options_.beginnings : Turns[number % Turns.size()];
        const bool has_ballots = !three_move_openings().empty();
        return has_ballots ? kind : GameBeginnings::Random;
    }

    static int pick(int count, Random& random) {
        return static_cast<int>(random.below(static_cast<std::uint32_t>(count)));
    }

    static Game drawn_opening(Random& random) {
        const auto deck = three_move_openings();
        const auto card = random.below(static_cast<std::uint32_t>(deck.size()));
        Game game;
        const auto opening = parse_opening(deck[card].moves);
        for (const Move& move : opening->moves) game.play(move);
        return game;
    }

    Game drawn_ballot(Random& random) const {
        return Game(ballots_[random.below(static_cast<std::uint32_t>(ballots_.size()))].position);
    }

    static void play_randomly(Game& game, int plies, Random& random) {
        for (int i = 0; i < plies; ++i) {
            const MoveList moves = legal_moves(game.position());
            if (moves.empty()) return;
            game.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        }
    }

    // Where the game is over or the databases know.
    std::optional<Wdl> value_of(const Game& game) const {
        const GameState state = game.state();
        if (state.outcome == Outcome::Draw || game.moves().size() >= MaxPlies) return Wdl::Draw;
        if (state.outcome != Outcome::Open) {
            const Side winner = state.outcome == Outcome::BlackWins ? Side::Black : Side::White;
            return game.position().side == winner ? Wdl::Win : Wdl::Loss;
        }
        if (database_ == nullptr ||
            game.position().occupied().count() > database_->complete_pieces())
            return std::nullopt;
        const WdlRange range = database_->probe(game.position());
        return range.is_exact() ? std::optional(range.low) : std::nullopt;
    }

    const SelfPlayOptions& options_;
    const std::vector<OpeningLine>& ballots_;
    const egdb::Database* database_;
    std::unique_ptr<EndingCollector> collector_;  // nullptr: positions of games are wanted
    search::Searcher searcher_;
    search::Limits limits_;
};

}  // namespace

SelfPlayReport play_games(const SelfPlayOptions& options,
                          const Evaluator& evaluator,
                          const egdb::Database* database,
                          const std::stop_token& stop,
                          Progress& progress) {
    SampleWriter writer(options.file, options.endings ? SampleKind::Endings : SampleKind::Games);
    const std::uint64_t before = writer.samples();
    const Stopwatch watch;
    std::uint32_t batches_now = 0;
    std::mutex writing;
    const auto batches =
        static_cast<std::uint32_t>((options.games + GamesPerBatch - 1) / GamesPerBatch);
    std::atomic<std::uint32_t> next = 0;
    const auto is_there = [&](std::uint32_t batch) {
        const std::lock_guard lock(writing);
        return writer.has(batch);
    };
    const auto ballots = eleven_man_ballots();
    const auto work = [&] {
        GamePlayer player(options, ballots, evaluator, database);
        while (!stop.stop_requested()) {
            SampleBatch batch;
            batch.number = next++;
            if (batch.number >= batches) return;
            if (is_there(batch.number)) continue;
            player.play_batch(batch, stop);
            if (stop.stop_requested()) return;
            const std::lock_guard lock(writing);
            writer.append(batch);
            ++batches_now;
            progress.update({"self-play",
                             static_cast<double>(batch.number) * GamesPerBatch,
                             static_cast<double>(options.games),
                             "games",
                             static_cast<double>(batches_now * GamesPerBatch) / watch.seconds()});
        }
    };
    std::vector<std::future<void>> threads;
    threads.reserve(static_cast<std::size_t>(options.threads));
    for (int i = 0; i < options.threads; ++i)
        threads.push_back(std::async(std::launch::async, work));
    for (auto& thread : threads) thread.get();
    return {!stop.stop_requested(), writer.samples(), writer.samples() - before};
}

}  // namespace deepwell::tune
