// GameStore: the games of the studio, in memory and in a file.
//
// The file is a log: one line of JSON for each game that was added or replaced,
// {"id":7,"pdn":"..."}, or deleted, {"id":7,"deleted":true}.  Lines are appended and synced; a
// process that dies in the middle leaves a torn line, which is cut off.  A log with more old lines
// than games is written anew when it is opened.
//
// Thread rule: any thread.

#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <vector>

#include "board/openings.h"
#include "board/pdn.h"

namespace deepwell::studio {

struct GameHeader {
    std::int64_t id = 0;
    std::string event{}, site{}, date{}, black{}, white{};
    PdnResult result = PdnResult::Open;
    const ThreeMoveOpening* opening = nullptr;
    int plies = 0;
    bool is_faulty = false;  // something could not be read
    bool is_from_start = true;
    bool is_annotated = false;
};
GameHeader header_of(const PdnGame& game, std::int64_t id);

struct GameFilter {
    std::string player{}, black{}, white{}, text{};  // parts of names, whatever the case
    std::optional<Outcome> outcome{};
    bool wants_forfeited = false;  // by both: 0-0
    std::optional<int> opening{};
    ResultReading reading = ResultReading::Standard;
    std::vector<std::int64_t> ids{};  // none: all
};

class GameStore {
public:
    // Throws Error if the file cannot be read or written.
    explicit GameStore(std::filesystem::path file);
    ~GameStore();
    GameStore(const GameStore&) = delete;
    GameStore& operator=(const GameStore&) = delete;

    std::size_t size() const;
    // In the order of their ids.
    std::vector<GameHeader> matching(const GameFilter& filter) const;
    std::optional<PdnGame> get(std::int64_t id) const;
    std::optional<GameHeader> header(std::int64_t id) const;
    // The games of these headers as one file.
    std::string pdn_of(const std::vector<GameHeader>& headers) const;
    int count_of_opening(int acf_number) const;

    // Durable when they return.  Throw Refusal if there are too many games, Error if the disk is
    // full.
    std::vector<GameHeader> add(const std::vector<PdnGame>& games);
    bool replace(std::int64_t id, const PdnGame& game);
    bool remove(std::int64_t id);
    void clear();

private:
    struct Kept {
        GameHeader header;
        std::string pdn;
    };
    void load();
    void read_line(const std::string& line);
    void rewrite();
    void open_for_writing();
    void append(const std::string& lines);

    std::filesystem::path file_;
    int descriptor_ = -1;
    mutable std::shared_mutex mutex_;
    std::map<std::int64_t, Kept> games_;
    std::int64_t next_id_ = 1;
    std::size_t bytes_ = 0;  // of all PDN
    std::size_t lines_ = 0;  // of the file
};

}  // namespace deepwell::studio
