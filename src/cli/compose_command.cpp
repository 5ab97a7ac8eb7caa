// compose: problems checked, improved and found.

#include "cli/commands.h"
#include "cli/compose_commands.h"

namespace deepwell::cli {

void add_compose(CommandLine& line) {
    Command compose =
        line.add("compose", "Check problems for soundness, improve them, find new ones");
    add_compose_check(compose);
    add_compose_improve(compose);
    add_compose_generate(compose);
}

}  // namespace deepwell::cli
