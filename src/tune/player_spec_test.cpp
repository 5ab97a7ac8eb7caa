#include "tune/player_spec.h"

#include <gmock/gmock.h>

namespace deepwell::tune {
namespace {

using testing::HasSubstr;

TEST(PlayerSpec, OurOwnSearchWithOptions) {
    const auto spec = parse_player(
        "deepwell hash=32 threads=2 weights=w.txt without=lmr,probcut with=threats nodes=20000 "
        "egdb=off book=own param=probcut-margin:50 time=0.5");
    ASSERT_TRUE(spec) << spec.error();
    EXPECT_TRUE(spec->is_own());
    EXPECT_EQ(spec->hash_mebibytes, 32);
    EXPECT_EQ(spec->threads, 2);
    EXPECT_EQ(spec->weights_file, "w.txt");
    EXPECT_FALSE(spec->params.lmr);
    EXPECT_FALSE(spec->params.probcut);
    EXPECT_TRUE(spec->params.threats);
    EXPECT_TRUE(spec->params.pvs);
    EXPECT_EQ(spec->params.probcut_margin, 50);
    EXPECT_FALSE(spec->uses_databases);
    EXPECT_EQ(spec->book_file, "own");
    EXPECT_EQ(to_text(spec->budget), "time=0.5 nodes=20000");
}

TEST(PlayerSpec, TheDescriptionIsTheNameUnlessThereIsOne) {
    EXPECT_EQ(parse_player("deepwell depth=3")->name, "deepwell depth=3");
    EXPECT_EQ(parse_player("name=Shallow deepwell depth=3")->name, "Shallow");
    EXPECT_TRUE(parse_player("deepwell")->budget.is_empty());
}

TEST(PlayerSpec, AHubEngineWithItsCommand) {
    const auto spec =
        parse_player("name=Rival time=0.05 param=book:off frame=pydraughts hub:./rival --x=1  hub");
    ASSERT_TRUE(spec) << spec.error();
    EXPECT_FALSE(spec->is_own());
    EXPECT_EQ(spec->name, "Rival");
    EXPECT_EQ(spec->hub_command, "./rival --x=1  hub");
    EXPECT_EQ(to_text(spec->budget), "time=0.05");
    EXPECT_THAT(spec->hub_params, testing::ElementsAre(testing::Pair("book", "off")));
    EXPECT_EQ(spec->hub_frame, "pydraughts");
}

TEST(PlayerSpec, TheWordAtFaultIsNamed) {
    const auto fault = [](const char* text) { return parse_player(text).error(); };
    EXPECT_THAT(fault("deepwell hsh=3"), HasSubstr("no option 'hsh'; there are time, clock"));
    EXPECT_THAT(fault("deepwell hash=big"), HasSubstr("hash: 'big' is not a whole number"));
    EXPECT_THAT(fault("deepwell hash="), HasSubstr("hash: no value"));
    EXPECT_THAT(fault("deepwell without=magic"), HasSubstr("no technique 'magic'"));
    EXPECT_THAT(fault("deepwell param=margin:3"), HasSubstr("no number 'margin'"));
    EXPECT_THAT(fault("deepwell param=iir-depth"), HasSubstr("expected NAME:VALUE"));
    EXPECT_THAT(fault("deepwell egdb=maybe"), HasSubstr("egdb: expected on or off"));
    EXPECT_THAT(fault("deepwell frame=standard"), HasSubstr("no option 'frame'"));
    EXPECT_THAT(fault("deepwell fast"), HasSubstr("'fast' is not KEY=VALUE"));
    EXPECT_THAT(fault("deepwell deepwell"), HasSubstr("is not KEY=VALUE"));
    EXPECT_THAT(fault("hash=4"), HasSubstr("it begins with deepwell"));
    EXPECT_THAT(fault(""), HasSubstr("it begins with deepwell"));
    EXPECT_THAT(fault("hash=4 hub:x"), HasSubstr("no option 'hash'"));
    EXPECT_THAT(fault("hub: "), HasSubstr("no command behind hub:"));
}

}  // namespace
}  // namespace deepwell::tune
