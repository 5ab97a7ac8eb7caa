#include "tune/game_samples.h"

#include "board/movegen.h"
#include "search/searcher.h"

namespace deepwell::tune {

namespace {

constexpr std::size_t LabelHashBytes = std::size_t{2} << 20;

// For the side to move at ply `at`; nothing if nobody knows.
std::optional<Wdl> value_by_outcome(const RecordedGame& played, std::size_t at) {
    switch (played.outcome) {
        case Outcome::Open:
            return std::nullopt;
        case Outcome::Draw:
            return Wdl::Draw;
        case Outcome::BlackWins:
        case Outcome::WhiteWins:
            break;
    }
    const Side winner = played.outcome == Outcome::BlackWins ? Side::Black : Side::White;
    return played.game.positions()[at].side == winner ? Wdl::Win : Wdl::Loss;
}

std::optional<Wdl> truth_of(const egdb::Database* database, const Position& position) {
    if (database == nullptr || position.occupied().count() > database->complete_pieces())
        return std::nullopt;
    const WdlRange range = database->probe(position);
    return range.is_exact() ? std::optional(range.low) : std::nullopt;
}

// The truth for each ply as far as the databases tell it: what a position is worth that they
// know, and what the game was worth where it first came to such a position, for those before.
std::vector<std::optional<Wdl>> truths_of(const RecordedGame& played,
                                          const egdb::Database* database) {
    const std::vector<Position>& positions = played.game.positions();
    std::vector<std::optional<Wdl>> truths(positions.size());
    for (std::size_t ply = 0; ply < positions.size(); ++ply)
        truths[ply] = truth_of(database, positions[ply]);
    for (std::size_t ply = positions.size() - 1; ply-- > 0;) {
        if (truths[ply] || !truths[ply + 1]) continue;
        const bool same = positions[ply].side == positions[ply + 1].side;
        truths[ply] = same ? *truths[ply + 1] : -*truths[ply + 1];
    }
    return truths;
}

bool is_quiet(const Position& position) {
    return !can_jump(position) && !legal_moves(position).empty();
}

class Labeller {
public:
    Labeller(const LabelOptions& options,
             const Evaluator& evaluator,
             const egdb::Database* database)
        : options_(options), database_(database), searcher_(evaluator, {LabelHashBytes, 1, {}}) {
        limits_.nodes = options.nodes;
        limits_.wants_score = true;
    }

    void add(const RecordedGame& played, std::vector<Sample>& samples) {
        const bool by_database = options_.label == Label::Database;
        const auto truths = truths_of(played, by_database ? database_ : nullptr);
        const std::size_t first = samples.size();
        const std::vector<Position>& positions = played.game.positions();
        for (auto ply = static_cast<std::size_t>(options_.first_ply); ply < positions.size();
             ++ply) {
            const auto value = truths[ply] ? truths[ply] : value_by_outcome(played, ply);
            if (!value || !is_quiet(positions[ply])) continue;
            samples.push_back({positions[ply], score_of(positions[ply]), *value, false});
        }
        if (samples.size() > first) samples[first].opens_game = true;
    }

private:
    Score score_of(const Position& position) {
        if (options_.label != Label::Search) return 0;
        searcher_.clear();
        return searcher_.search(Game(position), limits_).score;
    }

    LabelOptions options_;
    const egdb::Database* database_;
    search::Searcher searcher_;
    search::Limits limits_;
};

}  // namespace

std::vector<SampleBatch> samples_of(const std::vector<RecordedGame>& games,
                                    const LabelOptions& options,
                                    const Evaluator& evaluator,
                                    const egdb::Database* database,
                                    const std::stop_token& stop,
                                    Progress& progress) {
    SampleBatch batch;
    Labeller labeller(options, evaluator, database);
    for (std::size_t i = 0; i < games.size() && !stop.stop_requested(); ++i) {
        labeller.add(games[i], batch.samples);
        progress.update({"labelling positions",
                         static_cast<double>(i + 1),
                         static_cast<double>(games.size()),
                         "games"});
    }
    return {batch};
}

std::vector<MasterMove> master_moves_of(const std::vector<RecordedGame>& games, int first_ply) {
    std::vector<MasterMove> moves;
    for (std::size_t number = 0; number < games.size(); ++number) {
        const Game& game = games[number].game;
        for (auto ply = static_cast<std::size_t>(first_ply); ply < game.moves().size(); ++ply) {
            const Position& position = game.positions()[ply];
            if (can_jump(position) || legal_moves(position).size() < 2) continue;
            moves.push_back({position, game.moves()[ply], number});
        }
    }
    return moves;
}

}  // namespace deepwell::tune
