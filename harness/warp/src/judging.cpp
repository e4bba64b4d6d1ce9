// Runs judges: one a kind on a GPU, one or two that share the checks on the simulator.
#include "judging.hpp"

#include "files.hpp"
#include "process.hpp"
#include "warpschool/support/cores.hpp"
#include "warpschool/support/machine_lock.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <fmt/format.h>
#include <future>
#include <random>

namespace warpschool::warp {
namespace {

namespace fs = std::filesystem;
using course::Kind;
using screen::JudgeResult;

/// Exit statuses of judges.
constexpr int kJudgedAll = 0, kJudgedSome = 1, kNothingJudged = 77;

/// Starting a second judge takes a tenth of this, and the two have to wait for each other.
constexpr long kWorthTwoMs = 250;

/// The kinds of the exercise that this backend judges.
std::vector<std::string> kinds_on(const Backend& backend, const course::Exercise& exercise) {
  std::vector<std::string> kinds;
  for (const Kind kind : {Kind::kCorrectness, Kind::kTiming, Kind::kCounters}) {
    const std::string name = course::to_string(kind);
    const bool is_judged =
        std::find(backend.kinds.begin(), backend.kinds.end(), name) != backend.kinds.end();
    const bool is_timed =
        std::any_of(exercise.timing.begin(), exercise.timing.end(), [&](const auto& rule) {
          return backend.name == "gpu" ? rule.gpu.has_value() : rule.sim.has_value();
        });
    if (exercise.points.of(kind) > 0 && is_judged && (kind != Kind::kTiming || is_timed)) {
      kinds.push_back(name);
    }
  }
  return kinds;
}

/// A backend that judges all kinds is asked for all of them at once; else kind by kind.
bool judges_all_kinds(const Backend& backend) {
  constexpr std::size_t kAll = 3;
  return backend.kinds.size() == kAll;
}

/// Timing on a GPU has the device for itself, whatever else is judged on this machine.
Outcome run_in_turn(const Program& program, const Backend& backend) {
  if (backend.name != "gpu") {
    return run(program);
  }
  const GpuLock alone(MachineLock::Kind::kAlone);
  return run(program);
}

/// Why none of the results from `begin` on says anything; empty if one does.
std::string why_unjudged(const std::vector<JudgeResult>& results, std::size_t begin) {
  std::string why;
  for (std::size_t i = begin; i < results.size(); ++i) {
    for (const screen::Check& check : results[i].checks) {
      if (check.counts()) {
        return {};
      }
      why = why.empty() ? check.message : why;
    }
  }
  return why.empty() ? "Its judge said nothing." : why;
}

/// As one judge would have said it: of N judges, judge k has the checks k, k + N, ...
JudgeResult interleaved(std::vector<JudgeResult> shares) {
  std::size_t most = 0;
  for (const JudgeResult& share : shares) {
    most = std::max(most, share.checks.size());
  }
  std::vector<screen::Check> checks;
  for (std::size_t i = 0; i < most; ++i) {
    for (JudgeResult& share : shares) {
      if (i < share.checks.size()) {
        checks.push_back(std::move(share.checks[i]));
      }
    }
  }
  JudgeResult all = std::move(shares.front());
  for (std::size_t i = 1; i < shares.size(); ++i) {
    all.complete = all.complete && shares[i].complete;
  }
  all.checks = std::move(checks);
  return all;
}

class JudgeRunner {
 public:
  JudgeRunner(const Tree& tree, const course::Exercise& exercise)
      : tree_(tree), exercise_(exercise), folder_(tree.build / "results" / exercise.id) {}

  Judgement run_all() const {
    Judgement judgement;
    std::error_code ignored;  // a judge that cannot write its result says so
    fs::create_directories(folder_, ignored);
    for (const Backend& backend : tree_.backends) {
      const auto judged = backend.exercises.find(exercise_.id);
      if (judged != backend.exercises.end()) {
        run_backend(backend, judged->second, judgement);
      }
    }
    return judgement;
  }

 private:
  /// What one judge is asked for, and what came of it.
  struct Part {
    std::string name;                  ///< of its result file
    std::vector<std::string> options;  ///< beside those of every judge
    std::optional<JudgeResult> result = std::nullopt;
    std::string trouble = {};
  };

  void run_backend(const Backend& backend, const Judged& judged, Judgement& judgement) const {
    const std::size_t before = judgement.results.size();
    bool is_asked = true;
    if (judges_all_kinds(backend)) {
      run_shares(backend, judged, judgement);
    } else {
      const std::vector<std::string> kinds = kinds_on(backend, exercise_);
      is_asked = !kinds.empty();
      for (const std::string& kind : kinds) {
        add(run_part(backend, judged, {backend.name + "_" + kind, {"--kind", kind}}), judgement);
      }
    }
    if (is_asked && &backend == &tree_.backends.front()) {
      judgement.unjudged = why_unjudged(judgement.results, before);
    }
  }

  static void add(Part part, Judgement& judgement) {
    judgement.trouble += part.trouble;
    if (part.result) {
      judgement.results.push_back(*std::move(part.result));
    }
  }

  /// One judge, or two at once.
  void run_shares(const Backend& backend, const Judged& judged, Judgement& judgement) const {
    const auto start = std::chrono::steady_clock::now();
    if (!is_worth_two()) {
      add(run_part(backend, judged, {backend.name, {}}), judgement);
    } else {
      const std::string seed = std::to_string(std::random_device{}());
      const auto share = [&](int number) {
        return run_part(backend, judged,
                        {fmt::format("{}_{}", backend.name, number),
                         {"--share", fmt::format("{}/2", number), "--seed", seed}});
      };
      std::future<Part> other = std::async(std::launch::async, share, 2);
      std::vector<Part> parts{share(1), other.get()};
      std::vector<JudgeResult> results;
      for (Part& part : parts) {
        judgement.trouble += part.trouble;
        if (part.result) {
          results.push_back(*std::move(part.result));
        }
      }
      if (!results.empty()) {
        judgement.results.push_back(interleaved(std::move(results)));
      }
    }
    note_time(std::chrono::steady_clock::now() - start);
  }

  fs::path time_file() const { return folder_ / "took_ms.txt"; }

  /// Two judges that took half as long as one are worth it the next time, too.
  bool is_worth_two() const {
    long milliseconds = 0;
    const std::string text = read_file(time_file()).value_or("");
    std::from_chars(text.data(), text.data() + text.size(), milliseconds);
    return milliseconds > kWorthTwoMs && usable_cores() > 1;
  }

  /// Once an exercise took long it counts as long, so that two in a row are judged alike.
  void note_time(std::chrono::steady_clock::duration took) const {
    const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(took).count();
    if (milliseconds > kWorthTwoMs) {
      write_file(time_file(), fmt::format("{}\n", milliseconds));
    }
  }

  Part run_part(const Backend& backend, const Judged& judged, Part part) const {
    const fs::path file = folder_ / (part.name + ".json");
    std::error_code ignored;
    fs::remove(file, ignored);
    Program program;
    program.argv = judge_command(tree_, exercise_, backend, judged);
    program.argv.insert(program.argv.end(), part.options.begin(), part.options.end());
    program.argv.insert(program.argv.end(),
                        {"--stop-at-hang", "--result", file.string(), "--quiet"});
    program.folder = tree_.source;
    program.notice = "Checking " + exercise_.id + " ...";
    const Outcome outcome = run_in_turn(program, backend);
    const std::optional<std::string> text = read_file(file);
    part.result = text ? screen::read_result(*text) : std::nullopt;
    if (part.result && part.result->checks.empty()) {
      part.result = std::nullopt;  // there were fewer checks than judges
    }
    const bool has_nothing = outcome.status == kNothingJudged;
    const bool is_sound =
        has_nothing || outcome.status == kJudgedAll || outcome.status == kJudgedSome;
    const bool is_whole = part.result ? part.result->complete : has_nothing;
    if (!is_sound || !is_whole) {
      part.trouble = outcome.output + fmt::format("{} ended with status {}.\n",
                                                  judged.judge.string(), outcome.status);
    }
    return part;
  }

  const Tree& tree_;
  const course::Exercise& exercise_;
  fs::path folder_;
};

}  // namespace

Judgement judge_exercise(const Tree& tree, const course::Exercise& exercise) {
  return JudgeRunner(tree, exercise).run_all();
}

std::vector<std::string> judge_command(const Tree& tree, const course::Exercise& exercise,
                                       const Backend& backend, const Judged& judged) {
  return {judged.judge.string(),
          "--student",
          judged.student(exercise.id).string(),
          "--reference",
          judged.reference.string(),
          "--course",
          (tree.source / "course.yaml").string(),
          "--exercise",
          exercise.id,
          "--backend",
          backend.name};
}

}  // namespace warpschool::warp
