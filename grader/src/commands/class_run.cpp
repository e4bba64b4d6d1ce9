// Judges a class's work on several threads and adds what comes out to the store.
#include "commands/class_run.hpp"

#include "commands/work_queue.hpp"
#include "process/stop.hpp"
#include "result/grading.hpp"
#include "result/page_name.hpp"
#include "score/score.hpp"
#include "support/files.hpp"
#include "warpschool/course/policy.hpp"

#include <atomic>
#include <condition_variable>
#include <exception>
#include <fmt/format.h>
#include <mutex>
#include <system_error>
#include <thread>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

constexpr const char* kEndOfHead = "\n# What compiler and judge said:\n";

std::string log_name(const ResultKey& key) {
  std::string page = page_name(key.student);
  page.resize(page.size() - std::string(".html").size());
  return fmt::format("logs/{}/{}.log", page, key.exercise);
}

fs::path whole(const fs::path& place) {
  return fs::absolute(place).lexically_normal();
}

using Words = std::vector<std::string>;

void add_intake(const intake::IntakeOptions& intake, Words& words) {
  for (const fs::path& place : intake.submissions) {
    words.insert(words.end(), {"--submissions", whole(place).string()});
  }
  if (intake.layout) {
    words.insert(words.end(), {"--layout", intake::name_of(*intake.layout)});
  }
  if (!intake.roster.empty()) {
    words.insert(words.end(), {"--roster", whole(intake.roster).string()});
  }
  if (intake.accept_likely_names) {
    words.emplace_back("--accept-likely-names");
  }
}

/// The same dates, the same box, the same inputs: the salt itself is told to nobody.
void add_circumstances(const ClassRun& run, Words& words) {
  const GradeOptions& options = run.options;
  if (!run.kept.policy_file.empty()) {
    words.insert(words.end(), {"--policy", run.kept.policy_file});
  }
  if (run.kept.as_of_chosen) {
    words.insert(words.end(), {"--as-of", course::to_text(run.kept.as_of)});
  }
  if (options.sandbox != SandboxMode::kRequire) {
    words.insert(words.end(), {"--sandbox", name_of(options.sandbox)});
  }
  if (options.no_build) {
    words.emplace_back("--no-build");
  }
  if (options.salt) {
    words.insert(words.end(), {"--salt", *options.salt});
  } else {
    words.insert(words.end(), {"--salt-of", whole(options.salt_of.value_or(options.out)).string()});
  }
}

/// In another folder, so that this one stays as it is.
std::string again_command(const ClassRun& run, const ResultKey& key) {
  Words words{"grader", "grade", "--build", run.workshop.manifest->folder.string()};
  add_intake(run.options.intake, words);
  add_circumstances(run, words);
  words.insert(words.end(),
               {"--out", "again", "--student", key.student, "--exercise", key.exercise});
  return shell_line(words);
}

std::string time_of(const ClassRun& run, const ResultKey& key) {
  const auto& at = run.folder.of(key.student, key.exercise).submitted_at;
  return at ? course::to_text(*at) : std::string();
}

EqualWork equal_work(const ClassRun& run, const ResultKey& key) {
  return {key, time_of(run, key), again_command(run, key), log_name(key)};
}

std::string verdict_of(const ExerciseResult& result) {
  const std::string status = to_string(result.status);
  return result.status == Verdict::kInternalError
             ? status
             : fmt::format("{} {:g}/{:g}", status, result.points.won, result.points.possible);
}

void write_log(const ClassRun& run, const EqualWork& work, const ExerciseResult& result,
               const std::string& said) {
  std::string notes;
  for (const std::string& note : result.notes) {
    notes += note + "\n";
  }
  write_file(run.options.out / work.log,
             fmt::format("student {}\nexercise {}\nfiles {}\nverdict {}\n{}# Graded again:\n{}{}{}",
                         work.key.student, work.key.exercise, work.key.files, verdict_of(result),
                         notes, work.command, kEndOfHead, said));
}

/// What compiler and judge said to the same files before.
std::string said_before(const ClassRun& run, const ExerciseResult& judged) {
  std::error_code failure;
  const fs::path file = run.options.out / judged.log;
  if (judged.log.empty() || !fs::is_regular_file(file, failure)) {
    return "(The log of that run is gone; the command above makes it again.)\n";
  }
  const std::string text = read_file(file);
  const std::size_t head = text.find(kEndOfHead);
  return head == std::string::npos ? text : text.substr(head + std::string(kEndOfHead).size());
}

std::string shown(const ResultKey& key) {
  return fmt::format("{:<16} {:<20}", key.student, key.exercise);
}

/// One run's threads and what they share.
class Judging {
 public:
  Judging(const ClassRun& run, const std::vector<ResultKey>& jobs, Show show)
      : run_(run), queue_(jobs), progress_(queue_.submissions(), show, queue_.works()) {}

  RunCounts on(unsigned threads) {
    working_ = threads;
    std::vector<std::thread> pool;
    for (unsigned i = 0; i < threads; ++i) {
      pool.emplace_back([this] { work(); });
    }
    wait();
    for (std::thread& thread : pool) {
      thread.join();
    }
    if (problem_) {
      std::rethrow_exception(problem_);
    }
    return counts_;
  }

 private:
  void work() {
    try {
      while (!stop_requested()) {
        auto equals = queue_.next();
        if (!equals) {
          break;
        }
        judge(std::move(*equals));
      }
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      problem_ = problem_ ? problem_ : std::current_exception();
      request_stop();
    }
    const std::scoped_lock lock(mutex_);
    --working_;
    changed_.notify_one();
  }

  void wait() {
    std::unique_lock lock(mutex_);
    while (
        !changed_.wait_for(lock, std::chrono::milliseconds(500), [&] { return working_ == 0; })) {
      progress_.tick();
    }
  }

  void judge(EqualSubmissions equals) {
    const ResultKey key = equals.front();
    equals.erase(equals.begin());
    progress_.started(shown(key));
    const course::Exercise& exercise = *run_.course.find(key.exercise);
    JobReport report =
        grade_submission(run_.workshop, exercise, run_.folder.of(key.student, key.exercise));
    if (report.stopped) {
      return;
    }
    if (!holds_for_equal_files(report.result)) {
      if (!equals.empty()) {
        progress_.add_work();
      }
      queue_.give_back(std::move(equals));
      equals.clear();
    }
    keep(key, report, equals);
  }

  /// Logs first: a row whose log is not there would be for ever without.
  void keep(const ResultKey& key, JobReport& report, const EqualSubmissions& equals) {
    const EqualWork own = equal_work(run_, key);
    report.result.log = own.log;
    report.result.command = own.command;
    write_log(run_, own, report.result, report.log);
    std::vector<EqualWork> others;
    for (const ResultKey& equal : equals) {
      others.push_back(equal_work(run_, equal));
      write_log(run_, others.back(), report.result, report.log);
    }
    run_.store.add(key, {report.result, report.devices}, own.handed_in, others);
    run_.has_result();
    {
      const std::scoped_lock lock(mutex_);
      ++counts_.judged;
      counts_.shared += others.size();
      counts_.internal_errors += report.result.status == Verdict::kInternalError ? 1U : 0U;
    }
    progress_.finished(shown(key), verdict_of(report.result));
    for (const ResultKey& equal : equals) {
      progress_.shared(shown(equal), verdict_of(report.result));
    }
  }

  const ClassRun& run_;
  WorkQueue queue_;
  Progress progress_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::exception_ptr problem_;
  std::size_t working_ = 0;
  RunCounts counts_;
};

/// By the thresholds of now: what a race has come to is theirs to say.
bool is_noisy(const ClassRun& run, const std::string& exercise, ExerciseResult result) {
  score_result(result, *run.course.find(exercise));
  return is_to_be_measured_again(result);
}

/// Judged, and no fault of the machine had a part in it.
bool is_settled(const ClassRun& run, const ResultKey& key) {
  const auto status = run.store.status(key);
  if (!status || *status == to_string(Verdict::kInternalError)) {
    return false;
  }
  const bool may_be_noisy = *status == to_string(Verdict::kInconclusive) ||
                            !run.course.find(key.exercise)->timing.empty();
  return !may_be_noisy || !is_noisy(run, key.exercise, run.store.find(key)->result);
}

}  // namespace

std::vector<ResultKey> missing_in_store(const ClassRun& run, const ClassRoster& roster) {
  std::vector<ResultKey> jobs;
  for (const RollEntry& entry : roster.entries) {
    const ResultKey& key = entry.key;
    // Of whoever is not in these submissions the entry is an earlier run's, and its files are not.
    const bool is_here = run.folder.of(key.student, key.exercise).hash == key.files;
    if (entry.missing || !is_here || !is_chosen(run.options.students, key.student) ||
        !is_chosen(run.options.exercises, key.exercise)) {
      continue;
    }
    if (run.options.again || !is_settled(run, key)) {
      jobs.push_back(entry.key);
    }
  }
  return jobs;
}

std::vector<KnownWork> take_known(const ClassRun& run, std::vector<ResultKey>& jobs) {
  std::vector<ResultKey> unknown;
  std::vector<KnownWork> known;
  for (const ResultKey& key : jobs) {
    auto judged = run.store.find_work(key);
    if (judged && !is_noisy(run, key.exercise, judged->result)) {
      known.push_back({key, std::move(*judged)});
    } else {
      unknown.push_back(key);
    }
  }
  jobs = std::move(unknown);
  return known;
}

void share(const ClassRun& run, const std::vector<KnownWork>& known) {
  std::vector<std::pair<std::int64_t, EqualWork>> rows;
  for (const KnownWork& work : known) {
    rows.emplace_back(work.judged.attempt, equal_work(run, work.key));
    write_log(run, rows.back().second, work.judged.result, said_before(run, work.judged.result));
  }
  if (!rows.empty()) {
    run.store.share(rows);
    run.has_result();
  }
}

RunCounts judge_all(const ClassRun& run, const std::vector<ResultKey>& jobs, unsigned threads,
                    Show show) {
  return Judging(run, jobs, show).on(threads);
}

}  // namespace warpschool::grader
