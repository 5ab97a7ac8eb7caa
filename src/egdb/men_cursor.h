// MenCursor: men configurations in the order of their numbers, from any of them on.

#pragma once

#include "egdb/men.h"

namespace deepwell::egdb {

template <class Isa>
class MenCursor {
public:
    // REQUIRES: number < index.size().
    MenCursor(const MenIndex& index, std::uint64_t number)
        : men_(index.template men_of<Isa>(number)) {
        find_room();
        white_ = pext<Isa>(men_.white.bits(), room_);
    }

    const Men& men() const { return men_; }

    // REQUIRES: this is not the last one.
    void advance() {
        if (white_ != 0) white_ = next_set(white_);
        if (white_ == 0 || white_ >> room_size_ != 0) {
            const int white_men = __builtin_popcountll(white_);
            men_.black = Bitboard(static_cast<std::uint32_t>(next_set(men_.black.bits())));
            find_room();
            white_ = (Word{1} << white_men) - 1;
        }
        men_.white = Bitboard(static_cast<std::uint32_t>(pdep<Isa>(white_, room_)));
    }

private:
    void find_room() {
        room_ = (~king_row(Side::White) - men_.black).bits();
        room_size_ = __builtin_popcount(room_);
    }

    Men men_;
    std::uint32_t room_ = 0;  // squares for white men
    int room_size_ = 0;
    Word white_ = 0;  // White's men among them
};

}  // namespace deepwell::egdb
