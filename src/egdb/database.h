// Database: the files of a directory, ready to be asked.
//
// Thread rule: any number of threads, no lock.

#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "board/wdl.h"
#include "egdb/codec.h"
#include "egdb/format.h"

namespace deepwell::egdb {

class Database {
public:
    // Opens every file of the directory that has at most `max_pieces`, and checks it to the last
    // byte.  A directory that does not exist is an empty database; a file that is not as it was
    // written is an Error that names it.
    explicit Database(const std::filesystem::path& directory, int max_pieces = MenPerSide * 2);

    // What is known of the position: exact, or a range where materials are absent.
    WdlRange probe(const Position& position) const;

    // The most pieces for which every material is there.
    int complete_pieces() const { return complete_pieces_; }
    std::uint64_t bytes() const;

    // The file of a material, Black to move; nullptr if absent.
    const DatabaseFile* file(const Material& material) const;

private:
    // One material.
    struct Table {
        explicit Table(std::unique_ptr<DatabaseFile> opened);
        std::unique_ptr<DatabaseFile> file;
        CellLayout layout;
        Decoder decoder;
    };

    static std::size_t slot_of(const Material& material);
    WdlRange look_up(const Position& position) const;

    std::vector<std::unique_ptr<Table>> tables_;  // by slot_of
    int complete_pieces_ = 0;
};

}  // namespace deepwell::egdb
