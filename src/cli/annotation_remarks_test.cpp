#include "cli/annotation_remarks.h"

#include <gtest/gtest.h>

namespace deepwell::cli {

namespace {

std::string_view not_ours(std::string_view remark) {
    return remark == "ours" ? std::string_view{} : remark;
}

std::string forgotten(std::string comment) {
    forget_remarks(comment, not_ours);
    return comment;
}

}  // namespace

TEST(AnnotationRemarks, AreKeptApart) {
    std::string comment;
    add_remark(comment, "theirs");
    add_remark(comment, "");
    add_remark(comment, "ours");
    EXPECT_EQ(comment, "theirs; ours");
}

TEST(AnnotationRemarks, OnlyOursAreForgotten) {
    EXPECT_EQ(forgotten("ours"), "");
    EXPECT_EQ(forgotten("ours; ours"), "");
    EXPECT_EQ(forgotten("theirs; ours; and theirs"), "theirs; and theirs");
    EXPECT_EQ(forgotten("it is ours"), "it is ours");
    EXPECT_EQ(forgotten("odd; ; end; "), "odd; ; end; ");
}

TEST(AnnotationRemarks, TheSignatureStandsOnceBesideThoseOfOthers) {
    PdnGame game;
    sign(game);
    const std::string ours = game.tags.at(0).value;
    EXPECT_EQ(ours.rfind("deepwell ", 0), 0U);
    game.tags = {{"annotator", "A. Anderson; deepwell 0.0.1"}, {"Result", "*"}};
    sign(game);
    sign(game);
    ASSERT_EQ(game.tags.size(), 2U);
    EXPECT_EQ(game.tags[0].value, "A. Anderson; " + ours);
}

}  // namespace deepwell::cli
