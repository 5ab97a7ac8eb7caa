#include "proof/proof_store.h"

#include <filesystem>
#include <gtest/gtest.h>

#include "base/error.h"
#include "board/fen.h"
#include "board/movegen.h"

namespace deepwell::proof {

namespace {

class ProofStoreFolder : public testing::Test {
protected:
    ProofStoreFolder() {
        folder_ = std::filesystem::path(testing::TempDir()) /
                  ("proof_store_" + std::to_string(::getpid()) +
                   testing::UnitTest::GetInstance()->current_test_info()->name());
        std::filesystem::create_directories(folder_);
    }
    ~ProofStoreFolder() override { std::filesystem::remove_all(folder_); }

    std::filesystem::path folder_;
};

StoredNode sample_node() {
    StoredNode node;
    node.position = *parse_fen("B:W18,K27:BK3,14");
    node.known = {Wdl::Draw, Wdl::Draw};
    node.own = {Wdl::Draw, Wdl::Win};
    node.outlook.score = -1234;
    node.ply = 77;
    node.attempts.note(NodeQuestion::Loses, 2);
    node.outlook.warning = true;
    node.decider = Decider::AlphaBeta;
    node.numbers = {Numbers{3, 4}, Numbers::no()};
    return node;
}

TEST_F(ProofStoreFolder, GivesBackWhatWasWritten) {
    {
        ProofStore store(folder_, ProofStore::Access::Write);
        const StoredNode node = sample_node();
        store.write({&node, 1}, 4711);
        store.set_threshold(turned(node.position), 150);
    }
    const ProofStore store(folder_, ProofStore::Access::Read);
    const StoredNode expected = sample_node();
    EXPECT_EQ(store.size(), 1U);
    EXPECT_EQ(store.applied(), 4711U);
    EXPECT_EQ(store.threshold(expected.position), 150);
    EXPECT_FALSE(store.threshold(Position::start()));
    const auto found = store.find(turned(expected.position));
    ASSERT_TRUE(found);
    EXPECT_EQ(to_fen(found->position), to_fen(expected.position));
    EXPECT_EQ(found->known, expected.known);
    EXPECT_EQ(found->own, expected.own);
    EXPECT_EQ(found->outlook.score, expected.outlook.score);
    EXPECT_EQ(found->ply, expected.ply);
    EXPECT_EQ(found->attempts, expected.attempts);
    EXPECT_TRUE(found->outlook.warning);
    EXPECT_FALSE(found->is_expanded || found->outlook.database_draw);
    EXPECT_EQ(found->decider, expected.decider);
    EXPECT_EQ(found->numbers, expected.numbers);
    EXPECT_FALSE(store.find(Position::start()));
}

TEST_F(ProofStoreFolder, VisitsEveryNodeOnceAndForgetsAllWhenCleared) {
    ProofStore store(folder_, ProofStore::Access::Write);
    std::vector<StoredNode> nodes;
    for (const Move& move : legal_moves(Position::start())) {
        nodes.push_back(sample_node());
        nodes.back().position = turned(play(Position::start(), move));
    }
    store.write(nodes, 1);
    store.write(nodes, 2);
    std::size_t visited = 0;
    store.for_each([&](const StoredNode&) { ++visited; });
    EXPECT_EQ(visited, nodes.size());
    store.clear();
    EXPECT_EQ(store.size(), 0U);
    EXPECT_EQ(store.applied(), 0U);
}

TEST_F(ProofStoreFolder, AMissingStoreIsAnErrorToReaders) {
    EXPECT_FALSE(ProofStore::exists(folder_));
    EXPECT_THROW(ProofStore(folder_, ProofStore::Access::Read), Error);
}

}  // namespace

}  // namespace deepwell::proof
