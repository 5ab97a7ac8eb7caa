// LiveProofs: questions about the graph of a solve that runs, answered by the thread that owns it.
//
// Thread rule: any thread.

#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "board/position.h"
#include "studio/json.h"

namespace deepwell::studio {

class LiveProofs {
public:
    // A solve that runs, from its beginning to its end.
    class Run {
    public:
        Run(LiveProofs& proofs, std::string job);
        ~Run();
        Run(const Run&) = delete;
        Run& operator=(const Run&) = delete;

        // Answers whatever was asked meanwhile.
        void answer(const std::function<Json(const Position&)>& node);

    private:
        LiveProofs& proofs_;
        std::string job_;
    };

    // The node, if the job runs and answers in time.
    std::optional<Json> ask(const std::string& job,
                            const Position& position,
                            std::chrono::milliseconds patience);
    // Does the work, in which no run of any job begins, unless this job runs.
    bool unless_running(const std::string& job, const std::function<void()>& work);

private:
    struct Question {
        Position position;
        std::optional<Json> answer;
    };
    std::mutex mutex_;
    std::condition_variable has_answers_;
    std::map<std::string, std::vector<std::shared_ptr<Question>>> running_;  // by job
};

}  // namespace deepwell::studio
