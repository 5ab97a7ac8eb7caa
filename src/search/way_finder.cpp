#include "search/way_finder.h"

namespace deepwell::search {

namespace {

// Some seconds of work, and a hundred megabytes.
constexpr std::uint64_t MostCells = 100'000'000;

}  // namespace

std::optional<std::vector<Move>> WayFinder::line(const Position& position,
                                                 const std::function<bool()>& gives_up) {
    while (true) {
        if (working_.valid()) {
            while (working_.wait_for(std::chrono::milliseconds(1)) != std::future_status::ready)
                if (gives_up()) return std::nullopt;
            working_.get();
        }
        if (way_.is_ready(position)) return way_.line(position);
        if (egdb::WinningWay::cells_of(position) > MostCells) return std::nullopt;
        working_ = std::async(std::launch::async, [this, position] { way_.prepare(position); });
    }
}

}  // namespace deepwell::search
