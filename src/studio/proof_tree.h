// ProofTree: what a proof shows, position by position, for the browser of proofs.
//
// A file of its own beside the certificate: which move the proof plays in which position, per
// question.  It is a picture for people; what is certain is what deepwell-check says.

#pragma once

#include <filesystem>
#include <optional>
#include <unordered_map>
#include <vector>

#include "proof/extraction.h"
#include "studio/proof_view.h"

namespace deepwell::studio {

// Throws Error if it cannot be written.
void write_proof_tree(const std::filesystem::path& path,
                      const std::vector<proof::ShownAnswer>& shown);

class ProofTree final : public ProofView {
public:
    // Throws Error if the file is none.  The database must outlive it.
    ProofTree(const std::filesystem::path& path, const egdb::Database& database);

    ProofFacts look(const Position& position) const override;
    bool is_chosen(const Position& position, const Position& after) const override;

private:
    struct Section {
        Side attacker = Side::Black;
        proof::Answer answer = proof::Answer::Unknown;
        std::unordered_map<Position, Position, proof::PositionHash> choices;
        // Who chooses: the attacker in a win, the defender elsewhere.
        Side chooser() const { return answer == proof::Answer::Yes ? attacker : other(attacker); }
    };
    bool shows(const Section& section, const Position& position) const;
    bool supports(const Section& section, const Position& position) const;
    WdlRange leaf_value(const Position& position) const;

    const egdb::Database& database_;
    std::vector<Section> sections_;
};

}  // namespace deepwell::studio
