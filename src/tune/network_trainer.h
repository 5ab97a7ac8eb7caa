// Trains the network of eval/network.h on samples: logistic loss on results, Adam (Kingma and Ba,
// 2015) on small batches, learning rate falling along a cosine.  The same samples, options and
// program give the same network.
//
// A position is one example, which says what all samples of it say on average.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>

#include "eval/network.h"
#include "tune/sample_file.h"

namespace deepwell::tune {

struct TrainOptions {
    int epochs = 10;
    double learning_rate = 0.002;
    std::shared_ptr<const Network> from;  // goes on with it; nullptr: from scratch
    std::uint64_t seed = 1;
    // How much of the target is what the search said, the rest being how the game ended.
    double score_share = 0;
    // Points that mean a worth of 0.73: of the scores that are learned from, and so of the network,
    // and of the one that it goes on with.
    double score_scale = 38;
    int held_out_in_100 = 5;  // games whose positions only judge, if no other game has them
};

struct TrainState {
    int epoch = 0;
    double loss_learned = 0;  // mean cross entropy in nats against the results
    double loss_held_out = 0;
};

struct TrainResult {
    std::shared_ptr<const Network> network;
    double loss_in_integers = 0;  // on held-out games, of the network as it is stored
    std::uint64_t positions = 0;  // learned from
};

// `after_epoch` is called from the same thread.  Ends early, after an epoch, if stopped.  Throws
// Error if there are too few samples.
TrainResult train_network(const std::vector<SampleBatch>& batches,
                          const TrainOptions& options,
                          const std::stop_token& stop,
                          const std::function<void(const TrainState&)>& after_epoch);

}  // namespace deepwell::tune
