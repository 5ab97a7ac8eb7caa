#include "book/book_builder.h"

#include <algorithm>
#include <tuple>

#include "book/backing_up.h"

namespace deepwell::book {

namespace {

bool is_move_before(const PlayedMove& a, const PlayedMove& b) {
    const auto place = [](const Move& move) {
        return std::tuple{move.from.index(), move.to.index(), move.captured.bits()};
    };
    return place(a.move) < place(b.move);
}

// One game, as the side to move saw it in the end.
Tally tally_of(const std::optional<Outcome>& outcome, Side mover) {
    if (!outcome || *outcome == Outcome::Open) return {.open = 1};
    if (*outcome == Outcome::Draw) return {.draws = 1};
    const Side winner = *outcome == Outcome::BlackWins ? Side::Black : Side::White;
    return winner == mover ? Tally{.wins = 1} : Tally{.losses = 1};
}

void count(std::vector<PlayedMove>& moves, const PlayedMove& played) {
    const auto found = std::lower_bound(moves.begin(), moves.end(), played, is_move_before);
    if (found != moves.end() && found->move == played.move)
        found->tally += played.tally;
    else
        moves.insert(found, played);
}

// The value that the database is certain of.
void ask(const egdb::Database& database, Entry& entry) {
    if (entry.position.occupied().count() > database.complete_pieces()) return;
    const WdlRange value = database.probe(entry.position);
    if (!value.is_exact()) return;
    entry.is_known = true;
    entry.value = Won * static_cast<int>(value.low);
}

}  // namespace

Entry& BookBuilder::entry_of(const Position& kept) {
    Entry& entry = entries_[kept];
    entry.position = kept;
    return entry;
}

void BookBuilder::add(const Game& game, std::optional<Outcome> outcome) {
    ++games_;
    for (std::size_t i = 0; i < game.moves().size(); ++i) {
        const Position& position = game.positions()[i];
        const Move& move = game.moves()[i];
        const bool is_kept = position.side == Side::Black;
        count(entry_of(as_kept(position)).moves,
              {is_kept ? move : turned(move), tally_of(outcome, position.side)});
    }
    entry_of(as_kept(game.position())).ended += tally_of(outcome, game.position().side);
}

void BookBuilder::add(std::span<const Entry> entries, std::uint64_t games) {
    games_ += games;
    for (const Entry& other : entries) {
        Entry& entry = entry_of(other.position);
        entry.ended += other.ended;
        for (const PlayedMove& played : other.moves) count(entry.moves, played);
        if (!other.is_known) continue;
        entry.is_known = true;
        entry.value = other.value;
    }
}

std::vector<Entry> BookBuilder::finish(const egdb::Database* database) const {
    std::vector<Entry> entries;
    entries.reserve(entries_.size());
    for (const auto& [position, entry] : entries_) {
        entries.push_back(entry);
        if (database != nullptr) ask(*database, entries.back());
    }
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        return is_before(a.position, b.position);
    });
    back_up(entries);
    return entries;
}

}  // namespace deepwell::book
