#include "book/backing_up.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "board/movegen.h"

namespace deepwell::book {

namespace {

using Index = std::uint32_t;

// In hundredths; 0 if no game had a result.
int mean_result(const Tally& tally) {
    if (tally.decided() == 0) return 0;
    const double balance = static_cast<double>(tally.wins) - static_cast<double>(tally.losses);
    return static_cast<int>(std::lround(Won * balance / tally.decided()));
}

class BackingUp {
public:
    explicit BackingUp(std::span<Entry> entries)
        : entries_(entries),
          parents_(entries.size()),
          open_(entries.size(), 0),
          settled_(entries.size()) {}

    void run() {
        for (Index i = 0; i < entries_.size(); ++i) link(i);
        for (Index i = 0; i < entries_.size(); ++i) begin(i);
        for (int size = Won; size > 0; --size)
            for (std::size_t next = 0; next < waiting_[at(size)].size(); ++next)
                tell_parents(waiting_[at(size)][next]);
    }

private:
    static std::size_t at(int size) { return static_cast<std::size_t>(size); }

    void link(Index index) {
        const Entry& entry = entries_[index];
        if (entry.is_known) return;
        for (const Move& move : legal_moves(entry.position)) {
            const Entry* const child = find_entry(entries_, as_kept(play(entry.position, move)));
            if (child == nullptr) continue;
            parents_[static_cast<std::size_t>(child - entries_.data())].push_back(index);
            ++open_[index];
        }
    }

    // Leaves have their value; the others are drawn until something better is forced.
    void begin(Index index) {
        Entry& entry = entries_[index];
        if (!entry.is_known) entry.value = open_[index] == 0 ? mean_result(entry.ended) : 0;
        if (entry.value != 0) settle(index, entry.value);
    }

    void settle(Index index, int value) {
        settled_[index] = true;
        entries_[index].value = value;
        waiting_[at(std::abs(value))].push_back(index);
    }

    // Values come in falling size: the first gain is the largest, the last loss the least.
    void tell_parents(Index index) {
        const int gain = -entries_[index].value;
        for (const Index parent : parents_[index]) {
            if (settled_[parent]) continue;
            if (gain > 0 || --open_[parent] == 0) settle(parent, gain);
        }
    }

    std::span<Entry> entries_;
    std::vector<std::vector<Index>> parents_;
    std::vector<std::uint32_t> open_;  // moves that are not settled against the mover
    std::vector<bool> settled_;
    std::array<std::vector<Index>, Won + 1> waiting_;  // by the size of the value
};

}  // namespace

const Entry* find_entry(std::span<const Entry> entries, const Position& kept) {
    const auto found = std::lower_bound(
        entries.begin(), entries.end(), kept, [](const Entry& entry, const Position& position) {
            return is_before(entry.position, position);
        });
    if (found == entries.end() || found->position != kept) return nullptr;
    return &*found;
}

void back_up(std::span<Entry> entries) {
    BackingUp(entries).run();
}

}  // namespace deepwell::book
