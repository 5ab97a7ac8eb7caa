#include "egdb/winning_way.h"

#include <tuple>

#include "base/check.h"

namespace deepwell::egdb {

namespace {

constexpr std::size_t MostBytes = std::size_t{256} << 20;

// More than any distance.
constexpr int UnknownDistance = 1000;

bool same_men(const Position& a, const Position& b) {
    return material_of(a) == material_of(b) && a.men(Side::Black) == b.men(Side::Black) &&
           a.men(Side::White) == b.men(Side::White);
}

}  // namespace

std::uint64_t WinningWay::cells_of(const Position& position) {
    return SpotTables::cells_of({material_of(position), 0});
}

// Positions with so many pieces, and this winner.
bool WinningWay::is_kept(const Position& position) const {
    return tables_ != nullptr && pieces_ == position.occupied().count() && winner_ == position.side;
}

bool WinningWay::is_ready(const Position& position) const {
    return is_kept(position) && tables_->holds(tables_->config_of(position));
}

void WinningWay::prepare(const Position& position) {
    if (is_ready(position)) return;
    if (!is_kept(position) || tables_->bytes() >= MostBytes) {
        pieces_ = position.occupied().count();
        winner_ = position.side;
        tables_ = std::make_unique<SpotTables>(database_, pieces_, winner_, Aim::Win);
        tables_->set_turn_room(MostBytes);
    }
    tables_->add_known(tables_->config_of(position));
}

WinningWay::Choice WinningWay::choose(const Position& position) {
    std::optional<Choice> best;
    std::tuple<int, int> best_key;
    for (const Move& move : legal_moves(position)) {
        const Position child = play(position, move);
        if (legal_moves(child).empty()) return {move, 0};
        if (database_.probe(child) != WdlRange::exactly(Wdl::Loss)) continue;
        const int steps = same_men(position, child) ? 1 + tables_->turn_of(child) : 0;
        const std::tuple key(steps, database_.distance(child).value_or(UnknownDistance));
        if (best && key >= best_key) continue;
        best = {move, steps};
        best_key = key;
    }
    CHECK(best);
    return *best;
}

// Nothing: whatever the loser does cannot be undone.
std::optional<Move> WinningWay::resist(const Position& position) {
    std::optional<Move> best;
    int most_steps = 0;
    for (const Move& move : legal_moves(position)) {
        const Position child = play(position, move);
        if (!same_men(position, child)) continue;
        const int steps = choose(child).steps;
        if (best && steps <= most_steps) continue;
        best = move;
        most_steps = steps;
    }
    return best;
}

std::vector<Move> WinningWay::line(const Position& position) {
    std::vector<Move> line;
    for (Position at = position;;) {
        const Choice choice = choose(at);
        line.push_back(choice.move);
        if (choice.steps == 0) return line;
        at = play(at, choice.move);
        const std::optional<Move> reply = resist(at);
        if (!reply) return line;
        line.push_back(*reply);
        at = play(at, *reply);
    }
}

}  // namespace deepwell::egdb
