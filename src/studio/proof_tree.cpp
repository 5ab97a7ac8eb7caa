#include "studio/proof_tree.h"

#include <algorithm>

#include "base/bytes.h"
#include "base/error.h"
#include "base/files.h"
#include "board/movegen.h"

namespace deepwell::studio {

namespace {

constexpr std::string_view Magic = "DWTREE1\n";

void put_position(ByteWriter& bytes, const Position& position) {
    for (const Bitboard set : {position.black, position.white, position.kings})
        bytes.put(set.bits());
    bytes.put(static_cast<std::uint8_t>(position.side));
}

Position get_position(ByteReader& bytes) {
    Position position;
    for (Bitboard* const set : {&position.black, &position.white, &position.kings})
        *set = Bitboard(bytes.get<std::uint32_t>());
    position.side = bytes.get<std::uint8_t>() == 0 ? Side::Black : Side::White;
    return position;
}

}  // namespace

void write_proof_tree(const std::filesystem::path& path,
                      const std::vector<proof::ShownAnswer>& shown) {
    ByteWriter bytes;
    bytes.put_text(Magic);
    bytes.put(static_cast<std::uint32_t>(shown.size()));
    for (const proof::ShownAnswer& section : shown) {
        bytes.put(static_cast<std::uint8_t>(section.attacker));
        bytes.put(static_cast<std::uint8_t>(section.answer));
        bytes.put(static_cast<std::uint64_t>(section.records.size()));
        for (const proof::ProofRecord& record : section.records) {
            put_position(bytes, record.position);
            put_position(bytes, record.choice);
        }
    }
    write_file_atomically(path,
                          {reinterpret_cast<const char*>(bytes.bytes().data()), bytes.size()});
}

ProofTree::ProofTree(const std::filesystem::path& path, const egdb::Database& database)
    : database_(database) {
    const auto text = read_file(path);
    if (!text) throw Error(text.error());
    if (!text->starts_with(Magic)) throw Error(path.string() + ": no tree of a proof");
    ByteReader bytes({reinterpret_cast<const std::uint8_t*>(text->data()), text->size()},
                     path.string());
    bytes.get_bytes(Magic.size());
    sections_.resize(bytes.get<std::uint32_t>());
    for (Section& section : sections_) {
        section.attacker = bytes.get<std::uint8_t>() == 0 ? Side::Black : Side::White;
        section.answer = static_cast<proof::Answer>(bytes.get<std::uint8_t>());
        const auto count = bytes.get<std::uint64_t>();
        for (std::uint64_t i = 0; i < count; ++i) {
            const Position position = get_position(bytes);
            section.choices.emplace(position, get_position(bytes));
        }
    }
}

WdlRange ProofTree::leaf_value(const Position& position) const {
    if (legal_moves(position).empty()) return WdlRange::exactly(Wdl::Loss);
    const bool is_within = position.occupied().count() <= database_.complete_pieces();
    return is_within && !position.enemy().is_empty() ? database_.probe(position) : WdlRange{};
}

// By the records or by the databases, without a look at moves.
bool ProofTree::supports(const Section& section, const Position& position) const {
    if (section.choices.contains(position)) return true;
    return proof::answer_of(leaf_value(position), position.side, section.attacker) ==
           section.answer;
}

bool ProofTree::shows(const Section& section, const Position& position) const {
    if (section.answer == proof::Answer::Unknown) return false;
    if (supports(section, position)) return true;
    if (position.side == section.chooser()) return false;
    return std::ranges::all_of(legal_moves(position), [&](const Move& move) {
        return supports(section, play(position, move));
    });
}

ProofFacts ProofTree::look(const Position& position) const {
    const WdlRange leaf = leaf_value(position);
    if (leaf.is_exact())
        return {leaf,
                ProofNodeKind::Leaf,
                legal_moves(position).empty() ? "rules" : "databases",
                std::nullopt};
    proof::Answer mover_wins = proof::Answer::Unknown, other_wins = proof::Answer::Unknown;
    for (const Section& section : sections_)
        if (shows(section, position))
            (section.attacker == position.side ? mover_wins : other_wins) = section.answer;
    const WdlRange value = proof::value_of(mover_wins, other_wins);
    if (value == WdlRange{}) return {};
    return {value, ProofNodeKind::Inner, "tree", std::nullopt};
}

bool ProofTree::is_chosen(const Position& position, const Position& after) const {
    return std::ranges::any_of(sections_, [&](const Section& section) {
        const auto found = section.choices.find(position);
        return found != section.choices.end() && found->second == after;
    });
}

}  // namespace deepwell::studio
