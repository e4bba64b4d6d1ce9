// Runs one job: builds one student's exercise and judges it.
#include "job.hpp"

#include "pipeline/answer.hpp"
#include "pipeline/job_folder.hpp"
#include "pipeline/source_notes.hpp"
#include "pipeline/toolchain.hpp"
#include "process/stop.hpp"
#include "support/files.hpp"
#include "support/sha256.hpp"
#include "warpschool/support/machine_lock.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <fmt/format.h>
#include <mutex>
#include <system_error>
#include <thread>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBuildLogLimit = std::size_t{16} * 1024;
constexpr std::size_t kAnswerLimit = 64u << 20;
constexpr std::uint64_t kLargestFile = 512u << 20;  ///< of any file that a job writes
constexpr std::uint64_t kLoadedBuilds = 3;  ///< a compilation may take so many times its limit
constexpr std::uint64_t kLoadedJudges = 3;  ///< and a judge
constexpr std::uint64_t kCompilersTemporaryBytes = std::uint64_t{1} << 30;
constexpr const char* kModule = "student.so";

/// What a job sees. Jobs that run side by side share the cores, unless the user has said how many
/// threads a simulator takes.
std::vector<std::string> environment_of(const Workshop& workshop) {
  std::vector<std::string> environment = job_environment(kept_variables());
  if (std::getenv(kHostThreads) == nullptr) {
    const unsigned share = std::thread::hardware_concurrency() / std::max(1U, workshop.jobs);
    environment.push_back(fmt::format("{}={}", kHostThreads, std::max(1U, share)));
  }
  return environment;
}

/// Of a module without what differs between two builds of the same code: the folder's name, which
/// has always the same length, and the linker's build id.
std::string module_hash(const JobFolder& folder, const char* name) {
  std::string bytes = read_file(folder.path() / name);
  const std::string path = folder.path().string();
  for (std::size_t at = 0; (at = bytes.find(path, at)) != std::string::npos; at += path.size()) {
    bytes.replace(at, path.size(), path.size(), '.');
  }
  constexpr std::size_t kIdBytes = 20;
  const std::string note(std::string_view("\x14\0\0\0\3\0\0\0GNU\0", 12));
  const std::size_t id = bytes.find(note);
  if (id != std::string::npos && id + note.size() + kIdBytes <= bytes.size()) {
    bytes.replace(id + note.size(), kIdBytes, kIdBytes, '.');
  }
  Sha256 hash;
  hash.update_field(bytes);
  return hash.finish();
}

/// A linker removes what it could not finish, so a little room may be there again.
bool has_room(const fs::path& folder) {
  constexpr std::uintmax_t kLeastBytes = std::uintmax_t{16} << 20;
  std::error_code failure;
  const fs::space_info space = fs::space(folder, failure);
  return failure || space.available >= kLeastBytes;
}

/// One attempt at one job. Members are what the steps hand on to each other.
class Job {
 public:
  Job(const Workshop& workshop, const course::Exercise& exercise, const Submission& submission,
      const JobManner& manner)
      : workshop_(workshop),
        exercise_(exercise),
        submission_(submission),
        manner_(manner),
        folder_(workshop.scratch) {}

  JobReport run();
  /// Whether the machine judges the exercise's reference without trouble, in the submission's
  /// place.
  bool judges_reference();

 private:
  bool has_text();
  bool has_all_files();
  bool compile(const Backend& backend);
  bool judge(const Backend& backend);
  bool has_lost() const;
  std::vector<std::string> compile_words(const Backend& backend,
                                         const std::vector<std::string>& include) const;
  std::vector<std::string> judge_words(const Backend& backend, const std::string& kind,
                                       const std::string& module) const;
  Command boxed(std::vector<std::string> words, const Backend& backend, bool building);
  Outcome run_judge(const Backend& backend, const std::string& kind, const Command& command) const;
  void end_with(Verdict status, const std::string& note);
  void log(const std::string& text) { report_.log += text + "\n"; }
  double possible() const { return exercise_.points.total(); }
  std::string seed() const {
    const std::string& salt = manner_.salt.empty() ? workshop_.salt : manner_.salt;
    return std::to_string(
        seed_of(salt, exercise_.id, workshop_.seed_by_files ? submission_.hash : std::string()));
  }
  bool fail_to_compile(const Outcome& outcome);
  bool judge_kinds(const Backend& backend, const std::string& kind, const std::string& module);

  const Workshop& workshop_;
  const course::Exercise& exercise_;
  const Submission& submission_;
  const JobManner& manner_;
  JobFolder folder_;
  JobReport report_;
  std::vector<Answer> answers_;
};

void Job::end_with(Verdict status, const std::string& note) {
  report_.result.status = status;
  report_.result.checks.clear();
  report_.result.points = {0, status == Verdict::kInternalError ? 0 : possible()};
  report_.result.notes.push_back(note);
}

bool Job::has_text() {
  for (const SourceFile& file : submission_.files) {
    if (file.unreadable) {
      end_with(Verdict::kInternalError, fmt::format("{}: {}", file.name, file.problem));
      return false;
    }
    if (!file.problem.empty()) {
      end_with(Verdict::kBuildError, fmt::format("{}: {}", file.name, file.problem));
      report_.result.build_log = fmt::format("{}: {}\n", file.name, file.problem);
      return false;
    }
  }
  return true;
}

/// Of several files one may be forgotten: what is left would compile, but not load.
bool Job::has_all_files() {
  for (const std::string& name : exercise_.files) {
    const bool there = std::any_of(submission_.files.begin(), submission_.files.end(),
                                   [&](const SourceFile& file) { return file.name == name; });
    if (!there) {
      end_with(Verdict::kBuildError, fmt::format("{} was not handed in.", name));
      report_.result.build_log = fmt::format("{}: was not handed in\n", name);
      return false;
    }
  }
  return true;
}

std::vector<std::string> Job::compile_words(const Backend& backend,
                                            const std::vector<std::string>& include) const {
  std::vector<std::string> words = backend.compiler;
  words.insert(words.end(), backend.shared_flags.begin(), backend.shared_flags.end());
  for (const std::string& folder : include) {
    words.insert(words.end(), {"-I", folder});
  }
  words.insert(words.end(), {"-o", kModule});
  for (const SourceFile& file : submission_.files) {
    const std::string extension = fs::path(file.name).extension().string();
    if (extension == ".cu" || extension == ".cpp") {
      words.push_back(file.name);
    }
  }
  return words;
}

std::vector<std::string> Job::judge_words(const Backend& backend, const std::string& kind,
                                          const std::string& module) const {
  const BackendExercise& built = backend.exercises.at(exercise_.id);
  std::vector<std::string> words{built.judge.string(),
                                 "--student",
                                 module,
                                 "--reference",
                                 built.reference.string(),
                                 "--course",
                                 workshop_.manifest->course.string(),
                                 "--exercise",
                                 exercise_.id,
                                 "--backend",
                                 backend.name};
  if (!kind.empty()) {
    words.insert(words.end(), {"--kind", kind});
  }
  if (manner_.until_lost) {
    words.emplace_back("--until-lost");
  }
  if (manner_.run_limit_ms > 0) {
    words.insert(words.end(), {"--run-limit", std::to_string(manner_.run_limit_ms)});
  }
  return words;
}

Command Job::boxed(std::vector<std::string> words, const Backend& backend, bool building) {
  Command command;
  command.argv = std::move(words);
  command.environment = environment_of(workshop_);
  command.folder = folder_.path();
  command.limits.file_bytes = kLargestFile;
  command.limits.open_files = 1024;
  command.limits.extra_processes = 1024;
  Box box;
  box.read_only = tool_paths(backend);
  const auto found = backend.exercises.find(exercise_.id);
  if (!building && found != backend.exercises.end()) {
    box.read_only.insert(box.read_only.end(), {found->second.judge, found->second.reference,
                                               workshop_.manifest->course, folder_.path()});
  } else {
    box.writable = folder_.path();
    // Processor time is the limit: on a busy machine a clock says little about the source.
    command.limits.wall_ms = kLoadedBuilds * exercise_.limits.build_ms;
    command.limits.cpu_seconds = exercise_.limits.build_ms / 1000 + 1;
    box.temporary_bytes = kCompilersTemporaryBytes;
    command.limits.data_bytes = std::max<std::uint64_t>(exercise_.limits.memory_bytes, 2ull << 30);
    command.job.cpu_ms = command.limits.cpu_seconds * 1000;
  }
  // Of the whole job, where there are cgroups. A judge has the workers of student and reference.
  constexpr std::uint64_t kOwnBytes = std::uint64_t{2} << 30;
  command.job.memory_bytes = 2 * exercise_.limits.memory_bytes + kOwnBytes;
  command.job.processes = command.limits.extra_processes;
  box.gpu = backend.is_gpu();
  return workshop_.sandbox->enclose(std::move(command), box);
}

bool Job::compile(const Backend& backend) {
  report_.began = true;
  const Outcome outcome = grader::run(boxed(compile_words(backend, {"include"}), backend, true));
  const std::string said = cut(to_utf8(folder_.without_paths(outcome.output)), kBuildLogLimit);
  log(fmt::format("== compile ({}): {}\n{}", backend.name, describe(outcome), said));
  report_.stopped = outcome.ending == Ending::kStopped;
  if (report_.stopped) {
    return false;
  }
  if (outcome.ending == Ending::kNotStarted) {
    end_with(Verdict::kInternalError, "The compiler " + describe(outcome));
    return false;
  }
  if (!said.empty()) {
    std::string& build_log = report_.result.build_log;
    build_log += build_log.find(said) == std::string::npos ? said : "";
  }
  std::error_code missing;
  if (outcome.succeeded() && fs::exists(folder_.path() / kModule, missing)) {
    return true;
  }
  return fail_to_compile(outcome);
}

/// Always false: there is no module. Says whose fault that is.
bool Job::fail_to_compile(const Outcome& outcome) {
  if (!has_room(folder_.path())) {
    report_.began = false;  // no doubt about it
    end_with(Verdict::kInternalError,
             fmt::format("It could not be compiled: there is no room left in {}.",
                         folder_.path().parent_path().string()));
    return false;
  }
  if (const std::string trouble = trouble_said_by_tool(outcome.output); !trouble.empty()) {
    end_with(Verdict::kInternalError, "It could not be compiled: " + trouble + ".");
    return false;
  }
  if (outcome.ending != Ending::kTimedOut) {
    end_with(Verdict::kBuildError,
             outcome.ending == Ending::kSignalled
                 ? "The compiler was ended by its limits on memory or time, or crashed."
                 : "It does not compile.");
  } else if (outcome.cpu_ms >= exercise_.limits.build_ms || outcome.asleep) {
    end_with(Verdict::kBuildError,
             outcome.asleep ? "The compiler waited for something that did not come: does the file "
                              "include what is no file?"
                            : "It did not compile within the time limit.");
  } else {
    report_.began = false;  // no doubt about it
    end_with(Verdict::kInternalError,
             "The machine was too busy to compile it: the time limit was over before the "
             "compiler had its share of a processor.");
  }
  return false;
}

Outcome Job::run_judge(const Backend& backend, const std::string& kind,
                       const Command& command) const {
  if (!backend.is_gpu()) {
    return grader::run(command);
  }
  // Other graders, `warp` and ctest on this machine use the same GPU.
  const std::string gpu_lock = name_of_gpu_lock(std::getenv("CUDA_VISIBLE_DEVICES"));
  if (kind == "timing") {
    const std::unique_lock alone(workshop_.gpu);
    const MachineLock alone_here(gpu_lock, MachineLock::Kind::kAlone);
    return grader::run(command);
  }
  const std::shared_lock together(workshop_.gpu);
  const MachineLock together_here(gpu_lock, MachineLock::Kind::kShared);
  return grader::run(command);
}

bool Job::judge_kinds(const Backend& backend, const std::string& kind, const std::string& module) {
  constexpr int kNothingToJudge = 77;
  constexpr std::uint64_t kAsks =
      16;  // the judge limits every single ask itself; this is for what escapes it
  const MemoryFile answer_file("warpschool-result");
  std::vector<std::string> words = judge_words(backend, kind, module);
  words.insert(words.end(), {"--seed-on-stdin", "--result", "/dev/fd/3"});
  Command command = boxed(std::move(words), backend, false);
  const std::uint64_t limit_ms = kAsks * exercise_.limits.run_ms + 60'000;
  command.limits.wall_ms = kLoadedJudges * limit_ms;
  command.job.cpu_ms = limit_ms;
  command.result_descriptor = answer_file.descriptor();
  command.input = seed() + "\n";
  const Outcome outcome = run_judge(backend, kind, command);
  log(fmt::format("== judge ({}{}{}): {}\n{}", backend.name, kind.empty() ? "" : ", ", kind,
                  describe(outcome), to_utf8(folder_.without_paths(outcome.output))));
  if (outcome.ending == Ending::kStopped) {
    report_.stopped = true;
    return false;
  }
  if (outcome.ending == Ending::kTimedOut) {
    const bool is_own_fault = outcome.asleep || outcome.cpu_ms >= limit_ms;
    end_with(is_own_fault ? Verdict::kTimeout : Verdict::kInternalError,
             is_own_fault ? "The checks together did not end within the time limit."
                          : "The machine was too busy to judge it: the time limit was over before "
                            "the judge had its share of a processor.");
    return false;
  }
  if (outcome.ending == Ending::kExited && outcome.status == kNothingToJudge) {
    return true;
  }
  const bool judged =
      outcome.ending == Ending::kExited && (outcome.status == 0 || outcome.status == 1);
  const auto answer = read_answer(answer_file.read(kAnswerLimit), backend.name);
  if (!judged || !answer || !answer->complete) {
    const std::string why = !judged   ? describe(outcome)
                            : !answer ? "left no answer: " + to_string(answer.diagnostics().front())
                                      : "did not report every check";
    end_with(Verdict::kInternalError, "The judge " + why + ".");
    return false;
  }
  answers_.push_back(*answer);
  if (!answer->device.empty()) {
    report_.devices.push_back(answer->device);
  }
  return true;
}

bool Job::judges_reference() {
  const auto troubled = [](const CheckResult& check) {
    return check.verdict == Verdict::kInternalError;
  };
  for (const Backend& backend : workshop_.manifest->backends) {
    const auto built = backend.exercises.find(exercise_.id);
    if (built == backend.exercises.end() ||
        !judge_kinds(backend, manner_.kind, built->second.reference.string())) {
      return false;
    }
  }
  return std::none_of(answers_.begin(), answers_.end(), [&](const Answer& answer) {
    return std::any_of(answer.checks.begin(), answer.checks.end(), troubled);
  });
}

bool Job::has_lost() const {
  return std::any_of(answers_.begin(), answers_.end(), [](const Answer& answer) {
    return std::any_of(answer.checks.begin(), answer.checks.end(), [](const CheckResult& check) {
      return check.verdict != Verdict::kPassed && check.verdict != Verdict::kSkipped;
    });
  });
}

bool Job::judge(const Backend& backend) {
  const std::string module = (folder_.path() / kModule).string();
  const std::vector<std::pair<const char*, double>> kinds{
      {"correctness", exercise_.points.correctness},
      {"counters", exercise_.points.counters},
      {"timing", exercise_.points.timing}};
  const bool all = std::all_of(kinds.begin(), kinds.end(), [&](const auto& kind) {
    return kind.second == 0 || backend.judges(kind.first);
  });
  if (!manner_.kind.empty()) {
    return !backend.judges(manner_.kind) || judge_kinds(backend, manner_.kind, module);
  }
  if (all && !backend.is_gpu() && !manner_.until_lost) {
    return judge_kinds(backend, "", module);
  }
  // One run a kind, so that only the timed one has the GPU for itself.
  return std::all_of(kinds.begin(), kinds.end(), [&](const auto& kind) {
    const bool idle_clock =
        kind.first == std::string_view("timing") && backend.is_gpu() && !manner_.timed_on_gpu;
    const bool enough = (manner_.until_lost && has_lost()) || idle_clock;
    return enough || kind.second == 0 || !backend.judges(kind.first) ||
           judge_kinds(backend, kind.first, module);
  });
}

JobReport Job::run() {
  ExerciseResult& result = report_.result;
  result.exercise = exercise_.id;
  result.notes = source_notes(exercise_, submission_);
  result.file = submission_.files.front().name;
  if (!has_text()) {
    return std::move(report_);
  }
  result.source = to_utf8(submission_.files.front().bytes);
  for (std::size_t i = 1; i < submission_.files.size(); ++i) {
    result.more_sources.push_back({submission_.files[i].name, to_utf8(submission_.files[i].bytes)});
  }
  if (!has_all_files()) {
    return std::move(report_);
  }
  folder_.place_sources(submission_);
  log("# To see the same again, in a folder with the student's files:");
  for (const Backend& backend : workshop_.manifest->backends) {
    const auto built = backend.exercises.find(exercise_.id);
    if (built == backend.exercises.end()) {
      end_with(Verdict::kInternalError,
               fmt::format("The build knows no exercise {}.", exercise_.id));
      return std::move(report_);
    }
    std::vector<std::string> include;
    for (const fs::path& folder : built->second.include) {
      include.push_back(folder.string());
    }
    log(shell_line(compile_words(backend, include)));
    log(shell_line(judge_words(backend, "", std::string("./") + kModule)) + " --seed " + seed());
  }
  for (const Backend& backend : workshop_.manifest->backends) {
    if (!manner_.kind.empty() && !backend.judges(manner_.kind)) {
      continue;
    }
    folder_.place_headers(backend.exercises.at(exercise_.id).include);
    if (!compile(backend)) {
      return std::move(report_);
    }
    if (report_.module.empty()) {
      report_.module = module_hash(folder_, kModule);
      report_.known_module = report_.module == manner_.known_module;
    }
    if (report_.known_module || !judge(backend)) {
      return std::move(report_);
    }
    if (manner_.until_lost && has_lost()) {
      break;
    }
  }
  merge_answers(answers_, exercise_, result);
  return std::move(report_);
}

JobReport attempt(const Workshop& workshop, const course::Exercise& exercise,
                  const Submission& submission, const JobManner& manner) {
  try {
    return Job(workshop, exercise, submission, manner).run();
  } catch (const std::exception& problem) {
    JobReport report;
    report.result.exercise = exercise.id;
    report.result.status = Verdict::kInternalError;
    report.result.notes.push_back(fmt::format("The grader failed: {}.", problem.what()));
    return report;
  }
}

/// The compiler's probe and the reference in the submission's place.
bool is_machine_sound(const Workshop& workshop, const course::Exercise& exercise,
                      const Submission& submission, const JobManner& manner) {
  try {
    return check_compilers(workshop).empty() &&
           Job(workshop, exercise, submission, manner).judges_reference();
  } catch (const std::exception&) {
    return false;
  }
}

/// Twice the machine failed with this submission, and with the reference it did not.
void suspect(ExerciseResult& result, const course::Exercise& exercise) {
  result.status = Verdict::kSuspicious;
  result.points = {0, exercise.points.total()};
  for (CheckResult& check : result.checks) {
    if (check.verdict == Verdict::kInternalError) {
      check.verdict = Verdict::kSuspicious;
      check.points.won = 0;
    }
  }
  result.notes.emplace_back(
      "Grading this file failed twice, while the reference solution was graded in its place "
      "without trouble. A person has to look before this counts.");
}

}  // namespace

std::uint64_t seed_of(const std::string& salt, const std::string& exercise,
                      const std::string& files) {
  Sha256 hash;
  hash.update_field(salt);
  hash.update_field(exercise);
  if (!files.empty()) {
    hash.update_field(files);
  }
  constexpr std::size_t kDigits = 8;  // 32 bits: short enough to be typed again
  return std::stoull(hash.finish().substr(0, kDigits), nullptr, 16);
}

ExerciseResult missing_result(const course::Exercise& exercise, const Submission& submission) {
  ExerciseResult result;
  result.exercise = exercise.id;
  result.status = Verdict::kMissing;
  result.points = {0, exercise.points.total()};
  if (!submission.files.empty()) {
    result.file = submission.files.front().name;
    result.notes.push_back(fmt::format("{} is empty.", result.file));
  }
  return result;
}

JobReport grade_submission(const Workshop& workshop, const course::Exercise& exercise,
                           const Submission& submission, const JobManner& manner) {
  if (submission.is_missing()) {
    JobReport report;
    report.result = missing_result(exercise, submission);
    return report;
  }
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  JobReport report = attempt(workshop, exercise, submission, manner);
  if (report.result.status == Verdict::kInternalError && !report.stopped) {
    const std::string first_log = report.log;
    report = attempt(workshop, exercise, submission, manner);
    report.log = first_log + "\n== That was the machine's fault: once more\n" + report.log;
  }
  if (report.result.status == Verdict::kInternalError && report.began && !report.stopped &&
      is_machine_sound(workshop, exercise, submission, manner)) {
    report.log += "\n== The reference was judged in its place without trouble\n";
    suspect(report.result, exercise);
  }
  const auto passed = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin);
  report.wall_ms = static_cast<std::uint64_t>(passed.count());
  return report;
}

}  // namespace warpschool::grader
