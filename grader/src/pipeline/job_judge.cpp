// Judges a compiled submission in its box, backend by backend and kind by kind.
#include "pipeline/job_attempt.hpp"
#include "support/files.hpp"
#include "warpschool/support/machine_lock.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <mutex>

namespace warpschool::grader {
namespace {

constexpr std::size_t kAnswerLimit = 64u << 20;
constexpr std::uint64_t kLoadedJudges = 3;  ///< a judge may take so many times its limit

/// The judge limits every single question itself; this is for what escapes it.
std::uint64_t limit_of_judge(const course::Exercise& exercise) {
  constexpr std::uint64_t kQuestions = 16;
  return kQuestions * exercise.limits.run_ms + 60'000;
}

/// What the judge says of checks that failed through no submission's fault, of the first one.
std::string said_of_itself(const Answer& answer) {
  const auto check =
      std::find_if(answer.checks.begin(), answer.checks.end(), [](const CheckResult& one) {
        return one.verdict == Verdict::kInternalError && !one.message.empty();
      });
  return check == answer.checks.end()
             ? std::string()
             : fmt::format(" \"{}\": {}", check->name,
                           check->message.substr(0, check->message.find('\n')));
}

}  // namespace

std::vector<std::string> JobAttempt::judge_words(const Backend& backend, const std::string& kind,
                                                 const std::string& module,
                                                 const std::filesystem::path& course) const {
  const BackendExercise& built = backend.exercises.at(exercise_.id);
  std::vector<std::string> words{
      built.judge.string(), "--student",     module,       "--reference", built.reference.string(),
      "--course",           course.string(), "--exercise", exercise_.id,  "--backend",
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

std::string JobAttempt::seed() const {
  const std::string& salt = manner_.salt.empty() ? workshop_.salt : manner_.salt;
  return std::to_string(
      seed_of(salt, exercise_.id, workshop_.seed_by_files ? submission_.hash : std::string()));
}

Outcome JobAttempt::run_judge(const Backend& backend, const std::string& kind,
                              const Command& command) const {
  if (!backend.is_gpu()) {
    return grader::run(command);
  }
  // Other graders, `warp` and ctest on this machine use the same GPU.
  if (kind == "timing" || exercise_.measures_time) {
    const std::unique_lock alone(workshop_.gpu);
    const GpuLock alone_here(MachineLock::Kind::kAlone);
    return grader::run(command);
  }
  const std::shared_lock together(workshop_.gpu);
  const GpuLock together_here(MachineLock::Kind::kShared);
  return grader::run(command);
}

Command JobAttempt::judging(std::vector<std::string> words, const Backend& backend,
                            const MemoryFile& answer) const {
  words.insert(words.end(), {"--seed-on-stdin", "--result", "/dev/fd/3"});
  Command command = boxed(std::move(words), backend, false);
  const std::uint64_t limit_ms = limit_of_judge(exercise_);
  command.limits.wall_ms = kLoadedJudges * limit_ms;
  command.job.cpu_ms = limit_ms;
  command.result_descriptor = answer.descriptor();
  return command;
}

/// The reference against itself, in a box that no submission shares. Empty: it cannot be had, and
/// what is wrong comes out where a submission is judged.
std::string JobAttempt::measure_reference(const Backend& backend,
                                          const std::string& reference) const {
  const MemoryFile answer("warpschool-reference");
  Command command =
      judging(judge_words(backend, "timing", reference, workshop_.course_of(exercise_.id)), backend,
              answer);
  command.input = std::to_string(seed_of(workshop_.salt, exercise_.id)) + "\n";
  const Outcome outcome = grader::run(command);
  return outcome.ending == Ending::kExited ? reference_part(answer.read(kAnswerLimit))
                                           : std::string();
}

/// What the reference takes is exact on the simulator, and the same for all submissions: measured
/// once a run, not in every judge.
std::string JobAttempt::reference_times(const Backend& backend, const std::string& module) const {
  const std::string reference = backend.exercises.at(exercise_.id).reference.string();
  if (backend.is_gpu() || module == reference) {
    return {};
  }
  ReferenceTimes& times = workshop_.reference_times(exercise_.id);
  const std::lock_guard lock(times.guard);
  if (!times.is_measured) {
    times.is_measured = true;
    times.result = measure_reference(backend, reference);
  }
  return times.result;
}

bool JobAttempt::judge_kind(const Backend& backend, const std::string& kind,
                            const std::string& module) {
  const MemoryFile answer_file("warpschool-result");
  std::vector<std::string> words =
      judge_words(backend, kind, module, workshop_.course_of(exercise_.id));
  const std::string known_times = reference_times(backend, module);
  if (!known_times.empty()) {
    words.insert(words.end(), {"--reference-result", "-"});
  }
  Command command = judging(std::move(words), backend, answer_file);
  command.input = seed() + "\n" + known_times;
  const Outcome outcome = run_judge(backend, kind, command);
  log(fmt::format("== judge ({}{}{}): {}\n{}", backend.name, kind.empty() ? "" : ", ", kind,
                  describe(outcome), to_utf8(folder_.without_paths(outcome.output))));
  return take_answer(backend, outcome, answer_file.read(kAnswerLimit));
}

/// What a judge left, or what its end without an answer means. False: the job ends here.
bool JobAttempt::take_answer(const Backend& backend, const Outcome& outcome,
                             const std::string& text) {
  constexpr int kNothingToJudge = 77;
  if (outcome.ending == Ending::kStopped) {
    report_.stopped = true;
    return false;
  }
  if (outcome.ending == Ending::kTimedOut) {
    const bool is_own_fault = outcome.asleep || outcome.cpu_ms >= limit_of_judge(exercise_);
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
  const auto answer = read_answer(text, backend.name);
  if (!judged || !answer || !answer->complete) {
    const std::string why = !judged   ? describe(outcome)
                            : !answer ? "left no answer: " + to_string(answer.diagnostics().front())
                                      : "did not report every check";
    end_with(Verdict::kInternalError,
             fmt::format("The judge {}.{}", why, answer ? said_of_itself(*answer) : ""));
    for (const CheckResult& check : answer ? answer->checks : std::vector<CheckResult>{}) {
      if (check.verdict == Verdict::kInternalError) {
        report_.not_judged.push_back(check.name);
      }
    }
    return false;
  }
  answers_.push_back(*answer);
  if (!answer->device.empty()) {
    report_.devices.push_back(answer->device);
  }
  return true;
}

bool JobAttempt::judge(const Backend& backend) {
  const std::string module = (folder_.path() / kModule).string();
  const std::vector<std::pair<const char*, double>> kinds{
      {"correctness", exercise_.points.correctness},
      {"counters", exercise_.points.counters},
      {"timing", exercise_.points.timing}};
  const bool all = std::all_of(kinds.begin(), kinds.end(), [&](const auto& kind) {
    return kind.second == 0 || backend.judges(kind.first);
  });
  if (!manner_.kind.empty()) {
    return !backend.judges(manner_.kind) || judge_kind(backend, manner_.kind, module);
  }
  if (all && !backend.is_gpu() && !manner_.until_lost) {
    return judge_kind(backend, "", module);
  }
  // One run a kind, so that only the timed one has the GPU for itself.
  const bool judged = std::all_of(kinds.begin(), kinds.end(), [&](const auto& kind) {
    const bool idle_clock =
        kind.first == std::string_view("timing") && backend.is_gpu() && !manner_.timed_on_gpu;
    const bool enough = (manner_.until_lost && has_lost()) || idle_clock;
    return enough || kind.second == 0 || !backend.judges(kind.first) ||
           judge_kind(backend, kind.first, module);
  });
  if (judged && times_count_elsewhere(backend) && !(manner_.until_lost && has_lost())) {
    const std::size_t before = answers_.size();
    if (!judge_kind(backend, "timing", module)) {
      return false;
    }
    if (answers_.size() > before) {  // there are exercises that it cannot time
      modelled_times_ = std::move(answers_.back());
      answers_.pop_back();
    }
  }
  return judged;
}

/// The simulator's times are not the verdict where a GPU is, but they vouch for it.
bool JobAttempt::times_count_elsewhere(const Backend& backend) const {
  const std::vector<Backend>& all = workshop_.manifest->backends;
  return !backend.is_gpu() && exercise_.points.timing > 0 && manner_.timed_on_gpu &&
         !backend.judges("timing") && std::any_of(all.begin(), all.end(), [](const Backend& other) {
           return other.is_gpu() && other.judges("timing");
         });
}

}  // namespace warpschool::grader
