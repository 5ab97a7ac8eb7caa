#include "protocol/hub_server.h"

#include <fmt/format.h>
#include <utility>

#include "board/movegen.h"
#include "protocol/hub_level.h"
#include "search/score_in_men.h"

namespace deepwell::protocol {

namespace {

using engine::Mode;
using engine::OptionSpec;
using engine::OptionType;

constexpr double Million = 1e6;

const char* type_name(OptionType type) {
    switch (type) {
        case OptionType::Bool:
            return "bool";
        case OptionType::Int:
            return "int";
        case OptionType::Choice:
            return "enum";
        case OptionType::Text:
            return "string";
    }
    __builtin_unreachable();
}

HubLine parameter_line(const OptionSpec& spec, const std::string& value) {
    HubLine line{"param", {{"name", spec.name}, {"value", value}, {"type", type_name(spec.type)}}};
    if (spec.type == OptionType::Int) {
        line.arguments.push_back({"min", std::to_string(spec.least)});
        line.arguments.push_back({"max", std::to_string(spec.most)});
    }
    if (spec.type == OptionType::Choice)
        line.arguments.push_back({"values", fmt::format("{}", fmt::join(spec.choices, " "))});
    return line;
}

std::optional<Mode> mode_of(const HubLine& line) {
    if (line.has("think")) return Mode::Think;
    if (line.has("ponder")) return Mode::Ponder;
    if (line.has("analyze")) return Mode::Analyse;
    return std::nullopt;
}

// Adding 0 turns -0.0 into 0.
std::string fixed(double number, int digits) {
    return fmt::format("{:.{}f}", number + 0.0, digits);
}

HubLine info_line(const search::SearchInfo& info) {
    HubLine line{"info",
                 {{"depth", std::to_string(info.depth)},
                  {"max-depth", std::to_string(info.selective_depth)},
                  {"score", fixed(search::in_men(info.score), 2)},
                  {"nodes", std::to_string(info.nodes)},
                  {"time", fixed(info.seconds, 3)},
                  {"nps", fixed(info.nodes_per_second / Million, 3)},
                  {"pv", to_hub(info.pv)}}};
    if (info.rank > 1) line.arguments.push_back({"rank", std::to_string(info.rank)});
    if (info.bound != search::Bound::Exact)
        line.arguments.push_back({"bound", info.bound == search::Bound::Lower ? "lower" : "upper"});
    return line;
}

// Without what a client that expects ASCII or UTF-8 would stumble over.
std::string in_ascii(std::string_view text) {
    std::string ascii(text);
    for (char& c : ascii)
        if (static_cast<unsigned char>(c) > '~') c = '?';
    return ascii;
}

}  // namespace

std::span<const HubServer::Command> HubServer::commands() {
    static constexpr Command Commands[] = {
        {"hub", &HubServer::introduce},
        {"set-param", &HubServer::set_parameter},
        {"init", &HubServer::initialise},
        {"pos", &HubServer::set_position},
        {"level", &HubServer::set_limits},
        {"go", &HubServer::go},
        {"ponder-hit", &HubServer::ponder_hit},
        {"stop", &HubServer::stop},
        {"ping", &HubServer::ping},
        {"new-game", &HubServer::new_game},
        {"quit", &HubServer::quit},
    };
    return Commands;
}

HubServer::HubServer(engine::Engine& engine, std::string version, Output output)
    : engine_(engine),
      version_(std::move(version)),
      finder_(parse_frame(engine.settings().text(engine::Option::Frame))),
      output_(std::move(output)) {}

HubServer::~HubServer() {
    {
        const std::lock_guard lock(mutex_);
        output_ = nullptr;
    }
    engine_.stop();
    engine_.wait();
}

bool HubServer::handle(std::string_view text) {
    const auto line = parse_hub_line(text);
    if (!line) {
        if (text.find_first_not_of(" \t\r") != std::string_view::npos) complain(line.error());
        return true;
    }
    for (const Command& command : commands())
        if (command.name == line->command) {
            (this->*command.handle)(*line);
            return !has_quit_;
        }
    complain(fmt::format("there is no command {}", line->command));
    return true;
}

bool HubServer::settle() {
    if (has_quit_) return false;
    if (has_changed_ && is_thinking_) return true;
    if (has_changed_) prepare();
    answer_pings();
    return false;
}

void HubServer::complain(std::string_view message) {
    say({"error", {{"message", in_ascii(message)}}});
}

void HubServer::introduce(const HubLine& /*line*/) {
    say({"id",
         {{"name", "Deepwell"},
          {"version", version_},
          {"author", "the Deepwell authors"},
          {"country", "none"}}});
    for (const OptionSpec& spec : engine::option_specs())
        say(parameter_line(spec, engine_.settings().text(spec.option)));
    say({"wait", {}});
}

void HubServer::set_parameter(const HubLine& line) {
    const auto name = line.value("name");
    const auto value = line.value("value");
    if (!name || !value) return complain("set-param needs name= and value=");
    if (const auto failure = engine_.set(*name, *value)) return complain(failure->message);
    if (*name == engine::spec_of(engine::Option::Frame).name)
        finder_ = FrameFinder(parse_frame(*value));
    has_changed_ |= is_ready_ && engine::find_option(*name)->shapes_search;
}

void HubServer::initialise(const HubLine& /*line*/) {
    engine_.stop();
    prepare();
    is_ready_ = true;
    say({"ready", {}});
}

// The border of the session: a broken database is told to the client, who may set another.
void HubServer::prepare() {
    has_changed_ = false;
    try {
        if (const auto failure = engine_.prepare()) complain(failure->message);
    } catch (const std::exception& error) {
        complain(error.what());
    }
}

void HubServer::answer_pings() {
    for (; unanswered_pings_ > 0; --unanswered_pings_) say({"pong", {}});
}

void HubServer::set_position(const HubLine& line) {
    const auto text = line.value("pos");
    if (!text) return complain("pos needs pos=");
    const auto position = parse_hub_position(*text);
    if (!position) return complain("pos: " + position.error());
    const auto game = finder_.read(*position, line.value_or_empty("moves"));
    if (!game) return complain("pos: " + game.error());
    engine_.set_position(*game);
}

void HubServer::set_limits(const HubLine& line) {
    const auto limits = parse_level(line);
    if (!limits) return complain(limits.error());
    limits_ = *limits;
}

void HubServer::go(const HubLine& line) {
    const auto mode = mode_of(line);
    if (!mode) return complain("go needs think, ponder or analyze");
    engine_.stop();
    engine_.wait();
    if (unanswered_pings_ > 0) settle();
    if (legal_moves(engine_.game().position()).empty())
        return decline("the position has no legal move");
    if (!limits_ && *mode != Mode::Analyse) return decline("no level was given");
    // A search without end is an analysis, whatever it is called.
    search(limits_ && limits_->infinite ? Mode::Analyse : *mode);
}

void HubServer::search(Mode mode) {
    has_changed_ = false;  // the engine takes notice now
    is_thinking_ = true;
    engine_.go(limits_.value_or(search::Limits()),
               mode,
               {.on_info = [this](const search::SearchInfo& info) { report(info); },
                .on_done = [this](const Result<search::SearchResult>& result) { finish(result); }});
}

void HubServer::report(const search::SearchInfo& info) {
    say(info_line(info));
}

void HubServer::finish(const Result<search::SearchResult>& result) {
    is_thinking_ = false;
    if (!result) return decline(result.error());
    if (!result->best) return decline("no move was found");
    HubLine line{"done", {{"move", to_hub(*result->best)}}};
    if (result->ponder) line.arguments.push_back({"ponder", to_hub(*result->ponder)});
    say(line);
}

void HubServer::decline(std::string_view reason) {
    complain(reason);
    say({"done", {}});
}

void HubServer::ponder_hit(const HubLine& /*line*/) {
    engine_.ponder_hit();
}

void HubServer::stop(const HubLine& /*line*/) {
    engine_.stop();
}

void HubServer::ping(const HubLine& /*line*/) {
    ++unanswered_pings_;
    settle();
}

void HubServer::new_game(const HubLine& /*line*/) {
    engine_.new_game();
}

void HubServer::quit(const HubLine& /*line*/) {
    has_quit_ = true;
}

void HubServer::say(const HubLine& line) {
    const std::lock_guard lock(mutex_);
    if (output_) output_(to_text(line));
}

}  // namespace deepwell::protocol
