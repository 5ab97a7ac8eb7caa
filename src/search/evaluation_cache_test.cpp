#include "search/evaluation_cache.h"

#include <gtest/gtest.h>

namespace deepwell::search {

TEST(EvaluationCache, FindsWhatWasStoredWithItsSign) {
    EvaluationCache cache;
    for (const Score score : {-MaxEvaluation, -1, 0, 1, MaxEvaluation}) {
        const std::uint64_t key = 0x123456789abcdef0U + static_cast<std::uint64_t>(score) * 8191;
        cache.store(key, score);
        EXPECT_EQ(cache.find(key), score);
    }
}

TEST(EvaluationCache, TellsKeysOfOneSlotApart) {
    EvaluationCache cache;
    constexpr std::uint64_t Key = 0x123456789abcdef0U;
    cache.store(Key, 7);
    EXPECT_FALSE(cache.find(Key ^ std::uint64_t{1} << 63));
    EXPECT_FALSE(cache.find(Key ^ std::uint64_t{1} << 16));
    cache.store(Key ^ std::uint64_t{1} << 63, 8);
    EXPECT_FALSE(cache.find(Key));
}

TEST(EvaluationCache, IsEmptyAfterClearing) {
    EvaluationCache cache;
    constexpr std::uint64_t Key = 0x123456789abcdef0U;
    cache.store(Key, 7);
    cache.clear();
    EXPECT_FALSE(cache.find(Key));
}

}  // namespace deepwell::search
