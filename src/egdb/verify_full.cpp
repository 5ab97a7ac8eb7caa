#include "egdb/verify_full.h"

#include <algorithm>
#include <fmt/format.h>
#include <mutex>
#include <tbb/parallel_for.h>

#include "board/fen.h"

namespace deepwell::egdb {

namespace {

constexpr Index RangeSize = Index{1} << 16;
static_assert(RangeSize % RangeAlignment == 0);

// Reading, checking, and the proof that play ends: with distances these are read instead.
constexpr std::uint64_t Passes = 3;

// What a move of Black can lead to, with White to move, turned: Black to move.
std::vector<Material> materials_after_move(const Material& m) {
    std::vector<Material> result;
    for (int crowned = 0; crowned <= std::min(m.black.men, 1); ++crowned)
        for (int kings = 0; kings <= m.white.kings; ++kings)
            for (int men = 0; men <= m.white.men; ++men) {
                const Army black{m.black.kings + crowned, m.black.men - crowned};
                const Army white{kings, men};
                if (white.pieces() > 0) result.push_back({white, black});
            }
    return result;
}

const char* name(std::optional<Wdl> value) {
    if (!value) return "unknown";
    return *value == Wdl::Win ? "win" : *value == Wdl::Draw ? "draw" : "loss";
}

template <class Array>
std::optional<Wdl> value_or_none(typename Array::Entry entry) {
    if (entry == Array::Unknown || entry > Array::Best) return std::nullopt;
    return Array::value_of(entry);
}

void keep_first(std::optional<Index>& kept, std::optional<Index> found) {
    if (found && (!kept || *found < *kept)) kept = found;
}

}  // namespace

FullVerification::FullVerification(const Database& database,
                                   const VerifyOptions& options,
                                   const std::stop_token& stop,
                                   Progress& progress)
    : database_(database),
      options_(options),
      stop_(stop),
      progress_(progress),
      arena_(options.threads),
      checks_([this] {
          return make_material_check(options_.kernel, CheckContext{values_, ranks_, stop_});
      }) {
    plan();
}

void FullVerification::plan() {
    for (int n = 2; n <= options_.pieces; ++n)
        for (const Material& material : materials_with(n)) {
            const Material twin = material.turned();
            if (!is_canonical(material)) continue;
            if (database_.file(material) == nullptr && database_.file(twin) == nullptr) continue;
            pairs_.push_back(material == twin ? Pair{material} : Pair{material, twin});
            for (const Material& each : pairs_.back()) {
                last_use_[each] = pairs_.size() - 1;
                for (const Material& after : materials_after_move(each))
                    last_use_[after] = pairs_.size() - 1;
                all_positions_ += position_count(each);
                all_indexes_ += Passes * MaterialIndex(each, Side::Black).size();
            }
        }
}

std::optional<std::string> FullVerification::run() {
    for (std::size_t step = 0; step < pairs_.size(); ++step) {
        if (Fault fault = verify(pairs_[step])) return fault;
        if (stop_.stop_requested()) return std::nullopt;
        drop_after(step);
    }
    return std::nullopt;
}

FullVerification::Fault FullVerification::verify(const Pair& pair) {
    stage_ = to_text(pair.front());
    if (Fault fault = find_absent(pair)) return fault;
    read(pair);
    const bool with_distances = has_distances(pair);
    for (const Material& material : suspects_first(pair)) {
        if (stop_.stop_requested()) return std::nullopt;
        if (!with_distances || !counts_are_right(material))
            if (Fault fault = check_values(material)) return fault;
        if (Fault fault = counts_fault(material)) return fault;
    }
    if (stop_.stop_requested()) return std::nullopt;
    Fault fault = with_distances ? check_distances(pair) : check_grounds(pair);
    for (const Material& material : pair) positions_ += position_count(material);
    return fault;
}

FullVerification::Fault FullVerification::find_absent(const Pair& pair) const {
    for (const Material& material : pair)
        for (const Material& after : materials_after_move(material))
            if (database_.file(after) == nullptr)
                return fmt::format("{} is missing, {} cannot be derived again",
                                   file_name(after, FileKind::Values),
                                   file_name(material, FileKind::Values));
    return std::nullopt;
}

void FullVerification::read(const Pair& pair) {
    for (const Material& material : pair) {
        ValueArray& array = values_.make(material);
        const ValueTable& table = *database_.table(material);
        for_ranges(array, [&](IndexRange range, MaterialCheck& check) {
            check.read_values(array, range, table);
            advance(range);
        });
    }
    for (const Material& material : pair) {
        if (!has_derived_positions(material)) continue;
        ValueArray derived(material);
        ValueArray& array = *values_.find(material);
        for_ranges(array, [&](IndexRange range, MaterialCheck& check) {
            check.derive_values(array, derived, range);
        });
        array.merge(derived);
    }
    for (const Material& material : pair) counts_[material] = count(*values_.find(material));
}

ValueCounts FullVerification::count(const ValueArray& array) {
    ValueCounts sum;
    std::mutex mutex;
    for_ranges(array, [&](IndexRange range, MaterialCheck& check) {
        const ValueCounts counts = check.count(array, range);
        const std::lock_guard lock(mutex);
        sum.positions += counts.positions;
        sum.wins += counts.wins;
        sum.losses += counts.losses;
    });
    return sum;
}

// A value that is wrong shows in the counts of its own file, and as a contradiction perhaps in the
// twin's.
FullVerification::Pair FullVerification::suspects_first(const Pair& pair) const {
    Pair result = pair;
    std::stable_partition(result.begin(), result.end(), [&](const Material& material) {
        return !counts_are_right(material);
    });
    return result;
}

bool FullVerification::counts_are_right(const Material& material) const {
    const FileHeader& header = database_.file(material)->header();
    const ValueCounts& counts = counts_.at(material);
    return counts.positions == header.positions && counts.wins == header.wins &&
           counts.losses == header.losses &&
           header.draws == header.positions - header.wins - header.losses;
}

FullVerification::Fault FullVerification::check_values(const Material& material) {
    const ValueArray& array = *values_.find(material);
    const auto found = first_contradiction(array);
    if (!found) return std::nullopt;
    return value_fault(*array.index().position_of(found->index),
                       value_or_none<ValueArray>(found->stored),
                       value_or_none<ValueArray>(found->best));
}

bool FullVerification::has_distances(const Pair& pair) const {
    if (options_.distances == nullptr) return false;
    for (const Material& material : pair)
        for (const Material& after : materials_after_move(material))
            if (!options_.distances->has(after)) return false;
    return true;
}

FullVerification::Fault FullVerification::check_distances(const Pair& pair) {
    for (const Material& material : pair)
        if (Fault fault = read_distances(material)) return fault;
    for (const Material& material : pair) {
        const RankArray& array = *ranks_.find(material);
        const auto found = first_contradiction(array);
        if (found) return rank_fault(*array.index().position_of(found->index), *found);
        distances_ += counts_[material].wins + counts_[material].losses;
    }
    return std::nullopt;
}

FullVerification::Fault FullVerification::read_distances(const Material& material) {
    const DistanceSource& distances = *options_.distances;
    const PliesOf plies_of = [&](const Position& position) { return distances.plies(position); };
    RankArray& array = ranks_.make(material);
    const ValueArray& values = *values_.find(material);
    std::mutex mutex;
    std::optional<Index> first;
    for_ranges(array, [&](IndexRange range, MaterialCheck& check) {
        const auto unknown = check.read_ranks(array, values, range, plies_of);
        advance(range);
        const std::lock_guard lock(mutex);
        keep_first(first, unknown);
    });
    if (!first) return std::nullopt;
    const Position position = *array.index().position_of(*first);
    return fmt::format("{}: {} is a {} without a distance",
                       distances.place_of(position),
                       to_fen(position),
                       name(ValueArray::value_of(values[*first])));
}

FullVerification::Fault FullVerification::check_grounds(const Pair& pair) {
    const ValueArray& array = *values_.find(pair.front());
    const ValueArray& twin = *values_.find(pair.back());
    const std::uint64_t configurations = array.index().men().size();
    const Index cells = pair.size() * (array.index().size() / configurations);
    std::mutex mutex;
    std::optional<Index> first[2];
    arena_.execute([&] {
        tbb::parallel_for(std::uint64_t{0}, configurations, [&](std::uint64_t configuration) {
            if (stop_.stop_requested()) return;
            const auto found = checks_.local()->check_grounds(array, twin, configuration);
            advance({0, cells});
            if (!found.here && !found.there) return;
            const std::lock_guard lock(mutex);
            keep_first(first[0], found.here);
            keep_first(first[pair.size() - 1], found.there);
        });
    });
    if (stop_.stop_requested()) return std::nullopt;
    if (first[0]) return unfounded_fault(array, *first[0]);
    if (first[1]) return unfounded_fault(twin, *first[1]);
    return std::nullopt;
}

void FullVerification::drop_after(std::size_t step) {
    for (const auto& [material, last] : last_use_)
        if (last == step) {
            values_.drop(material);
            ranks_.drop(material);
        }
}

template <class Array>
std::optional<Contradiction<Array>> FullVerification::first_contradiction(const Array& array) {
    std::mutex mutex;
    std::atomic<Index> first = array.index().size();
    std::optional<Contradiction<Array>> result;
    for_ranges(array, [&](IndexRange range, MaterialCheck& check) {
        if (range.begin > first) return;
        const auto found = check.check(array, range);
        advance(range);
        if (!found) return;
        const std::lock_guard lock(mutex);
        if (found->index >= first) return;
        first = found->index;
        result = found;
    });
    return result;
}

template <class Array, class Use>
void FullVerification::for_ranges(const Array& array, const Use& use) {
    const Index size = array.index().size();
    arena_.execute([&] {
        tbb::parallel_for(Index{0}, (size + RangeSize - 1) / RangeSize, [&](Index number) {
            if (stop_.stop_requested()) return;
            const Index begin = number * RangeSize;
            use(IndexRange{begin, std::min(begin + RangeSize, size)}, *checks_.local());
        });
    });
}

void FullVerification::advance(IndexRange range) {
    const std::uint64_t done = indexes_done_ += range.end - range.begin;
    const double share = static_cast<double>(done) / static_cast<double>(all_indexes_);
    const auto all = static_cast<double>(all_positions_);
    progress_.update({stage_, share * all, all, "positions", 0});
}

std::string FullVerification::place_of(const Position& position) const {
    const ValueTable& table = *database_.table(material_of(position));
    const auto block = table.block_of(position);
    if (!block) return table.file().path();
    return fmt::format("{}: block {}", table.file().path(), *block);
}

std::string FullVerification::value_fault(const Position& position,
                                          std::optional<Wdl> stored,
                                          std::optional<Wdl> best) const {
    return fmt::format("{}: {} is stored as {}, its moves say {}",
                       place_of(position),
                       to_fen(position),
                       name(stored),
                       name(best));
}

std::string FullVerification::rank_fault(const Position& position,
                                         const Contradiction<RankArray>& found) const {
    const Wdl stored = RankArray::value_of(found.stored);
    const Wdl best = RankArray::value_of(found.best);
    if (stored != best) return value_fault(position, stored, best);
    return fmt::format("{}: {} is stored as a {} in {}, its moves say {}",
                       options_.distances->place_of(position),
                       to_fen(position),
                       name(stored),
                       RankArray::plies_of(found.stored),
                       RankArray::plies_of(found.best));
}

FullVerification::Fault FullVerification::counts_fault(const Material& material) const {
    if (stop_.stop_requested() || counts_are_right(material)) return std::nullopt;
    const DatabaseFile& file = *database_.file(material);
    const ValueCounts& counts = counts_.at(material);
    return fmt::format(
        "{}: it counts {} wins and {} losses of {}, its positions have {} and {} of {}",
        file.path(),
        file.header().wins,
        file.header().losses,
        file.header().positions,
        counts.wins,
        counts.losses,
        counts.positions);
}

std::string FullVerification::unfounded_fault(const ValueArray& array, Index index) const {
    const Position position = *array.index().position_of(index);
    return fmt::format("{}: {} is stored as {}, but no line of play ends so",
                       place_of(position),
                       to_fen(position),
                       name(ValueArray::value_of(array[index])));
}

}  // namespace deepwell::egdb
