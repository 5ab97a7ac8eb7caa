#include "cli/annotation_faults.h"

#include <fmt/format.h>
#include <optional>
#include <string>
#include <vector>

#include "board/pdn_encoding.h"
#include "board/pdn_tokens.h"
#include "cli/annotation_remarks.h"

namespace deepwell::cli {

namespace {

// Goes through the text beside the reader and counts plies, to learn what an error does not tell:
// whether its move stands in a variation, and of which move.
class FaultFinder {
public:
    explicit FaultFinder(std::string_view text)
        : text_(to_utf8(std::string(text))), tokens_(text_) {}

    // The ply of the main line whose variation the faulty move is in; nothing for the main line.
    // REQUIRES: the errors are asked for in their order.
    std::optional<int> ply_of_variation(const PdnError& error) {
        const PdnTokens tokens = tokens_;
        const std::vector<int> plies = plies_;
        for (; tokens_.current().kind != PdnTokenKind::End; tokens_.advance()) {
            count(tokens_.current());
            if (!is_at(error)) continue;
            tokens_.advance();
            return plies_.size() == 1 ? std::nullopt : std::optional(plies_.front());
        }
        tokens_ = tokens;
        plies_ = plies;
        return std::nullopt;
    }

private:
    bool is_at(const PdnError& error) const {
        const PdnToken& token = tokens_.current();
        return token.kind == PdnTokenKind::Move && token.line == error.line &&
               plies_.back() == error.ply && token.text == error.text;
    }

    void count(const PdnToken& token) {
        switch (token.kind) {
            case PdnTokenKind::Tag:
                plies_ = {0};
                break;
            case PdnTokenKind::Result:
                if (plies_.size() == 1) plies_ = {0};
                break;
            case PdnTokenKind::Move:
                ++plies_.back();
                break;
            case PdnTokenKind::Open:
                plies_.push_back(plies_.back() - 1);
                break;
            case PdnTokenKind::Close:
                if (plies_.size() > 1) plies_.pop_back();
                break;
            default:
                break;
        }
    }

    std::string text_;
    PdnTokens tokens_;              // of text_
    std::vector<int> plies_ = {0};  // of the main line and the open variations
};

// As PDN numbers it: 12. or 12...
std::string ply_text(const PdnGame& game, int ply) {
    const bool black_began = game.initial.side == Side::Black;
    const bool is_black = (ply % 2 == 1) == black_began;
    return fmt::format("{}{}", (ply - (black_began ? 1 : 0)) / 2 + 1, is_black ? "." : "...");
}

std::string note_text(const PdnGame& game, const PdnError& error, bool is_variation) {
    if (error.ply == 0)
        return fmt::format("in the source {} could not be used: {}", error.text, error.reason);
    return fmt::format("{} could not be followed from {}{}{} on: {}",
                       is_variation ? "a variation of the source" : "the source",
                       ply_text(game, error.ply),
                       error.text.empty() ? "" : " ",
                       error.text,
                       error.reason);
}

// Neighbouring comments become one when they are read, so there is only one.
std::string& last_comment(PdnLine& line) {
    const bool has_plain_end = !line.moves.empty() && line.moves.back().variations.empty();
    return has_plain_end ? line.moves.back().comment_after : line.closing_comment;
}

}  // namespace

void note_faults(PdnFile& pdn, std::string_view text) {
    FaultFinder finder(text);
    for (const PdnError& error : pdn.errors) {
        std::optional<int> ply;
        if (error.kind == PdnErrorKind::IllegalMove) ply = finder.ply_of_variation(error);
        if (error.game < 1 || error.game > static_cast<int>(pdn.games.size())) continue;
        PdnGame& game = pdn.games[static_cast<std::size_t>(error.game - 1)];
        auto& moves = game.main.moves;
        const bool is_known = ply && *ply >= 1 && *ply <= static_cast<int>(moves.size());
        add_remark(is_known ? moves[static_cast<std::size_t>(*ply - 1)].comment_after
                            : last_comment(game.main),
                   note_text(game, error, ply.has_value()));
    }
}

}  // namespace deepwell::cli
