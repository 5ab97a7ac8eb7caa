#include "tune/network_trainer.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/random.h"
#include "eval/network_evaluator.h"
#include "tune/learned_layers.h"

namespace deepwell::tune {

namespace {

constexpr std::size_t LeastSamples = 1000;

struct Example {
    Position position;  // Black to move
    float worth;        // of the result
    float target;       // what is learned
};

struct Examples {
    std::vector<Example> learned;
    std::vector<Example> held_out;
};

struct Saying {
    Example example;
    bool is_held_out;
};

std::vector<Saying> sayings_of(const std::vector<SampleBatch>& batches,
                               const TrainOptions& options) {
    std::vector<Saying> sayings;
    std::uint64_t game = 0;
    for (const SampleBatch& batch : batches)
        for (const Sample& sample : batch.samples) {
            game += sample.opens_game;
            const double worth = 0.5 * (static_cast<int>(sample.result) + 1);
            const double said = sigmoid(sample.score / options.score_scale);
            const double target = (1 - options.score_share) * worth + options.score_share * said;
            const Position& p = sample.position;
            sayings.push_back({{p.side == Side::Black ? p : turned(p),
                                static_cast<float>(worth),
                                static_cast<float>(target)},
                               game % 100 < static_cast<std::uint64_t>(options.held_out_in_100)});
        }
    return sayings;
}

std::array<Bitboard::Bits, 3> bits_of(const Position& p) {
    return {p.black.bits(), p.white.bits(), p.kings.bits()};
}

// What all of them say on average.  REQUIRES: they are of one position.
Example mean_of(std::span<const Saying> sayings) {
    double worth = 0;
    double target = 0;
    for (const Saying& saying : sayings) {
        worth += saying.example.worth;
        target += saying.example.target;
    }
    const auto count = static_cast<double>(sayings.size());
    return {sayings[0].example.position,
            static_cast<float>(worth / count),
            static_cast<float>(target / count)};
}

// A position is one example, however often it came: openings come thousands of times, and games
// that are alike would be learned by heart.  It only judges if no game from which we learn had it.
Examples examples_of(const std::vector<SampleBatch>& batches, const TrainOptions& options) {
    std::vector<Saying> sayings = sayings_of(batches, options);
    const auto order = [](const Saying& a, const Saying& b) {
        return bits_of(a.example.position) < bits_of(b.example.position);
    };
    std::stable_sort(sayings.begin(), sayings.end(), order);
    Examples examples;
    for (auto first = sayings.begin(); first != sayings.end();) {
        const auto last = std::upper_bound(first, sayings.end(), *first, order);
        const bool is_held_out =
            std::all_of(first, last, [](const Saying& saying) { return saying.is_held_out; });
        (is_held_out ? examples.held_out : examples.learned).push_back(mean_of({first, last}));
        first = last;
    }
    return examples;
}

// Tall windows by view, windows with a king by view, then pieces by square: own kings, enemy kings,
// own men, enemy men.  These last ones are no inputs of the network: what a piece is worth wherever
// it stands is learned by them fast, and from few samples; what its neighbours change is left to
// the windows.  In the end they are added to the views of one window (`views_with`).
constexpr std::size_t KingViews = TallWindowCount * TallViewCount;
constexpr std::size_t Squares = KingViews + WindowCount * ViewCount;
constexpr std::size_t PieceKinds = 4;
constexpr std::size_t Rows = Squares + PieceKinds * SquareCount;
static_assert(Rows < 65536);

using Inputs = InputList<TallWindowCount + WindowCount + SquareCount>;

constexpr std::size_t tall_input(std::size_t window, std::size_t view) {
    return window * TallViewCount + view;
}
constexpr std::size_t king_input(std::size_t window, std::size_t view) {
    return KingViews + window * ViewCount + view;
}

// The views of the first window that shows the square in which such a piece stands there, the piece
// alone being the first of them.
std::vector<std::size_t> views_with(std::size_t piece) {
    const std::size_t kind = piece / SquareCount;
    const bool is_enemy = kind % 2 != 0;
    std::vector<std::size_t> inputs;
    const auto collect = [&](const auto& windows,
                             const auto& input_of,
                             std::size_t views,
                             const auto& digits,
                             std::size_t base,
                             std::size_t digit) {
        for (std::size_t w = 0; w < windows.size() && inputs.empty(); ++w)
            for (std::size_t i = 0; i < windows[w].size(); ++i)
                if (windows[w][i] == piece % SquareCount)
                    for (std::size_t view = 0; view < views; ++view)
                        if (view / digits[i] % base == digit) inputs.push_back(input_of(w, view));
    };
    if (kind < 2)
        collect(Windows, king_input, ViewCount, ViewDigits, 5, is_enemy ? 4 : 2);
    else
        collect(TallWindows, tall_input, TallViewCount, TallDigits, 3, is_enemy ? 2 : 1);
    return inputs;
}

Inputs inputs_of(Position p) {
    if (p.side == Side::White) p = turned(p);
    const bool is_odd = (p.occupied() & FilesOfBlack).count() % 2 != 0;
    Inputs list;
    list.head = Network::head_number(p.occupied().count(), is_odd);
    // What a window without men would give is as well in the bias.
    for (std::size_t w = 0; w < TallWindowCount; ++w)
        if (const auto view = tall_view(TallWindows[w], p.men(Side::Black), p.men(Side::White)))
            list.add(tall_input(w, view));
    for (std::size_t w = 0; w < WindowCount; ++w)
        if (view_bits(Windows[w], p.kings, Bitboard()) != 0)
            list.add(king_input(w, view_of(Windows[w], p.black, p.white, p.kings)));
    std::size_t first = Squares;
    for (const Bitboard pieces : {p.kings_of(Side::Black),
                                  p.kings_of(Side::White),
                                  p.men(Side::Black),
                                  p.men(Side::White)}) {
        for (const Square square : pieces)
            list.add(first + static_cast<std::size_t>(square.index()));
        first += SquareCount;
    }
    return list;
}

// Calls `row(input, row)` for each input and its row.
template <class SomeNetwork, class Row>
void for_each_row(SomeNetwork& network, const Row& row) {
    for (std::size_t w = 0; w < TallWindowCount; ++w)
        for (std::size_t view = 0; view < TallViewCount; ++view)
            row(tall_input(w, view), network.men[w][view]);
    for (std::size_t w = 0; w < WindowCount; ++w)
        for (std::size_t view = 0; view < ViewCount; ++view)
            row(king_input(w, view), network.near_kings[w][view]);
}

class Model {
public:
    explicit Model(Random& random) : layers_(Rows, Squares, Network::Heads, random) {}

    // In logits, for the side to move.
    double output(const Position& position) const {
        Activity activity;
        return layers_.forward(inputs_of(position), activity);
    }

    // Returns the mean loss against what is learned.
    double learn(const std::vector<Example>& examples, EpochPlan& plan) {
        return learn_epoch(layers_, examples, plan, inputs_of);
    }

    std::shared_ptr<const Network> in_integers(double points_per_logit) const;

    // The inverse.
    void set(const Network& network, double points_per_logit);

private:
    std::vector<float> rows_with_pieces() const;

    LearnedLayers layers_;
};

// The rows of the network, those of pieces by square added to the first window that shows them.
std::vector<float> Model::rows_with_pieces() const {
    std::vector<float> rows = layers_.first.values;
    for (std::size_t piece = 0; piece < PieceKinds * SquareCount; ++piece) {
        const float* const row = &layers_.first.values[(Squares + piece) * First];
        for (const std::size_t input : views_with(piece)) add(&rows[input * First], row);
    }
    return rows;
}

std::shared_ptr<const Network> Model::in_integers(double points_per_logit) const {
    auto network = std::make_shared<Network>();
    const std::vector<float> rows = rows_with_pieces();
    const auto small = [](float value) {
        return static_cast<std::int16_t>(in_integer(value, Network::FirstOne));
    };
    for_each_row(*network, [&](std::size_t input, Network::Row& row) {
        for (std::size_t i = 0; i < First; ++i) row[i] = small(rows[input * First + i]);
    });
    for (std::size_t i = 0; i < First; ++i)
        network->first_bias[i] = small(layers_.first_bias.values[i]);
    for (std::size_t head = 0; head < Network::Heads; ++head)
        network->heads[head] = head_in_integers(layers_, head, points_per_logit);
    return network;
}

void Model::set(const Network& network, double points_per_logit) {
    const auto part = [](auto whole, double one) {
        return static_cast<float>(static_cast<double>(whole) / one);
    };
    for_each_row(network, [&](std::size_t input, const Network::Row& row) {
        for (std::size_t i = 0; i < First; ++i)
            layers_.first.values[input * First + i] = part(row[i], Network::FirstOne);
    });
    for (std::size_t piece = 0; piece < PieceKinds * SquareCount; ++piece) {
        const std::vector<std::size_t> shown = views_with(piece);
        float* const row = &layers_.first.values[(Squares + piece) * First];
        std::copy_n(&layers_.first.values[shown[0] * First], First, row);
        for (const std::size_t input : shown)
            add_scaled(&layers_.first.values[input * First], -1, row);
    }
    for (std::size_t i = 0; i < First; ++i)
        layers_.first_bias.values[i] = part(network.first_bias[i], Network::FirstOne);
    for (std::size_t j = 0; j < Network::Heads * Second; ++j) {
        const Network::Head& head = network.heads[j / Second];
        for (std::size_t i = 0; i < First; ++i)
            layers_.second.values[j * First + i] =
                part(head.second[j % Second][i], Network::SecondOne);
        layers_.second_bias.values[j] =
            part(head.second_bias[j % Second], 1.0 * Network::FirstOne * Network::SecondOne);
        layers_.last.values[j] = part(head.last[j % Second], points_per_logit * Network::OutputOne);
    }
    for (std::size_t head = 0; head < Network::Heads; ++head)
        layers_.last_bias.values[head] = part(network.heads[head].last_bias, points_per_logit);
}

template <class Logit>
double mean_loss(const std::vector<Example>& examples, const Logit& logit) {
    double sum = 0;
    for (const Example& example : examples) sum += loss_of(logit(example.position), example.worth);
    return sum / std::max(static_cast<double>(examples.size()), 1.0);
}

}  // namespace

TrainResult train_network(const std::vector<SampleBatch>& batches,
                          const TrainOptions& options,
                          const std::stop_token& stop,
                          const std::function<void(const TrainState&)>& after_epoch) {
    Examples examples = examples_of(batches, options);
    if (examples.learned.size() < LeastSamples)
        throw Error("too few samples: " + std::to_string(examples.learned.size()));
    Random random(options.seed);
    Model model(random);
    if (options.from != nullptr) model.set(*options.from, options.score_scale);
    const auto logit = [&](const Position& p) { return model.output(p); };
    EpochPlan plan;
    for (int epoch = 0; epoch < options.epochs && !stop.stop_requested(); ++epoch) {
        shuffle(examples.learned, random);
        plan.rate_of_part = [&](double part) {
            return rate_at((epoch + part) / options.epochs, options.learning_rate);
        };
        after_epoch(
            {epoch + 1, model.learn(examples.learned, plan), mean_loss(examples.held_out, logit)});
    }
    TrainResult result;
    result.positions = examples.learned.size();
    result.network = model.in_integers(options.score_scale);
    const NetworkEvaluator stored(result.network);
    result.loss_in_integers = mean_loss(examples.held_out, [&](const Position& p) {
        return stored.evaluate(p) / options.score_scale;
    });
    return result;
}

}  // namespace deepwell::tune
