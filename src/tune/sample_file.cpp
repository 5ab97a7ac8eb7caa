#include "tune/sample_file.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/bytes.h"
#include "base/checksum.h"
#include "base/files.h"

namespace deepwell::tune {

namespace {

constexpr std::array<std::string_view, 2> Magics = {"DWSAMPLE", "DWENDING"};
constexpr std::array<std::string_view, 2> KindNames = {"games", "endings"};
constexpr std::uint32_t Version = 1;
constexpr std::size_t SampleBytes = 16;
constexpr std::size_t BatchHeaderBytes = 16;

void put_sample(ByteWriter& out, const Sample& sample) {
    const Position& p = sample.position;
    out.put(p.black.bits());
    out.put(p.white.bits());
    out.put(p.kings.bits());
    const auto score = static_cast<std::uint16_t>(static_cast<std::int16_t>(sample.score));
    const std::uint32_t rest = (p.side == Side::White ? 1U : 0U) |
                               static_cast<std::uint32_t>(static_cast<int>(sample.result) + 1)
                                   << 1 |
                               (sample.opens_game ? 8U : 0U) | std::uint32_t{score} << 16;
    out.put(rest);
}

Sample get_sample(ByteReader& in) {
    Sample sample;
    sample.position.black = Bitboard(in.get<std::uint32_t>());
    sample.position.white = Bitboard(in.get<std::uint32_t>());
    sample.position.kings = Bitboard(in.get<std::uint32_t>());
    const auto rest = in.get<std::uint32_t>();
    sample.position.side = (rest & 1U) != 0 ? Side::White : Side::Black;
    sample.result = static_cast<Wdl>(static_cast<int>(rest >> 1 & 3U) - 1);
    sample.opens_game = (rest & 8U) != 0;
    sample.score = static_cast<std::int16_t>(static_cast<std::uint16_t>(rest >> 16));
    return sample;
}

constexpr SampleKind other_than(SampleKind kind) {
    return kind == SampleKind::Games ? SampleKind::Endings : SampleKind::Games;
}

std::string_view name_of(SampleKind kind) {
    return KindNames[static_cast<std::size_t>(kind)];
}

std::vector<std::uint8_t> header_bytes(SampleKind kind) {
    ByteWriter out;
    out.put_text(Magics[static_cast<std::size_t>(kind)]);
    out.put(Version);
    out.put(std::uint32_t{BoardSize});
    return out.bytes();
}

// The next batch, if it is whole.
std::optional<SampleBatch> next_batch(std::span<const std::uint8_t> bytes) {
    if (bytes.size() < BatchHeaderBytes) return std::nullopt;
    ByteReader in(bytes, "batch");
    SampleBatch batch;
    batch.number = in.get<std::uint32_t>();
    const auto count = in.get<std::uint32_t>();
    const auto sum = in.get<std::uint64_t>();
    if ((bytes.size() - BatchHeaderBytes) / SampleBytes < count) return std::nullopt;
    if (checksum(bytes.subspan(BatchHeaderBytes, count * SampleBytes)) != sum) return std::nullopt;
    batch.samples.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) batch.samples.push_back(get_sample(in));
    return batch;
}

struct Content {
    std::vector<SampleBatch> batches;
    std::size_t good_bytes = 0;
};

bool begins_with(std::span<const std::uint8_t> bytes, const std::vector<std::uint8_t>& header) {
    return bytes.size() >= header.size() && std::equal(header.begin(), header.end(), bytes.begin());
}

Content parse(const std::filesystem::path& path, SampleKind kind) {
    const Result<std::string> text = read_file(path);
    if (!text) throw Error(text.error());
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(text->data()), text->size());
    const std::vector<std::uint8_t> header = header_bytes(kind);
    if (begins_with(bytes, header_bytes(other_than(kind))))
        throw Error(path.string() + ": samples of " + std::string(name_of(other_than(kind))) +
                    ", not of " + std::string(name_of(kind)));
    if (!begins_with(bytes, header))
        throw Error(path.string() + ": no file of samples for this board");
    Content content{{}, header.size()};
    while (auto batch = next_batch(bytes.subspan(content.good_bytes))) {
        content.good_bytes += BatchHeaderBytes + batch->samples.size() * SampleBytes;
        content.batches.push_back(std::move(*batch));
    }
    return content;
}

}  // namespace

std::vector<SampleBatch> read_samples(const std::filesystem::path& path, SampleKind kind) {
    std::vector<SampleBatch> batches = parse(path, kind).batches;
    std::sort(batches.begin(), batches.end(), [](const SampleBatch& a, const SampleBatch& b) {
        return a.number < b.number;
    });
    return batches;
}

SampleWriter::SampleWriter(const std::filesystem::path& path, SampleKind kind) : path_(path) {
    if (!std::filesystem::exists(path)) {
        const std::vector<std::uint8_t> header = header_bytes(kind);
        write_file_atomically(path, {reinterpret_cast<const char*>(header.data()), header.size()});
    }
    const Content content = parse(path, kind);
    std::filesystem::resize_file(path, content.good_bytes);
    for (const SampleBatch& batch : content.batches) {
        present_.insert(batch.number);
        samples_ += batch.samples.size();
    }
    file_.open(path, std::ios::binary | std::ios::app);
    if (!file_) throw Error(path.string() + ": cannot be written");
}

void SampleWriter::append(const SampleBatch& batch) {
    ByteWriter payload;
    for (const Sample& sample : batch.samples) put_sample(payload, sample);
    ByteWriter out;
    out.put(batch.number);
    out.put(static_cast<std::uint32_t>(batch.samples.size()));
    out.put(checksum(payload.bytes()));
    out.put_bytes(payload.bytes());
    file_.write(reinterpret_cast<const char*>(out.bytes().data()),
                static_cast<std::streamsize>(out.size()));
    file_.flush();
    if (!file_) throw Error(path_.string() + ": cannot be written (disk full?)");
    present_.insert(batch.number);
    samples_ += batch.samples.size();
}

}  // namespace deepwell::tune
