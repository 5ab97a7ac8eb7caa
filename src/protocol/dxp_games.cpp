#include "protocol/dxp_games.h"

#include <condition_variable>
#include <fmt/format.h>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace deepwell::protocol {

namespace {

using Clock = std::chrono::steady_clock;

// More wait outside.
constexpr std::size_t MaxVisitors = 16;
constexpr std::chrono::milliseconds FullHousePause{20};
// Who asks waits so long before it is refused, for the game that goes on may just be ending.
constexpr std::chrono::milliseconds LeastWait{1000};
constexpr int SecondsInMinute = 60;
constexpr int SecondsInHour = 3600;

bool is_last(const DxpSeries& series, int played) {
    return series.games > 0 && played + 1 >= series.games;
}

// The opponent has made a move, or the game is decided on the board.
bool counts(const DxpGame& game) {
    if (!game.started) return false;
    const std::size_t ours_at_most = game.game.initial().side == game.ours ? 1 : 0;
    return game.game.moves().size() > ours_at_most || game.game.state().outcome != Outcome::Open;
}

// The door: takes in whoever calls.  The next opponent is the first that says something, so that
// the silent keep nobody waiting.  While a game goes on, those who ask for one are refused, and may
// stay and ask again.
class Door {
public:
    // The listener and the series must outlive it.
    Door(DxpListener& listener, const DxpSeries& series)
        : listener_(listener), series_(series), thread_([this](const std::stop_token& stop) {
              while (!stop.stop_requested()) attend();
          }) {}

    // Somebody whose message can be received.  Logs what has happened at the door meanwhile.
    // nullptr: told to stop.
    std::unique_ptr<DxpSocket> next(const std::stop_token& stop);
    // The game is over: another opponent is wanted, maybe the same, who stays.
    void open_again(std::unique_ptr<DxpSocket> visitor_who_stays);

private:
    struct Visitor {
        std::unique_ptr<DxpSocket> link;
        Deadline arrived;
        std::optional<Deadline> spoke{};  // what it has said is not yet answered
    };

    // Of the thread.
    void attend();
    void let_in();
    bool is_to_stay(Visitor& visitor);
    bool lets_through(Visitor& visitor);
    bool refuse(Visitor& visitor);
    bool dismiss(Visitor& visitor, const std::string& why);
    void note(const std::string& news);

    DxpListener& listener_;
    const DxpSeries& series_;
    std::vector<Visitor> visitors_;  // of the thread

    std::mutex mutex_;  // of what follows
    std::condition_variable_any changed_;
    bool is_open_ = true;  // an opponent is wanted
    std::unique_ptr<DxpSocket> chosen_;
    std::vector<std::unique_ptr<DxpSocket>> taken_back_;
    std::vector<std::string> news_;
    std::jthread thread_;
};

std::unique_ptr<DxpSocket> Door::next(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [&] { return chosen_ != nullptr || !news_.empty(); })) {
        for (const std::string& line : std::exchange(news_, {})) series_.log(line);
        if (chosen_ != nullptr) break;
    }
    return stop.stop_requested() ? nullptr : std::move(chosen_);
}

void Door::open_again(std::unique_ptr<DxpSocket> visitor_who_stays) {
    const std::lock_guard lock(mutex_);
    is_open_ = true;
    if (visitor_who_stays != nullptr) taken_back_.push_back(std::move(visitor_who_stays));
}

void Door::attend() {
    let_in();
    std::erase_if(visitors_, [this](Visitor& visitor) { return !is_to_stay(visitor); });
}

// Waits for a moment if nobody comes.
void Door::let_in() {
    {
        const std::lock_guard lock(mutex_);
        for (auto& link : std::exchange(taken_back_, {}))
            visitors_.push_back({std::move(link), Clock::now()});
    }
    if (visitors_.size() >= MaxVisitors) return std::this_thread::sleep_for(FullHousePause);
    auto connection = listener_.accept();
    if (!connection) return;
    auto link = std::make_unique<DxpSocket>(*std::move(connection));
    visitors_.push_back({std::move(link), Clock::now()});
    note("an opponent is there");
}

bool Door::is_to_stay(Visitor& visitor) {
    if (!visitor.link->has_arrived())
        return Clock::now() < visitor.arrived + series_.terms.patience ||
               dismiss(visitor, "the opponent is silent");
    if (visitor.link->is_gone()) {  // whatever it has said before
        note("the opponent closed the connection");
        return false;
    }
    if (lets_through(visitor)) return false;
    if (!visitor.spoke) visitor.spoke = Clock::now();
    return Clock::now() < *visitor.spoke + LeastWait || refuse(visitor);
}

bool Door::lets_through(Visitor& visitor) {
    const std::lock_guard lock(mutex_);
    if (!is_open_) return false;
    is_open_ = false;
    chosen_ = std::move(visitor.link);
    changed_.notify_all();
    return true;
}

// True: it stays.
bool Door::refuse(Visitor& visitor) {
    visitor.spoke.reset();
    const DxpReceived received = visitor.link->receive(Clock::now(), {});
    const auto message = decode(received.text);
    if (received.arrival != DxpArrival::Message || !message)
        return dismiss(visitor, "a message that cannot be read");
    if (std::holds_alternative<DxpChat>(*message)) return true;
    if (!std::holds_alternative<DxpRequest>(*message))
        return dismiss(visitor, "the first message is no request");
    note("another opponent was refused: a game goes on");
    visitor.arrived = Clock::now();
    return visitor.link->send(encode(DxpAccept{series_.terms.name, DxpAcceptance::NoGame}));
}

// False: it does not stay.
bool Door::dismiss(Visitor& visitor, const std::string& why) {
    note(why);
    visitor.link->send(encode(DxpChat{why}));
    visitor.link->send(encode(DxpEnd{DxpReason::Unknown, true}));
    return false;
}

void Door::note(const std::string& news) {
    const std::lock_guard lock(mutex_);
    news_.push_back(news);
    changed_.notify_all();
}

std::string time_comment(int seconds) {
    return fmt::format("[%emt {}:{:02}:{:02}]",
                       seconds / SecondsInHour,
                       seconds / SecondsInMinute % SecondsInMinute,
                       seconds % SecondsInMinute);
}

}  // namespace

void serve(DxpListener& listener,
           engine::Engine& engine,
           const DxpSeries& series,
           const std::stop_token& stop) {
    Door door(listener, series);
    int played = 0;
    while (series.games == 0 || played < series.games) {
        auto visitor = door.next(stop);
        if (visitor == nullptr) return;
        DxpSession session(*visitor, engine, series.terms, series.log, stop);
        const DxpGame game = session.answer(is_last(series, played));
        const bool counted = counts(game);
        if (counted) ++played;
        if (series.games == 0 || played < series.games)
            door.open_again(game.more ? std::move(visitor) : nullptr);
        if (counted) series.on_game(game);
    }
}

Result<DxpGame> visit(const DxpAddress& address,
                      engine::Engine& engine,
                      const DxpSeries& series,
                      const std::stop_token& stop) {
    auto connection =
        connect_to(address, std::chrono::steady_clock::now() + series.terms.patience, stop);
    if (!connection) return Failure{connection.error()};
    DxpSocket link(*std::move(connection));
    DxpSession session(link, engine, series.terms, series.log, stop);
    Side ours = series.colour;
    DxpGame game;
    for (int played = 0; played < series.games; ++played, ours = other(ours)) {
        game = session.ask(ours, is_last(series, played));
        if (game.started) series.on_game(game);
        if (!game.more) break;
    }
    return game;
}

PdnGame pdn_of(const DxpGame& game, const std::string& our_name) {
    PdnGame pdn = deepwell::pdn_of(game.game);
    const std::string& black = game.ours == Side::Black ? our_name : game.opponent;
    const std::string& white = game.ours == Side::White ? our_name : game.opponent;
    pdn.tags = {{"Event", "DXP"}, {"Black", black}, {"White", white}, {"GameType", "21"}};
    pdn.result = result_of(game.outcome);
    pdn.main.closing_comment = single_spaced(game.reason);
    for (std::size_t i = 0; i < game.seconds.size(); ++i)
        pdn.main.moves[i].comment_after = time_comment(game.seconds[i]);
    return pdn;
}

}  // namespace deepwell::protocol
