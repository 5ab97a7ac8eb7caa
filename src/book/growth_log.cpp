#include "book/growth_log.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <set>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

#include "base/bytes.h"
#include "base/checksum.h"
#include "base/files.h"
#include "board/movegen.h"
#include "book/book_entry.h"

namespace deepwell::book {

namespace {

constexpr std::string_view LogMagic = "DWGROW01";
constexpr std::size_t LogHeaderBytes = 40;
constexpr std::array<std::uint8_t, 4> Mark{'D', 'W', 'g', 0x1e};
constexpr std::size_t FrameBytes = 16;
constexpr std::uint32_t LongestPayload = 1 << 16;
constexpr std::uint8_t PlanKind = 1;
constexpr std::uint8_t ResultKind = 2;

using Bytes = std::span<const std::uint8_t>;

std::vector<std::uint8_t> header_of(const GrowthSettings& settings) {
    ByteWriter out;
    out.put_text(LogMagic);
    out.put(static_cast<std::uint32_t>(BoardSize));
    out.put(static_cast<std::uint32_t>(settings.pieces));
    out.put(settings.nodes);
    out.put(settings.judge);
    out.put(checksum(out.bytes()));
    return out.bytes();
}

void put(ByteWriter& out, const Position& kept) {
    out.put(kept.black.bits());
    out.put(kept.white.bits());
    out.put(kept.kings.bits());
}

Position get_position(ByteReader& in) {
    Position position;
    position.black = Bitboard(in.get<std::uint32_t>());
    position.white = Bitboard(in.get<std::uint32_t>());
    position.kings = Bitboard(in.get<std::uint32_t>());
    if (fault_of(position)) throw Error("a position that is none");
    return position;
}

std::vector<std::uint8_t> payload_of(const std::vector<Position>& plan) {
    ByteWriter out;
    out.put(PlanKind);
    out.put(static_cast<std::uint32_t>(plan.size()));
    for (const Position& kept : plan) put(out, kept);
    return out.bytes();
}

std::vector<std::uint8_t> payload_of(const SearchedPosition& searched) {
    ByteWriter out;
    out.put(ResultKind);
    out.put(static_cast<std::uint8_t>(searched.depth));
    out.put(static_cast<std::uint8_t>(searched.moves.size()));
    put(out, searched.position);
    for (const ScoredMove& one : searched.moves) {
        out.put(static_cast<std::uint8_t>(one.move.from.index()));
        out.put(static_cast<std::uint8_t>(one.move.to.index()));
        out.put(static_cast<std::int16_t>(one.score));
        out.put(one.move.captured.bits());
    }
    return out.bytes();
}

ScoredMove get_move(ByteReader& in, const MoveList& legal) {
    const auto from = in.get<std::uint8_t>();
    const auto to = in.get<std::uint8_t>();
    const auto score = in.get<std::int16_t>();
    const auto captured = in.get<std::uint32_t>();
    for (const Move& move : legal)
        if (move.from.index() == from && move.to.index() == to && move.captured.bits() == captured)
            return {move, score};
    throw Error("a move that is not legal");
}

SearchedPosition get_result(ByteReader& in) {
    SearchedPosition searched;
    searched.depth = in.get<std::uint8_t>();
    const auto count = in.get<std::uint8_t>();
    searched.position = get_position(in);
    const MoveList legal = legal_moves(searched.position);
    for (int i = 0; i < count; ++i) searched.moves.push_back(get_move(in, legal));
    if (searched.moves.empty()) throw Error("a result without moves");
    return searched;
}

void read_payload(Bytes payload, GrowthHistory& history) {
    ByteReader in(payload, "record");
    const auto kind = in.get<std::uint8_t>();
    if (kind == ResultKind) {
        history.searched.push_back(get_result(in));
        return;
    }
    if (kind != PlanKind) throw Error("a record of unknown kind");
    history.plan.clear();
    const auto count = in.get<std::uint32_t>();
    for (std::uint32_t i = 0; i < count; ++i) history.plan.push_back(get_position(in));
}

// The payload of the whole and undamaged record that begins here, if there is one.
std::optional<Bytes> record_at(Bytes log, std::size_t at) {
    if (log.size() - at < FrameBytes) return std::nullopt;
    if (!std::equal(Mark.begin(), Mark.end(), log.begin() + static_cast<std::ptrdiff_t>(at)))
        return std::nullopt;
    ByteReader frame(log.subspan(at + Mark.size()), "record");
    const auto length = frame.get<std::uint32_t>();
    const auto sum = frame.get<std::uint64_t>();
    if (length > LongestPayload || length > log.size() - at - FrameBytes) return std::nullopt;
    const Bytes payload = log.subspan(at + FrameBytes, length);
    return checksum(payload) == sum ? std::optional(payload) : std::nullopt;
}

// Where the next whole record begins; the end of the log if there is none.
std::size_t next_record(Bytes log, std::size_t at) {
    while (true) {
        const auto found = std::search(
            log.begin() + static_cast<std::ptrdiff_t>(at), log.end(), Mark.begin(), Mark.end());
        at = static_cast<std::size_t>(found - log.begin());
        if (at == log.size() || record_at(log, at)) return at;
        ++at;
    }
}

// Returns where the last whole record ends.
std::size_t read_records(Bytes log, GrowthHistory& history) {
    std::size_t end = LogHeaderBytes;
    for (std::size_t at = end; at < log.size();) {
        const auto payload = record_at(log, at);
        if (!payload) {
            at = next_record(log, at + 1);
            history.damaged_records += at < log.size() ? 1 : 0;
            continue;
        }
        read_payload(*payload, history);
        at += FrameBytes + payload->size();
        end = at;
    }
    return end;
}

void keep_each_once(std::vector<SearchedPosition>& searched) {
    std::stable_sort(searched.begin(), searched.end(), [](const auto& a, const auto& b) {
        return is_before(a.position, b.position);
    });
    const auto same = [](const auto& a, const auto& b) { return a.position == b.position; };
    searched.erase(std::unique(searched.begin(), searched.end(), same), searched.end());
}

[[noreturn]] void fail_at(const char* what, const std::filesystem::path& path) {
    throw Error(path.string() + ": cannot " + what + ": " + std::generic_category().message(errno));
}

}  // namespace

GrowthLog::GrowthLog(const std::filesystem::path& path, const GrowthSettings& settings)
    : path_(path) {
    std::filesystem::create_directories(std::filesystem::absolute(path).parent_path());
    descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail_at("open", path);
    try {
        if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0)
            throw Error(path.string() + ": another process is growing this book");
        read(settings);
    } catch (...) {
        ::close(descriptor_);
        throw;
    }
}

GrowthLog::~GrowthLog() {
    ::close(descriptor_);
}

void GrowthLog::read(const GrowthSettings& settings) {
    const Result<std::string> text = read_file(path_);
    if (!text) throw Error(text.error());
    const Bytes log(reinterpret_cast<const std::uint8_t*>(text->data()), text->size());
    const std::vector<std::uint8_t> header = header_of(settings);
    std::size_t end = 0;
    if (log.size() >= LogHeaderBytes) {
        if (!std::equal(LogMagic.begin(), LogMagic.end(), log.begin()))
            throw Error(path_.string() + ": no log of a growing book");
        if (!std::equal(header.begin(), header.end(), log.begin()))
            throw Error(path_.string() +
                        ": grown with other nodes, databases, weights or board; name another log");
        end = read_records(log, history_);
        keep_each_once(history_.searched);
    }
    if (end < log.size() && ::ftruncate(descriptor_, static_cast<off_t>(end)) != 0)
        fail_at("cut off its torn end", path_);
    if (end == 0) write(header);
}

void GrowthLog::append_plan(const std::vector<Position>& plan) {
    append_record(payload_of(plan));
}

void GrowthLog::append(const SearchedPosition& searched) {
    append_record(payload_of(searched));
}

void GrowthLog::append_record(const std::vector<std::uint8_t>& payload) {
    ByteWriter out;
    out.put_bytes(Mark);
    out.put(static_cast<std::uint32_t>(payload.size()));
    out.put(checksum(payload));
    out.put_bytes(payload);
    write(out.bytes());
}

// A part of a record that a full disk leaves behind is cut off when the log is opened next.
void GrowthLog::write(const std::vector<std::uint8_t>& bytes) {
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t written = ::write(descriptor_, bytes.data() + done, bytes.size() - done);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) fail_at("write", path_);
        done += static_cast<std::size_t>(written);
    }
    if (::fdatasync(descriptor_) != 0) fail_at("write", path_);
}

}  // namespace deepwell::book
