#include "compose/report.h"

#include <algorithm>
#include <cmath>

namespace deepwell::compose {

double ImprovementReport::share(std::size_t count) const {
    return problems == 0 ? 0 : 100.0 * static_cast<double>(count) / static_cast<double>(problems);
}

double ImprovementReport::changes_per_problem() const {
    return share(changes) / 100;
}

ImprovementReport report_on(const std::vector<Improvement>& improvements) {
    ImprovementReport report;
    report.problems = improvements.size();
    if (improvements.empty()) return report;
    const double count = static_cast<double>(improvements.size());
    double squares = 0;
    for (const Improvement& improvement : improvements) {
        const double percent = improvement.percent();
        report.average += percent / count;
        squares += percent * percent / count;
        report.most = std::max(report.most, percent);
        for (const Step& step : improvement.steps) {
            ++report.changes;
            ++report.by_change[static_cast<std::size_t>(step.change)];
        }
    }
    report.variance = std::max(0.0, squares - report.average * report.average);
    report.deviation = std::sqrt(report.variance);
    report.least = report.most;
    for (const Improvement& improvement : improvements) {
        const double percent = improvement.percent();
        report.least = std::min(report.least, percent);
        if (!improvement.is_improved())
            ++report.unimproved;
        else
            ++(percent <= report.deviation ? report.below_deviation : report.above_deviation);
    }
    return report;
}

}  // namespace deepwell::compose
