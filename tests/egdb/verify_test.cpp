// Verification: what is wrong is found and named, even where every checksum is right.

#include <gtest/gtest.h>
#include <set>
#include <span>

#include "board/fen.h"
#include "board/movegen.h"
#include "egdb/codec_raw_rows.h"
#include "egdb/database.h"
#include "egdb/database_folder.h"
#include "egdb/index.h"
#include "egdb/memory.h"

namespace deepwell::egdb {

namespace {

RawTable copy_of(const RawTable& table) {
    RawTable copy(table.material());
    for (const Side side : Sides) copy.half(side) = table.half(side);
    return copy;
}

constexpr Material KingAndMan{{1, 1}, {1, 0}};
constexpr Material TwoKings{{2, 0}, {1, 0}};

// One bit of each plane of a table: the value of a position.
void set_value(RawTable& table, const Position& position, Wdl value) {
    const MaterialIndex index(table.material(), position.side);
    RawTable::Half& half = table.half(position.side);
    const std::uint64_t cells = index.moving_sets() * index.waiting_sets();
    const Index i = index.index_of(position);
    const std::size_t byte = i / cells * half.stride + i % cells / 8;
    const auto bit = static_cast<std::uint8_t>(1U << i % cells % 8);
    for (auto* plane : {&half.win, &half.loss})
        (*plane)[byte] = static_cast<std::uint8_t>((*plane)[byte] & ~bit);
    if (value == Wdl::Win) half.win[byte] |= bit;
    if (value == Wdl::Loss) half.loss[byte] |= bit;
}

class Distances : public DistanceSource {
public:
    explicit Distances(const Memory& memory) : memory_(memory) {}
    bool has(const Material&) const override { return true; }
    std::optional<int> plies(const Position& position) const override {
        if (position == wrong_) return wrong_plies_;
        const int plies = memory_.answer(position)->distance;
        return plies < 0 ? std::nullopt : std::optional(plies);
    }
    std::string place_of(const Position& position) const override {
        return file_name(material_of(position), FileKind::Distances);
    }
    void make_wrong(const Position& position, int plies) {
        wrong_ = position;
        wrong_plies_ = plies;
    }

private:
    const Memory& memory_;
    std::optional<Position> wrong_;
    int wrong_plies_ = 0;
};

class Verification : public DatabaseFolder {
protected:
    void SetUp() override {
        DatabaseFolder::SetUp();
        build(3, 1, best_kernel(), 0);
    }

    // Writes other values for the material, and corrects what files say of each other: counts, and
    // the checksums of what they were derived from.
    void replace(const RawTable& table) {
        replaced_[table.material()] = encode_table(table);
        std::map<Material, std::uint64_t> checksums;
        for (int n = 2; n <= 3; ++n)
            for (const Material& material : materials_with(n)) {
                const auto path = folder_ / file_name(material, FileKind::Values);
                if (!std::filesystem::exists(path)) continue;
                const auto file = std::move(DatabaseFile::open(path)).value();
                FileHeader header = file->header();
                Bytes payload(file->payload().begin(), file->payload().end());
                if (const auto other = replaced_.find(material); other != replaced_.end()) {
                    payload = other->second;
                    if (material == table.material()) count(header, table);
                }
                for (Dependency& dependency : header.dependencies)
                    dependency.checksum = checksums.at(dependency.material);
                checksums[material] = write_database_file(path, header, payload);
            }
        EXPECT_TRUE(verify(false));
    }

    // Both files of a material and its twin.
    void replace_pair(const RawTable& table) {
        replace(table);
        replace(turned(table));
    }

    void expect_fault(const std::string& file, const std::string& what) {
        for (const Kernel kernel : {Kernel::Portable, best_kernel()})
            for (const int threads : {1, 2}) {
                VerifyOptions options = verify_options(true);
                options.threads = threads;
                options.kernel = kernel;
                options.distances = distances_;
                const auto report = verify(options);
                ASSERT_FALSE(report);
                EXPECT_NE(report.error().find(file), std::string::npos) << report.error();
                EXPECT_NE(report.error().find(what), std::string::npos) << report.error();
            }
    }

    RawTable table_of(const Material& material) const {
        return copy_of(*memory_.values().find(material));
    }

    const Memory memory_{3, true, {}};
    const DistanceSource* distances_ = nullptr;
    bool counts_too_ = true;

private:
    static Bytes encode_table(const RawTable& table) {
        const CellLayout layout(table.material());
        return encode(layout, [&] { return make_raw_rows(Kernel::Portable, layout, table); });
    }
    void count(FileHeader& header, const RawTable& table) const {
        if (!counts_too_) return;
        const auto bits = [](std::span<const std::uint8_t> plane) {
            std::uint64_t sum = 0;
            for (const std::uint8_t byte : plane) sum += static_cast<unsigned>(std::popcount(byte));
            return sum;
        };
        header.wins = bits(table.half(Side::Black).win);
        header.losses = bits(table.half(Side::Black).loss);
        header.draws = header.positions - header.wins - header.losses;
    }

    std::map<Material, Bytes> replaced_;
};

// Drawn positions of a pair, with either side to move.
std::set<Index> drawn_positions(const RawTable& table, Side side) {
    std::set<Index> result;
    const MaterialIndex index(table.material(), side);
    for (Index i = 0; i < index.size(); ++i)
        if (const auto position = index.position_of(i)) {
            const RawValue value = value_in(table, *position);
            if (!value.win && !value.loss) result.insert(i);
        }
    return result;
}

// Says of drawn positions that Black wins them, of as many as can be said without contradicting the
// moves: Black wins if a move leads to a loss of White's, White loses if all lead to wins.
RawTable with_wins_that_justify_each_other(const RawTable& table, const Memory& memory) {
    RawTable result = copy_of(table);
    const auto set_all = [&](Side side, Wdl value) {
        for (const Index i : drawn_positions(table, side))
            set_value(result, *MaterialIndex(table.material(), side).position_of(i), value);
    };
    set_all(Side::Black, Wdl::Win);
    set_all(Side::White, Wdl::Loss);
    const auto value_after = [&](const Position& position) {
        if (position.own().is_empty() || material_of(position) != table.material())
            return memory.answer(position)->value;
        const RawValue value = value_in(result, position);
        return value.win ? Wdl::Win : value.loss ? Wdl::Loss : Wdl::Draw;
    };
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (const Side side : Sides)
            for (const Index i : drawn_positions(table, side)) {
                const Position position = *MaterialIndex(table.material(), side).position_of(i);
                Wdl best = Wdl::Loss;
                for (const Move& move : legal_moves(position))
                    best = std::max(best, -value_after(play(position, move)));
                if (best == value_after(position)) continue;
                set_value(result, position, Wdl::Draw);
                is_changed = true;
            }
    }
    return result;
}

Position black_to_move(const char* fen) {
    return parse_fen(fen).value();
}

}  // namespace

TEST_F(Verification, FilesOfDistancesAreCheckedToo) {
    build(3);
    const auto report = verify(true);
    ASSERT_TRUE(report) << report.error();
    EXPECT_GT(report->distances, report->positions / 3);
    const auto path = folder_ / "2k0m-1k0m.dtw";
    const std::string good = read_file(path).value();
    for (std::size_t i = 0; i < good.size(); i += 7) {
        std::string bad = good;
        bad[i] = static_cast<char>(bad[i] ^ (1 << i % 8));
        write_file_atomically(path, bad);
        const auto damaged = verify(false);
        ASSERT_FALSE(damaged) << "byte " << i;
        EXPECT_NE(damaged.error().find("2k0m-1k0m.dtw"), std::string::npos) << damaged.error();
    }
}

TEST_F(Verification, GoodFilesPassWithAndWithoutDistances) {
    VerifyOptions options = verify_options(true);
    const auto report = verify(options);
    ASSERT_TRUE(report) << report.error();
    std::uint64_t positions = 0;
    for (int n = 2; n <= 3; ++n)
        for (const Material& material : materials_with(n)) positions += position_count(material);
    EXPECT_EQ(report->positions, positions);
    EXPECT_EQ(report->distances, 0U);
    const Distances distances(memory_);
    options.distances = &distances;
    const auto again = verify(options);
    ASSERT_TRUE(again) << again.error();
    EXPECT_EQ(again->positions, positions);
    EXPECT_GT(again->distances, positions / 3);
}

TEST_F(Verification, AWrongValueIsNamed) {
    RawTable table = table_of(KingAndMan);
    set_value(table, black_to_move("B:WK32:BK1,2"), Wdl::Loss);
    replace(table);
    expect_fault("1k1m-1k0m.wdl: block ", "B:WK32:BK1,2 is stored as loss, its moves say win");
}

TEST_F(Verification, OfTwoWrongValuesTheFirstIsNamed) {
    RawTable table = table_of(KingAndMan);
    const MaterialIndex index(KingAndMan, Side::Black);
    const Position one = black_to_move("B:WK32:BK1,2");
    const Position other = black_to_move("B:WK28:BK3,12");
    for (const Position& position : {one, other}) set_value(table, position, Wdl::Loss);
    replace(table);
    const Position first = index.index_of(one) < index.index_of(other) ? one : other;
    expect_fault("1k1m-1k0m.wdl: block ", to_fen(first));
}

TEST_F(Verification, AWrongValueWithTheOldCountsIsNamedInItsOwnFile) {
    counts_too_ = false;
    const RawTable twin = turned(table_of(TwoKings));
    RawTable table = copy_of(twin);
    set_value(table, black_to_move("B:WK32,K27:BK1"), Wdl::Draw);
    replace(table);
    expect_fault("1k0m-2k0m.wdl: block ", "B:WK27,K32:BK1 is stored as draw, its moves say loss");
}

TEST_F(Verification, WrongCountsAreNamed) {
    const auto path = folder_ / "0k1m-0k2m.wdl";  // nothing is derived from it
    const auto file = std::move(DatabaseFile::open(path)).value();
    FileHeader header = file->header();
    ++header.wins;
    --header.draws;
    write_database_file(path, header, {file->payload().begin(), file->payload().end()});
    EXPECT_TRUE(verify(false));
    expect_fault("0k1m-0k2m.wdl", "its positions have");
}

TEST_F(Verification, WinsThatJustifyEachOtherAreFound) {
    for (const Material& material : materials_with(3))  // leaves out what leads there
        if (material.men() > 1 || material.white.men == material.white.pieces())
            for (const Material& each : {material, material.turned()})
                std::filesystem::remove(folder_ / file_name(each, FileKind::Values));
    ASSERT_TRUE(verify(true)) << verify(true).error();
    const RawTable table = with_wins_that_justify_each_other(table_of(KingAndMan), memory_);
    ASSERT_GT(drawn_positions(table_of(KingAndMan), Side::Black).size(),
              drawn_positions(table, Side::Black).size());
    replace_pair(table);
    expect_fault("1k1m-1k0m.wdl: block ", "but no line of play ends so");
    const Distances distances(memory_);
    distances_ = &distances;
    expect_fault("1k1m-1k0m.dtw", "is a win without a distance");
}

TEST_F(Verification, AWrongDistanceIsNamed) {
    Distances distances(memory_);
    distances_ = &distances;
    const Position position = black_to_move("B:WK32:BK1,2");
    const int plies = memory_.answer(position)->distance;
    for (const int wrong : {plies + 2, plies - 2, plies + 1}) {
        distances.make_wrong(position, wrong);
        expect_fault("1k1m-1k0m.dtw",
                     "B:WK32:BK1,2 is stored as a win in " + std::to_string(wrong) +
                         ", its moves say " + std::to_string(plies));
    }
}

TEST_F(Verification, WrongValuesAreNamedAsSuchWhereThereAreDistances) {
    RawTable table = table_of(KingAndMan);
    set_value(table, black_to_move("B:WK32:BK1,2"), Wdl::Draw);
    replace(table);
    const Distances distances(memory_);
    distances_ = &distances;
    expect_fault("1k1m-1k0m.wdl: block ", "B:WK32:BK1,2 is stored as draw, its moves say win");
}

TEST_F(Verification, FilesMustHaveBeenDerivedFromEachOther) {
    std::filesystem::remove(folder_ / "1k0m-1k0m.wdl");
    const auto missing = verify(false);
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().find("1k0m-1k0m.wdl, which it was derived from, is missing"),
              std::string::npos);
    const auto path = folder_ / "1k0m-0k1m.wdl";
    build(2);
    const auto file = std::move(DatabaseFile::open(path)).value();
    FileHeader header = file->header();
    ++header.longest;
    write_database_file(path, header, {file->payload().begin(), file->payload().end()});
    const auto other = verify(false);
    ASSERT_FALSE(other);
    EXPECT_NE(other.error().find("it was derived from another 1k0m-0k1m.wdl"), std::string::npos);
}

TEST_F(Verification, EndsSoonWhenStopped) {
    std::stop_source stop;
    stop.request_stop();
    NoProgress progress;
    const auto report = verify_databases(verify_options(true), stop.get_token(), progress);
    ASSERT_TRUE(report);
    EXPECT_EQ(report->positions, 0U);
}

}  // namespace deepwell::egdb
