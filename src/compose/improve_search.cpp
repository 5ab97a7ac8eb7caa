#include "compose/improve_search.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"

namespace deepwell::compose {

namespace {

using Seen = std::unordered_set<Position, proof::PositionHash>;

Trail extended(const Trail& trail, const Candidate& candidate, std::optional<double> quality) {
    Trail longer = trail;
    longer.position = candidate.position;
    longer.is_valid = quality.has_value();
    longer.quality = quality.value_or(candidate.mark);
    longer.steps.push_back({candidate.change, candidate.position, longer.quality});
    return longer;
}

// One step up, by the first kind of change that allows one.
std::optional<Trail> step_up(Workshop& workshop, const Trail& trail) {
    for (const Change change : AllChanges)
        for (const Candidate& candidate : workshop.candidates(trail.position, change)) {
            if (workshop.effort().is_over()) return std::nullopt;
            if (const auto quality = workshop.quality_of(candidate.position, trail.quality))
                return extended(trail, candidate, quality);
        }
    return std::nullopt;
}

// What can be tried next, with the trail it comes from.
struct Lead {
    Candidate candidate;
    const Trail* trail = nullptr;
};

std::vector<Lead> leads_of(const Workshop& workshop,
                           const std::vector<Trail>& trails,
                           const Seen& seen) {
    std::vector<Lead> leads;
    Seen here;
    for (const Trail& trail : trails)
        for (const Change change : {Change::MoveToCapture,
                                    Change::AddExposed,
                                    Change::AddSafe,
                                    Change::Move,
                                    Change::Delete,
                                    Change::Add})
            for (const Candidate& candidate : workshop.candidates(trail.position, change))
                if (!seen.contains(candidate.position) && here.insert(candidate.position).second)
                    leads.push_back({candidate, &trail});
    std::stable_sort(leads.begin(), leads.end(), [](const Lead& a, const Lead& b) {
        return a.candidate.mark > b.candidate.mark;
    });
    return leads;
}

constexpr double AnyQuality = -1e9;
// Of annealing by the modern merit: one piece less is worth 2 points of it, a quiet key 6.
constexpr double ModernScale = 60;

// The mark is known before the proof; the modern merit is not.
bool is_by_mark(const Workshop& workshop) {
    return workshop.options().merit == MeritKind::Paper;
}

void shuffle(std::vector<Lead>& leads, Random& random) {
    for (std::size_t i = leads.size(); i > 1; --i)
        std::swap(leads[i - 1], leads[random.below(static_cast<std::uint32_t>(i))]);
}

std::vector<Trail> next_beam(Workshop& workshop,
                             const std::vector<Trail>& trails,
                             Seen& seen,
                             Random& random,
                             const BeamOptions& options) {
    std::vector<Trail> next;
    const bool is_paper = is_by_mark(workshop);
    std::size_t tries = options.width * (is_paper ? options.tries : options.modern_tries);
    std::size_t failures = options.width / 4;
    std::vector<Lead> leads = leads_of(workshop, trails, seen);
    if (!is_paper) shuffle(leads, random);
    for (const Lead& lead : leads) {
        if (is_paper && next.size() >= options.width) break;
        if (tries-- == 0 || workshop.effort().is_over()) break;
        seen.insert(lead.candidate.position);
        const auto quality = workshop.quality_of(lead.candidate.position, AnyQuality);
        // Two failures in a row are a dead end.
        if (!quality && (!lead.trail->is_valid || failures == 0)) continue;
        if (!quality) --failures;
        next.push_back(extended(*lead.trail, lead.candidate, quality));
    }
    std::stable_sort(next.begin(), next.end(), [](const Trail& a, const Trail& b) {
        return a.is_valid != b.is_valid ? a.is_valid : a.quality > b.quality;
    });
    if (next.size() > options.width) next.resize(options.width);
    return next;
}

// A change of the walk: mostly a piece is moved.
Change random_change(Random& random) {
    constexpr std::uint32_t Kinds = 8;
    switch (random.below(Kinds)) {
        case 0:
            return Change::Delete;
        case 1:
            return Change::Add;
        case 2:
            return Change::MoveToCapture;
        default:
            return Change::Move;
    }
}

bool is_accepted(double loss, double temperature, Random& random) {
    if (loss <= 0) return true;
    constexpr std::uint32_t Fine = 1 << 20;
    return std::exp(-loss / temperature) * Fine > random.below(Fine);
}

}  // namespace

Trail climb(Workshop& workshop, Trail start) {
    while (auto higher = step_up(workshop, start)) start = std::move(*higher);
    return start;
}

Trail beam(Workshop& workshop, const Trail& start, const BeamOptions& options) {
    Trail best = climb(workshop, start);
    std::vector<Trail> trails{start};
    if (best.position != start.position) trails.push_back(best);
    Seen seen{start.position, best.position};
    Random random(options.seed);
    for (std::size_t round = 0; round < options.rounds && !trails.empty(); ++round) {
        trails = next_beam(workshop, trails, seen, random, options);
        for (const Trail& trail : trails)
            if (trail.is_valid && trail.quality > best.quality) best = trail;
    }
    return best;
}

Trail anneal(Workshop& workshop, const Trail& start, const AnnealOptions& options) {
    Trail best = climb(workshop, start);
    Trail trail = best;
    Random random(options.seed);
    const bool is_paper = is_by_mark(workshop);
    const double scale = is_paper ? std::max(1.0, std::abs(start.quality)) : ModernScale;
    for (std::size_t i = 0; i < options.steps && !workshop.effort().is_over(); ++i) {
        const double cooled = static_cast<double>(i) / static_cast<double>(options.steps);
        const double temperature =
            scale * options.hot * std::pow(options.cold / options.hot, cooled);
        const auto found = workshop.candidates(trail.position, random_change(random));
        if (found.empty()) continue;
        const Candidate& candidate = found[random.below(static_cast<std::uint32_t>(found.size()))];
        // What would be refused for its mark anyway need not be proven.
        if (is_paper && !is_accepted(trail.quality - candidate.mark, temperature, random)) continue;
        const auto quality = workshop.quality_of(candidate.position, AnyQuality);
        if (!quality) continue;
        if (!is_paper && !is_accepted(trail.quality - *quality, temperature, random)) continue;
        trail = extended(trail, candidate, quality);
        if (trail.quality > best.quality) best = trail;
    }
    return best;
}

}  // namespace deepwell::compose
