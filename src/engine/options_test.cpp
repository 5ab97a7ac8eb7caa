#include "engine/options.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

namespace deepwell::engine {

TEST(Options, HaveNamesOfTheirOwnAndInitialValuesThatTheyTake) {
    std::set<std::string> names;
    Settings settings;
    for (const OptionSpec& spec : option_specs()) {
        EXPECT_TRUE(names.insert(spec.name).second) << spec.name;
        EXPECT_FALSE(settings.set(spec.name, spec.initial)) << spec.name;
        EXPECT_FALSE(std::string(spec.help).empty());
        EXPECT_EQ(find_option(spec.name), &spec);
    }
    EXPECT_EQ(settings, Settings());
}

TEST(Settings, TakeValuesAsTextAndGiveThemTyped) {
    Settings settings;
    EXPECT_FALSE(settings.set("hash", "256"));
    EXPECT_FALSE(settings.set("ponder", "on"));
    EXPECT_FALSE(settings.set("frame", "pydraughts"));
    EXPECT_FALSE(settings.set("egdb-path", "/some where/else"));
    EXPECT_EQ(settings.number(Option::Hash), 256);
    EXPECT_TRUE(settings.flag(Option::Ponder));
    EXPECT_EQ(settings.text(Option::Ponder), "true");
    EXPECT_EQ(settings.text(Option::Frame), "pydraughts");
    EXPECT_EQ(settings.text(Option::EgdbPath), "/some where/else");
}

TEST(Settings, RefuseWhatAnOptionDoesNotTakeAndStayAsTheyWere) {
    Settings settings;
    const auto error = [&](const char* name, const char* text) {
        const auto failure = settings.set(name, text);
        return failure ? failure->message : std::string("taken");
    };
    EXPECT_EQ(error("hash", "0"), "hash is a whole number from 1 to 1048576, not '0'");
    EXPECT_EQ(error("threads", "two"), "threads is a whole number from 1 to 256, not 'two'");
    EXPECT_EQ(error("threads", "2x"), "threads is a whole number from 1 to 256, not '2x'");
    EXPECT_EQ(error("threads", ""), "threads is a whole number from 1 to 256, not ''");
    EXPECT_EQ(error("level", "99999999999999999999"),
              "level is a whole number from 0 to 10, not '99999999999999999999'");
    EXPECT_EQ(error("ponder", "maybe"), "ponder is true or false, not 'maybe'");
    EXPECT_EQ(error("frame", "Auto"), "frame is one of auto, standard, pydraughts, not 'Auto'");
    EXPECT_EQ(error("colour", "red"), "there is no option 'colour'");
    EXPECT_EQ(settings, Settings());
}

TEST(Settings, KnowWhichChangesNeedAnotherSearch) {
    const Settings before;
    Settings after;
    ASSERT_FALSE(after.set("multipv", "3"));
    ASSERT_FALSE(after.set("ponder", "true"));
    EXPECT_FALSE(differ_in_search(before, after));
    ASSERT_FALSE(after.set("hash", "65"));
    EXPECT_TRUE(differ_in_search(before, after));
    Settings elsewhere;
    elsewhere.set_data_directory("/some where/else");
    EXPECT_TRUE(differ_in_search(before, elsewhere));
}

TEST(Settings, ArePrintedOneALine) {
    const std::string text = to_text(Settings());
    EXPECT_TRUE(text.starts_with("hash = 64\nthreads = 1\n")) << text;
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), static_cast<long>(OptionCount));
}

}  // namespace deepwell::engine
