// The encoding of PDN files: old ones are Latin-1, new ones UTF-8; none says which.

#pragma once

#include <string>
#include <string_view>

namespace deepwell {

bool is_utf8(std::string_view bytes);

// The bytes as UTF-8 without a byte order mark.  Bytes that are UTF-8 stay as they are; all others
// are taken for Latin-1, in which every byte is a character.
std::string to_utf8(std::string bytes);

// Columns on a page, one for each character.
int width_of(std::string_view utf8);

// At most that many characters; `...` marks what was cut off.
std::string shortened(std::string_view utf8, int max_width);

}  // namespace deepwell
