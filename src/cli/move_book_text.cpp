#include "cli/move_book_text.h"

#include <fmt/format.h>

#include "board/fen.h"
#include "board/notation.h"
#include "book/book_check.h"
#include "cli/command.h"

namespace deepwell::cli {

namespace {

constexpr const char* OwnBookName = "own";

const char* kind_of(const book::MoveBook& book) {
    return book.header().kind == book::MoveBookKind::Minimal ? "minimal" : "grown";
}

}  // namespace

bool means_move_book(const std::string& name) {
    return name == OwnBookName || (!name.empty() && book::is_move_book(name));
}

book::MoveBook opened_move_book(const std::string& name) {
    if (name != OwnBookName && !std::filesystem::exists(name))
        throw BadInput(fmt::format("there is no book {}", name));
    if (name != OwnBookName) return book::MoveBook(name);
    auto own = book::MoveBook::built_in();
    if (own == nullptr) throw BadInput("this program carries no book of its own");
    return std::move(*own);
}

bool show_book_move(const book::MoveBook& book, const Position& position, bool json) {
    const auto entry = book.find(position);
    if (!entry) {
        if (json)
            print_json({{"fen", to_fen(position)}, {"move", nullptr}});
        else
            print_line(to_fen(position) + "  not in the book");
        return false;
    }
    if (json) {
        print_json({{"fen", to_fen(position)},
                    {"move", to_text(position, entry->move)},
                    {"value", entry->value},
                    {"searched", entry->searched},
                    {"depth", entry->depth},
                    {"in_line", entry->is_ours},
                    {"changed", entry->is_changed}});
        return true;
    }
    print_line(fmt::format("{}  play {}, worth {:+.2f}; its search said {:+.2f} at depth {}{}",
                           to_fen(position),
                           to_text(position, entry->move),
                           entry->value / 100.0,
                           entry->searched / 100.0,
                           entry->depth,
                           entry->is_changed ? " for another move, which turned bad" : ""));
    return true;
}

void print_move_book_stats(const book::MoveBook& book, const std::string& name, bool json) {
    std::size_t ours = 0;
    std::size_t changed = 0;
    double depth = 0;
    for (const book::MoveEntry& entry : book.entries()) {
        ours += entry.is_ours ? 1 : 0;
        changed += entry.is_ours && entry.is_changed ? 1 : 0;
        depth += entry.depth;
    }
    if (book.positions() > 0) depth /= static_cast<double>(book.positions());
    const std::size_t leaves = book::leaves_of(book).size();
    if (json)
        return print_json({{"book", name},
                           {"kind", kind_of(book)},
                           {"positions", book.positions()},
                           {"bytes", book.bytes()},
                           {"nodes", book.header().nodes},
                           {"database_pieces", book.header().pieces},
                           {"in_lines", ours},
                           {"changed", changed},
                           {"leaves", leaves},
                           {"mean_depth", depth}});
    print_line(fmt::format("{}: a {} book", name, kind_of(book)));
    print_line(
        fmt::format("{} positions, {:.1f} kB, each searched with {} nodes, depth {:.1f} on "
                    "average, databases up to {} pieces",
                    book.positions(),
                    static_cast<double>(book.bytes()) / 1e3,
                    book.header().nodes,
                    depth,
                    book.header().pieces));
    print_line(
        fmt::format("its own moves lead to {} of them and end in {} leaves; {} moves are "
                    "others than the search of their position wanted",
                    ours,
                    leaves,
                    changed));
}

}  // namespace deepwell::cli
