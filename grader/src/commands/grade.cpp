// grader grade: a class from a folder of submissions to a report.
#include "commands/commands.hpp"
#include "commands/progress.hpp"
#include "pipeline/class_roster.hpp"
#include "pipeline/job.hpp"
#include "process/stop.hpp"
#include "store/export.hpp"
#include "support/files.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <fmt/format.h>
#include <map>
#include <sys/file.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

/// One grader at a time in an output folder; the lock goes with the process.
class FolderLock {
 public:
  explicit FolderLock(const fs::path& folder)
      : descriptor_(::open((folder / ".lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644)) {}
  ~FolderLock() {
    if (descriptor_ >= 0) {
      ::close(descriptor_);
    }
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  bool is_held() const { return descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0; }

 private:
  int descriptor_;
};

/// Everything that a run needs, once the command line has been understood.
struct Run {
  const GradeOptions& options;
  const Manifest& manifest;
  const course::Course& course;
  const ClassFolder& folder;
  Store& store;
  Workshop& workshop;
  std::atomic<std::size_t> next{0};
  std::atomic<std::size_t> internal_errors{0};
  std::vector<ResultKey> jobs;
};

std::string log_name(const ResultKey& key) {
  std::string page = page_name(key.student);
  page.resize(page.size() - std::string(".html").size());
  return fmt::format("logs/{}/{}.log", page, key.exercise);
}

std::string again_command(const Run& run, const ResultKey& key) {
  std::vector<std::string> words{"grader", "grade", "--build", run.manifest.folder.string()};
  const intake::IntakeOptions& intake = run.options.intake;
  for (const fs::path& place : intake.submissions) {
    words.insert(words.end(), {"--submissions", place.string()});
  }
  if (intake.layout) {
    words.insert(words.end(), {"--layout", intake::name_of(*intake.layout)});
  }
  if (!intake.roster.empty()) {
    words.insert(words.end(), {"--roster", intake.roster.string()});
  }
  if (intake.accept_likely_names) {
    words.emplace_back("--accept-likely-names");
  }
  words.insert(words.end(),
               {"--out", "again", "--student", key.student, "--exercise", key.exercise});
  return shell_line(words);
}

void grade_one(Run& run, const ResultKey& key, Progress& progress) {
  const std::string name = fmt::format("{:<16} {:<20}", key.student, key.exercise);
  progress.started(name);
  const course::Exercise& exercise = *run.course.find(key.exercise);
  JobReport report =
      grade_submission(run.workshop, exercise, run.folder.of(key.student, key.exercise));
  if (report.stopped) {
    return;
  }
  ExerciseResult& result = report.result;
  result.log = log_name(key);
  result.command = again_command(run, key);
  std::string verdict = to_string(result.status);
  if (result.status == Verdict::kInternalError) {
    ++run.internal_errors;
  } else {
    verdict += fmt::format(" {:g}/{:g}", result.points.won, result.points.possible);
  }
  std::string notes;
  for (const std::string& note : result.notes) {
    notes += note + "\n";
  }
  write_file(run.options.out / result.log,
             fmt::format("student {}\nexercise {}\nfiles {}\nverdict {}\n{}# Graded again:\n{}\n{}",
                         key.student, key.exercise, key.files, verdict, notes, result.command,
                         report.log));
  run.store.add(key, {result, report.devices});
  progress.finished(name, verdict);
}

/// Runs all jobs on `threads` threads. The first exception (a full disk, say) ends the run and is
/// thrown again.
void run_jobs(Run& run, unsigned threads, bool bar) {
  Progress progress(run.jobs.size(), bar);
  std::mutex mutex;
  std::condition_variable changed;
  std::exception_ptr problem;
  std::size_t working = threads;
  const auto work = [&] {
    try {
      for (std::size_t job = run.next++; job < run.jobs.size() && !stop_requested();
           job = run.next++) {
        grade_one(run, run.jobs[job], progress);
      }
    } catch (...) {
      const std::scoped_lock lock(mutex);
      problem = problem ? problem : std::current_exception();
      request_stop();
    }
    const std::scoped_lock lock(mutex);
    --working;
    changed.notify_one();
  };
  std::vector<std::thread> pool;
  for (unsigned i = 0; i < threads; ++i) {
    pool.emplace_back(work);
  }
  {
    std::unique_lock lock(mutex);
    while (!changed.wait_for(lock, std::chrono::milliseconds(500), [&] { return working == 0; })) {
      progress.tick();
    }
  }
  for (std::thread& thread : pool) {
    thread.join();
  }
  if (problem) {
    std::rethrow_exception(problem);
  }
}

bool is_chosen(const std::vector<std::string>& chosen, const std::string& name) {
  return chosen.empty() || std::find(chosen.begin(), chosen.end(), name) != chosen.end();
}

/// What has to be graded: chosen, handed in, and not in the store (internal errors are tried
/// again).
std::vector<ResultKey> jobs_of(const ClassRoster& roster, const GradeOptions& options,
                               Store& store) {
  std::vector<ResultKey> jobs;
  for (const RollEntry& entry : roster.entries) {
    if (entry.missing || !is_chosen(options.students, entry.key.student) ||
        !is_chosen(options.exercises, entry.key.exercise)) {
      continue;
    }
    const auto known = options.again ? std::nullopt : store.find(entry.key);
    if (!known || known->result.status == Verdict::kInternalError) {
      jobs.push_back(entry.key);
    }
  }
  return jobs;
}

void write_outputs(const ClassResult& result, const fs::path& out) {
  write_exports(result, out);
  write_report(result, out);
}

void print_summary(const ClassResult& result, const fs::path& out) {
  std::map<Verdict, std::size_t> counts;
  for (const StudentResult& student : result.students) {
    for (const ExerciseResult& exercise : student.exercises) {
      ++counts[exercise.status];
    }
  }
  fmt::print("{} students, {} exercises:", result.students.size(), result.exercises.size());
  for (const auto& [verdict, count] : counts) {
    fmt::print(" {} {}{}", count, to_string(verdict),
               verdict == counts.rbegin()->first ? "\n" : ",");
  }
  if (counts.empty()) {
    fmt::print(" nothing to grade\n");
  }
  if (!result.unmatched.empty()) {
    fmt::print("{} files matched nobody or nothing; the report lists them\n",
               result.unmatched.size());
  }
  fmt::print("{}\n", (out / "index.html").string());
}

std::string salt_of(const GradeOptions& options, const course::Course& course) {
  return options.salt.value_or(course.title + "\n" + course.term);
}

std::vector<std::string> ids_of(const course::Course& course) {
  std::vector<std::string> ids;
  for (const course::Exercise* exercise : course.exercises()) {
    ids.push_back(exercise->id);
  }
  return ids;
}

/// The chosen exercises that somebody handed in: no other one's judge is needed.
std::vector<std::string> handed_in(const GradeOptions& options, const course::Course& course,
                                   const ClassFolder& folder) {
  std::vector<std::string> ids;
  for (const std::string& id : ids_of(course)) {
    const bool wanted = std::any_of(
        folder.students.begin(), folder.students.end(),
        [&](const std::string& student) { return !folder.of(student, id).is_missing(); });
    if (wanted && is_chosen(options.exercises, id)) {
      ids.push_back(id);
    }
  }
  return ids;
}

int grade_class(const GradeOptions& options, const Manifest& manifest, const course::Course& course,
                const ClassFolder& folder, const Sandbox& sandbox) {
  fs::create_directories(options.out);
  const FolderLock lock(options.out);
  if (!lock.is_held()) {
    complain(fmt::format("another grader works in {}", options.out.string()));
    return kExitCannotRun;
  }
  Store store(options.out / "grades.sqlite");
  Workshop workshop;
  workshop.manifest = &manifest;
  workshop.sandbox = &sandbox;
  workshop.scratch = options.out / ".jobs";
  workshop.salt = salt_of(options, course);
  fs::remove_all(workshop.scratch);  // of a run that was killed

  ClassRoster roster = call_roll(manifest, course, folder, workshop.salt);
  for (const fs::path& place : options.intake.submissions) {
    roster.submissions += (roster.submissions.empty() ? "" : "\n") + place.string();
  }
  store.set_fact("roster", to_text(roster));
  Run run{
      options, manifest, course, folder, store, workshop, {}, {}, jobs_of(roster, options, store)};
  if (!run.jobs.empty()) {
    const std::string problem = check_compilers(workshop);
    if (!problem.empty() && !stop_requested()) {
      complain(problem);
      return kExitCannotRun;
    }
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    const auto threads = static_cast<unsigned>(
        std::min<std::size_t>(options.jobs == 0 ? cores : options.jobs, run.jobs.size()));
    workshop.jobs = threads;
    run_jobs(run, threads, !options.no_progress && stderr_is_terminal());
  }
  fs::remove_all(workshop.scratch);
  const ClassResult result = collect(roster, store);
  write_outputs(result, options.out);
  if (stop_requested()) {
    complain("interrupted; the same command goes on from here");
    return kExitInterrupted;
  }
  print_summary(result, options.out);
  if (run.internal_errors > 0) {
    complain(fmt::format(
        "{} jobs ended in internal_error: that is the machine's fault and cost no points; {} has "
        "the logs. The same command tries them again",
        run.internal_errors.load(), (options.out / "logs").string()));
    return kExitFindings;
  }
  return kExitDone;
}

}  // namespace

int grade_command(const GradeOptions& options) {
  catch_stop_signals();
  const auto manifest = find_manifest(options.build);
  if (!manifest) {
    complain(manifest.diagnostics());
    return kExitCannotRun;
  }
  const auto course = load_course(manifest->course);
  if (!course) {
    return kExitBadInput;
  }
  const auto taken = intake::take_in(options.intake, *course);
  if (!taken) {
    complain(taken.diagnostics());
    return kExitBadInput;
  }
  for (const std::string& sentence : taken->told) {
    fmt::print(stderr, "{}\n", sentence);
  }
  const ClassFolder* folder = &taken->folder;
  const bool students_known = all_known(options.students, folder->students, "student");
  if (!all_known(options.exercises, ids_of(*course), "exercise") || !students_known) {
    return kExitBadInput;
  }
  const auto sandbox = open_sandbox(options.sandbox);
  if (!sandbox) {
    return kExitCannotRun;
  }
  const auto built = options.no_build
                         ? std::optional(*manifest)
                         : build_exercises(*manifest, handed_in(options, *course, *folder));
  if (stop_requested()) {
    return kExitInterrupted;
  }
  return built ? grade_class(options, *built, *course, *folder, *sandbox)
               : static_cast<int>(kExitCannotRun);
}

int report_command(const fs::path& out) {
  std::error_code failure;
  if (!fs::exists(out / "grades.sqlite", failure)) {
    complain(fmt::format("{} holds no grades.sqlite: it is not the output folder of a grade",
                         out.string()));
    return kExitBadInput;
  }
  Store store(out / "grades.sqlite");
  const auto roster = store.fact("roster");
  if (!roster) {
    complain("nothing has been graded there yet");
    return kExitBadInput;
  }
  const ClassResult result = collect(roll_from(*roster), store);
  write_outputs(result, out);
  print_summary(result, out);
  return kExitDone;
}

}  // namespace warpschool::grader
