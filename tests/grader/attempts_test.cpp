// Attacks, mutants and thresholds as lint judges them.
#include "lint/lint.hpp"
#include "lint/thresholds.hpp"
#include "test_folder.hpp"

#include <algorithm>
#include <warpschool/harness/catch.hpp>

namespace warpschool::grader {
namespace {

struct Answered {
  Answered() {
    exercise.id = "x";
    exercise.module = "1_m";
    exercise.files = {"x.cu"};
    folder.add("exercises/1_m/x/x.cu", "// TODO(1)\n// END TODO(1)\n");
    folder.add("exercises/1_m/x/x.hpp", "extern \"C\" void f(float* out);\n");
    folder.add("exercises/1_m/x/reference.cu", "// the reference\n");
    folder.add("solutions/1_m/x/x.cu",
               "// TODO(1)\n__global__ void k(float* p) { p[0] = 1; }\n// END TODO(1)\n"
               "extern \"C\" void f(float* out) { k<<<1, 1>>>(out); }\n");
    folder.add("solutions/1_m/x/near_misses/counters_a.cu",
               "// TODO(1)\n__global__ void k(float* p) { p[0] = 2; }\n// END TODO(1)\n");
    folders = folders_of(folder.path(), exercise);
    trials = trials_of(folders, exercise);
  }
  /// One attempt that ended with `status`.
  Diagnostics judge(const Trial& trial, Verdict status, const std::string& excused = "") const {
    JobReport report;
    report.result.status = status;
    const auto excuses = course::parse_excuses(excused, "excused.yaml");
    REQUIRE(excuses);
    return judge_attempts(folders, *excuses, {trial}, {report}, true);
  }
  ScratchFolder folder;
  course::Exercise exercise;
  ExerciseFolders folders;
  std::vector<Trial> trials;
};

std::string said(const Diagnostics& findings) {
  std::string text;
  for (const Diagnostic& finding : findings) {
    text += to_string(finding) + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("attacks are made from reference, model answer and near misses", "[grader][lint]") {
  const Answered answered;
  std::vector<std::string> not_made;
  const auto attacks = attacks_of(answered.folders, answered.exercise, answered.trials, not_made);
  std::vector<std::string> names;
  for (const Trial& attack : attacks) {
    names.push_back(attack.attack);
    CHECK(attack.manner.until_lost);
  }
  CHECK(names.front() == "reference");
  REQUIRE(names.size() > 2);
  CHECK(names[names.size() - 2] == "idle_kernel_beside_counters_a");
  CHECK(names.back() == "idle_blocks_beside_counters_a");
  CHECK(std::find(names.begin(), names.end(), "serial") != names.end());
  CHECK(not_made.empty());
  CHECK(attacks.front().submission.files.front().bytes == "// the reference\n");
}

TEST_CASE("an attack with full marks is a finding unless it is excused", "[grader][lint]") {
  const Answered answered;
  std::vector<std::string> not_made;
  const Trial attack =
      attacks_of(answered.folders, answered.exercise, answered.trials, not_made).front();
  CHECK(said(answered.judge(attack, Verdict::kPassed))
            .find("attack reference: a submission that is the reference gets full marks") !=
        std::string::npos);
  CHECK(answered.judge(attack, Verdict::kCounters).empty());
  CHECK(answered.judge(attack, Verdict::kPassed, "- {attack: reference, why: it may}").empty());
  CHECK(said(answered.judge(attack, Verdict::kWrong, "- {attack: reference, why: it may}"))
            .find("excused.yaml:1:3: nothing needs this excuse") != std::string::npos);
}

TEST_CASE("an excuse for the whole course speaks for every exercise and need not be needed",
          "[grader][lint]") {
  const Answered answered;
  answered.folder.add("solutions/excused.yaml", "- {attack: idle_kernel, why: so}\n");
  answered.folder.add("solutions/1_m/x/excused.yaml", "- {attack: reference, why: so}\n");
  const auto excuses = excuses_of(answered.folders);
  REQUIRE(excuses);
  CHECK(excuses->size() == 2);
  const Diagnostics findings = judge_attempts(answered.folders, *excuses, {}, {}, true);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].file == "solutions/1_m/x/excused.yaml");
  answered.folder.add("solutions/excused.yaml", "- {attack: idle_kernel}\n");
  CHECK(excuses_of(answered.folders).diagnostics().front().file == "solutions/excused.yaml");
}

TEST_CASE("a mutant with full marks is a survivor unless it is excused", "[grader][lint]") {
  const Answered answered;
  const auto mutants = mutants_of(answered.folders, answered.exercise, answered.trials, 0);
  REQUIRE_FALSE(mutants.empty());
  CHECK(mutants_of(answered.folders, answered.exercise, answered.trials, 1).size() == 1);
  const Trial& mutant = mutants.front();
  const std::string text = said(answered.judge(mutant, Verdict::kPassed));
  INFO(text);
  CHECK(text.rfind("solutions/1_m/x/x.cu:2:33: mutation: 0 -> 1 gets full marks", 0) == 0);
  const std::string excuse =
      "- {mutation: \"__global__ void k(float* p) { p[0] = 1; }\", change: \"0 -> 1\", why: so}";
  CHECK(answered.judge(mutant, Verdict::kPassed, excuse).empty());
  CHECK(answered.judge(mutant, Verdict::kBuildError).empty());
  JobReport passed;
  passed.result.status = Verdict::kPassed;
  course::Excuse once;
  once.line = mutant.mutated_line;
  once.change = mutant.change;
  once.why = "so";
  const std::vector<Trial> twice{mutant, mutant};
  CHECK(judge_attempts(answered.folders, {once}, twice, {passed, passed}, true).size() == 1);
  once.times = 2;
  CHECK(judge_attempts(answered.folders, {once}, twice, {passed, passed}, true).empty());
  JobReport same;
  same.known_module = true;
  same.result.status = Verdict::kMissing;
  CHECK(judge_attempts(answered.folders, {}, {mutant}, {same}, true).empty());
  // Other compilers may make another program of it: an excuse is not called needless.
  once.place = {1, 1};
  CHECK(judge_attempts(answered.folders, {once}, {mutant}, {same}, true).empty());
  CHECK(judge_attempts(answered.folders, {once}, {}, {}, true).size() == 1);
}

TEST_CASE("thresholds are held against the measured ratio", "[grader][lint]") {
  CHECK(proposed_threshold(65.8) == Approx(49));
  CHECK(proposed_threshold(1.94) == Approx(1.4));
  CHECK(proposed_threshold(4) == Approx(3));
  CHECK(proposed_threshold(0) == 0);
  MeasuredRule rule{2, "sim", {}, 4};
  rule.on.full_at = 3;
  rule.on.full_at_place = {7, 9};
  CHECK(check_thresholds({rule}, "course.yaml").empty());
  rule.on.full_at = 3.1;
  CHECK(said(check_thresholds({rule}, "course.yaml")) ==
        "course.yaml:7:9: full_at 3.1 is more than 0.75 of the model answer's ratio on sim, which "
        "is 4 "
        "(write full_at: 3)\n");
  rule.ratio = 1.2;
  CHECK(said(check_thresholds({rule}, "course.yaml")).find("only 1.2 times as fast") !=
        std::string::npos);
  CHECK(describe(rule).find("task 2 on sim") == 0);
}

TEST_CASE("a result's ratios meet their rules", "[grader][lint]") {
  course::Exercise exercise;
  course::TimingRule rule;
  rule.task = 2;
  rule.sim = course::TimingOn{64, 3, 1, {}};
  exercise.timing = {rule};
  CheckResult check;
  check.task = 2;
  check.kind = "timing";
  check.backend = "sim";
  check.ratio = 5;
  ExerciseResult result;
  result.checks = {check, CheckResult{}};
  const auto measured = measured_rules(exercise, result);
  REQUIRE(measured.size() == 1);
  CHECK(measured[0].ratio == 5);
  CHECK(measured[0].on.full_at == 3);
  result.checks[0].backend = "gpu";  // no threshold there
  CHECK(measured_rules(exercise, result).empty());
}

}  // namespace warpschool::grader
