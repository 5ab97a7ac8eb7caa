// book: what others played, gathered from games, and what long searches found.

#include <fmt/format.h>
#include <memory>

#include "base/files.h"
#include "base/stopwatch.h"
#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"
#include "board/pdn_writer.h"
#include "book/book_builder.h"
#include "book/book_tree.h"
#include "cli/book_commands.h"
#include "cli/commands.h"
#include "cli/move_book_text.h"
#include "cli/pdn_files.h"
#include "cli/version.h"
#include "egdb/directory.h"

namespace deepwell::cli {

namespace {

// Nested as deep as PDN allows.
constexpr std::int64_t MostTreePlies = MaxVariationDepth;

struct BookOptions {
    std::vector<std::string> files;
    std::string fen = "start";
    std::string book, out, data;
    std::string reading = "standard";
    std::int64_t plies = 8;
    std::int64_t least_games = 5;
    bool add = false;
    bool no_egdb = false;
    bool json = false;
};

std::filesystem::path path_of(const BookOptions& options) {
    return options.book.empty() ? book::game_book_path(options.data)
                                : std::filesystem::path(options.book);
}

book::GameBook opened(const std::filesystem::path& path) {
    if (!std::filesystem::exists(path))
        throw BadInput(
            fmt::format("no book of games at {}; make one with: {} book import FILES.pdn",
                        path.string(),
                        program_name()));
    return book::GameBook(path);
}

std::unique_ptr<egdb::Database> databases_for(const BookOptions& options) {
    if (options.no_egdb) return nullptr;
    auto database = std::make_unique<egdb::Database>(egdb::directory_of(options.data));
    return database->complete_pieces() > 0 ? std::move(database) : nullptr;
}

void write(const BookOptions& options, const book::BookBuilder& builder, const Stopwatch& watch) {
    const auto database = databases_for(options);
    const std::vector<book::Entry> entries = builder.finish(database.get());
    const std::filesystem::path path =
        options.out.empty() ? path_of(options) : std::filesystem::path(options.out);
    book::write_book(path, entries, builder.games());
    const int pieces = database == nullptr ? 0 : database->complete_pieces();
    if (options.json)
        return print_json({{"book", path.string()},
                           {"games", builder.games()},
                           {"positions", entries.size()},
                           {"database_pieces", pieces},
                           {"seconds", watch.seconds()}});
    print_line(fmt::format("{} games, {} positions, {}; {:.1f} s",
                           builder.games(),
                           entries.size(),
                           pieces == 0 ? std::string("without databases")
                                       : fmt::format("databases up to {} pieces", pieces),
                           watch.seconds()));
    print_line(path.string());
}

ExitCode import_games(const BookOptions& options) {
    const Stopwatch watch;
    book::BookBuilder builder;
    if (options.add) {
        const book::GameBook old = opened(path_of(options));
        builder.add(old.entries(), old.games());
    }
    const std::uint64_t before = builder.games();
    const ResultReading reading = reading_named(options.reading);
    const ExitCode code = for_each_game(options.files, [&](const PdnGame& game) {
        if (!game.main.moves.empty())
            builder.add(main_game(game), outcome_of(game.result, reading));
    });
    if (builder.games() == before) throw BadInput("there are no games in these files");
    state_reading(options.reading);
    write(options, builder, watch);
    return code == ExitCode::No ? ExitCode::Done : code;  // faulty games count as far as they go
}

ExitCode merge(const BookOptions& options) {
    const Stopwatch watch;
    book::BookBuilder builder;
    for (const std::string& file : options.files) {
        const book::GameBook part = opened(file);
        builder.add(part.entries(), part.games());
    }
    write(options, builder, watch);
    return ExitCode::Done;
}

Json to_json(const book::Tally& tally) {
    return {{"wins", tally.wins},
            {"draws", tally.draws},
            {"losses", tally.losses},
            {"open", tally.open}};
}

void show_json(const Position& position,
               const book::Entry& entry,
               const std::vector<book::BookMove>& moves) {
    Json list = Json::array();
    for (const book::BookMove& move : moves) {
        Json one = {{"move", to_text(position, move.move)}, {"value", move.value}};
        one.update(to_json(move.tally));
        list.push_back(one);
    }
    print_json({{"fen", to_fen(position)},
                {"value", entry.value},
                {"database", entry.is_known},
                {"ended", to_json(entry.ended)},
                {"moves", list}});
}

void show_text(const Position& position,
               const book::Entry& entry,
               const std::vector<book::BookMove>& moves) {
    print_line(fmt::format("{}  worth {} to {}{}",
                           to_fen(position),
                           entry.value,
                           position.side == Side::Black ? "Black" : "White",
                           entry.is_known ? " (database)" : ""));
    if (entry.ended.games() > 0)
        print_line(fmt::format("{} games ended here", entry.ended.games()));
    if (moves.empty()) return;
    print_line("move        worth   games    won   drawn    lost");
    for (const book::BookMove& move : moves)
        print_line(fmt::format("{:<10} {:>6} {:>7} {:>6} {:>7} {:>7}{}",
                               to_text(position, move.move),
                               move.value,
                               move.tally.games(),
                               move.tally.wins,
                               move.tally.draws,
                               move.tally.losses,
                               move.tally.games() == 0 ? "  never played, known otherwise" : ""));
}

ExitCode show_moves(const BookOptions& options) {
    const book::MoveBook book = opened_move_book(options.book);
    bool all_known = true;
    const ExitCode code =
        for_each_position(options.fen, options.json, [&](const Position& position) {
            all_known &= show_book_move(book, position, options.json);
        });
    return code == ExitCode::Done && !all_known ? ExitCode::No : code;
}

ExitCode show(const BookOptions& options) {
    if (means_move_book(options.book)) return show_moves(options);
    const book::GameBook book = opened(path_of(options));
    bool all_known = true;
    const ExitCode code =
        for_each_position(options.fen, options.json, [&](const Position& position) {
            const auto entry = book.find(position);
            all_known &= entry.has_value();
            if (!entry) {
                if (options.json)
                    print_json({{"fen", to_fen(position)}, {"value", nullptr}});
                else
                    print_line(to_fen(position) + "  not in the book");
                return;
            }
            const auto moves = book::book_moves(book, position);
            options.json ? show_json(position, *entry, moves) : show_text(position, *entry, moves);
        });
    return code == ExitCode::Done && !all_known ? ExitCode::No : code;
}

struct Census {
    std::uint64_t won = 0, drawn = 0, lost = 0, known = 0, leaves = 0;
};

Census census_of(const std::vector<book::Entry>& entries) {
    Census census;
    for (const book::Entry& entry : entries) {
        (entry.value > 0 ? census.won : entry.value < 0 ? census.lost : census.drawn) += 1;
        census.known += entry.is_known ? 1 : 0;
        census.leaves += entry.moves.empty() ? 1 : 0;
    }
    return census;
}

ExitCode stats(const BookOptions& options) {
    if (means_move_book(options.book)) {
        print_move_book_stats(opened_move_book(options.book), options.book, options.json);
        return ExitCode::Done;
    }
    const book::GameBook book = opened(path_of(options));
    const Census census = census_of(book.entries());
    if (options.json) {
        print_json({{"games", book.games()},
                    {"positions", book.positions()},
                    {"moves", book.moves()},
                    {"bytes", book.bytes()},
                    {"better", census.won},
                    {"even", census.drawn},
                    {"worse", census.lost},
                    {"from_database", census.known},
                    {"ends", census.leaves}});
        return ExitCode::Done;
    }
    print_line(path_of(options).string());
    print_line(fmt::format("{} games, {} positions, {} moves, {:.2f} MB",
                           book.games(),
                           book.positions(),
                           book.moves(),
                           static_cast<double>(book.bytes()) / 1e6));
    print_line(
        fmt::format("for the side to move {} are better, {} even, {} worse; {} ends of games, "
                    "{} valued by databases",
                    census.won,
                    census.drawn,
                    census.lost,
                    census.leaves,
                    census.known));
    return ExitCode::Done;
}

ExitCode export_tree(const BookOptions& options) {
    const book::GameBook book = opened(path_of(options));
    const PdnGame tree =
        book::book_tree(book,
                        position_or_start(options.fen),
                        {.plies = static_cast<int>(options.plies),
                         .least_games = static_cast<std::uint32_t>(options.least_games)});
    if (tree.main.moves.empty()) throw BadInput("the book has no such moves from this position");
    if (options.out.empty())
        print_line(to_pdn(tree));
    else
        write_file_atomically(options.out, to_pdn(tree));
    return ExitCode::Done;
}

Command& common(Command& command, BookOptions& options) {
    return command.option("--book", options.book, "the book; else the one of the data directory")
        .option("--data", options.data, "data directory");
}

// Of commands that take books of moves as well.
Command& any_book(Command& command, BookOptions& options) {
    return command
        .option("--book",
                options.book,
                "a book of games or of moves, 'own' for the built-in one; else the book of games")
        .option("--data", options.data, "data directory");
}

void add_import(Command& book) {
    auto options = std::make_shared<BookOptions>();
    Command command = book.subcommand("import", "Make a book of the games of PDN files");
    common(command.argument("FILE", options->files, "PDN files"), *options)
        .choice("--results",
                options->reading,
                {"standard", "first-player"},
                "1-0 means that White won, or that Black did")
        .flag("--add", options->add, "to the book that is there")
        .flag("--no-egdb", options->no_egdb, "without endgame databases")
        .flag("--json", options->json, "JSON output")
        .example("deepwell book import games.pdn")
        .run([options] { return import_games(*options); });
}

void add_book_show(Command& book) {
    auto options = std::make_shared<BookOptions>();
    Command command = book.subcommand("show", "What the book knows of a position");
    any_book(command.argument("FEN", options->fen, "position, 'start', or '-' for one a line"),
             *options)
        .flag("--json", options->json, "JSON output")
        .example("deepwell book show start")
        .run([options] { return show(*options); });
}

void add_book_stats(Command& book) {
    auto options = std::make_shared<BookOptions>();
    Command command = book.subcommand("stats", "How large the book is");
    any_book(command, *options)
        .flag("--json", options->json, "JSON output")
        .example("deepwell book stats")
        .run([options] { return stats(*options); });
}

void add_merge(Command& book) {
    auto options = std::make_shared<BookOptions>();
    Command command = book.subcommand("merge", "Make one book of several");
    common(command.argument("FILE", options->files, "books"), *options)
        .flag("--no-egdb", options->no_egdb, "without endgame databases")
        .flag("--json", options->json, "JSON output")
        .example("deepwell book merge mine.book yours.book --book both.book")
        .run([options] { return merge(*options); });
}

void add_export(Command& book) {
    auto options = std::make_shared<BookOptions>();
    Command command = book.subcommand("export", "The book as a PDN game with variations");
    common(command, *options)
        .option("--from", options->fen, "position, or 'start'")
        .option("--plies", options->plies, 1, MostTreePlies, "how deep")
        .option("--games", options->least_games, 1, 1000000, "leave out moves played less often")
        .option("-o,--out", options->out, "file; else standard output")
        .example("deepwell book export --plies 6 -o book.pdn")
        .run([options] { return export_tree(*options); });
}

}  // namespace

void add_book(CommandLine& line) {
    Command book =
        line.add("book", "Books: of games that were played, and of moves found by long searches");
    add_import(book);
    add_book_show(book);
    add_book_stats(book);
    add_merge(book);
    add_export(book);
    add_grow(book);
    add_minimal(book);
    add_book_check(book);
}

}  // namespace deepwell::cli
