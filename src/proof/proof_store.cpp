#include "proof/proof_store.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <lmdb.h>
#include <utility>
#include <vector>

#include "proof/node_key.h"

namespace deepwell::proof {

namespace {

// Address space only; the file is as large as its nodes need.
constexpr std::size_t MapBytes = std::size_t{256} << 30;
constexpr std::size_t NodeBytes = 24;

using DiskKey = std::array<std::uint8_t, KeyBytes>;
using DiskNode = std::array<std::uint8_t, NodeBytes>;

template <class Number, class Out>
Out put_little(Number number, Out out) {
    auto rest = static_cast<std::uint64_t>(number);
    for (std::size_t i = 0; i < sizeof(Number); ++i, rest >>= 8)
        *out++ = static_cast<std::uint8_t>(rest & 0xffU);
    return out;
}

// Big-endian: LMDB sorts keys as bytes.
DiskKey disk_key(const Position& position) {
    DiskKey key;
    auto* out = key.data();
    for (const Bitboard set : {position.black, position.white, position.kings})
        for (int shift = 24; shift >= 0; shift -= 8)
            *out++ = static_cast<std::uint8_t>(set.bits() >> shift & 0xffU);
    return key;
}

Position position_of(const DiskKey& key) {
    std::array<std::uint32_t, 3> sets{};
    for (std::size_t i = 0; i < key.size(); ++i) sets[i / 4] = sets[i / 4] << 8 | key[i];
    return {Bitboard(sets[0]), Bitboard(sets[1]), Bitboard(sets[2]), Side::Black};
}

// Attempts after the first, for both questions.
unsigned code_of_attempts(const Attempts& attempts) {
    const auto more = [&](NodeQuestion question) {
        return std::max(1U, attempts.of(question)) - 1;
    };
    return more(NodeQuestion::Wins) | more(NodeQuestion::Loses) << 4U;
}

Attempts attempts_from(unsigned flags, unsigned more) {
    Attempts attempts;
    if ((flags & 1U) != 0) attempts.note(NodeQuestion::Wins, more & 15U);
    if ((flags & 64U) != 0) attempts.note(NodeQuestion::Loses, more >> 4U);
    return attempts;
}

DiskNode disk_node(const StoredNode& node) {
    DiskNode bytes{};
    auto* out = bytes.data();
    out = put_little(static_cast<std::uint8_t>(code_of(node.known) | code_of(node.own) << 4U), out);
    const QuestionSet asked = node.attempts.asked();
    const unsigned flags = (asked.has(NodeQuestion::Wins) ? 1U : 0) | (node.is_expanded ? 2U : 0) |
                           (node.outlook.warning ? 4U : 0) | (node.outlook.database_draw ? 8U : 0) |
                           static_cast<unsigned>(node.decider) << 4U |
                           (asked.has(NodeQuestion::Loses) ? 64U : 0);
    out = put_little(static_cast<std::uint8_t>(flags), out);
    out = put_little(static_cast<std::int16_t>(node.outlook.score), out);
    out = put_little(node.ply, out);
    out = put_little(static_cast<std::uint16_t>(code_of_attempts(node.attempts)), out);
    for (const Numbers& numbers : node.numbers)
        out = put_little(numbers.disproof, put_little(numbers.proof, out));
    return bytes;
}

StoredNode node_from(const DiskKey& key, const DiskNode& bytes) {
    ByteReader in(bytes, "node");
    StoredNode node;
    node.position = position_of(key);
    const auto ranges = in.get<std::uint8_t>();
    node.known = range_of(ranges & 15U);
    node.own = range_of(ranges >> 4U);
    const auto flags = in.get<std::uint8_t>();
    node.is_expanded = (flags & 2U) != 0;
    node.outlook.warning = (flags & 4U) != 0;
    node.outlook.database_draw = (flags & 8U) != 0;
    node.decider = static_cast<Decider>(flags >> 4U & 3U);
    node.outlook.score = in.get<std::int16_t>();
    node.ply = in.get<std::uint16_t>();
    node.attempts = attempts_from(flags, in.get<std::uint16_t>() & 0xffU);
    for (Numbers& numbers : node.numbers) {
        numbers.proof = in.get<Number>();
        numbers.disproof = in.get<Number>();
    }
    return node;
}

template <class Array>
Array bytes_of(const MDB_val& value) {
    Array bytes{};
    std::memcpy(bytes.data(), value.mv_data, std::min(bytes.size(), value.mv_size));
    return bytes;
}

MDB_val value_of(std::span<const std::uint8_t> bytes) {
    return {bytes.size(), const_cast<std::uint8_t*>(bytes.data())};  // LMDB only reads it
}

std::vector<std::uint8_t> meta_key(std::string_view name) {
    ByteWriter key;
    key.put_text(name);
    return key.bytes();
}

std::vector<std::uint8_t> threshold_key(const Position& root) {
    ByteWriter key;
    key.put_text("threshold");
    put_key(key, node_position(root));
    return key.bytes();
}

}  // namespace

struct ProofStore::Environment {
    Environment(const std::filesystem::path& at, Access access)
        : directory(at), may_write(access == Access::Write) {
        check(mdb_env_create(&handle), "open");
        check(mdb_env_set_mapsize(handle, MapBytes), "open");
        check(mdb_env_set_maxdbs(handle, 2), "open");
        const unsigned flags = MDB_NORDAHEAD | (may_write ? 0U : MDB_RDONLY);
        check(mdb_env_open(handle, at.c_str(), flags, 0666), "open");
    }
    ~Environment() { mdb_env_close(handle); }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

    void check(int code, const char* what) const {
        if (code == MDB_SUCCESS) return;
        throw Error(fmt::format("cannot {} the store {}: {}",
                                what,
                                (directory / "data.mdb").string(),
                                mdb_strerror(code)));
    }

    std::filesystem::path directory;
    bool may_write;
    MDB_env* handle = nullptr;
    MDB_dbi nodes = 0;
    MDB_dbi meta = 0;
};

namespace {

// A transaction that is undone unless it is committed.
template <class Environment>
class Transaction {
public:
    Transaction(const Environment& environment, bool writes) : environment_(environment) {
        environment.check(
            mdb_txn_begin(environment.handle, nullptr, writes ? 0 : MDB_RDONLY, &handle_), "read");
    }
    ~Transaction() {
        if (handle_ != nullptr) mdb_txn_abort(handle_);
    }
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;

    MDB_txn* get() const { return handle_; }
    void put(MDB_dbi database,
             std::span<const std::uint8_t> key,
             std::span<const std::uint8_t> value) {
        MDB_val k = value_of(key), v = value_of(value);
        environment_.check(mdb_put(handle_, database, &k, &v, 0), "write");
    }
    std::optional<MDB_val> get(MDB_dbi database, std::span<const std::uint8_t> key) const {
        MDB_val k = value_of(key), v{};
        const int code = mdb_get(handle_, database, &k, &v);
        if (code == MDB_NOTFOUND) return std::nullopt;
        environment_.check(code, "read");
        return v;
    }
    void commit() {
        MDB_txn* const ending = std::exchange(handle_, nullptr);
        environment_.check(mdb_txn_commit(ending), "write");
    }

private:
    const Environment& environment_;
    MDB_txn* handle_ = nullptr;
};

template <class Number, class Reading>
std::optional<Number> number_at(const Reading& reading,
                                MDB_dbi database,
                                std::span<const std::uint8_t> key) {
    const auto value = reading.get(database, key);
    if (!value) return std::nullopt;
    const auto bytes = bytes_of<std::array<std::uint8_t, sizeof(Number)>>(*value);
    return ByteReader(bytes, "store").get<Number>();
}

template <class Number, class Writing>
void put_number(Writing& writing,
                MDB_dbi database,
                std::span<const std::uint8_t> key,
                Number number) {
    ByteWriter bytes;
    bytes.put(number);
    writing.put(database, key, bytes.bytes());
}

}  // namespace

bool ProofStore::exists(const std::filesystem::path& directory) {
    std::error_code ignored;
    return std::filesystem::exists(directory / "data.mdb", ignored);
}

ProofStore::ProofStore(const std::filesystem::path& directory, Access access)
    : environment_(std::make_unique<Environment>(directory, access)) {
    Environment& here = *environment_;
    Transaction open(here, here.may_write);
    const unsigned flags = here.may_write ? MDB_CREATE : 0U;
    here.check(mdb_dbi_open(open.get(), "nodes", flags, &here.nodes), "open");
    here.check(mdb_dbi_open(open.get(), "meta", flags, &here.meta), "open");
    const auto size = number_at<std::uint8_t>(open, here.meta, meta_key("board"));
    if (size.value_or(BoardSize) != BoardSize)
        throw Error(
            fmt::format("the store {} is of the {}x{} board", directory.string(), *size, *size));
    if (here.may_write && !size)
        put_number(open, here.meta, meta_key("board"), static_cast<std::uint8_t>(BoardSize));
    open.commit();
}

ProofStore::~ProofStore() = default;

void ProofStore::write(std::span<const StoredNode> nodes, std::uint64_t applied) {
    std::vector<std::pair<DiskKey, DiskNode>> sorted;
    sorted.reserve(nodes.size());
    for (const StoredNode& node : nodes)
        sorted.emplace_back(disk_key(node.position), disk_node(node));
    std::sort(sorted.begin(), sorted.end());
    Transaction writing(*environment_, true);
    for (const auto& [key, node] : sorted) writing.put(environment_->nodes, key, node);
    put_number(writing, environment_->meta, meta_key("applied"), applied);
    writing.commit();
}

void ProofStore::set_threshold(const Position& root, Score threshold) {
    Transaction writing(*environment_, true);
    put_number(
        writing, environment_->meta, threshold_key(root), static_cast<std::int32_t>(threshold));
    writing.commit();
}

void ProofStore::set_pieces(int pieces) {
    Transaction writing(*environment_, true);
    put_number(writing, environment_->meta, meta_key("pieces"), static_cast<std::uint8_t>(pieces));
    writing.commit();
}

void ProofStore::clear() {
    Transaction writing(*environment_, true);
    for (const MDB_dbi database : {environment_->nodes, environment_->meta})
        environment_->check(mdb_drop(writing.get(), database, 0), "clear");
    put_number(
        writing, environment_->meta, meta_key("board"), static_cast<std::uint8_t>(BoardSize));
    writing.commit();
}

std::uint64_t ProofStore::applied() const {
    const Transaction reading(*environment_, false);
    return number_at<std::uint64_t>(reading, environment_->meta, meta_key("applied")).value_or(0);
}

std::optional<Score> ProofStore::threshold(const Position& root) const {
    const Transaction reading(*environment_, false);
    return number_at<std::int32_t>(reading, environment_->meta, threshold_key(root));
}

int ProofStore::pieces() const {
    const Transaction reading(*environment_, false);
    return number_at<std::uint8_t>(reading, environment_->meta, meta_key("pieces")).value_or(0);
}

std::uint64_t ProofStore::size() const {
    const Transaction reading(*environment_, false);
    MDB_stat stat{};
    environment_->check(mdb_stat(reading.get(), environment_->nodes, &stat), "read");
    return stat.ms_entries;
}

std::optional<StoredNode> ProofStore::find(const Position& position) const {
    const Transaction reading(*environment_, false);
    const DiskKey key = disk_key(node_position(position));
    const auto value = reading.get(environment_->nodes, key);
    if (!value) return std::nullopt;
    return node_from(key, bytes_of<DiskNode>(*value));
}

void ProofStore::for_each(const std::function<void(const StoredNode&)>& visit) const {
    const Transaction reading(*environment_, false);
    MDB_cursor* cursor = nullptr;
    environment_->check(mdb_cursor_open(reading.get(), environment_->nodes, &cursor), "read");
    const std::unique_ptr<MDB_cursor, decltype(&mdb_cursor_close)> closing(cursor,
                                                                           &mdb_cursor_close);
    MDB_val key{}, value{};
    int code = 0;
    while ((code = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)) == MDB_SUCCESS)
        visit(node_from(bytes_of<DiskKey>(key), bytes_of<DiskNode>(value)));
    if (code != MDB_NOTFOUND) environment_->check(code, "read");
}

}  // namespace deepwell::proof
