#include "book/forced_values.h"

#include <cstdlib>
#include <iterator>
#include <map>

namespace deepwell::book {

namespace {

// Settles nodes from the largest values downwards: the first gain that a node is told is its
// largest, and the last loss, when nothing else is left, its least.
class Settling {
public:
    explicit Settling(std::span<const std::vector<Way>> nodes)
        : nodes_(nodes),
          parents_(nodes.size()),
          open_(nodes.size(), 0),
          settled_(nodes.size(), false),
          values_(nodes.size(), 0) {}

    std::vector<Score> run(Score if_none) {
        for (NodeNumber node = 0; node < nodes_.size(); ++node) link(node);
        for (NodeNumber node = 0; node < nodes_.size(); ++node)
            if (nodes_[node].empty()) settle(node, if_none);
        while (!waiting_.empty()) {
            const auto largest = std::prev(waiting_.end());
            const Told told = largest->second.back();
            largest->second.pop_back();
            if (largest->second.empty()) waiting_.erase(largest);
            tell(told);
        }
        return values_;
    }

private:
    struct Parent {
        NodeNumber node;
        bool keeps_turn;
    };
    // News for a node: one of its ways is worth so much.
    struct Told {
        NodeNumber node;
        Score gain;
    };

    void link(NodeNumber node) {
        open_[node] = nodes_[node].size();
        for (const Way& way : nodes_[node]) {
            if (way.node)
                parents_[*way.node].push_back({node, way.keeps_turn});
            else
                wait({node, way.outside});
        }
    }

    void settle(NodeNumber node, Score value) {
        settled_[node] = true;
        values_[node] = value;
        for (const Parent& parent : parents_[node])
            wait({parent.node, parent.keeps_turn ? value : -value});
    }

    void wait(const Told& told) {
        if (told.gain != 0) waiting_[std::abs(told.gain)].push_back(told);
    }

    void tell(const Told& told) {
        if (settled_[told.node]) return;
        if (told.gain > 0 || --open_[told.node] == 0) settle(told.node, told.gain);
    }

    std::span<const std::vector<Way>> nodes_;
    std::vector<std::vector<Parent>> parents_;
    std::vector<std::size_t> open_;  // ways that are not settled against the mover
    std::vector<bool> settled_;
    std::vector<Score> values_;
    std::map<Score, std::vector<Told>> waiting_;  // by the size of the gain
};

}  // namespace

std::vector<Score> forced_values(std::span<const std::vector<Way>> nodes, Score if_none) {
    return Settling(nodes).run(if_none);
}

}  // namespace deepwell::book
