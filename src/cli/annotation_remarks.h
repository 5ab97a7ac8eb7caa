// Comments as lists of remarks with "; " between them, so that ours are found again among those of
// others, and can be replaced.

#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "board/pdn.h"

namespace deepwell::cli {

// Behind what is there already.
void add_remark(std::string& comment, std::string_view remark);

// What others wrote of a remark: all of it, a beginning, or nothing if it is ours.
using OthersPart = std::function<std::string_view(std::string_view remark)>;

// Leaves what others wrote; in how many remarks something was ours.
int forget_remarks(std::string& comment, const OthersPart& others_part);

// Names this program among the annotators, once.
void sign(PdnGame& game);

}  // namespace deepwell::cli
