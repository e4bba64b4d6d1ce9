// grader grade: a class from a folder of submissions to a report.
#include "commands/class_run.hpp"
#include "commands/commands.hpp"
#include "commands/folder_lock.hpp"
#include "commands/left_out.hpp"
#include "commands/notices.hpp"
#include "commands/scoring.hpp"
#include "commands/student_names.hpp"
#include "commands/summary.hpp"
#include "pipeline/job.hpp"
#include "pipeline/roll_call.hpp"
#include "process/stop.hpp"
#include "store/class_roster.hpp"
#include "store/kept_rules.hpp"
#include "support/moment.hpp"
#include "support/terminal.hpp"
#include "warpschool/support/cores.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <mutex>
#include <set>
#include <sys/random.h>
#include <system_error>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

constexpr const char* kInterrupted = "interrupted; the same command goes on from here";

/// Of another output folder. Complains where it has none.
std::optional<std::string> salt_there(const fs::path& folder) {
  const fs::path file = folder / "grades.sqlite";
  std::error_code failure;
  auto salt = fs::exists(file, failure) ? Store(file).fact("salt") : std::nullopt;
  if (!salt) {
    complain(
        fmt::format("--salt-of {}: no grade has drawn a salt there; name the folder of an "
                    "earlier --out",
                    folder.string()));
  }
  return salt;
}

/// Inputs follow from it. Drawn once for an output folder and kept in its store, where no student
/// looks.
std::optional<std::string> salt_of(const GradeOptions& options, Store& store) {
  if (options.salt || options.salt_of) {
    return options.salt ? options.salt : salt_there(*options.salt_of);
  }
  if (const auto known = store.fact("salt")) {
    return *known;
  }
  std::array<std::uint64_t, 2> random{};
  if (::getrandom(random.data(), sizeof random, 0) != static_cast<ssize_t>(sizeof random)) {
    throw std::runtime_error("the system gives no random numbers");
  }
  std::string salt = fmt::format("{:016x}{:016x}", random[0], random[1]);
  store.set_fact("salt", salt);
  return salt;
}

/// The chosen exercises that somebody handed in: no other one's judge is needed.
std::vector<std::string> handed_in(const GradeOptions& options, const course::Course& course,
                                   const ClassFolder& folder) {
  std::vector<std::string> ids;
  for (const std::string& id : ids_of(course.exercises())) {
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
                                    Arrivals arrivals, KeptRules& kept) {
  kept.as_of = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  kept.as_of_chosen = false;
  kept.handed_in = std::move(arrivals);
  ScoreOptions scoring = options.scoring;
  scoring.course = manifest.course;
  std::error_code failure;
  if (!scoring.policy && fs::exists(kept.policy_file, failure)) {
    scoring.policy = kept.policy_file;  // it may have got an extension
  }
  const std::string last = kept.course, last_file = kept.course_file;
  if (!apply_options(scoring, kept)) {
    return std::nullopt;
  }
  if (!last.empty() && last_file != kept.course_file && last != kept.course) {
    complain(
        fmt::format("points are those of {} again, no more of {}, which report or regrade "
                    "applied last: the same with --course does so anew",
                    kept.course_file, last_file));
  }
  return understood(kept, {});
}

Show show_of(const GradeOptions& options) {
  if (options.output.quiet) {
    return Show::kNothing;
  }
  return !options.no_progress && stderr_is_terminal() ? Show::kBar : Show::kLines;
}

std::vector<std::string> exercises_in(const std::vector<ResultKey>& jobs) {
  std::set<std::string> ids;
  for (const ResultKey& job : jobs) {
    ids.insert(job.exercise);
  }
  return {ids.begin(), ids.end()};
}

/// Judges what is new. Nothing where the machine has no working compiler, or a judge is not built,
/// which is told: then nothing has been added to the store.
std::optional<RunCounts> judge_news(const ClassRun& run, const ClassRoster& roster) {
  std::vector<ResultKey> jobs = missing_in_store(run, roster);
  const auto known = run.options.again ? std::vector<KnownWork>() : take_known(run, jobs);
  if (!jobs.empty()) {
    if (!has_tools(*run.workshop.manifest, exercises_in(jobs))) {
      return std::nullopt;
    }
    const std::string problem = check_compilers(run.workshop);
    if (!problem.empty() && !stop_requested()) {
      complain(problem);
      return std::nullopt;
    }
  }
  share(run, known);
  RunCounts counts;
  if (!jobs.empty()) {
    // One more than cores: a job now and then waits for the disk, or for what it has started.
    const auto threads = static_cast<unsigned>(std::min<std::size_t>(
        run.options.jobs == 0 ? usable_cores() + 1 : run.options.jobs, jobs.size()));
    run.workshop.jobs = threads;
    counts = judge_all(run, jobs, threads, show_of(run.options));
  }
  counts.shared += known.size();
  return counts;
}

void complain_of(const std::vector<LostResult>& lost) {
  if (lost.empty()) {
    return;
  }
  complain(fmt::format(
      "{} graded before {} not in these submissions and {} no more: {}. To have them back, grade "
      "all downloads together (--submissions may be repeated); with --exercise or --student what "
      "is left out stays as it was. grader audit shows what the store has",
      count_of(lost.size(), "result", "results"), lost.size() == 1 ? "is" : "are",
      lost.size() == 1 ? "counts" : "count", listed(lost)));
}

void complain_of_noise(const ClassResult& result) {
  const std::size_t noisy = noisy_results(result);
  if (noisy > 0) {
    complain(fmt::format(
        "{} on a machine too noisy to tell: the same command measures again, best while nothing "
        "else runs (nvidia-smi shows who uses the GPU). Until then a time within the noise has "
        "full points, one that other programs on the GPU disturbed has none",
        count_of(noisy, "result was measured", "results were measured")));
  }
}

/// Writes what came of it, and says so. Returns the exit status.
int publish(const GradeOptions& options, const ClassResult& result, const RunCounts& counts,
            Store& store) {
  const std::vector<Attempt> attempts = store.attempts("");
  const auto lost = lost_results(result, attempts);
  const std::vector<ScoreEntry> before = store.scores();
  const auto news = still_scored(lost, before);
  const auto changed = changed_scores(result, before);
  const std::size_t rescored = record_scores(store, result);
  write_outputs(result, options.out);
  if (stop_requested()) {
    complain(kInterrupted);
    return kExitInterrupted;
  }
  print_summary(result, {rescored, lost, counts, changed}, options.out, options.output);
  complain_of(options.output.quiet ? news : lost);
  for (const std::string& sentence : gone_exercises(result, attempts)) {
    complain(sentence);
  }
  complain_of_noise(result);
  if (counts.internal_errors > 0) {
    complain(fmt::format(
        "{} ended in internal_error: that is the machine's fault and cost no points; {} has the "
        "logs. The same command tries again",
        count_of(counts.internal_errors, "job", "jobs"), (options.out / "logs").string()));
    return kExitFindings;
  }
  return kExitDone;
}

void set_up(Workshop& workshop, const GradeOptions& options) {
  workshop.scratch = options.out / ".jobs";
  workshop.seed_by_files = true;
  fs::remove_all(workshop.scratch);  // of a run that was killed
}

int grade_class(const GradeOptions& options, const Manifest& manifest, const course::Course& course,
                ClassFolder& folder, const Sandbox& sandbox) {
  make_out_folder(options.out);
  const FolderLock lock(options.out);
  if (!lock.is_held()) {
    complain(lock.problem());
    return kExitCannotRun;
  }
  Store store(options.out / "grades.sqlite");
  const LeftOut left_out(options, folder, store);
  left_out.add_people(folder);
  KeptRules kept = kept_rules(store);
  const auto rules =
      rules_for(options, manifest, left_out.with_times(arrivals(folder), kept.handed_in), kept);
  const auto salt = rules ? salt_of(options, store) : std::nullopt;
  if (!salt) {
    return kExitBadInput;
  }
  Workshop workshop;
  workshop.salt = *salt;
  workshop.manifest = &manifest;
  workshop.sandbox = &sandbox;
  set_up(workshop, options);
  ClassRoster roster = call_roll(manifest, course, folder, workshop.salt);
  left_out.keep_entries(roster);
  for (const fs::path& place : options.intake.submissions) {
    roster.submissions += (roster.submissions.empty() ? "" : "\n") + place.string();
  }
  std::once_flag once;
  const auto keep = [&] { std::call_once(once, [&] { keep_class(store, roster, kept); }); };
  const auto counts = judge_news({options, course, folder, store, workshop, kept, keep}, roster);
  fs::remove_all(workshop.scratch);
  if (!counts) {
    return kExitCannotRun;
  }
  if (stop_requested() && counts->judged + counts->shared == 0) {
    complain(kInterrupted);
    return kExitInterrupted;
  }
  keep();
  const ClassResult result = scored_class(roster, *rules, store);
  const int status = publish(options, result, *counts, store);
  if (status != kExitInterrupted) {
    complain_of_doubts(result, *rules, kept, store);
  }
  return status;
}

/// Replaces names by the ids that they mean. Complains of each that means none.
bool choose_students(const ClassFolder& folder, std::vector<std::string>& students) {
  bool good = true;
  for (std::string& student : students) {
    const auto id = student_called(student, folder.students, folder.people);
    good = good && id;
    student = id.value_or(student);
  }
  return good;
}

}  // namespace

int grade_command(const GradeOptions& asked) {
  GradeOptions options = asked;
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
  auto taken = intake::take_in(options.intake, *course);
  if (!taken) {
    complain(taken.diagnostics());
    return kExitBadInput;
  }
  for (const std::string& sentence : taken->told) {
    if (!options.output.quiet) {
      fmt::print(stderr, "{}\n", sentence);
    }
  }
  ClassFolder* folder = &taken->folder;
  const bool students_known = choose_students(*folder, options.students);
  if (!all_known(options.exercises, ids_of(course->exercises()), "exercise") || !students_known ||
      !are_good(options.scoring, *course)) {
    return kExitBadInput;
  }
  const auto sandbox = open_sandbox(options.sandbox);
  if (!sandbox) {
    return kExitCannotRun;
  }
  const auto built =
      options.no_build
          ? std::optional(*manifest)
          : build_exercises(*manifest, handed_in(options, *course, *folder), options.output.quiet);
  if (stop_requested()) {
    return kExitInterrupted;
  }
  return built ? grade_class(options, *built, *course, *folder, *sandbox)
               : static_cast<int>(kExitCannotRun);
}

}  // namespace warpschool::grader
