// ProofStore: the manager's graph on disk, in LMDB (docs/proof-manager.md).
//
// It can be rebuilt from the log of results at any time; it exists so that this is not needed.
//
// Thread rule: one thread at a time.  One process may write while others read.

#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "proof/job_report.h"
#include "proof/proof_numbers.h"

namespace deepwell::proof {

struct StoredNode {
    Position position;  // Black to move (node_key.h)
    WdlRange known;     // proven, for the side to move
    WdlRange own;       // the part of it that a prover has shown
    Outlook outlook{};  // of alpha-beta, if it was searched
    std::uint16_t ply = 0;
    Attempts attempts{};  // of provers
    bool is_expanded = false;
    Decider decider = Decider::Nobody;
    std::array<Numbers, 2> numbers{};  // by NodeQuestion; of the time when the node was written
};

class ProofStore {
public:
    enum class Access { Read, Write };

    // Creates it if there is none and it may write.  Throws Error if that is impossible, or if it
    // is of another board.
    ProofStore(const std::filesystem::path& directory, Access access);
    ~ProofStore();
    ProofStore(const ProofStore&) = delete;
    ProofStore& operator=(const ProofStore&) = delete;

    static bool exists(const std::filesystem::path& directory);

    // In one transaction, on disk when it returns: all of it or, if Error is thrown, nothing.
    // `applied`: the nodes contain what the log holds before this offset.
    void write(std::span<const StoredNode> nodes, std::uint64_t applied);
    void set_threshold(const Position& root, Score threshold);
    // The databases that the nodes rely on have at most so many pieces.
    void set_pieces(int pieces);
    // Forgets everything.
    void clear();

    std::uint64_t applied() const;
    std::optional<Score> threshold(const Position& root) const;
    int pieces() const;          // 0 if it was never set
    std::uint64_t size() const;  // nodes
    std::optional<StoredNode> find(const Position& position) const;
    void for_each(const std::function<void(const StoredNode&)>& visit) const;

private:
    struct Environment;
    std::unique_ptr<Environment> environment_;
};

}  // namespace deepwell::proof
