#include "cli/solve_text.h"

#include <fmt/format.h>

#include "base/terminal_progress.h"
#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"

namespace deepwell::cli {

namespace {

std::string number_text(proof::Number number) {
    return number == proof::Infinite ? "inf" : std::to_string(number);
}

Json numbers_json(const proof::Numbers& numbers) {
    const auto value = [](proof::Number number) {
        return number == proof::Infinite ? Json(nullptr) : Json(number);
    };
    return {{"proof", value(numbers.proof)}, {"disproof", value(numbers.disproof)}};
}

}  // namespace

std::string label_of(WdlRange value) {
    if (value == WdlRange{}) return "";
    if (!value.is_exact()) return value.low == Wdl::Draw ? "D or W" : "L or D";
    return value.low == Wdl::Win ? "W" : value.low == Wdl::Draw ? "D" : "L";
}

std::vector<std::string> moves_text(const Position& root, const std::vector<Position>& line) {
    std::vector<std::string> moves;
    Position position = root;
    for (std::size_t i = 1; i < line.size(); ++i)
        for (const Move& move : legal_moves(position)) {
            if (proof::node_position(play(position, move)) != line[i]) continue;
            moves.push_back(to_text(position, move));
            position = play(position, move);
            break;
        }
    return moves;
}

std::string threshold_text(Score threshold) {
    return threshold == proof::InfiniteThreshold ? "infinite" : std::to_string(threshold);
}

std::string status_text(const Position& root, const proof::ManagerStatus& status) {
    return fmt::format(
        "threshold {}, {} nodes, {} proven, {} likely, {} open, wins {}/{}, loses {}/{}, {}",
        threshold_text(status.threshold),
        amount_text(static_cast<double>(status.nodes)),
        amount_text(static_cast<double>(status.proven)),
        amount_text(static_cast<double>(status.likely)),
        amount_text(static_cast<double>(status.frontier)),
        number_text(status.numbers[0].proof),
        number_text(status.numbers[0].disproof),
        number_text(status.numbers[1].proof),
        number_text(status.numbers[1].disproof),
        fmt::join(moves_text(root, status.line), " "));
}

Json status_json(const Position& root, const proof::ManagerStatus& status) {
    const double seconds = std::max(status.seconds, 1e-9);
    Json json = {{"fen", to_fen(root)},
                 {"value", value_text(status.value)},
                 {"lower", value_text(status.value.low)},
                 {"upper", value_text(status.value.high)},
                 {"threshold", nullptr},
                 {"nodes", status.nodes},
                 {"proven", status.proven},
                 {"likely", status.likely},
                 {"frontier", status.frontier},
                 {"in_flight", status.in_flight},
                 {"jobs", status.jobs},
                 {"jobs_per_second", static_cast<double>(status.jobs) / seconds},
                 {"handed_out_again", status.handed_out_again},
                 {"searches", status.searches},
                 {"prover_nodes", status.prover_nodes},
                 {"wins", numbers_json(status.numbers[0])},
                 {"loses", numbers_json(status.numbers[1])},
                 {"line", moves_text(root, status.line)},
                 {"seconds", status.seconds},
                 {"cpu_seconds", status.cpu_seconds},
                 {"manager_seconds", status.manager_seconds}};
    if (status.threshold != proof::InfiniteThreshold) json["threshold"] = status.threshold;
    return json;
}

}  // namespace deepwell::cli
