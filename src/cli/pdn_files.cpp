#include "cli/pdn_files.h"

#include <fmt/format.h>

#include "base/files.h"
#include "board/pdn_reader.h"

namespace deepwell::cli {

ResultReading reading_named(const std::string& name) {
    return name == "standard" ? ResultReading::Standard : ResultReading::FirstPlayer;
}

void state_reading(const std::string& name) {
    fmt::print(stderr,
               "results read as {}; --results {} reads them the other way\n",
               name == "standard" ? "standard: 1-0 means that White won"
                                  : "first-player: 1-0 means that Black won",
               name == "standard" ? "first-player" : "standard");
}

Result<std::string> pdn_text_of(const std::string& file) {
    auto text = read_file(file);
    if (text && (text->starts_with("\xff\xfe") || text->starts_with("\xfe\xff")))
        return Failure{file + ": it is UTF-16, please save it as UTF-8"};
    return text;
}

void report_unreadable(const std::string& why) {
    fmt::print(stderr, "deepwell: {}\n", printable(why));
}

ExitCode for_each_game(std::span<const std::string> files,
                       const std::function<void(PdnGame&)>& use) {
    ExitCode code = ExitCode::Done;
    for (const std::string& file : files) {
        auto text = pdn_text_of(file);
        if (!text) {
            report_unreadable(text.error());
            code = ExitCode::BadInput;
            continue;
        }
        PdnReader reader(*std::move(text), file);
        std::size_t shown = 0;
        const auto show_errors = [&] {
            for (; shown < reader.errors().size(); ++shown)
                fmt::print(stderr, "{}\n", printable(describe(reader.errors()[shown])));
        };
        while (auto game = reader.next()) {
            show_errors();
            use(*game);
        }
        show_errors();
        if (shown > 0 && code == ExitCode::Done) code = ExitCode::No;
    }
    return code;
}

}  // namespace deepwell::cli
