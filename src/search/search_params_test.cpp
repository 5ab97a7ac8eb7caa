#include "search/search_params.h"

#include <gtest/gtest.h>
#include <set>
#include <string>

namespace deepwell::search {

TEST(SearchParams, EveryTechniqueCanBeSwitchedByItsName) {
    std::set<std::string> names;
    for (const Technique& technique : techniques()) {
        EXPECT_TRUE(names.insert(technique.name).second) << technique.name;
        EXPECT_FALSE(with({}, technique.name, false).value().*technique.enabled);
        EXPECT_TRUE(with({}, technique.name, true).value().*technique.enabled);
        EXPECT_FALSE(SearchParams::plain().*technique.enabled);
    }
}

TEST(SearchParams, AnUnknownNameIsAnsweredWithTheKnownOnes) {
    const auto result = with({}, "null-move", true);
    ASSERT_FALSE(result);
    EXPECT_NE(result.error().find("probcut"), std::string::npos);
}

}  // namespace deepwell::search
