// Trains a network of endings (eval/ending_network.h): logistic loss, Adam, falling rate, as in
// network_trainer.h.  The same samples, options and program give the same network.
//
// What is learned is a mixture of the truth and of what another network, the teacher, says without
// search.  The truth alone plays badly (docs/network.md): to it all wins are alike.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>

#include "eval/ending_network.h"
#include "tune/network_trainer.h"
#include "tune/sample_file.h"

namespace deepwell::tune {

struct EndingTrainOptions {
    std::shared_ptr<const Network> teacher;  // REQUIRES: not null
    int epochs = 4;
    double learning_rate = 0.002;
    double truth_share = 0.75;
    // Points that mean a worth of 0.73: of the teacher, who does not search, and of searches.
    // Scores of the network are to mean what those of searches do.
    double teacher_scale = 28;
    double score_scale = 38;
    std::uint64_t seed = 1;
    int held_out_in_100 = 2;  // games whose samples only judge
};

struct EndingTrainResult {
    std::shared_ptr<const EndingNetwork> network;
    std::uint64_t samples = 0;  // learned from
    // Mean cross entropy in nats against the truth on held-out games (a position may be in several
    // games, and so in learned ones, too), less what no judge could avoid: of the network as it is
    // stored, and of the teacher.
    double loss = 0;
    double loss_of_teacher = 0;
};

// `after_epoch` is called from the same thread with the loss against what is learned, and on
// held-out games with that against the truth, as in the result.  Ends early, after an epoch, if
// stopped.  Samples of more or fewer pieces are left out.  Throws Error if there are too few.
EndingTrainResult train_endings(const std::vector<SampleBatch>& batches,
                                const EndingTrainOptions& options,
                                const std::stop_token& stop,
                                const std::function<void(const TrainState&)>& after_epoch);

}  // namespace deepwell::tune
