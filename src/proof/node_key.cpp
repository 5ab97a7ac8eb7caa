#include "proof/node_key.h"

#include <algorithm>
#include <tuple>

namespace deepwell::proof {

std::vector<Move> numbered_moves(const Position& position) {
    using Entry = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, Move>;
    std::vector<Entry> entries;
    for (const Move& move : legal_moves(position)) {
        const Position after = play(position, move);
        entries.emplace_back(after.black.bits(), after.white.bits(), after.kings.bits(), move);
    }
    const auto place = [](const Entry& e) {
        return std::tuple(std::get<0>(e), std::get<1>(e), std::get<2>(e));
    };
    std::sort(entries.begin(), entries.end(), [&](const Entry& a, const Entry& b) {
        return place(a) < place(b);
    });
    std::vector<Move> moves;
    for (std::size_t i = 0; i < entries.size(); ++i)
        if (i == 0 || place(entries[i]) != place(entries[i - 1]))
            moves.push_back(std::get<3>(entries[i]));
    return moves;
}

void put_key(ByteWriter& bytes, const Position& position) {
    CHECK(position.side == Side::Black);
    for (const Bitboard set : {position.black, position.white, position.kings})
        bytes.put(set.bits());
}

Position get_key(ByteReader& bytes) {
    Position position;
    for (Bitboard* const set : {&position.black, &position.white, &position.kings})
        *set = Bitboard(bytes.get<std::uint32_t>());
    return position;
}

}  // namespace deepwell::proof
