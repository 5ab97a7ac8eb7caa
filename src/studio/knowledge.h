// Knowledge: the endgame databases and the book of games, which may change while the studio runs.
//
// Thread rule: any thread.

#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>

#include "book/book_file.h"
#include "egdb/database.h"

namespace deepwell::studio {

struct Truth {
    WdlRange value;               // for the side to move
    std::optional<int> distance;  // plies to the end
};

class Knowledge {
public:
    // `data` is the data directory.  Throws Error if a file is damaged.
    explicit Knowledge(const std::string& data);

    // The files of `directory()` as they were when they were last opened; never null.
    std::shared_ptr<const egdb::Database> database() const;
    // nullptr if there is no book.
    std::shared_ptr<const book::GameBook> book() const { return book_; }

    const std::filesystem::path& directory() const { return directory_; }
    const std::filesystem::path& book_path() const { return book_path_; }
    // Every position with so many pieces has a distance, if it is no draw.
    int distance_pieces() const;
    // Rises whenever the databases were opened again.
    int generation() const { return generation_; }

    // Opens what is there now.
    void reload();

    Truth truth_of(const Position& position) const;

private:
    std::filesystem::path directory_;
    std::filesystem::path book_path_;
    mutable std::mutex mutex_;  // of database_
    std::shared_ptr<const egdb::Database> database_;
    std::shared_ptr<const book::GameBook> book_;
    std::atomic<int> generation_ = 0;
};

}  // namespace deepwell::studio
