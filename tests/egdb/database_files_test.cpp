// Databases on disk: what is built is what is read, and nothing else is believed.

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <unistd.h>

#include "base/error.h"
#include "base/files.h"
#include "board/fen.h"
#include "egdb/builder.h"
#include "egdb/database.h"
#include "egdb/index.h"
#include "egdb/memory.h"
#include "egdb/verify.h"

namespace deepwell::egdb {

namespace {

class DatabaseFiles : public testing::Test {
protected:
    void SetUp() override {
        folder_ = std::filesystem::temp_directory_path() /
                  ("deepwell-egdb-" + std::to_string(::getpid()));
        std::filesystem::remove_all(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    BuildReport build(int pieces, int threads = 1, Kernel kernel = best_kernel()) const {
        BuildOptions options;
        options.directory = folder_;
        options.pieces = pieces;
        options.solve.threads = threads;
        options.solve.kernel = kernel;
        NoProgress progress;
        return build_databases(options, {}, progress);
    }

    std::map<std::string, std::string> contents() const {
        std::map<std::string, std::string> files;
        for (const auto& entry : std::filesystem::directory_iterator(folder_))
            files[entry.path().filename().string()] = read_file(entry.path()).value();
        return files;
    }

    Result<VerifyReport> verify(bool full) const {
        VerifyOptions options;
        options.directory = folder_;
        options.full = full;
        options.threads = 2;
        NoProgress progress;
        return verify_databases(options, {}, progress);
    }

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

    std::filesystem::path folder_;
};

}  // namespace

TEST_F(DatabaseFiles, EveryPositionIsReadAsItWasSolved) {
    constexpr int Pieces = BoardSize == 8 ? 3 : BoardSize == 4 ? 6 : 4;  // 6: some are derived
    ASSERT_TRUE(build(Pieces).finished);
    const Database database(folder_);
    EXPECT_EQ(database.complete_pieces(), Pieces);
    const Memory memory(Pieces, false, {});
    for (int n = 2; n <= Pieces; ++n)
        for (const Material& material : materials_with(n))
            for (const Side side : Sides) {
                const MaterialIndex index(material, side);
                for (Index i = 0; i < index.size(); ++i) {
                    const auto position = index.position_of(i);
                    if (!position) continue;
                    ASSERT_EQ(database.probe(*position),
                              WdlRange::exactly(memory.answer(*position)->value))
                        << to_fen(*position);
                }
            }
    EXPECT_TRUE(verify(true));
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
    EXPECT_EQ(again.files_kept + 2, first.files_written);
    EXPECT_EQ(contents(), files);
}

TEST_F(DatabaseFiles, EveryFlippedByteIsNoticed) {
    build(2);
    const auto path = folder_ / "0k1m-0k1m.wdl";
    const std::string good = read_file(path).value();
    const Memory memory(2, false, {});
    for (std::size_t i = 0; i < good.size(); ++i) {
        std::string bad = good;
        bad[i] = static_cast<char>(bad[i] ^ (1 << i % 8));
        std::ofstream(path, std::ios::binary).write(bad.data(), static_cast<long>(bad.size()));
        EXPECT_FALSE(verify(false)) << "byte " << i;
        expect_no_wrong_value({{0, 1}, {0, 1}}, memory);
    }
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
