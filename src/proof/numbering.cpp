#include "proof/numbering.h"

#include <queue>

namespace deepwell::proof {

namespace {

// Of an inner node that is not decided.
Number at_least_one(Number number) {
    return std::max<Number>(number, 1);
}

}  // namespace

bool Numbering::is_open(const GraphNode& node) const {
    return !proof::value_of(likely_answer(node, NodeQuestion::Wins, threshold_),
                            likely_answer(node, NodeQuestion::Loses, threshold_))
                .is_exact();
}

bool Numbering::is_decided() const {
    const auto answer = [&](NodeQuestion question) {
        const Numbers& numbers = graph_.node(target_).of(question);
        return numbers.is_yes() ? Answer::Yes : numbers.is_no() ? Answer::No : Answer::Unknown;
    };
    return proof::value_of(answer(NodeQuestion::Wins), answer(NodeQuestion::Loses)).is_exact();
}

void Numbering::compute(Index target, Score threshold) {
    target_ = target;
    threshold_ = threshold;
    collect();
    set_proofs();
    set_disproofs();
}

// The nodes that are reached from the target through open ones, by distance.
void Numbering::collect() {
    depth_.assign(graph_.size(), Outside);
    order_.assign(1, target_);
    depth_[target_] = 0;
    counts_ = {};
    for (std::size_t next = 0; next < order_.size(); ++next) {
        const Index index = order_[next];
        const GraphNode& node = graph_.node(index);
        if (!is_open(node)) {
            if (!node.known.is_exact()) ++counts_.likely;
            continue;
        }
        if (!node.is_expanded) {
            ++counts_.frontier;
            continue;
        }
        ++counts_.inner;
        for (const auto& edge : graph_.children(index)) {
            if (depth_[edge.child] != Outside) continue;
            depth_[edge.child] = depth_[index] + 1;
            order_.push_back(edge.child);
        }
    }
}

Number Numbering::joined(std::uint64_t sum, std::uint64_t most, std::uint64_t open) const {
    if (!terms_.weak) return clamp_number(sum);
    return open == 0 ? 0 : clamp_number(most + open - 1);
}

void Numbering::refresh_leaf(GraphNode& node) const {
    for (const NodeQuestion question : NodeQuestions)
        node.of(question) = leaf_numbers(node, question, threshold_, terms_);
}

// The cheapest derivation of a yes, the cheapest node first: what a node rests on is finished
// before it, so nothing rests on itself (Knuth 1977).  What is never finished is a no.
void Numbering::set_proofs() {
    struct Joint {
        std::uint64_t sum = 0, most = 0;
        std::uint32_t open = 0, costly = 0;
    };
    std::vector<Joint> joints(graph_.size());
    std::priority_queue<Task, std::vector<Task>, std::greater<>> tasks;
    for (const Index index : order_) {
        GraphNode& node = graph_.node(index);
        const bool is_inner = node.is_expanded && is_open(node);
        joints[index].open = node.child_count;
        for (const NodeQuestion question : NodeQuestions) {
            node.of(question) = Numbers::no();
            const Answer answer = likely_answer(node, question, threshold_);
            if (answer == Answer::Yes) tasks.push({0, index, question});
            if (answer == Answer::Unknown && !is_inner)
                tasks.push(
                    {leaf_numbers(node, question, threshold_, terms_).proof, index, question});
        }
    }
    const auto offer = [&](Number cost, Index index, NodeQuestion question) {
        const GraphNode& node = graph_.node(index);
        if (node.of(question).proof <= cost) return;
        if (answer_of(node.known, question) == Answer::Unknown) tasks.push({cost, index, question});
    };
    while (!tasks.empty()) {
        const Task task = tasks.top();
        tasks.pop();
        Numbers& numbers = graph_.node(task.index).of(task.question);
        if (numbers.proof != Infinite) continue;
        numbers = {task.cost, task.cost == 0 ? Infinite : Number{1}};
        graph_.for_each_parent(task.index, [&](Index parent) {
            if (depth_[parent] == Outside || !is_open(graph_.node(parent))) return;
            if (task.question == NodeQuestion::Loses)
                return offer(task.cost, parent, NodeQuestion::Wins);
            Joint& joint = joints[parent];
            joint.sum += task.cost;
            joint.most = std::max<std::uint64_t>(joint.most, task.cost);
            joint.costly += task.cost != 0 ? 1 : 0;
            if (--joint.open == 0)
                offer(joined(joint.sum, joint.most, joint.costly), parent, NodeQuestion::Loses);
        });
    }
}

void Numbering::set_disproofs() {
    for (auto index = order_.rbegin(); index != order_.rend(); ++index) {
        GraphNode& node = graph_.node(*index);
        for (const NodeQuestion question : NodeQuestions) {
            Numbers& numbers = node.of(question);
            if (numbers.is_decided()) continue;
            numbers.disproof = node.is_expanded
                                   ? at_least_one(from_children(*index, question).disproof)
                                   : leaf_numbers(node, question, threshold_, terms_).disproof;
        }
    }
}

// A child that is not below the node, by distance from the target, leads back: it counts as a leaf
// would, for its own number may rest on this one.
Numbers Numbering::from_children(Index index, NodeQuestion question) const {
    const NodeQuestion below = other(question);
    const auto all = question == NodeQuestion::Wins ? &Numbers::disproof : &Numbers::proof;
    const auto one = question == NodeQuestion::Wins ? &Numbers::proof : &Numbers::disproof;
    const std::optional<Wdl> settled = graph_.node(index).settled;
    const bool is_blocked = question == NodeQuestion::Loses && settled && *settled > Wdl::Loss;
    if (is_blocked) return Numbers::no();
    std::uint64_t sum = 0, most = 0, costly = 0;
    bool is_infinite = false;
    Number least = Infinite;
    for (const auto& edge : graph_.children(index)) {
        const Numbers numbers = graph_.node(edge.child).of(below);
        const bool leads_back = depth_[edge.child] <= depth_[index] && !numbers.is_decided();
        const auto of_child = [&](Number Numbers::*number) {
            if (!leads_back || number == &Numbers::proof) return numbers.*number;
            return leaf_numbers(graph_.node(edge.child), below, threshold_, terms_).disproof;
        };
        const Number shared = of_child(all);
        is_infinite |= shared == Infinite;
        sum += shared;
        most = std::max<std::uint64_t>(most, shared);
        costly += shared != 0 ? 1 : 0;
        least = std::min(least, of_child(one));
    }
    Numbers result;
    result.*all = is_infinite ? Infinite : joined(sum, most, costly);
    result.*one = least;
    return result;
}

void Numbering::refresh(Index index) {
    GraphNode& node = graph_.node(index);
    if (!node.is_expanded) return refresh_leaf(node);
    for (const NodeQuestion question : NodeQuestions) {
        const Answer fact = answer_of(node.known, question);
        node.of(question) = fact == Answer::Yes  ? Numbers::yes()
                            : fact == Answer::No ? Numbers::no()
                                                 : from_children(index, question);
    }
}

void Numbering::include_children(Index index) {
    depth_.resize(graph_.size(), Outside);
    for (const auto& edge : graph_.children(index)) {
        if (depth_[edge.child] != Outside) continue;
        depth_[edge.child] = depth_[index] + 1;
        refresh_leaf(graph_.node(edge.child));  // a guess for what lies below until compute()
    }
}

}  // namespace deepwell::proof
