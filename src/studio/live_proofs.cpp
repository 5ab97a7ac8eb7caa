#include "studio/live_proofs.h"

namespace deepwell::studio {

LiveProofs::Run::Run(LiveProofs& proofs, std::string job) : proofs_(proofs), job_(std::move(job)) {
    const std::scoped_lock lock(proofs_.mutex_);
    proofs_.running_[job_];
}

LiveProofs::Run::~Run() {
    const std::scoped_lock lock(proofs_.mutex_);
    proofs_.running_.erase(job_);
    proofs_.has_answers_.notify_all();
}

void LiveProofs::Run::answer(const std::function<Json(const Position&)>& node) {
    const std::scoped_lock lock(proofs_.mutex_);
    auto& questions = proofs_.running_[job_];
    for (const auto& question : questions) question->answer = node(question->position);
    questions.clear();
    proofs_.has_answers_.notify_all();
}

std::optional<Json> LiveProofs::ask(const std::string& job,
                                    const Position& position,
                                    std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    const auto run = running_.find(job);
    if (run == running_.end()) return std::nullopt;
    const auto question = std::make_shared<Question>(Question{position, std::nullopt});
    run->second.push_back(question);
    has_answers_.wait_for(
        lock, patience, [&] { return question->answer || !running_.contains(job); });
    return question->answer;
}

bool LiveProofs::unless_running(const std::string& job, const std::function<void()>& work) {
    const std::scoped_lock lock(mutex_);
    if (running_.contains(job)) return false;
    work();
    return true;
}

}  // namespace deepwell::studio
