#include "studio/options.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/files.h"
#include "studio/fields.h"

namespace deepwell::studio {

namespace {

using engine::Option;
using engine::OptionSpec;
using engine::OptionType;

constexpr std::size_t LongestValue = 200;
// What one request may make the machine do.
constexpr int MostHash = 4096;
constexpr int MostCache = 4096;
constexpr int MostThreads = 64;

const char* type_text(OptionType type) {
    switch (type) {
        case OptionType::Bool:
            return "bool";
        case OptionType::Int:
            return "int";
        case OptionType::Choice:
            return "choice";
        case OptionType::Text:
            break;
    }
    return "text";
}

// Files are not for requests; level and lines come with each of them; a frame is of Hub sessions.
bool is_editable(Option option) {
    switch (option) {
        case Option::Hash:
        case Option::Threads:
        case Option::EgdbCache:
        case Option::EgdbPieces:
        case Option::Book:
        case Option::OwnBook:
        case Option::Seed:
        case Option::MultiPv:
            return true;
        default:
            return false;
    }
}

int most_of(const OptionSpec& spec) {
    if (spec.option == Option::Hash) return std::min(spec.most, MostHash);
    if (spec.option == Option::EgdbCache) return std::min(spec.most, MostCache);
    if (spec.option == Option::Threads) return std::min(spec.most, MostThreads);
    return spec.most;
}

Json option_json(const OptionSpec& spec, const engine::Settings& settings) {
    const bool is_int = spec.type == OptionType::Int;
    Json choices = Json::array();
    for (const char* const choice : spec.choices) choices.push_back(choice);
    return {{"name", spec.name},
            {"type", type_text(spec.type)},
            {"value", settings.text(spec.option)},
            {"initial", spec.initial},
            {"min", is_int ? Json(spec.least) : Json(nullptr)},
            {"max", is_int ? Json(most_of(spec)) : Json(nullptr)},
            {"choices", std::move(choices)},
            {"help", spec.help},
            {"editable", is_editable(spec.option)}};
}

// The settings with this change.
engine::Settings with(engine::Settings settings, const std::string& name, const Json& value) {
    const OptionSpec* const spec = engine::find_option(name);
    if (spec == nullptr) throw Refusal(400, "there is no option '" + name.substr(0, 40) + "'");
    if (!is_editable(spec->option)) throw Refusal(400, name + " is not changed here");
    if (!value.is_string() || value.get_ref<const std::string&>().size() > LongestValue)
        throw Refusal(400, "the value of " + name + " must be a short text");
    if (const auto failure = settings.set(name, value.get<std::string>()))
        throw Refusal(400, failure->message);
    if (spec->type == OptionType::Int && settings.number(spec->option) > most_of(*spec))
        throw Refusal(400, fmt::format("{} is at most {} here", name, most_of(*spec)));
    return settings;
}

Json editable_values(const engine::Settings& settings) {
    Json values = Json::object();
    for (const OptionSpec& spec : engine::option_specs())
        if (is_editable(spec.option)) values[spec.name] = settings.text(spec.option);
    return values;
}

}  // namespace

Options::Options(const Knowledge& knowledge, std::filesystem::path file)
    : knowledge_(knowledge), file_(std::move(file)) {
    settings_.set("egdb-path", knowledge.directory().string());
    settings_.set("book-file", knowledge.book_path().string());
    settings_.set("egdb-cache", "256");
    settings_.set("multipv", "3");
    const auto text = read_file(file_);
    if (!text) return;
    const Json kept = Json::parse(*text, nullptr, false);
    try {
        for (const auto& [name, value] : kept.items()) settings_ = with(settings_, name, value);
    } catch (const Refusal& refusal) {
        throw Error(file_.string() + ": " + refusal.what());
    }
    if (knowledge_.book() == nullptr) settings_.set("book", "off");
}

engine::Settings Options::settings() const {
    const std::scoped_lock lock(mutex_);
    return settings_;
}

Json Options::to_json() const {
    const engine::Settings now = settings();
    Json list = Json::array();
    for (const OptionSpec& spec : engine::option_specs()) list.push_back(option_json(spec, now));
    return list;
}

void Options::change(const Json& changes) {
    const std::scoped_lock lock(mutex_);
    engine::Settings changed = settings_;
    for (const auto& [name, value] : changes.items()) changed = with(changed, name, value);
    if (changed.text(Option::Book) != "off" && knowledge_.book() == nullptr)
        throw Refusal(400, "there is no book of games yet; make one with deepwell book import");
    write_file_atomically(file_, to_text(editable_values(changed)));
    settings_ = changed;
}

void add_options(Router& router, Options& options) {
    router.add("GET", "/api/options", [&](const Request&) {
        return reply_with({{"options", options.to_json()}});
    });
    router.add("PUT", "/api/options", [&](const Request& request) {
        const Json changes = Json::parse(request.body, nullptr, false);
        if (!changes.is_object()) throw Refusal(400, "the body must be a JSON object");
        options.change(changes);
        return reply_with({{"options", options.to_json()}});
    });
}

}  // namespace deepwell::studio
