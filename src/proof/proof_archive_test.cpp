#include "proof/proof_archive.h"

#include <filesystem>
#include <gtest/gtest.h>

#include "board/fen.h"

namespace deepwell::proof {

namespace {

// What is reported done must survive a kill at any moment: so it is counted when it is on disk.
TEST(ProofArchive, CountsWhatIsOnDiskAlone) {
    const std::filesystem::path folder =
        std::filesystem::path(testing::TempDir()) / ("proof_archive_" + std::to_string(::getpid()));
    const Leaves leaves(nullptr);
    {
        ManagerGraph graph(leaves);
        ProofArchive archive(folder, graph);
        JobReport report;
        report.position = *parse_fen("B:W18,K27:BK3,14");
        report.nodes = 500;
        archive.keep(report);
        EXPECT_EQ(archive.totals().searches, 0U);
        EXPECT_EQ(archive.totals().nodes, 0U);
        archive.sync();
        archive.sync();
        EXPECT_EQ(archive.totals().searches, 1U);
        EXPECT_EQ(archive.totals().nodes, 500U);
    }
    ManagerGraph graph(leaves);
    EXPECT_EQ(load_archive(folder, graph).totals.searches, 1U);
    std::filesystem::remove_all(folder);
}

}  // namespace

}  // namespace deepwell::proof
