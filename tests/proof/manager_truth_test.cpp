// The manager, with provers that know only a part of the truth about a small board, finds all of
// it: whatever they keep to themselves, lose, or say twice.

#include <filesystem>
#include <gtest/gtest.h>
#include <memory>
#include <unordered_map>

#include "board/fen.h"
#include "proof/manager.h"
#include "proof/oracle_truth.h"

namespace deepwell::proof {

namespace {

class ScratchFolder {
public:
    ScratchFolder()
        : path_(std::filesystem::path(testing::TempDir()) /
                ("manager_" + std::to_string(BoardSize) + "_" + std::to_string(::getpid()) +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
        std::filesystem::remove_all(path_);
    }
    ~ScratchFolder() { std::filesystem::remove_all(path_); }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

struct Habits {
    unsigned tells = 0;      // of 16 positions: the whole value
    unsigned hints = 0;      // of 16: one bound
    unsigned loses = 0;      // of 16 jobs: no report the first time
    bool repeats = false;    // every report comes twice
    bool misjudges = false;  // scores have nothing to do with the truth
};

// Provers who know the truth and tell what they please, the same every time.
class FakeQueue final : public JobQueue {
public:
    FakeQueue(const oracle::Endgames& endgames, const Habits& habits)
        : endgames_(endgames), habits_(habits) {}

    void submit(const Job& job) override {
        const Position& position = job.position;
        CHECK(position.side == Side::Black && !job.questions.is_empty());
        if (++submitted_ == patience_) stop_.request_stop();
        const auto [asked, is_first] = asked_.try_emplace(position);
        for (const NodeQuestion question : NodeQuestions)
            was_asked_twice_ |=
                job.questions.has(question) && asked->second.of(question) > job.in_vain;
        asked->second.note(job.questions, job.in_vain);
        if (is_first && draw(position, 1) < habits_.loses) return;
        reports_.push_back(report_on(job));
        if (habits_.repeats) reports_.push_back(report_on(job));
    }
    std::vector<JobReport> collect(std::chrono::milliseconds) override {
        return std::exchange(reports_, {});
    }
    void give_up(const Position& position) override {
        std::erase_if(reports_, [&](const JobReport& r) { return r.position == position; });
    }
    int workers() const override { return 4; }

    std::stop_token stops_after(int jobs) {
        patience_ = jobs;
        return stop_.get_token();
    }
    int submitted() const { return submitted_; }
    // One question about one position, with the same effort.
    bool was_asked_twice() const { return was_asked_twice_; }

private:
    static unsigned draw(const Position& position, unsigned salt) {
        return static_cast<unsigned>(hash_of(position) >> (20 + 4 * salt)) & 15U;
    }
    // Says nothing about what was not asked.
    static WdlRange told(Wdl truth, QuestionSet asked) {
        const auto answer = [&](NodeQuestion question) {
            if (!asked.has(question)) return Answer::Unknown;
            return answer_of(WdlRange::exactly(truth), question);
        };
        return proof::value_of(answer(NodeQuestion::Wins), answer(NodeQuestion::Loses));
    }
    JobReport report_on(const Job& job) const {
        const Position& position = job.position;
        const Wdl truth = true_value(endgames_, position);
        JobReport report;
        report.position = position;
        report.asked = job.questions;
        report.in_vain = job.in_vain;
        report.nodes = 1;
        report.outlook.score =
            static_cast<int>(truth) * 60 + static_cast<int>(draw(position, 5)) * 8 - 60;
        if (habits_.misjudges)
            report.outlook.score = static_cast<int>(draw(position, 6)) * 60 - 450;
        report.outlook.warning = draw(position, 7) < 8;
        if (draw(position, 2) < habits_.tells) {
            report.value = told(truth, job.questions);
            report.decider = Decider::DfPn;
        } else if (draw(position, 3) < habits_.hints) {
            if (truth >= Wdl::Draw)
                report.value.low = Wdl::Draw;
            else
                report.value.high = Wdl::Draw;
        }
        return report;
    }

    const oracle::Endgames& endgames_;
    Habits habits_;
    std::vector<JobReport> reports_;
    std::unordered_map<Position, Attempts, PositionHash> asked_;
    bool was_asked_twice_ = false;
    int submitted_ = 0;
    int patience_ = 0;
    std::stop_source stop_;
};

class ManagedBoard : public testing::Test {
protected:
    static void SetUpTestSuite() {
        endgames_ = new oracle::Endgames(BoardSize, 2 * MenPerSide, MenPerSide);
    }
    static void TearDownTestSuite() { delete std::exchange(endgames_, nullptr); }

    static void expect_facts_are_true(const ManagerGraph& graph) {
        for (Index index = 0; index < graph.size(); ++index) {
            const GraphNode& node = graph.node(index);
            const Wdl truth = true_value(*endgames_, node.position);
            ASSERT_LE(node.known.low, truth) << to_fen(node.position);
            ASSERT_GE(node.known.high, truth) << to_fen(node.position);
        }
    }

    static int solve(const Position& root, const Habits& habits, const ManagerOptions& options) {
        const ScratchFolder folder;
        const Leaves leaves(nullptr);
        ManagerGraph graph(leaves);
        ProofArchive archive(folder.path(), graph);
        FakeQueue queue(*endgames_, habits);
        Manager manager(root, graph, archive, queue, options);
        const WdlRange value = manager.run({});
        EXPECT_EQ(value, WdlRange::exactly(true_value(*endgames_, root))) << to_fen(root);
        expect_facts_are_true(graph);
        EXPECT_TRUE(habits.loses > 0 || !queue.was_asked_twice());
        return queue.submitted();
    }

    static const oracle::Endgames* endgames_;
};

const oracle::Endgames* ManagedBoard::endgames_ = nullptr;

std::vector<Habits> all_habits() {
    const unsigned few = BoardSize == 4 ? 0 : 3;  // fewer take long on larger boards
    return {{.tells = 8},
            {.tells = few + 1, .hints = 8},
            {.tells = few, .hints = 4, .repeats = true},
            {.tells = few + 1, .misjudges = true}};
}

std::vector<Position> some_positions() {
    const std::vector<Position> all = reachable_positions();
    std::vector<Position> some{all[0]};
    const std::size_t step = 1 + all.size() / (BoardSize == 4 ? 20 : 6);
    for (std::size_t i = 1; i < all.size(); i += step)
        if (!legal_moves(all[i]).empty()) some.push_back(all[i]);
    return some;
}

TEST_F(ManagedBoard, IsSolvedWhateverTheProversTell) {
    int jobs = 0;
    for (const Habits& habits : all_habits())
        for (const Position& root : some_positions()) {
            ManagerOptions options;
            options.batch = 8;
            jobs += solve(root, habits, options);
            options.uses_threshold = false;
            options.terms.weak = true;
            jobs += solve(root, habits, options);
        }
    std::cout << jobs << " jobs\n";
}

// On the smallest board all that the manager knows comes from the rules: who cannot move has lost.
TEST_F(ManagedBoard, IsSolvedThoughTheProversTellNextToNothing) {
    const Habits habits{.tells = BoardSize == 4 ? 0U : 1U};
    std::cout << solve(Position::start(), habits, {.uses_threshold = false}) << " jobs\n";
}

TEST_F(ManagedBoard, LostJobsAreHandedOutAgain) {
    const int jobs = solve(Position::start(), {.tells = 6, .loses = 5}, {.lease_seconds = 0.001});
    EXPECT_GT(jobs, 0);
}

TEST_F(ManagedBoard, ASeedLineDoesNoHarm) {
    std::vector<Position> line;
    Position position = Position::start();
    for (int i = 0; i < 6 && !legal_moves(position).empty(); ++i) {
        position = play(position, legal_moves(position)[0]);
        line.insert(line.begin(), position);
    }
    solve(Position::start(), {.tells = 4}, {.seeds = line});
}

// What was found is kept, and found again in store or log.
TEST_F(ManagedBoard, GoesOnWhereItStopped) {
    const ScratchFolder folder;
    const Leaves leaves(nullptr);
    const Habits habits{.tells = BoardSize == 4 ? 0U : 1U};
    int jobs = 0;
    for (int run = 0;; ++run) {
        ASSERT_LT(run, 100'000);
        ManagerGraph graph(leaves);
        ProofArchive archive(folder.path(), graph);
        EXPECT_EQ(archive.totals().repeated, 0U);
        FakeQueue queue(*endgames_, habits);
        Manager manager(Position::start(), graph, archive, queue, {.batch = 6});
        const WdlRange value = manager.run(queue.stops_after(BoardSize == 4 ? 10 : 300));
        jobs += queue.submitted();
        if (!value.is_exact()) continue;
        EXPECT_EQ(value.low, true_value(*endgames_, Position::start()));
        EXPECT_EQ(archive.totals().searches, static_cast<unsigned>(jobs));
        EXPECT_GT(run, 1) << "then this test shows nothing";
        break;
    }
}

TEST_F(ManagedBoard, IsRebuiltFromTheLogAlone) {
    const ScratchFolder folder;
    const Leaves leaves(nullptr);
    std::uint64_t searches = 0;
    {
        ManagerGraph graph(leaves);
        ProofArchive archive(folder.path(), graph);
        FakeQueue queue(*endgames_, {.tells = 4});
        Manager manager(Position::start(), graph, archive, queue, {});
        ASSERT_TRUE(manager.run({}).is_exact());
        searches = archive.totals().searches;
    }
    std::filesystem::remove(folder.path() / "data.mdb");
    std::filesystem::remove(folder.path() / "lock.mdb");
    ManagerGraph graph(leaves);
    ProofArchive archive(folder.path(), graph);
    archive.rebuild();
    EXPECT_EQ(archive.totals().searches, searches);
    const Index root = graph.find(Position::start());
    ASSERT_NE(root, None);
    EXPECT_EQ(graph.node(root).known, WdlRange::exactly(true_value(*endgames_, Position::start())));
    expect_facts_are_true(graph);
}

}  // namespace

}  // namespace deepwell::proof
