#include "book/learning.h"

#include "book/book_builder.h"
#include "book/book_file.h"

namespace deepwell::book {

void learn(const std::filesystem::path& path,
           const std::vector<FinishedGame>& games,
           const egdb::Database* database) {
    if (games.empty()) return;
    BookBuilder builder;
    if (std::filesystem::exists(path)) {
        const GameBook old(path);
        builder.add(old.entries(), old.games());
    }
    for (const FinishedGame& finished : games) builder.add(finished.game, finished.outcome);
    write_book(path, builder.finish(database), builder.games());
}

}  // namespace deepwell::book
