// LeafPlanes: answers of the databases for all king sets over a men configuration at once.

#pragma once

#include <vector>

#include "egdb/database.h"
#include "egdb/raw_table.h"

namespace deepwell::egdb {

class LeafPlanes {
public:
    explicit LeafPlanes(const Database& database) : database_(database) {}

    // Has to be found by looking at all moves: the file leaves it out.
    static bool is_derived(const RawTable& table, std::uint64_t configuration, Side mover);

    // A bit where the attacker wins, with `mover` to move, in the layout of the table.  Where the
    // mover must jump it means nothing if `is_whole` is false, which it is where there are kings.
    // REQUIRES: the database has every material that a move leads to; it is not derived, or there
    // are no kings.
    struct Plane {
        std::vector<std::uint8_t> bits;
        bool is_whole = false;
    };
    const Plane& fetch(const RawTable& table,
                       std::uint64_t configuration,
                       Side mover,
                       Side attacker);

private:
    void probe_cells(const RawTable& table, const Men& men, Side mover, Side attacker);
    void read_rows(const RawTable& table, const Men& men, Side mover, Side attacker);
    void set(std::uint64_t bit) {
        plane_.bits[bit / 8] |= static_cast<std::uint8_t>(1U << (bit % 8));
    }

    // A king set of the side in the rows of a file: which row of a plane, and which column.
    struct Place {
        std::uint32_t row = 0;
        std::uint8_t column = 0;
    };
    static std::vector<Place> inner_places(const KingSets& sets, std::uint32_t free, bool turned);

    const Database& database_;
    Plane plane_;
    std::vector<Position> positions_;
    std::vector<std::uint64_t> cells_;
    std::vector<WdlRange> values_;
    std::vector<std::uint32_t> rows_;
};

}  // namespace deepwell::egdb
