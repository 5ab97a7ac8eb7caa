#include "cli/annotated_output.h"

#include <filesystem>
#include <fmt/format.h>
#include <system_error>

#include "base/error.h"
#include "base/files.h"
#include "board/pdn_encoding.h"
#include "cli/command.h"

namespace deepwell::cli {

namespace {

namespace fs = std::filesystem;

void refuse_source(const std::string& file, const std::string& source) {
    std::error_code ignored;
    if (fs::is_regular_file(file, ignored) && fs::equivalent(file, source, ignored))
        throw BadInput(
            fmt::format("{}: the games come from this file, --output needs another one", file));
}

// What the file holds, ready for more behind it; nothing if there is none yet.
std::string held_by(const std::string& file) {
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored)) return "";
    const Result<std::string> bytes = read_file(file);
    if (!bytes) throw Error(bytes.error());
    std::string text = to_utf8(*bytes);
    if (!text.empty() && !text.ends_with('\n')) text += '\n';
    return text;
}

}  // namespace

AnnotatedOutput::AnnotatedOutput(std::string file, bool append, const std::string& source)
    : file_(std::move(file)), append_(append) {
    if (append_ && file_.empty()) throw BadInput("--append is for --output");
    if (file_.empty()) return;
    refuse_source(file_, source);
    require_writable(file_);
    if (append_) held_by(file_);
}

void AnnotatedOutput::add(std::string_view game) {
    games_ += game;
    games_ += '\n';
}

void AnnotatedOutput::finish(bool is_interrupted) const {
    if (!is_wanted() || (is_interrupted && is_empty())) return;
    std::string text = append_ ? held_by(file_) : "";
    const bool is_pdn = games_.starts_with('[');
    if (is_pdn && !text.empty() && !text.ends_with("\n\n")) text += '\n';
    write_file_atomically(file_, text + games_);
}

std::string AnnotatedOutput::interrupted_text(const std::string& command,
                                              const GameRange& rest) const {
    std::string goes_on = fmt::format("{} --game {}", command, rest.first);
    if (rest.last > rest.first) goes_on += fmt::format("-{}", rest.last);
    if (is_wanted()) goes_on += " --output " + quoted(file_);
    if (append_ || (is_wanted() && !is_empty())) goes_on += " --append";
    const char* const kept = !is_wanted() ? ""
                             : is_empty() ? ", nothing is written"
                                          : ", the games before it are written";
    return fmt::format("stopped in game {}{}; go on with: {}", rest.first, kept, goes_on);
}

}  // namespace deepwell::cli
