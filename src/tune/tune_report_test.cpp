#include "tune/tune_report.h"

#include <gmock/gmock.h>

namespace deepwell::tune {
namespace {

using testing::HasSubstr;
using testing::Not;

TuneReport some_report() {
    TuneReport report;
    report.method = "Least <squares>.";
    report.matched_moves = 400;
    report.rates = {{1, 0.40, 0.45}, {3, 0.42, 0.47}};
    report.match_command = "deepwell match \"name=new deepwell weights=w.txt\" ...";
    report.fit.weights.phases[0][Heuristic::BackRow] = 17;
    report.fit.errors[0][static_cast<std::size_t>(Heuristic::BackRow)] = 1.5;
    report.fit.correlations = {{2, Heuristic::Advancement, Heuristic::Shadow, -0.93}};
    return report;
}

TEST(TuneReport, IsOnePageWithDrawingsAndNothingFromOutside) {
    const std::string html = to_html(some_report());
    EXPECT_THAT(html, HasSubstr("<svg"));
    EXPECT_THAT(html, HasSubstr("0 to 17 &#177; 2.9"));
    EXPECT_THAT(html, HasSubstr("45.0 %"));
    EXPECT_THAT(html, HasSubstr("-0.93"));
    EXPECT_THAT(html, HasSubstr("weights=w.txt"));
    EXPECT_THAT(html, HasSubstr("Least &lt;squares&gt;."));
    EXPECT_THAT(html, Not(HasSubstr("http")));
    EXPECT_THAT(html, Not(HasSubstr("<script")));
}

TEST(TuneReport, WithoutAMatchNothingIsDecided) {
    EXPECT_THAT(verdict_text(some_report()), HasSubstr("only if the match"));
}

TEST(TuneReport, SaysWhereABetterMatchRateDidNotMeanBetterPlay) {
    TuneReport report = some_report();
    report.match = MatchOutcome{400, -12, -20, -4, "elo0"};
    EXPECT_THAT(verdict_text(report), HasSubstr("did not mean better play"));
    EXPECT_THAT(verdict_text(report), HasSubstr("rejects"));
    report.rates = {{1, 0.40, 0.43}, {7, 0.50, 0.49}};  // as in the paper: at shallow depths only
    EXPECT_THAT(verdict_text(report), HasSubstr("at 1 ply from 40.0 to 43.0 %"));
    report.match->accepted = "elo1";
    EXPECT_THAT(verdict_text(report), HasSubstr("accepts that they are better"));
    EXPECT_THAT(verdict_text(report), Not(HasSubstr("did not mean")));
    report.rates = {{1, 0.40, 0.39}};
    EXPECT_THAT(verdict_text(report), HasSubstr("though they match fewer moves"));
}

}  // namespace
}  // namespace deepwell::tune
