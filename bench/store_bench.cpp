// How fast the proof manager's store takes nodes, and how large it gets.
//
//     store-bench DIR [NODES [BATCH]]
//
// Positions of random games are written in transactions of BATCH nodes, each on disk before the
// next begins; then nodes chosen at random are written again.  DIR must not hold a store.

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <unordered_set>
#include <vector>

#include "base/random.h"
#include "base/stopwatch.h"
#include "board/movegen.h"
#include "proof/node_key.h"
#include "proof/proof_graph.h"
#include "proof/proof_store.h"

namespace {

using namespace deepwell;
using namespace deepwell::proof;

class RandomNodes {
public:
    StoredNode next() {
        for (;;) {
            const MoveList moves = legal_moves(position_);
            if (moves.empty() || ++ply_ > 120) {
                position_ = Position::start();
                ply_ = 0;
                continue;
            }
            const Move& move = moves[random_.below(static_cast<std::uint32_t>(moves.size()))];
            position_ = turned(play(position_, move));
            if (seen_.insert(position_).second) break;
        }
        StoredNode node;
        node.position = position_;
        node.ply = static_cast<std::uint16_t>(ply_);
        node.numbers = {Numbers{random_.below(1000), 7}, Numbers{1, random_.below(1000)}};
        return node;
    }

private:
    Random random_{1};
    Position position_ = Position::start();
    int ply_ = 0;
    std::unordered_set<Position, PositionHash> seen_;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    const std::filesystem::path folder = argv[1];
    const std::size_t count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1'000'000;
    const std::size_t batch = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 10'000;
    if (ProofStore::exists(folder)) return 2;
    std::filesystem::create_directories(folder);
    ProofStore store(folder, ProofStore::Access::Write);

    RandomNodes source;
    std::vector<StoredNode> nodes(count);
    for (StoredNode& node : nodes) node = source.next();
    const Stopwatch watch;
    for (std::size_t first = 0; first < count; first += batch)
        store.write({&nodes[first], std::min(batch, count - first)}, first);
    const double seconds = watch.seconds();
    fmt::print("{} new nodes, {} a transaction: {:.0f} nodes/s, {:.3f} GiB, {:.1f} bytes a node\n",
               count,
               batch,
               static_cast<double>(count) / seconds,
               static_cast<double>(std::filesystem::file_size(folder / "data.mdb")) / (1 << 30),
               static_cast<double>(std::filesystem::file_size(folder / "data.mdb")) /
                   static_cast<double>(count));

    Random random(2);
    const std::size_t rounds = std::max<std::size_t>(1, count / 10 / batch);
    const Stopwatch again;
    for (std::size_t round = 0; round < rounds; ++round) {
        std::vector<StoredNode> changed(batch);
        for (StoredNode& node : changed)
            node = nodes[random.below(static_cast<std::uint32_t>(count))];
        store.write(changed, round);
    }
    fmt::print("{} changed nodes: {:.0f} nodes/s, {:.3f} GiB\n",
               rounds * batch,
               static_cast<double>(rounds * batch) / again.seconds(),
               static_cast<double>(std::filesystem::file_size(folder / "data.mdb")) / (1 << 30));
    return 0;
}
