// SpotTables: a few men configurations, solved on the spot for one question: does this side win?
//
// Databases hold all positions of a material.  A search that has begun needs few of them: the men
// of its root, and those that they become.  Here such configurations are added one by one, with all
// king sets over them, above the pieces that the databases know.  A bit row holds an *answer*:
//
//     the attacker to move    win:  he wins       loss: he does not
//     the defender to move    loss: he loses      win:  he does not lose
//
// and where neither bit is set it is open, for what the tables do not hold is open too.  Why
// both are certain: docs/proof-method.md.
//
// Thread rule: one thread.

#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "egdb/config_solver.h"
#include "egdb/database.h"
#include "egdb/leaf_planes.h"
#include "egdb/raw_table.h"

namespace deepwell::egdb {

class SpotTables {
public:
    // What one position shares with others: the men, and how many kings.
    struct Config {
        Material material;
        std::uint64_t number = 0;
        auto operator<=>(const Config&) const = default;  // NOLINT(modernize-use-nullptr)
    };

    // Positions with at most `leaf_pieces` are asked of the database, which must have them all and
    // outlive the tables.
    // With an aim other than both, answers of one kind stay open.
    SpotTables(const Database& database, int leaf_pieces, Side attacker, Aim aim = Aim::Both);

    Side attacker() const { return attacker_; }
    Aim aim() const { return aim_; }

    // REQUIRES, here and below but for add_known: both sides have pieces, and more than
    // `leaf_pieces` in all.
    Config config_of(const Position& position);
    Config config_of(const Material& material, const Men& men) {
        return {material, table(material).men().number_of(men)};
    }
    Men men_of(const Config& config) { return table(config.material).men().men_of(config.number); }
    bool holds(const Config& config) const { return states_.contains(config); }
    // How many cells it has: its price in time and memory.
    static std::uint64_t cells_of(const Config& config);

    // Solves them, and those that lead to them again, as far as it makes a difference.  Between
    // configurations `goes_on` is asked; if it says no the rest is done next time.
    void add(std::span<const Config> configs, const std::function<bool()>& goes_on);

    // Solves one of which the database knows all, for its turns (below); all that its moves lead to
    // is taken from the database.  REQUIRES: it has `leaf_pieces` in all.
    void add_known(const Config& config);

    // Turns (below) are noted where configurations are solved as long as they fit into so many
    // bytes; else when they are asked for, and those that were asked for long ago are forgotten.
    void set_turn_room(std::size_t bytes) { turn_room_ = bytes; }
    std::size_t turn_room() const { return turn_room_; }

    // Does the attacker win?  Nothing: it is open.
    std::optional<bool> ask(const Position& position);
    // For a position of the defender in the tables that is not safe: the later it was found to be
    // lost the greater, within its configuration.  The first time may take as long as solving it.
    int turn_of(const Position& position);

    // What the solver of a material works with: ten matrices of half a configuration's cells.
    static constexpr std::size_t working_bytes(std::uint64_t cells) { return cells * 10 / 16; }

    std::uint64_t cells() const { return cells_; }    // that are held
    std::size_t bytes() const;                        // with leaves, turns and working memory
    std::uint64_t solved() const { return solved_; }  // cells, as often as they were solved

private:
    struct State {
        int advancement = 0;
        std::vector<std::uint8_t> turns{};  // of the solution at `turns_at`
        std::uint64_t turns_at = 0;
        std::uint64_t turns_used_at = 0;  // by the number of times that turns were asked for
        std::vector<Config> children{};   // that are larger than leaves
        std::uint64_t checksum = 0;
        std::uint64_t solved_at = 0;   // by the number of solutions so far; 0: never
        std::uint64_t changed_at = 0;  // last time that it was not the same as before
    };

    static constexpr std::size_t slot_of(const Material& m) {
        std::size_t slot = 0;
        for (const int count : {m.black.kings, m.black.men, m.white.kings, m.white.men})
            slot = slot * (MenPerSide + 1) + static_cast<std::size_t>(count);
        return slot;
    }
    RawTable& table(const Material& material) {
        RawTable* const found = tables_[slot_of(material)];
        return found != nullptr ? *found : make_table(material);
    }
    RawTable& make_table(const Material& material);
    ConfigSolver& solver(const Material& material);
    void fill_leaf(RawTable& table, std::uint64_t configuration, Side to_move);
    void read_leaf(RawTable& table, std::uint64_t configuration, Side to_move);
    void derive_leaf(RawTable& table, std::uint64_t configuration, Side to_move);
    void fill_steps(RawTable& table, std::uint64_t configuration, Side mover);
    std::vector<Config> in_order() const;
    void solve(const Config& config, State& state);
    void answer(const Config& config, State& state, bool notes_turns);
    bool has_turn_room(const Config& config, const State& state) const;
    void make_turn_room(const Config& config, const State& state);
    std::vector<Config> children_by_solving(const Config& config, State& state);
    std::uint64_t checksum_of(const Config& config);
    bool is_stale(const State& state) const;

    int leaf_pieces_;
    Side attacker_;
    Aim aim_;
    RawStore store_;
    std::vector<RawTable*> tables_;  // of the store, by slot_of
    std::map<Material, std::unique_ptr<ConfigSolver>> solvers_;
    LeafPlanes leaves_;
    std::map<Config, State> states_;
    std::uint64_t solutions_ = 0;
    std::uint64_t cells_ = 0;
    std::uint64_t solved_ = 0;
    std::size_t turn_room_ = 0;
    std::size_t turn_bytes_ = 0;
    std::uint64_t turns_used_ = 0;
};

}  // namespace deepwell::egdb
