#include "cli/annotation_remarks.h"

#include <algorithm>
#include <vector>

#include "cli/version.h"

namespace deepwell::cli {

namespace {

constexpr std::string_view Separator = "; ";

std::vector<std::string_view> remarks_of(std::string_view comment) {
    std::vector<std::string_view> remarks;
    for (std::size_t end = 0; end != std::string_view::npos;) {
        end = comment.find(Separator);
        remarks.push_back(comment.substr(0, end));
        if (end != std::string_view::npos) comment.remove_prefix(end + Separator.size());
    }
    return remarks;
}

// Whatever the version; the studio writes a capital letter.
std::string_view other_annotator(std::string_view annotator) {
    const bool is_ours = annotator.starts_with("deepwell") || annotator.starts_with("Deepwell");
    return is_ours ? std::string_view{} : annotator;
}

}  // namespace

void add_remark(std::string& comment, std::string_view remark) {
    if (remark.empty()) return;
    if (!comment.empty()) comment += Separator;
    comment += remark;
}

int forget_remarks(std::string& comment, const OthersPart& others_part) {
    int found = 0;
    std::vector<std::string_view> kept;
    for (const std::string_view remark : remarks_of(comment)) {
        const std::string_view rest = others_part(remark);
        if (rest.size() != remark.size()) ++found;
        if (!rest.empty() || remark.empty()) kept.push_back(rest);
    }
    if (found == 0) return 0;
    std::string text;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        if (i > 0) text += Separator;
        text += kept[i];
    }
    comment = std::move(text);
    return found;
}

void sign(PdnGame& game) {
    auto tag = std::find_if(game.tags.begin(), game.tags.end(), [](const PdnTag& candidate) {
        return candidate.is_named("Annotator");
    });
    if (tag == game.tags.end()) tag = game.tags.insert(tag, {"Annotator", ""});
    forget_remarks(tag->value, other_annotator);
    add_remark(tag->value, version_text());
}

}  // namespace deepwell::cli
