#include "proof/result_log.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

#include "base/checksum.h"
#include "base/files.h"
#include "proof/node_key.h"

namespace deepwell::proof {

namespace {

constexpr std::string_view LogMagic = "DWSOLVE1";
constexpr std::size_t HeaderBytes = 16;
constexpr std::array<std::uint8_t, 4> Mark{'D', 'W', 'r', 0x1e};
constexpr std::size_t FrameBytes = 16;  // mark, length, checksum
constexpr std::size_t LongestPayload = 1024;
constexpr std::size_t LongestLine = 255;

enum class Kind : std::uint8_t { Result = 1, Root = 2 };

using Bytes = std::span<const std::uint8_t>;

std::vector<std::uint8_t> header() {
    ByteWriter bytes;
    bytes.put_text(LogMagic);
    bytes.put(static_cast<std::uint8_t>(BoardSize));
    while (bytes.size() < HeaderBytes) bytes.put(std::uint8_t{0});
    return bytes.bytes();
}

// One byte a move, the board turned before each so that Black is to move.
void put_line(ByteWriter& bytes, Position position, const std::vector<Move>& line) {
    bytes.put(static_cast<std::uint8_t>(std::min(line.size(), LongestLine)));
    for (std::size_t i = 0; i < line.size() && i < LongestLine; ++i) {
        const bool is_turned = i % 2 != 0;
        const Move move = is_turned ? turned(line[i]) : line[i];
        const Position after = play(position, move);
        const std::vector<Move> moves = numbered_moves(position);
        const auto found = std::find_if(moves.begin(), moves.end(), [&](const Move& one) {
            return play(position, one) == after;
        });
        CHECK(found != moves.end());
        bytes.put(static_cast<std::uint8_t>(found - moves.begin()));
        position = turned(after);
    }
}

std::vector<Move> get_line(ByteReader& bytes, Position position) {
    std::vector<Move> line(bytes.get<std::uint8_t>());
    for (std::size_t i = 0; i < line.size(); ++i) {
        const std::vector<Move> moves = numbered_moves(position);
        const auto number = bytes.get<std::uint8_t>();
        if (number >= moves.size()) throw Error("a line of play that is none");
        line[i] = i % 2 != 0 ? turned(moves[number]) : moves[number];
        position = turned(play(position, moves[number]));
    }
    return line;
}

std::vector<std::uint8_t> payload_of(const JobReport& report) {
    ByteWriter bytes;
    bytes.put(Kind::Result);
    bytes.put(code_of(report.value));
    const auto left_out = [&](NodeQuestion question) { return !report.asked.has(question); };
    const unsigned flags =
        (report.outlook.warning ? 1U : 0) | (report.outlook.database_draw ? 2U : 0) |
        (left_out(NodeQuestion::Wins) ? 4U : 0) | (left_out(NodeQuestion::Loses) ? 8U : 0) |
        std::min(report.in_vain, Attempts::Most) << 4U;
    bytes.put(static_cast<std::uint8_t>(flags));
    bytes.put(report.decider);
    put_key(bytes, report.position);
    bytes.put(static_cast<std::int16_t>(report.outlook.score));
    bytes.put(report.nodes);
    bytes.put(static_cast<std::uint32_t>(std::lround(report.seconds * 1000)));
    put_line(bytes, report.position, report.line);
    return bytes.bytes();
}

std::vector<std::uint8_t> payload_of(const LoggedRoot& root) {
    ByteWriter bytes;
    bytes.put(Kind::Root);
    put_key(bytes, node_position(root.position));
    bytes.put(root.position.side);
    return bytes.bytes();
}

JobReport report_from(ByteReader& bytes) {
    JobReport report;
    report.value = range_of(bytes.get<std::uint8_t>());
    const auto flags = bytes.get<std::uint8_t>();
    report.outlook.warning = (flags & 1U) != 0;
    report.outlook.database_draw = (flags & 2U) != 0;
    if ((flags & 4U) != 0) report.asked = report.asked - NodeQuestion::Wins;
    if ((flags & 8U) != 0) report.asked = report.asked - NodeQuestion::Loses;
    report.in_vain = flags >> 4U;
    const auto decider = bytes.get<std::uint8_t>();
    report.decider = static_cast<Decider>(decider < DeciderCount ? decider : 0);
    report.position = get_key(bytes);
    if (fault_of(report.position)) throw Error("a position that is none");
    report.outlook.score = bytes.get<std::int16_t>();
    report.nodes = bytes.get<std::uint64_t>();
    report.seconds = bytes.get<std::uint32_t>() / 1000.0;
    report.line = get_line(bytes, report.position);
    return report;
}

LogEntry entry_from(Bytes payload, const std::string& name) {
    ByteReader bytes(payload, name);
    const auto kind = bytes.get<std::uint8_t>();
    if (kind == static_cast<std::uint8_t>(Kind::Result)) return report_from(bytes);
    if (kind != static_cast<std::uint8_t>(Kind::Root)) throw Error("a record of unknown kind");
    const Position position = get_key(bytes);
    if (fault_of(position)) throw Error("a position that is none");
    return LoggedRoot{bytes.get<std::uint8_t>() == 0 ? position : turned(position)};
}

std::uint64_t checksum_of(Bytes payload) {
    ByteWriter bytes;
    bytes.put(static_cast<std::uint32_t>(payload.size()));
    bytes.put_bytes(payload);
    return checksum(bytes.bytes());
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
    if (checksum_of(payload) != sum) return std::nullopt;
    return payload;
}

// Where the next whole record begins; the end of the log if there is none.
std::size_t next_record(Bytes log, std::size_t at) {
    for (;; ++at) {
        const auto found = std::search(
            log.begin() + static_cast<std::ptrdiff_t>(at), log.end(), Mark.begin(), Mark.end());
        at = static_cast<std::size_t>(found - log.begin());
        if (at == log.size() || record_at(log, at)) return at;
    }
}

LogState scan(Bytes log, const std::string& name, const LogVisitor& visit) {
    LogState state{.end = HeaderBytes};
    for (std::size_t at = HeaderBytes; at < log.size();) {
        const auto payload = record_at(log, at);
        if (!payload) {
            const std::size_t next = next_record(log, at + 1);
            if (next == log.size()) break;
            state.faults.push_back(fmt::format("{}: damaged from byte {} to {}", name, at, next));
            at = next;
            continue;
        }
        at += FrameBytes + payload->size();
        state.end = at;
        visit(entry_from(*payload, name), at);
    }
    state.torn_bytes = log.size() - std::min<std::uint64_t>(log.size(), state.end);
    return state;
}

[[noreturn]] void fail(const std::string& what, const std::filesystem::path& file, int error) {
    throw Error(fmt::format(
        "cannot {} {}: {}", what, file.string(), std::generic_category().message(error)));
}

bool write_all_at(int descriptor, Bytes bytes, std::uint64_t offset) {
    while (!bytes.empty()) {
        const ssize_t written =
            ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        bytes = bytes.subspan(static_cast<std::size_t>(written));
        offset += static_cast<std::uint64_t>(written);
    }
    return true;
}

}  // namespace

LogState read_log(const std::filesystem::path& file, const LogVisitor& visit) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) return {};
    const auto content = read_file(file);
    if (!content) throw Error(content.error());
    const Bytes log(reinterpret_cast<const std::uint8_t*>(content->data()), content->size());
    const std::vector<std::uint8_t> expected = header();
    // A kill while the file was made.
    if (log.size() < HeaderBytes && std::equal(log.begin(), log.end(), expected.begin()))
        return {.torn_bytes = log.size()};
    if (log.size() < HeaderBytes || !std::equal(expected.begin(), expected.end(), log.begin()))
        throw Error(fmt::format(
            "{}: no log of results of the {}x{} board", file.string(), BoardSize, BoardSize));
    return scan(log, file.filename().string(), visit);
}

ResultLog::ResultLog(const std::filesystem::path& file, const LogVisitor& visit) : file_(file) {
    descriptor_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail("open", file, errno);
    try {
        if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0)
            throw Error(file.string() + ": another process is at work here");
        found_ = read_log(file, visit);
        end_ = found_.end;
        if (found_.torn_bytes > 0 && ::ftruncate(descriptor_, static_cast<off_t>(end_)) != 0)
            fail("cut off the torn end of", file, errno);
        if (end_ == 0) {
            pending_ = header();
            sync();
        }
    } catch (...) {
        ::close(descriptor_);
        throw;
    }
}

ResultLog::~ResultLog() {
    ::close(descriptor_);
}

void ResultLog::append(const LogEntry& entry) {
    const std::vector<std::uint8_t> payload =
        std::visit([](const auto& one) { return payload_of(one); }, entry);
    ByteWriter bytes;
    bytes.put_bytes(Mark);
    bytes.put(static_cast<std::uint32_t>(payload.size()));
    bytes.put(checksum_of(payload));
    bytes.put_bytes(payload);
    pending_.insert(pending_.end(), bytes.bytes().begin(), bytes.bytes().end());
}

void ResultLog::sync() {
    if (pending_.empty()) return;
    if (!write_all_at(descriptor_, pending_, end_) || ::fdatasync(descriptor_) != 0) {
        const int error = errno;
        // What cannot even be cut off is a torn end, which the next opening cuts off.
        [[maybe_unused]] const int cut = ::ftruncate(descriptor_, static_cast<off_t>(end_));
        fail("write", file_, error);
    }
    end_ += pending_.size();
    pending_.clear();
}

}  // namespace deepwell::proof
