// Plain arrays of what is to be verified: one entry for every position of a material, Black to
// move, at its MaterialIndex.
//
// Both kinds of entries answer three questions: what an entry without moves holds (Mated), what an
// entry is worth to the side that moves there (before), and whether it was ever set (Unknown).  The
// best of the moves is then the largest `before` of what they lead to.

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "board/wdl.h"
#include "egdb/index.h"

namespace deepwell::egdb {

// Win, draw or loss in two bits.
class ValueArray {
public:
    using Entry = unsigned;  // rising with the value; 0: unknown
    static constexpr Entry Unknown = 0;
    static constexpr Entry Mated = 1;
    static constexpr Entry Best = 3;
    // Of unknown entries more than Best.
    static constexpr Entry before(Entry after) { return 4 - after; }
    static constexpr Entry entry_of(Wdl value) {
        return static_cast<Entry>(static_cast<int>(value) + 2);
    }
    static constexpr Wdl value_of(Entry entry) {
        return static_cast<Wdl>(static_cast<int>(entry) - 2);
    }

    explicit ValueArray(const Material& material)
        : index_(material, Side::Black), bytes_((index_.size() + 3) / 4) {}

    const MaterialIndex& index() const { return index_; }
    [[gnu::always_inline]] Entry operator[](Index i) const {
        return bytes_[i / 4] >> i % 4 * 2 & 3U;
    }
    // REQUIRES: the entry is unknown, and no other thread sets one of the same four.
    void set(Index i, Entry entry) {
        bytes_[i / 4] = static_cast<std::uint8_t>(bytes_[i / 4] | entry << i % 4 * 2);
    }
    // REQUIRES: the other array has the same material, and knows only what is unknown here.
    void merge(const ValueArray& other) {
        for (std::size_t i = 0; i < bytes_.size(); ++i) bytes_[i] |= other.bytes_[i];
    }

private:
    MaterialIndex index_;
    std::vector<std::uint8_t> bytes_;
};

// Value and distance in one number that is larger the better it is: Far - plies for wins, the
// negative for losses, 0 for draws.
class RankArray {
public:
    using Entry = int;
    static constexpr Entry Far = 10'000;
    static constexpr Entry Unknown = -2 * Far;
    static constexpr Entry Mated = -Far;
    static constexpr Entry Best = Far - 1;
    // Of unknown entries more than Best.
    static constexpr Entry before(Entry after) {
        return after < 0 ? -after - 1 : after > 0 ? 1 - after : 0;
    }
    static constexpr Entry entry_of(Wdl value, int plies) {
        return static_cast<int>(value) * (Far - plies);
    }
    static constexpr Wdl value_of(Entry entry) {
        return entry > 0 ? Wdl::Win : entry < 0 ? Wdl::Loss : Wdl::Draw;
    }
    static constexpr int plies_of(Entry entry) { return Far - (entry < 0 ? -entry : entry); }

    explicit RankArray(const Material& material)
        : index_(material, Side::Black), entries_(index_.size(), Unknown) {}

    const MaterialIndex& index() const { return index_; }
    [[gnu::always_inline]] Entry operator[](Index i) const { return entries_[i]; }
    void set(Index i, Entry entry) { entries_[i] = static_cast<std::int16_t>(entry); }

private:
    MaterialIndex index_;
    std::vector<std::int16_t> entries_;
};

// The arrays at hand, by material.
template <class Array>
class ArraySet {
public:
    ArraySet() : arrays_(slot_of(15, 15, 15, 15) + 1) {}

    Array& make(const Material& m) { return *(at(m) = std::make_unique<Array>(m)); }
    void drop(const Material& m) { at(m).reset(); }
    Array* find(const Material& m) const {
        return arrays_[slot_of(m.black.kings, m.black.men, m.white.kings, m.white.men)].get();
    }
    // The array of a position's material; nullptr if it is not at hand.
    [[gnu::always_inline]] const Array* find(const Position& p) const {
        const auto count = [](Bitboard set) { return __builtin_popcount(set.bits()); };
        return arrays_[slot_of(count(p.black & p.kings),
                               count(p.black - p.kings),
                               count(p.white & p.kings),
                               count(p.white - p.kings))]
            .get();
    }

private:
    static constexpr std::size_t slot_of(int a, int b, int c, int d) {
        std::size_t slot = 0;
        for (const int count : {a, b, c, d}) slot = slot << 4 | static_cast<std::size_t>(count);
        return slot;
    }
    std::unique_ptr<Array>& at(const Material& m) {
        return arrays_[slot_of(m.black.kings, m.black.men, m.white.kings, m.white.men)];
    }
    std::vector<std::unique_ptr<Array>> arrays_;
};

}  // namespace deepwell::egdb
