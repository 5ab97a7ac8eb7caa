#include "cli/egdb_probe_command.h"

#include <fmt/format.h>
#include <iterator>
#include <memory>
#include <thread>

#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"
#include "cli/commands.h"
#include "cli/value_text.h"
#include "egdb/database.h"
#include "egdb/directory.h"

namespace deepwell::cli {

namespace {

struct EgdbProbeOptions {
    std::string data;
    std::string fen;
    std::int64_t cache_megabytes = 1024;
    bool raw = false;
    bool moves = false;
    bool json = false;
};

// What is known of a position, or of a move for the side that makes it.
struct Answer {
    WdlRange value;
    std::optional<int> plies;
};

Answer ask(const egdb::Database& database, const Position& position) {
    const WdlRange value = database.probe(position);
    const bool is_decided = value.is_exact() && value.low != Wdl::Draw;
    return {value, is_decided ? database.distance(position) : std::nullopt};
}

struct AskedMove {
    Move move;
    Answer answer;
};

// A quick win before a slow one, a late loss before an early one.
bool is_better(const AskedMove& a, const AskedMove& b) {
    const auto rank = [](const Answer& answer) {
        const int plies = answer.plies.value_or(0);
        return std::tuple(
            answer.value.low, answer.value.high, answer.value.low == Wdl::Win ? -plies : plies);
    };
    return rank(a.answer) > rank(b.answer);
}

std::vector<AskedMove> ask_moves(const egdb::Database& database, const Position& position) {
    std::vector<AskedMove> moves;
    for (const Move& move : legal_moves(position)) {
        const Answer after = ask(database, play(position, move));
        const auto plies = after.plies ? std::optional(*after.plies + 1) : std::nullopt;
        moves.push_back({move, {-after.value, plies}});
    }
    std::stable_sort(moves.begin(), moves.end(), is_better);
    return moves;
}

using Text = fmt::memory_buffer;

// FENs and moves hold no character that JSON would escape.
void add_json(Text& out, const Answer& answer) {
    fmt::format_to(
        std::back_inserter(out), R"("value":"{}","distance":)", value_text(answer.value));
    if (answer.plies)
        fmt::format_to(std::back_inserter(out), "{}", *answer.plies);
    else
        out.append(std::string_view("null"));
}

void print_as_json(const Position& position,
                   const EgdbProbeOptions& options,
                   const egdb::Database& database) {
    Text out;
    fmt::format_to(std::back_inserter(out), R"({{"fen":"{}",)", to_fen(position));
    add_json(out, ask(database, position));
    if (options.moves) {
        out.append(std::string_view(R"(,"moves":[)"));
        const char* comma = "";
        for (const auto& [move, answer] : ask_moves(database, position)) {
            fmt::format_to(std::back_inserter(out),
                           R"({}{{"move":"{}","fen":"{}",)",
                           std::exchange(comma, ","),
                           to_text(position, move),
                           to_fen(play(position, move)));
            add_json(out, answer);
            out.push_back('}');
        }
        out.push_back(']');
    }
    out.push_back('}');
    print_line({out.data(), out.size()});
}

std::string in_words(const Answer& answer) {
    std::string value = value_text(answer.value);
    if (!answer.plies) return value;
    return fmt::format("{} in {} {}", value, *answer.plies, *answer.plies == 1 ? "ply" : "plies");
}

void print_as_text(const Position& position,
                   const EgdbProbeOptions& options,
                   const egdb::Database& database) {
    print_line(fmt::format("{}  {}", to_fen(position), in_words(ask(database, position))));
    if (!options.moves) return;
    for (const auto& [move, answer] : ask_moves(database, position))
        print_line(fmt::format("  {:<12} {}", to_text(position, move), in_words(answer)));
}

ExitCode probe(const EgdbProbeOptions& options) {
    egdb::DatabaseOptions database_options;
    database_options.cache_bytes = static_cast<std::uint64_t>(options.cache_megabytes) << 20;
    database_options.raw = options.raw;
    database_options.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const egdb::Database database(egdb::directory_of(options.data), database_options);
    return for_each_position(options.fen, options.json, [&](const Position& position) {
        options.json ? print_as_json(position, options, database)
                     : print_as_text(position, options, database);
    });
}

}  // namespace

void add_egdb_probe(Command& egdb) {
    auto options = std::make_shared<EgdbProbeOptions>();
    Command command = egdb.subcommand("probe", "The value of a position, and how long it lasts");
    command.argument("FEN", options->fen, "the position, or - for one FEN per line")
        .option("--data", options->data, "data directory")
        .option("--cache", options->cache_megabytes, 0, 1 << 20, "MB for decoded values")
        .flag("--egdb-raw", options->raw, "read all values up to 6 pieces into memory first")
        .flag("--moves", options->moves, "the same for every move, best first")
        .flag("--json", options->json, "JSON output")
        .example("deepwell egdb probe W:WK18,K19:BK1 --moves")
        .run([options] { return probe(*options); });
}

}  // namespace deepwell::cli
