// WayFinder: egdb::WinningWay for searches that have little time.  What has to be solved is solved
// on a thread of its own; a search that cannot wait for it plays by its own lights, and the next
// one finds it done.
//
// Thread rule: one thread.

#pragma once

#include <functional>
#include <future>
#include <optional>
#include <vector>

#include "egdb/winning_way.h"

namespace deepwell::search {

class WayFinder {
public:
    // The database must outlive it.
    explicit WayFinder(const egdb::Database& database) : way_(database) {}

    // WinningWay::line(); nothing if that takes too much, or longer than until `gives_up` says so.
    // Throws Error if the databases are damaged.  REQUIRES: as there.
    std::optional<std::vector<Move>> line(const Position& position,
                                          const std::function<bool()>& gives_up);

private:
    egdb::WinningWay way_;
    std::future<void> working_;  // the last member, for it ends first
};

}  // namespace deepwell::search
