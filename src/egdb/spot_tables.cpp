#include "egdb/spot_tables.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "base/checksum.h"
#include "egdb/board_steps.h"
#include "egdb/plan.h"

namespace deepwell::egdb {

SpotTables::SpotTables(const Database& database, int leaf_pieces, Side attacker, Aim aim)
    : leaf_pieces_(leaf_pieces),
      attacker_(attacker),
      aim_(aim),
      tables_(slot_of({{MenPerSide, MenPerSide}, {MenPerSide, MenPerSide}}) + 1),
      leaves_(database) {}

RawTable& SpotTables::make_table(const Material& material) {
    RawTable& made = store_.insert(RawTable::sparse(material));
    tables_[slot_of(material)] = &made;
    if (material.pieces() <= leaf_pieces_)
        made.slots()->when_absent([this, &made](std::uint64_t configuration, Side to_move) {
            fill_leaf(made, configuration, to_move);
        });
    return made;
}

ConfigSolver& SpotTables::solver(const Material& material) {
    auto& found = solvers_[material];
    if (!found) {
        for (const Material& after : materials_after(material)) table(after);
        found = make_config_solver(best_kernel(), store_, table(material));
    }
    return *found;
}

// Recursion: a jump leads to fewer pieces, a crowned man to fewer men, and what is derived to what
// is not.
void SpotTables::fill_leaf(RawTable& table, std::uint64_t configuration, Side to_move) {
    if (table.material().men() < table.material().pieces() &&
        LeafPlanes::is_derived(table, configuration, to_move))
        derive_leaf(table, configuration, to_move);
    else
        read_leaf(table, configuration, to_move);
    table.slots()->note_filled(configuration, to_move);
}

void SpotTables::derive_leaf(RawTable& table, std::uint64_t configuration, Side to_move) {
    table.slot_of(configuration, other(to_move));
    fill_steps(table, configuration, to_move);
    table.add(configuration);
    solver(table.material()).derive(configuration, to_move, attacker_);
}

// What the mover's men step to.  The solver of a material has one working memory: what it will ask
// of its own table is filled before it begins.
void SpotTables::fill_steps(RawTable& table, std::uint64_t configuration, Side mover) {
    const Men men = table.men().men_of(configuration);
    const SquareSet occupied = (men.black | men.white).bits();
    const Bitboard moving = mover == Side::Black ? men.black : men.white;
    for (SquareSet rest = moving.bits(); rest != 0; rest &= rest - 1)
        for (std::size_t d = first_direction(mover); d < first_direction(mover) + 2; ++d) {
            const std::uint8_t to = step(lowest(rest), d);
            if (to == NoSquare || ((occupied | king_row(mover).bits()) & bit(to)) != 0) continue;
            Men after = men;
            Bitboard& moved = mover == Side::Black ? after.black : after.white;
            moved = (moved - Bitboard(bit(lowest(rest)))) | Bitboard(bit(to));
            table.slot_of(table.men().number_of(after), other(mover));
        }
}

void SpotTables::read_leaf(RawTable& table, std::uint64_t configuration, Side to_move) {
    const LeafPlanes::Plane& fetched = leaves_.fetch(table, configuration, to_move, attacker_);
    table.add(configuration);
    if (fetched.is_whole) {
        RawTable::Half& half = table.half(to_move);
        const std::size_t first = table.slots()->add(configuration) * half.stride;
        auto& won = to_move == attacker_ ? half.win : half.loss;
        auto& not_won = to_move == attacker_ ? half.loss : half.win;
        for (std::size_t i = 0; i < half.stride; ++i) {
            won[first + i] = fetched.bits[i];
            not_won[first + i] = static_cast<std::uint8_t>(~fetched.bits[i]);
        }
    } else {
        const std::vector<std::uint8_t> known = fetched.bits;
        solver(table.material()).complete(configuration, to_move, attacker_, known);
    }
}

SpotTables::Config SpotTables::config_of(const Position& position) {
    return config_of(material_of(position), {position.men(Side::Black), position.men(Side::White)});
}

std::uint64_t SpotTables::cells_of(const Config& config) {
    const Material& m = config.material;
    const int free = SquareCount - m.men();
    return 2 * binomial(free, m.black.kings) * binomial(free, m.white.kings);
}

void SpotTables::add(std::span<const Config> configs, const std::function<bool()>& goes_on) {
    for (const Config& config : configs) {
        const auto [state, is_new] = states_.try_emplace(config);
        if (!is_new) continue;
        RawTable& held = table(config.material);
        state->second.advancement = advancement(held.men().men_of(config.number));
        held.add(config.number);
        for (const Side side : Sides) held.slots()->note_filled(config.number, side);
        cells_ += cells_of(config);
    }
    for (const Config& config : in_order()) {
        State& state = states_.at(config);
        if (!is_stale(state)) continue;
        if (!goes_on()) return;
        solve(config, state);
    }
}

void SpotTables::add_known(const Config& config) {
    RawTable& held = table(config.material);
    for (const Side side : Sides) fill_steps(held, config.number, side);
    add(std::span(&config, 1), [] { return true; });
}

// After everything that moves lead to.
std::vector<SpotTables::Config> SpotTables::in_order() const {
    std::vector<std::pair<std::tuple<int, int, int>, Config>> order;
    for (const auto& [config, state] : states_)
        order.push_back(
            {{config.material.pieces(), config.material.men(), -state.advancement}, config});
    std::sort(order.begin(), order.end());
    std::vector<Config> configs;
    configs.reserve(order.size());
    for (const auto& [key, config] : order) configs.push_back(config);
    return configs;
}

bool SpotTables::is_stale(const State& state) const {
    if (state.solved_at == 0) return true;
    return std::any_of(state.children.begin(), state.children.end(), [&](const Config& child) {
        const auto found = states_.find(child);
        return found != states_.end() && found->second.changed_at > state.solved_at;
    });
}

// A byte for each cell in which the defender is to move.
bool SpotTables::has_turn_room(const Config& config, const State& state) const {
    return aim_ != Aim::Safety &&
           turn_bytes_ - state.turns.size() + cells_of(config) / 2 <= turn_room_;
}

void SpotTables::make_turn_room(const Config& config, const State& state) {
    while (!has_turn_room(config, state)) {
        State* oldest = nullptr;
        for (auto& [other, held] : states_)
            if (&held != &state && !held.turns.empty() &&
                (oldest == nullptr || held.turns_used_at < oldest->turns_used_at))
                oldest = &held;
        if (oldest == nullptr) return;
        turn_bytes_ -= oldest->turns.size();
        oldest->turns = {};
        oldest->turns_at = 0;
    }
}

void SpotTables::answer(const Config& config, State& state, bool notes_turns) {
    turn_bytes_ -= state.turns.size();
    if (!notes_turns) state.turns = {};
    solver(config.material)
        .answer(config.number, attacker_, aim_, notes_turns ? &state.turns : nullptr);
    turn_bytes_ += state.turns.size();
    solved_ += cells_of(config);
}

// A table that holds nothing has untouched zeros.
std::size_t SpotTables::bytes() const {
    std::size_t sum = turn_bytes_;
    for (const auto& [material, solver] : solvers_) sum += working_bytes(cells_of({material, 0}));
    for (const RawTable* table : tables_)
        if (table != nullptr && table->slots()->count() > 1)
            for (const Side side : Sides)
                sum += table->half(side).win.capacity() + table->half(side).loss.capacity();
    return sum;
}

void SpotTables::solve(const Config& config, State& state) {
    const bool is_new = state.solved_at == 0;
    const bool notes_turns = has_turn_room(config, state);
    if (is_new)
        state.children = children_by_solving(config, state);
    else
        answer(config, state, notes_turns);
    const std::uint64_t checksum = checksum_of(config);
    state.solved_at = ++solutions_;
    if (!state.turns.empty()) state.turns_at = state.solved_at;
    if (is_new || checksum != state.checksum) state.changed_at = solutions_;
    state.checksum = checksum;
}

// What a configuration leads to does not change, so it is noted once.
std::vector<SpotTables::Config> SpotTables::children_by_solving(const Config& config,
                                                                State& state) {
    std::map<Material, std::vector<std::uint64_t>> logs;
    const auto for_each_log = [&](bool is_on) {
        for (const Material& after : materials_after(config.material))
            if (after.pieces() > leaf_pieces_)
                table(after).slots()->set_log(is_on ? &logs[after] : nullptr);
        table(config.material).slots()->set_log(is_on ? &logs[config.material] : nullptr);
    };
    for_each_log(true);
    answer(config, state, has_turn_room(config, state));
    for_each_log(false);
    std::vector<Config> children;
    for (const auto& [material, log] : logs)
        for (const std::uint64_t number : std::set(log.begin(), log.end()))
            if (Config{material, number} != config) children.push_back({material, number});
    return children;
}

std::uint64_t SpotTables::checksum_of(const Config& config) {
    const RawTable& held = table(config.material);
    std::uint64_t sum = 0;
    for (const Side side : Sides) {
        const RawTable::Half& half = held.half(side);
        const std::size_t first = held.slot_of(config.number, side) * half.stride;
        for (const auto* plane : {&half.win, &half.loss})
            sum = sum * 31 + checksum({plane->data() + first, half.stride});
    }
    return sum;
}

std::optional<bool> SpotTables::ask(const Position& position) {
    const RawValue value = value_in(table(material_of(position)), position);
    const bool is_attacker = position.side == attacker_;
    if (is_attacker ? value.win : value.loss) return true;
    if (is_attacker ? value.loss : value.win) return false;
    return std::nullopt;
}

int SpotTables::turn_of(const Position& position) {
    const Config config = config_of(position);
    State& state = states_.at(config);
    if (config.material.black.kings == 0 || config.material.white.kings == 0) return 0;
    if (state.turns_at != state.solved_at) {
        make_turn_room(config, state);
        answer(config, state, true);
        state.turns_at = state.solved_at;
    }
    state.turns_used_at = ++turns_used_;
    const std::uint32_t free = (~(position.men(Side::Black) | position.men(Side::White))).bits();
    const auto rank = [&](Side side) {
        return colex_rank(gather(position.kings_of(side).bits(), free));
    };
    const std::uint64_t columns = table(config.material).sets(attacker_).count();
    return state.turns[rank(other(attacker_)) * columns + rank(attacker_)];
}

}  // namespace deepwell::egdb
