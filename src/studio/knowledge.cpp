#include "studio/knowledge.h"

#include "board/movegen.h"
#include "egdb/directory.h"

namespace deepwell::studio {

namespace {

constexpr std::uint64_t CacheBytes = std::uint64_t{256} << 20;
constexpr std::uint64_t DistanceCacheBytes = std::uint64_t{128} << 20;
constexpr int MostKnownPieces = 10;

std::shared_ptr<const egdb::Database> open(const std::filesystem::path& directory) {
    return std::make_shared<const egdb::Database>(
        directory,
        egdb::DatabaseOptions{.cache_bytes = CacheBytes,
                              .distance_cache_bytes = DistanceCacheBytes});
}

}  // namespace

Knowledge::Knowledge(const std::string& data)
    : directory_(egdb::directory_of(data)),
      book_path_(book::game_book_path(data)),
      database_(open(directory_)) {
    if (std::filesystem::exists(book_path_))
        book_ = std::make_shared<const book::GameBook>(book_path_);
}

std::shared_ptr<const egdb::Database> Knowledge::database() const {
    const std::scoped_lock lock(mutex_);
    return database_;
}

int Knowledge::distance_pieces() const {
    const auto database = this->database();
    for (int pieces = 2; pieces <= MostKnownPieces; ++pieces)
        for (const egdb::Material& material : egdb::materials_with(pieces))
            if (database->distance_file(material) == nullptr) return pieces > 2 ? pieces - 1 : 0;
    return MostKnownPieces;
}

void Knowledge::reload() {
    auto opened = open(directory_);
    const std::scoped_lock lock(mutex_);
    database_ = std::move(opened);
    ++generation_;
}

Truth Knowledge::truth_of(const Position& position) const {
    if (legal_moves(position).empty()) return {WdlRange::exactly(Wdl::Loss), 0};
    const auto database = this->database();
    const WdlRange value = database->probe(position);
    const bool is_decided = value.is_exact() && value.low != Wdl::Draw;
    return {value, is_decided ? database->distance(position) : std::nullopt};
}

}  // namespace deepwell::studio
