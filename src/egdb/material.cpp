#include "egdb/material.h"

#include <algorithm>
#include <fmt/format.h>

#include "egdb/binomial.h"

namespace deepwell::egdb {

namespace {

std::optional<int> take_number(std::string_view& text, char unit) {
    const auto end = text.find(unit);
    if (end == std::string_view::npos || end == 0 || end > 2) return std::nullopt;
    int number = 0;
    for (const char c : text.substr(0, end)) {
        if (c < '0' || c > '9') return std::nullopt;
        number = number * 10 + (c - '0');
    }
    text.remove_prefix(end + 1);
    return number;
}

std::optional<Army> take_army(std::string_view& text) {
    const auto kings = take_number(text, 'k');
    const auto men = take_number(text, 'm');
    if (!kings || !men) return std::nullopt;
    return Army{*kings, *men};
}

// Ways to place the men of both sides, none on its king row.
std::uint64_t men_placements(int black_men, int white_men) {
    // Black men on White's king row squares (the first row) leave more room for White's.
    const int home = king_row(Side::White).count();
    const int middle = SquareCount - 2 * home;
    std::uint64_t sum = 0;
    for (int at_home = 0; at_home <= std::min(black_men, home); ++at_home) {
        const int elsewhere = black_men - at_home;
        if (elsewhere > middle) continue;
        sum += binomial(home, at_home) * binomial(middle, elsewhere) *
               binomial(middle + home - elsewhere, white_men);
    }
    return sum;
}

}  // namespace

Material material_of(const Position& p) {
    return {{p.kings_of(Side::Black).count(), p.men(Side::Black).count()},
            {p.kings_of(Side::White).count(), p.men(Side::White).count()}};
}

std::string to_text(const Material& m) {
    return fmt::format("{}k{}m-{}k{}m", m.black.kings, m.black.men, m.white.kings, m.white.men);
}

std::optional<Material> parse_material(std::string_view text) {
    const auto black = take_army(text);
    if (!black || text.empty() || text.front() != '-') return std::nullopt;
    text.remove_prefix(1);
    const auto white = take_army(text);
    if (!white || !text.empty()) return std::nullopt;
    return Material{*black, *white};
}

std::uint64_t position_count(const Material& m) {
    const int free = SquareCount - m.men();
    return men_placements(m.black.men, m.white.men) * binomial(free, m.black.kings) *
           binomial(free - m.black.kings, m.white.kings);
}

std::vector<Material> materials_with(int pieces) {
    std::vector<Material> all;
    for (int black = 1; black < pieces; ++black) {
        const int white = pieces - black;
        if (black > MenPerSide || white > MenPerSide) continue;
        for (int black_men = 0; black_men <= black; ++black_men)
            for (int white_men = 0; white_men <= white; ++white_men)
                all.push_back({{black - black_men, black_men}, {white - white_men, white_men}});
    }
    std::stable_sort(all.begin(), all.end(), [](const Material& a, const Material& b) {
        return a.men() < b.men();
    });
    return all;
}

}  // namespace deepwell::egdb
