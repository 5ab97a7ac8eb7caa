#include "tune/ending_trainer.h"

#include <array>
#include <string>

#include "base/error.h"
#include "eval/network_evaluator.h"
#include "search/search_score.h"
#include "tune/learned_layers.h"

namespace deepwell::tune {

namespace {

// A step touches all rows, of which there are many.
constexpr std::size_t EndingBatch = 2048;
constexpr std::size_t LeastEndings = 1000;

// Views by window; then own men, own kings, enemy men and enemy kings by square, which are no
// inputs of the network: as in network_trainer.cpp they are added to the views in the end.
constexpr std::size_t ViewRows = WindowCount * ViewCount;
constexpr std::size_t PieceKinds = 4;
constexpr std::size_t EndingRows = ViewRows + PieceKinds * SquareCount;

struct EndingExample {
    Position position;
    float truth;
    float target;
};

using EndingInputs = InputList<WindowCount + EndingNetwork::MostPieces>;

EndingInputs inputs_of_ending(const Position& position) {
    const Position p = position.side == Side::Black ? position : turned(position);
    EndingInputs list;
    // What a window without pieces would give is as well in the bias.
    for (std::size_t w = 0; w < WindowCount; ++w)
        if (const std::size_t view = view_of(Windows[w], p.black, p.white, p.kings))
            list.add(w * ViewCount + view);
    std::size_t first = ViewRows;
    for (const Bitboard pieces : {p.men(Side::Black),
                                  p.kings_of(Side::Black),
                                  p.men(Side::White),
                                  p.kings_of(Side::White)}) {
        for (const Square square : pieces)
            list.add(first + static_cast<std::size_t>(square.index()));
        first += SquareCount;
    }
    const bool is_odd = (p.occupied() & FilesOfBlack).count() % 2 != 0;
    list.head = EndingNetwork::head_number(p.black.count(), p.white.count(), is_odd);
    return list;
}

double truth_of(const Sample& sample, double scale) {
    if (search::is_decided(sample.score)) return sample.score > 0 ? 1 : 0;
    return sigmoid(sample.score / scale);
}

class EndingExamples {
public:
    EndingExamples(const std::vector<SampleBatch>& batches, const EndingTrainOptions& options)
        : teacher_(options.teacher) {
        std::uint64_t game = 0;
        for (const SampleBatch& batch : batches)
            for (const Sample& sample : batch.samples) {
                game += sample.opens_game;
                if (!EndingNetwork::knows(sample.position.occupied().count())) continue;
                const bool is_held_out =
                    game % 100 < static_cast<std::uint64_t>(options.held_out_in_100);
                (is_held_out ? held_out : learned).push_back(example(sample, options));
            }
    }

    const NetworkEvaluator& teacher() const { return teacher_; }

    std::vector<EndingExample> learned;
    std::vector<EndingExample> held_out;

private:
    EndingExample example(const Sample& sample, const EndingTrainOptions& options) const {
        const double truth = truth_of(sample, options.score_scale);
        const double taught = sigmoid(teacher_.evaluate(sample.position) / options.teacher_scale);
        const double target = options.truth_share * truth + (1 - options.truth_share) * taught;
        return {sample.position, static_cast<float>(truth), static_cast<float>(target)};
    }

    NetworkEvaluator teacher_;
};

// What even the best judge loses where neither side is sure to win.
double least_loss(double truth) {
    if (truth <= 0 || truth >= 1) return 0;
    return -(truth * std::log(truth) + (1 - truth) * std::log(1 - truth));
}

template <class Logit>
double loss_against_truth(const std::vector<EndingExample>& examples, const Logit& logit) {
    double sum = 0;
    for (const EndingExample& example : examples)
        sum += loss_of(logit(example.position), example.truth) - least_loss(example.truth);
    return sum / std::max(static_cast<double>(examples.size()), 1.0);
}

// Calls `view(window, view)` for each view of the first window that shows the square in which such
// a piece stands there.
template <class View>
void for_each_view_of_piece(std::size_t kind, std::size_t square, const View& view) {
    for (std::size_t w = 0; w < WindowCount; ++w)
        for (std::size_t i = 0; i < Windows[w].size(); ++i) {
            if (Windows[w][i] != square) continue;
            for (std::size_t number = 0; number < ViewCount; ++number)
                if (number / ViewDigits[i] % 5 == kind + 1) view(w, number);
            return;
        }
}

class EndingModel {
public:
    explicit EndingModel(Random& random)
        : layers_(EndingRows, ViewRows, EndingNetwork::Heads, random) {}

    // In logits, for the side to move.
    double output(const Position& position) const {
        Activity activity;
        return layers_.forward(inputs_of_ending(position), activity);
    }

    // Returns the mean loss against what is learned.
    double learn(const std::vector<EndingExample>& examples, EpochPlan& plan) {
        return learn_epoch(layers_, examples, plan, inputs_of_ending);
    }

    std::shared_ptr<const EndingNetwork> in_integers(double points_per_logit) const {
        auto network = std::make_shared<EndingNetwork>();
        const std::vector<float> rows = rows_with_pieces();
        const auto small = [](float value) {
            return static_cast<std::int16_t>(in_integer(value, Network::FirstOne));
        };
        for (std::size_t w = 0; w < WindowCount; ++w)
            for (std::size_t view = 0; view < ViewCount; ++view)
                for (std::size_t i = 0; i < First; ++i)
                    network->rows[w][view][i] = small(rows[(w * ViewCount + view) * First + i]);
        for (std::size_t i = 0; i < First; ++i)
            network->first_bias[i] = small(layers_.first_bias.values[i]);
        for (std::size_t head = 0; head < EndingNetwork::Heads; ++head)
            network->heads[head] = head_in_integers(layers_, head, points_per_logit);
        return network;
    }

private:
    std::vector<float> rows_with_pieces() const {
        std::vector<float> rows = layers_.first.values;
        for (std::size_t piece = 0; piece < PieceKinds * SquareCount; ++piece)
            for_each_view_of_piece(
                piece / SquareCount, piece % SquareCount, [&](std::size_t w, std::size_t view) {
                    add(&rows[(w * ViewCount + view) * First],
                        &layers_.first.values[(ViewRows + piece) * First]);
                });
        return rows;
    }

    LearnedLayers layers_;
};

}  // namespace

EndingTrainResult train_endings(const std::vector<SampleBatch>& batches,
                                const EndingTrainOptions& options,
                                const std::stop_token& stop,
                                const std::function<void(const TrainState&)>& after_epoch) {
    EndingExamples examples(batches, options);
    if (examples.learned.size() < LeastEndings)
        throw Error("too few endings: " + std::to_string(examples.learned.size()));
    Random random(options.seed);
    EndingModel model(random);
    EpochPlan plan{.batch = EndingBatch};
    for (int epoch = 0; epoch < options.epochs && !stop.stop_requested(); ++epoch) {
        shuffle(examples.learned, random);
        plan.rate_of_part = [&](double part) {
            return rate_at((epoch + part) / options.epochs, options.learning_rate);
        };
        const double loss = model.learn(examples.learned, plan);
        const auto logit = [&](const Position& p) { return model.output(p); };
        after_epoch({epoch + 1, loss, loss_against_truth(examples.held_out, logit)});
    }
    EndingTrainResult result;
    result.network = model.in_integers(options.score_scale);
    result.samples = examples.learned.size();
    const NetworkEvaluator stored(options.teacher, result.network);
    const auto loss_of_evaluator = [&](const Evaluator& evaluator, double scale) {
        return loss_against_truth(examples.held_out,
                                  [&](const Position& p) { return evaluator.evaluate(p) / scale; });
    };
    result.loss = loss_of_evaluator(stored, options.score_scale);
    result.loss_of_teacher = loss_of_evaluator(examples.teacher(), options.teacher_scale);
    return result;
}

}  // namespace deepwell::tune
