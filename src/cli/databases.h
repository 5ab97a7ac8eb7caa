// Databases for a command that reads them and can do without: what the user should know of them.

#pragma once

#include <filesystem>
#include <string>

#include "egdb/database.h"

namespace deepwell::cli {

// Where they are.  Throws BadInput if `data`, which the option has named, is no directory.
std::filesystem::path database_directory(const std::string& data,
                                         const std::string& option = "--data");

// One line on standard error if files lie there unused because others are missing.
void tell_of_gap(const egdb::Database& database);

}  // namespace deepwell::cli
