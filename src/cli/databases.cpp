#include "cli/databases.h"

#include <cstdio>
#include <fmt/format.h>

#include "cli/failure.h"
#include "egdb/directory.h"
#include "egdb/format.h"

namespace deepwell::cli {

std::filesystem::path database_directory(const std::string& data, const std::string& option) {
    std::error_code ignored;
    if (!data.empty() && !std::filesystem::is_directory(data, ignored))
        throw BadInput(fmt::format("{}: {} is no directory", option, printable(data)));
    return egdb::directory_of(data);
}

void tell_of_gap(const egdb::Database& database) {
    const auto missing = database.missing();
    if (!missing) return;
    fmt::print(stderr,
               "deepwell: databases with more than {} pieces are not used, for {} is missing; "
               "'egdb build --pieces {}' makes it\n",
               database.complete_pieces(),
               egdb::file_name(*missing, egdb::FileKind::Values),
               missing->pieces());
}

}  // namespace deepwell::cli
