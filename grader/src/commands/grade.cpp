// grader grade: a class from a folder of submissions to a report.
#include "commands/commands.hpp"
#include "commands/folder_lock.hpp"
#include "commands/progress.hpp"
#include "commands/scoring.hpp"
#include "pipeline/class_roster.hpp"
#include "pipeline/job.hpp"
#include "process/stop.hpp"
#include "store/kept_rules.hpp"
#include "support/files.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <sys/random.h>
#include <system_error>
#include <thread>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

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

/// Inputs follow from it. Drawn once for an output folder and kept in its store, where no student
/// looks.
std::string salt_of(const GradeOptions& options, Store& store) {
  if (options.salt) {
    return *options.salt;
  }
  if (const auto known = store.fact("salt")) {
    return *known;
  }
  std::array<std::uint64_t, 2> random{};
  if (::getrandom(random.data(), sizeof random, 0) != static_cast<ssize_t>(sizeof random)) {
    throw std::runtime_error("the system gives no random numbers");
  }
  const std::string salt = fmt::format("{:016x}{:016x}", random[0], random[1]);
  store.set_fact("salt", salt);
  return salt;
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

/// Before anything is built. Complains.
bool are_good(const ScoreOptions& options, const course::Course& course) {
  KeptRules kept;
  if (!apply_options(options, kept)) {
    return false;
  }
  const auto policy = course::parse_policy(kept.policy, kept.policy_file, course);
  if (!policy) {
    complain(policy.diagnostics());
  }
  return static_cast<bool>(policy);
}

/// course.yaml and the last policy as they are now, unless the command line names another, and now
/// or the moment of the command line. Complains.
std::optional<ScoreRules> rules_for(const GradeOptions& options, const Manifest& manifest,
                                    const ClassFolder& folder, Store& store, KeptRules& kept) {
  kept = kept_rules(store);
  kept.as_of = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  kept.as_of_chosen = false;
  kept.handed_in = arrivals(folder);
  ScoreOptions scoring = options.scoring;
  scoring.course = manifest.course;
  std::error_code failure;
  if (!scoring.policy && fs::exists(kept.policy_file, failure)) {
    scoring.policy = kept.policy_file;  // it may have got an extension
  }
  if (!apply_options(scoring, kept)) {
    return std::nullopt;
  }
  return understood(kept, {});
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
  KeptRules kept;
  const auto rules = rules_for(options, manifest, folder, store, kept);
  if (!rules) {
    return kExitBadInput;
  }
  Workshop workshop;
  workshop.manifest = &manifest;
  workshop.sandbox = &sandbox;
  workshop.scratch = options.out / ".jobs";
  workshop.salt = salt_of(options, store);
  workshop.seed_by_files = true;
  fs::remove_all(workshop.scratch);  // of a run that was killed

  ClassRoster roster = call_roll(manifest, course, folder, workshop.salt);
  for (const fs::path& place : options.intake.submissions) {
    roster.submissions += (roster.submissions.empty() ? "" : "\n") + place.string();
  }
  warn_of_strangers(rules->policy, kept.policy_file, roster.students);
  store.set_fact("roster", to_text(roster));
  keep_rules(store, kept);
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
  const ClassResult result = scored_class(roster, *rules, store);
  const std::size_t rescored = record_scores(store, result);
  write_outputs(result, options.out);
  if (stop_requested()) {
    complain("interrupted; the same command goes on from here");
    return kExitInterrupted;
  }
  print_summary(result, rescored, options.out);
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
  if (!all_known(options.exercises, ids_of(*course), "exercise") || !students_known ||
      !are_good(options.scoring, *course)) {
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

}  // namespace warpschool::grader
