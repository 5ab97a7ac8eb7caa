#include "egdb/spot_tables.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "base/checksum.h"
#include "egdb/plan.h"

namespace deepwell::egdb {

SpotTables::SpotTables(const Database& database, int leaf_pieces, Side attacker)
    : leaf_pieces_(leaf_pieces),
      attacker_(attacker),
      tables_(slot_of({{MenPerSide, MenPerSide}, {MenPerSide, MenPerSide}}) + 1),
      leaves_(database) {}

RawTable& SpotTables::make_table(const Material& material) {
    RawTable& made = store_.insert(RawTable::sparse(material));
    tables_[slot_of(material)] = &made;
    if (material.pieces() <= leaf_pieces_)
        made.slots()->when_absent([this, &made](std::uint64_t configuration, Side to_move) {
            fill_leaf(made, configuration, to_move);
        });
    set_outside(made);
    return made;
}

// What slot 0 says.
void SpotTables::set_outside(RawTable& table) const {
    const bool is_safe = least_balance_ && table.material().pieces() > leaf_pieces_ &&
                         balance(table.material()) < *least_balance_;
    RawTable::Half& attacking = table.half(attacker_);
    RawTable::Half& defending = table.half(other(attacker_));
    const std::uint8_t bits = is_safe ? 0xff : 0;
    std::fill_n(attacking.loss.begin(), attacking.stride, bits);
    std::fill_n(defending.win.begin(), defending.stride, bits);
}

void SpotTables::set_least_balance(std::optional<int> balance) {
    least_balance_ = balance;
    forced_at_ = solutions_;
    store_.for_each([&](RawTable& table) { set_outside(table); });
}

ConfigSolver& SpotTables::solver(const Material& material) {
    auto& found = solvers_[material];
    if (!found) {
        for (const Material& after : materials_after(material)) table(after);
        found = make_config_solver(best_kernel(), store_, table(material));
    }
    return *found;
}

// Recursion: a jump leads to fewer pieces.
void SpotTables::fill_leaf(RawTable& table, std::uint64_t configuration, Side to_move) {
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
    table.slots()->note_filled(configuration, to_move);
}

SpotTables::Config SpotTables::config_of(const Position& position) {
    const Material material = material_of(position);
    return {
        material,
        table(material).men().number_of({position.men(Side::Black), position.men(Side::White)})};
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
    if (state.solved_at == 0 || state.solved_at <= forced_at_) return true;
    return std::any_of(state.children.begin(), state.children.end(), [&](const Config& child) {
        const auto found = states_.find(child);
        return found != states_.end() && found->second.changed_at > state.solved_at;
    });
}

void SpotTables::solve(const Config& config, State& state) {
    const bool is_new = state.solved_at == 0;
    if (is_new)
        state.children = children_by_solving(config, state);
    else
        solver(config.material).answer(config.number, attacker_, state.turns);
    solved_ += cells_of(config);
    const std::uint64_t checksum = checksum_of(config);
    state.solved_at = ++solutions_;
    if (is_new || checksum != state.checksum) state.changed_at = solutions_;
    state.checksum = checksum;
}

// What a configuration leads to does not change, so it is noted once.
std::vector<SpotTables::Config> SpotTables::children_by_solving(const Config& config,
                                                                State& state) {
    ConfigSolver& solving = solver(config.material);
    std::map<Material, std::vector<std::uint64_t>> logs;
    const auto for_each_log = [&](bool is_on) {
        for (const Material& after : materials_after(config.material))
            if (after.pieces() > leaf_pieces_)
                table(after).slots()->set_log(is_on ? &logs[after] : nullptr);
        table(config.material).slots()->set_log(is_on ? &logs[config.material] : nullptr);
    };
    for_each_log(true);
    solving.answer(config.number, attacker_, state.turns);
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
    const State& state = states_.at(config);
    if (state.turns.empty()) return 0;
    const std::uint32_t free = (~(position.men(Side::Black) | position.men(Side::White))).bits();
    const auto rank = [&](Side side) {
        return colex_rank(gather(position.kings_of(side).bits(), free));
    };
    const std::uint64_t columns = table(config.material).sets(attacker_).count();
    return state.turns[rank(other(attacker_)) * columns + rank(attacker_)];
}

}  // namespace deepwell::egdb
