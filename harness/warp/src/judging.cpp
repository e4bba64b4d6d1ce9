// Runs judges: one a kind on a GPU, one or two that share the checks on the simulator.
#include "judging.hpp"

#include "child_program.hpp"
#include "file_io.hpp"
#include "shares.hpp"
#include "warpschool/support/cores.hpp"
#include "warpschool/support/machine_lock.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <future>
#include <map>
#include <numeric>
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

/// What a judge says of checks that failed through no submission's fault.
std::string said_of_itself(const std::optional<JudgeResult>& result) {
  std::string said;
  for (const screen::Check& check : result ? result->checks : std::vector<screen::Check>{}) {
    if (check.verdict == "internal_error" && !check.message.empty()) {
      said += fmt::format("\"{}\": {}\n", check.name, check.message);
    }
  }
  return said;
}

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

/// As one judge would have said it.
JudgeResult as_one(const std::vector<JudgeResult>& results, const std::vector<Places>& shares) {
  std::map<std::size_t, screen::Check> by_place;
  JudgeResult all = results.front();
  for (std::size_t i = 0; i < results.size(); ++i) {
    all.complete = all.complete && results[i].complete;
    for (std::size_t k = 0; k < shares[i].size(); ++k) {
      by_place.emplace(shares[i][k], results[i].checks[k]);
    }
  }
  all.checks.clear();
  for (auto& [place, check] : by_place) {
    all.checks.push_back(std::move(check));
  }
  screen::withhold_points(all);
  return all;
}

/// Times of a run are worth to be kept if no check was ended: that one would have taken longer.
bool came_to_ends(const JudgeResult& result) {
  return std::none_of(result.checks.begin(), result.checks.end(), [](const screen::Check& check) {
    return check.verdict == "timeout" || check.verdict == "deadlock" || check.not_asked();
  });
}

class JudgeRunner {
 public:
  JudgeRunner(const Tree& tree, const course::Exercise& exercise, const std::string& seed)
      : tree_(tree),
        exercise_(exercise),
        folder_(tree.build / "results" / exercise.id),
        seed_(seed.empty() ? std::to_string(std::random_device{}()) : seed) {}

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
    const CheckTimes before = read_times(read_file(times_file(backend)).value_or(""));
    if (!is_worth_two(before) || !run_two(backend, judged, before, judgement)) {
      Part part = run_part(backend, judged, {backend.name, {"--times", fresh_times(backend.name)}});
      if (part.result && came_to_ends(*part.result)) {
        note_times(backend, longest(before, times_of(part)));
      }
      add(std::move(part), judgement);
    }
  }

  /// False if it did not work, as where there are other checks than there were.
  bool run_two(const Backend& backend, const Judged& judged, const CheckTimes& before,
               Judgement& judgement) const {
    const std::vector<Places> shares = shares_of(before, 2);
    const auto judge = [&](std::size_t number) {
      const std::string name = fmt::format("{}_{}", backend.name, number + 1);
      return run_part(
          backend, judged,
          {name,
           {"--checks", fmt::format("{}/{}", fmt::join(shares[number], ","), before.size()),
            "--times", fresh_times(name)}});
    };
    std::future<Part> other = std::async(std::launch::async, judge, 1);
    std::vector<Part> parts{judge(0), other.get()};
    CheckTimes times = before;
    std::vector<JudgeResult> results;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (!parts[i].trouble.empty() || !parts[i].result ||
          parts[i].result->checks.size() != shares[i].size()) {
        return false;
      }
      raise_times(times, shares[i], times_of(parts[i]));
      results.push_back(*std::move(parts[i].result));
    }
    judgement.results.push_back(as_one(results, shares));
    if (came_to_ends(judgement.results.back())) {
      note_times(backend, times);
    }
    return true;
  }

  fs::path times_file(const Backend& backend) const {
    return folder_ / ("times_" + backend.name + ".txt");
  }
  std::string fresh_times(const std::string& name) const {
    return (folder_ / (name + ".took")).string();
  }
  CheckTimes times_of(const Part& part) const {
    return read_times(read_file(fresh_times(part.name)).value_or(""));
  }

  /// Once an exercise took long it counts as long, so that two in a row are judged alike.
  static bool is_worth_two(const CheckTimes& times) {
    return times.size() > 1 && std::accumulate(times.begin(), times.end(), 0L) > kWorthTwoMs &&
           usable_cores() > 1;
  }

  void note_times(const Backend& backend, const CheckTimes& times) const {
    if (!times.empty()) {
      write_file(times_file(backend), to_text(times));
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
                        {"--seed", seed_, "--stop-at-hang", "--result", file.string(), "--quiet"});
    program.folder = tree_.source;
    program.notice = "Checking " + exercise_.id + " ...";
    const Outcome outcome = run_in_turn(program, backend);
    const std::optional<std::string> text = read_file(file);
    part.result = text ? screen::read_result(*text) : std::nullopt;
    const bool has_nothing = outcome.status == kNothingJudged;
    const bool is_sound =
        has_nothing || outcome.status == kJudgedAll || outcome.status == kJudgedSome;
    const bool is_whole = part.result ? part.result->complete : has_nothing;
    if (!is_sound || !is_whole) {
      part.trouble =
          outcome.output + said_of_itself(part.result) +
          fmt::format("{} ended with status {}.\n", judged.judge.string(), outcome.status);
    }
    return part;
  }

  const Tree& tree_;
  const course::Exercise& exercise_;
  fs::path folder_;
  std::string seed_;  ///< one for all judges
};

}  // namespace

Judgement judge_exercise(const Tree& tree, const course::Exercise& exercise,
                         const std::string& seed) {
  return JudgeRunner(tree, exercise, seed).run_all();
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
