#include "search/search_params.h"

#include <array>
#include <string>

namespace deepwell::search {

namespace {

constexpr std::array Techniques{
    Technique{"pvs", &SearchParams::pvs},
    Technique{"aspiration", &SearchParams::aspiration},
    Technique{"iterative", &SearchParams::iterative},
    Technique{"tt", &SearchParams::tt},
    Technique{"killers", &SearchParams::killers},
    Technique{"history", &SearchParams::history},
    Technique{"history-malus", &SearchParams::history_malus},
    Technique{"continuation", &SearchParams::continuation},
    Technique{"iir", &SearchParams::iir},
    Technique{"lmr", &SearchParams::lmr},
    Technique{"pv-trace", &SearchParams::pv_trace},
    Technique{"futility", &SearchParams::futility},
    Technique{"razoring", &SearchParams::razoring},
    Technique{"strokes", &SearchParams::strokes},
    Technique{"probcut", &SearchParams::probcut},
    Technique{"truncation", &SearchParams::truncation},
    Technique{"quiescence", &SearchParams::quiescence},
    Technique{"threats", &SearchParams::threats},
    Technique{"capture-extension", &SearchParams::capture_extension},
    Technique{"single-reply", &SearchParams::single_reply},
    Technique{"singular", &SearchParams::singular},
    Technique{"multicut", &SearchParams::multicut},
};

constexpr std::array Numbers{
    ParamNumber{"aspiration-window", &SearchParams::aspiration_window},
    ParamNumber{"iir-depth", &SearchParams::iir_depth},
    ParamNumber{"lmr-base", &SearchParams::lmr_base},
    ParamNumber{"lmr-divisor", &SearchParams::lmr_divisor},
    ParamNumber{"lmr-index", &SearchParams::lmr_index},
    ParamNumber{"continuation-depth", &SearchParams::continuation_depth},
    ParamNumber{"lmr-history", &SearchParams::lmr_history},
    ParamNumber{"futility-depth", &SearchParams::futility_depth},
    ParamNumber{"futility-margin", &SearchParams::futility_margin},
    ParamNumber{"razoring-depth", &SearchParams::razoring_depth},
    ParamNumber{"razoring-margin", &SearchParams::razoring_margin},
    ParamNumber{"probcut-depth", &SearchParams::probcut_depth},
    ParamNumber{"probcut-reduction", &SearchParams::probcut_reduction},
    ParamNumber{"probcut-margin", &SearchParams::probcut_margin},
    ParamNumber{"truncation-margin", &SearchParams::truncation_margin},
    ParamNumber{"truncation-plies", &SearchParams::truncation_plies},
    ParamNumber{"threat-plies", &SearchParams::threat_plies},
    ParamNumber{"rival-depth", &SearchParams::rival_depth},
    ParamNumber{"rival-lag", &SearchParams::rival_lag},
    ParamNumber{"rival-margin", &SearchParams::rival_margin},
    ParamNumber{"rival-share", &SearchParams::rival_share},
};

}  // namespace

SearchParams SearchParams::plain() {
    SearchParams params;
    for (const Technique& technique : Techniques) params.*technique.enabled = false;
    return params;
}

std::span<const Technique> techniques() {
    return Techniques;
}

std::span<const ParamNumber> param_numbers() {
    return Numbers;
}

Result<SearchParams> with(SearchParams params, std::string_view technique, bool enabled) {
    std::string known;
    for (const Technique& candidate : Techniques) {
        known += std::string(known.empty() ? "" : ", ") + candidate.name;
        if (technique != candidate.name) continue;
        params.*candidate.enabled = enabled;
        return params;
    }
    return Failure{"no technique '" + std::string(technique) + "'; there are " + known};
}

}  // namespace deepwell::search
