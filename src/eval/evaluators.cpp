#include "eval/evaluators.h"

#include "base/files.h"
#include "eval/chinook.h"
#include "eval/network_evaluator.h"

namespace deepwell {

namespace {

using Answer = Result<std::shared_ptr<const Evaluator>>;

Answer evaluator_in(const std::string& bytes) {
    if (bytes.starts_with(NetworkMagic)) {
        auto network = parse_network(bytes);
        if (!network) return Failure{network.error()};
        return std::shared_ptr<const Evaluator>(std::make_shared<NetworkEvaluator>(*network));
    }
    if (bytes.starts_with(EndingMagic)) {
        if (!default_network()) return Failure{"networks of endings are for 8x8"};
        auto endings = parse_ending_network(bytes);
        if (!endings) return Failure{endings.error()};
        return std::shared_ptr<const Evaluator>(
            std::make_shared<NetworkEvaluator>(default_network(), *endings));
    }
    const Result<Weights> weights = parse_weights(bytes);
    if (!weights) return Failure{weights.error()};
    return std::shared_ptr<const Evaluator>(std::make_shared<ChinookEvaluator>(*weights));
}

}  // namespace

Answer evaluator_named(const std::string& name) {
    if (name.empty()) return default_evaluator();
    if (name == "chinook")
        return std::shared_ptr<const Evaluator>(std::make_shared<ChinookEvaluator>());
    const Result<std::string> bytes = read_file(name);
    if (!bytes) return Failure{bytes.error()};
    Answer answer = evaluator_in(*bytes);
    if (!answer) return Failure{name + ": " + answer.error()};
    return answer;
}

std::shared_ptr<const Evaluator> default_evaluator() {
    if (auto network = default_network())
        return std::make_shared<NetworkEvaluator>(std::move(network));
    return std::make_shared<ChinookEvaluator>();
}

std::shared_ptr<const Evaluator> default_judge() {
    auto endings = default_ending_network();
    if (!endings) return nullptr;
    return std::make_shared<NetworkEvaluator>(default_network(), std::move(endings));
}

}  // namespace deepwell
