// Databases on disk: what is built is what is read, and nothing else is believed.

#include <atomic>
#include <fstream>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/files.h"
#include "base/random.h"
#include "board/fen.h"
#include "egdb/builder.h"
#include "egdb/database.h"
#include "egdb/database_folder.h"
#include "egdb/index.h"
#include "egdb/memory.h"
#include "egdb/raw_file.h"

namespace deepwell::egdb {

namespace {

// Asks for a stop after so many reports.
class StopAfter : public Progress {
public:
    explicit StopAfter(int reports) : left_(reports) {}
    void update(const ProgressState&) override {
        if (--left_ == 0) source_.request_stop();
    }
    std::stop_token token() const { return source_.get_token(); }

private:
    std::atomic<int> left_;
    std::stop_source source_;
};

class DatabaseFiles : public DatabaseFolder {
protected:
    // Values are right, or reading them fails.
    void expect_no_wrong_value(const Material& material, const Memory& memory) const try {
        const Database database(folder_);
        const MaterialIndex index(material, Side::Black);
        for (Index i = 0; i < index.size(); ++i)
            if (const auto position = index.position_of(i)) {
                ASSERT_EQ(database.probe(*position),
                          WdlRange::exactly(memory.answer(*position)->value));
            }
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find(to_text(material)), std::string::npos);
    }

    static void write(const std::filesystem::path& path, const std::string& bytes) {
        std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<long>(bytes.size()));
    }
};

// Random positions of a material, Black to move, and their values.
struct Sample {
    Sample(const Material& material, const Database& database, std::size_t size, Random& random) {
        const MaterialIndex index(material, Side::Black);
        while (positions.size() < size)
            if (const auto position =
                    index.position_of(random.below(static_cast<std::uint32_t>(index.size())))) {
                positions.push_back(*position);
                values.push_back(database.probe(*position));
            }
    }
    // Is one of them refused?  None may be wrong.
    bool is_refused_by(const Database& database) const {
        for (std::size_t i = 0; i < positions.size(); ++i) try {
                EXPECT_EQ(database.probe(positions[i]), values[i]) << to_fen(positions[i]);
            } catch (const Error&) {
                return true;
            }
        return false;
    }
    std::vector<Position> positions;
    std::vector<WdlRange> values;
};

}  // namespace

TEST_F(DatabaseFiles, EveryPositionIsReadAsItWasSolved) {
    constexpr int Pieces = BoardSize == 8 ? 3 : BoardSize == 5 ? 6 : 4;  // 6: some are derived
    ASSERT_TRUE(build(Pieces).finished);
    const Database database(folder_);
    EXPECT_EQ(database.complete_pieces(), Pieces);
    DatabaseOptions raw_options;
    raw_options.raw = true;
    const Database raw(folder_, raw_options);
    const Memory memory(Pieces, true, {});
    for (int n = 2; n <= Pieces; ++n)
        for (const Material& material : materials_with(n))
            for (const Side side : Sides) {
                const MaterialIndex index(material, side);
                for (Index i = 0; i < index.size(); ++i) {
                    const auto position = index.position_of(i);
                    if (!position) continue;
                    const Memory::Answer truth = *memory.answer(*position);
                    const WdlRange value = WdlRange::exactly(truth.value);
                    ASSERT_EQ(database.probe(*position), value) << to_fen(*position);
                    ASSERT_EQ(raw.probe(*position), value) << to_fen(*position);
                    if (n > 5) continue;  // no distances by default
                    ASSERT_EQ(database.distance(*position).value_or(-1), truth.distance)
                        << to_fen(*position);
                }
            }
    EXPECT_TRUE(verify(true));
}

TEST_F(DatabaseFiles, AMissingFileIsNamedIfOthersAreOfNoUseWithoutIt) {
    const Material missing{{1, 1}, {1, 0}};
    build(3);
    EXPECT_FALSE(Database(folder_).missing());
    std::filesystem::remove(folder_ / "1k1m-1k0m.wdl");
    const Database database(folder_);
    EXPECT_EQ(database.complete_pieces(), 2);
    EXPECT_EQ(database.missing(), missing);
    EXPECT_FALSE(Database(folder_, {.max_pieces = 2}).missing());
}

TEST_F(DatabaseFiles, ASideWithoutAnEnemyWinsIfItCanMove) {
    const Database database(folder_);
    const Bitboard kings = row(0), men = row(1);
    EXPECT_EQ(database.probe({Bitboard(), kings, kings, Side::White}).low, Wdl::Win);
    EXPECT_EQ(database.probe({Bitboard(), kings, kings, Side::Black}).high, Wdl::Loss);
    // Behind its own men: it hems itself in.
    EXPECT_EQ(database.probe({Bitboard(), kings | men, kings, Side::White}).high, Wdl::Loss);
}

TEST_F(DatabaseFiles, ThreadsAndKernelsGiveTheSameBytes) {
    build(3, 1);
    const auto first = contents();
    std::filesystem::remove_all(folder_);
    build(3, 2, Kernel::Portable);
    EXPECT_EQ(contents(), first);
}

TEST_F(DatabaseFiles, FinishedFilesAreKeptAndDamagedOnesMadeAnew) {
    const BuildReport first = build(3);
    const auto files = contents();
    EXPECT_EQ(build(3).files_written, 0);
    const auto path = folder_ / "1k1m-1k0m.wdl";
    std::string damaged = files.at("1k1m-1k0m.wdl");
    damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
    write_file_atomically(path, damaged);
    std::filesystem::remove(folder_ / "2k0m-0k1m.wdl");
    EXPECT_FALSE(verify(false));
    const BuildReport again = build(3);
    EXPECT_EQ(again.files_written, 2);
    EXPECT_EQ(again.files, first.files_written);
    EXPECT_EQ(contents(), files);
}

TEST_F(DatabaseFiles, ManyAtOnceAreTheSameAsOneByOne) {
    build(3);
    DatabaseOptions raw_options;
    raw_options.raw = true;
    const Database database(folder_), raw(folder_, raw_options);
    std::vector<Position> positions{Position::start()};  // absent
    for (const Material& material : materials_with(3)) {
        const MaterialIndex index(material, Side::White);
        for (Index i = 0; i < index.size(); i += 7)
            if (const auto position = index.position_of(i)) positions.push_back(*position);
    }
    Position empty = positions.back();
    empty.black = {};
    positions.push_back(empty);
    std::vector<WdlRange> values(positions.size()), raw_values(positions.size());
    database.probe(positions, values);
    raw.probe(positions, raw_values);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        ASSERT_EQ(values[i], database.probe(positions[i])) << to_fen(positions[i]);
        ASSERT_EQ(raw_values[i], values[i]) << to_fen(positions[i]);
    }
    EXPECT_EQ(database.counts().probes, 2 * positions.size());
    EXPECT_LT(database.counts().loads, database.counts().look_ups / 10);
}

TEST_F(DatabaseFiles, LongestWinsAreWonInThatManyPlies) {
    build(3);
    const Database database(folder_);
    int longest = 0;
    for (const Material& material : materials_with(3)) {
        const auto position = database.longest_win(material);
        if (!position) continue;
        const int plies = static_cast<int>(database.distance_file(material)->header().longest);
        EXPECT_EQ(database.probe(*position), WdlRange::exactly(Wdl::Win));
        EXPECT_EQ(database.distance(*position), plies) << to_fen(*position);
        longest = std::max(longest, plies);
    }
    EXPECT_GT(longest, BoardSize == 8 ? 30 : 5);
}

TEST_F(DatabaseFiles, AStoppedBuildGoesOnAndEndsWithTheSameFiles) {
    build(3);
    const auto files = contents();
    std::filesystem::remove_all(folder_);
    int rounds = 0;
    for (bool finished = false; !finished; ++rounds) {
        StopAfter progress(200 * (rounds + 1));
        BuildOptions options;
        options.directory = folder_;
        options.pieces = 3;
        const BuildReport report = build_databases(options, progress.token(), progress);
        finished = report.finished;
        ASSERT_LT(rounds, 200);
    }
    EXPECT_GT(rounds, 1);
    EXPECT_EQ(contents(), files);
}

TEST_F(DatabaseFiles, OneMaterialIsBuiltWithWhatItNeeds) {
    BuildOptions options;
    options.directory = folder_;
    options.only = Material{{2, 0}, {1, 0}};
    NoProgress progress;
    EXPECT_EQ(build_databases(options, {}, progress).files, 6);  // 1-1, 2-1 and 1-2, with distances
    EXPECT_EQ(Database(folder_).complete_pieces(), 0);
}

TEST_F(DatabaseFiles, RawFilesAreKeptIfWantedAndDamagedOnesNotBelieved) {
    BuildOptions options;
    options.directory = folder_;
    options.pieces = 3;
    options.keep_raw = true;
    NoProgress progress;
    build_databases(options, {}, progress);
    const Material material{{1, 1}, {1, 0}};
    const auto path = raw_file(folder_, material);
    ASSERT_TRUE(load_raw(path, material));
    EXPECT_FALSE(load_raw(path, material.turned()));
    std::string bytes = read_file(path).value();
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
    write_file_atomically(path, bytes);
    EXPECT_FALSE(load_raw(path, material));
}

TEST_F(DatabaseFiles, EveryFlippedByteIsNoticed) {
    build(2);
    const auto path = folder_ / "0k1m-0k1m.wdl";
    const std::string good = read_file(path).value();
    const Memory memory(2, false, {});
    for (std::size_t i = 0; i < good.size(); ++i) {
        std::string bad = good;
        bad[i] = static_cast<char>(bad[i] ^ (1 << i % 8));
        write(path, bad);
        EXPECT_FALSE(verify(false)) << "byte " << i;
        expect_no_wrong_value({{0, 1}, {0, 1}}, memory);
    }
}

TEST_F(DatabaseFiles, EveryFlippedBitOfALargeFileIsNoticedAndGivesNoWrongValue) {
    const bool is_slow = BoardSize == 8 && slow_tests_wanted();
    const int flips = is_slow ? 1000 : 100;
    build(is_slow ? 5 : 4, 2);
    const Material material = is_slow ? Material{{2, 1}, {1, 1}} : Material{{1, 1}, {1, 1}};
    const auto path = folder_ / file_name(material, FileKind::Values);
    const std::string good = read_file(path).value();
    Random random(2026);
    const Sample sample(material, Database(folder_), 5000, random);
    int refused = 0;
    for (int i = 0; i < flips; ++i) {
        std::string bad = good;
        const std::size_t bit = random.below(static_cast<std::uint32_t>(8 * good.size()));
        bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << bit % 8));
        write(path, bad);
        const auto report = verify(false);
        ASSERT_FALSE(report) << "bit " << bit;
        EXPECT_NE(report.error().find(path.filename().string()), std::string::npos);
        try {
            refused += sample.is_refused_by(Database(folder_));
        } catch (const Error&) {
            ++refused;
        }
    }
    EXPECT_GT(refused, flips / 2);
}

TEST_F(DatabaseFiles, CutOffAndForeignFilesAreNamed) {
    build(2);
    const auto path = folder_ / "1k0m-1k0m.wdl";
    const std::string good = read_file(path).value();
    for (const std::string& bad : {std::string(),
                                   good.substr(0, 50),
                                   good.substr(0, good.size() - 1),
                                   good + "x",
                                   std::string("not a database")}) {
        write_file_atomically(path, bad);
        const auto file = DatabaseFile::open(path);
        const bool refused = !file || !(*file)->is_intact();
        EXPECT_TRUE(refused) << bad.size();
        if (file) continue;
        EXPECT_NE(file.error().find("1k0m-1k0m.wdl"), std::string::npos);
    }
}

TEST_F(DatabaseFiles, AbsentMaterialsAreUnknown) {
    const Database empty(folder_);
    EXPECT_EQ(empty.complete_pieces(), 0);
    EXPECT_EQ(empty.probe(Position::start()), WdlRange{});
    Position won = Position::start();
    won.white = {};
    EXPECT_EQ(empty.probe(won), WdlRange::exactly(Wdl::Win));
    won.side = Side::White;
    EXPECT_EQ(empty.probe(won), WdlRange::exactly(Wdl::Loss));
}

TEST_F(DatabaseFiles, TooLittleMemoryIsRefusedBeforeAnythingIsWritten) {
    BuildOptions options;
    options.directory = folder_;
    options.pieces = 4;
    options.memory_limit = 1 << 20;
    NoProgress progress;
    EXPECT_THROW(build_databases(options, {}, progress), Error);
    EXPECT_FALSE(std::filesystem::exists(folder_));
}

}  // namespace deepwell::egdb
