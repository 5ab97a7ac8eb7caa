#include "egdb/turn.h"

namespace deepwell::egdb {

namespace {

void copy_turned(const RawTable& from, RawTable& to, Side to_move) {
    const auto& source = from.half(other(to_move));
    auto& target = to.half(to_move);
    const Turn turn(from, to, to_move);
    turn.for_each_configuration([&](std::uint64_t number, std::uint64_t source_number) {
        const std::size_t source_byte = source_number * source.stride;
        const std::size_t target_byte = number * target.stride;
        std::uint64_t out = 0;
        for (std::uint32_t r = 0; r < turn.rows(); ++r)
            for (std::uint32_t c = 0; c < turn.columns(); ++c, ++out) {
                const std::uint64_t cell = turn.source_cell(r, c);
                const auto copy = [&](const auto& in, auto& to_plane) {
                    const unsigned value = in[source_byte + cell / 8] >> (cell % 8) & 1U;
                    std::uint8_t& byte = to_plane[target_byte + out / 8];
                    byte = static_cast<std::uint8_t>(byte | value << (out % 8));
                };
                copy(source.win, target.win);
                copy(source.loss, target.loss);
            }
    });
}

}  // namespace

RawTable turned(const RawTable& table) {
    RawTable result(table.material().turned());
    for (const Side mover : Sides) copy_turned(table, result, mover);
    return result;
}

DistanceTable turned(const DistanceTable& distances,
                     const RawTable& values,
                     const RawTable& turned_values) {
    DistanceTable out(turned_values);
    for (const Side to_move : Sides) {
        const Turn turn(values, turned_values, to_move);
        turn.for_each_configuration([&](std::uint64_t number, std::uint64_t source_number) {
            std::uint8_t* to = out.half(to_move).data() + number * out.cells();
            const std::uint8_t* from =
                distances.half(other(to_move)).data() + source_number * distances.cells();
            for (std::uint32_t r = 0; r < turn.rows(); ++r)
                for (std::uint32_t c = 0; c < turn.columns(); ++c)
                    *to++ = from[turn.source_cell(r, c)];
        });
    }
    return out;
}

}  // namespace deepwell::egdb
