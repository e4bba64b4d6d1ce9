// What students share when they make the same mistake, and how it is worded.
#include "report/causes.hpp"
#include "report/mistakes.hpp"
#include "report/page_texts.hpp"
#include "sample_class.hpp"

#include <warpschool/harness/catch.hpp>

using namespace warpschool::grader;
using namespace warpschool::grader::report;

namespace {

constexpr const char* kTwoBarriers = R"(#include "x.hpp"
__global__ void sum(float* out) {
  __shared__ float part[256];
  // TODO(1): fill it
  part[threadIdx.x] = 1;
  __syncthreads();
  // END TODO(1)
  // TODO(2): add
  for (int half = 128; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    // no __syncthreads() here
  }
  out[0] = part[0];
  // END TODO(2)
}
)";

FaultNote race(int line, int other) {
  FaultNote fault;
  fault.kind = "race";
  fault.file = "x.cu";
  fault.line = line;
  fault.message =
      "Thread 3 of block 0 wrote element 3: nothing says which comes first. Put "
      "__syncthreads() between the two. In a loop it may be the next turn.";
  fault.json =
      R"({"kind":"race","block":[0,0,0],"is_write":true,"is_atomic":false,"where":{"line":)" +
      std::to_string(line) +
      R"(},"other":{"block":[0,0,0],"is_write":false,"is_atomic":false,"work":null,"where":{"line":)" +
      std::to_string(other) + "}}}";
  return fault;
}

FaultNote fault_of(const std::string& kind, const std::string& json) {
  FaultNote fault;
  fault.kind = kind;
  fault.json = json;
  return fault;
}

CheckResult failed(Verdict verdict, int task, const std::string& message) {
  CheckResult check;
  check.task = task;
  check.verdict = verdict;
  check.message = message;
  return check;
}

ExerciseResult result_of(Verdict status, const std::vector<CheckResult>& checks) {
  ExerciseResult result;
  result.exercise = "vector_add";
  result.status = status;
  result.file = "x.cu";
  result.source = kTwoBarriers;
  result.checks = checks;
  return result;
}

ExerciseResult racing(int line, int other) {
  CheckResult check = failed(Verdict::kRace, 2, "x, given 3 floats:\n...");
  check.faults.push_back(race(line, other));
  return result_of(Verdict::kRace, {check});
}

/// A class of one exercise in which everybody handed in what is given.
ClassResult class_of_results(const std::vector<ExerciseResult>& results) {
  ClassResult result = tiny_class();
  result.students.assign(results.size(), result.students.front());
  for (std::size_t i = 0; i < results.size(); ++i) {
    result.students[i].id = "s" + std::to_string(i);
    result.students[i].exercises = {results[i]};
  }
  return result;
}

}  // namespace

TEST_CASE("a race in a block is a barrier that is missing, counted from the kernel's begin",
          "[grader][report]") {
  CHECK(cause_of(race(10, 13), kTwoBarriers) == "lack the second barrier");
  CHECK(cause_of(race(13, 10), kTwoBarriers) == "lack the second barrier");
  CHECK(cause_of(race(4, 5), kTwoBarriers) == "lack the first barrier");
  // A barrier stands between the two: the next turn of a loop comes too early.
  CHECK(cause_of(race(5, 10), kTwoBarriers) == "lack the second barrier");
  CHECK(cause_of(race(90, 10), kTwoBarriers) == "lack a barrier");
}

TEST_CASE("the simulator's causes are worded, whatever else its fault says", "[grader][report]") {
  CHECK(cause_of(fault_of("race", R"({"cause":{"name":"read_and_written_back"}})"), "") ==
        "change a shared value without an atomic");
  CHECK(cause_of(fault_of("out_of_bounds", R"({"allocation":null,"address":"0x0"})"), "") ==
        "follow a null pointer");
  CHECK(cause_of(fault_of("out_of_bounds",
                          R"({"is_write":true,"allocation":{"name":"tile","distance":4}})"),
                 "") == "write past the end of tile");
  CHECK(cause_of(fault_of("out_of_bounds", R"({"allocation":{"name":"","distance":-4}})"), "") ==
        "read before the beginning of an array");
  CHECK(cause_of(fault_of("divergent_barrier", ""), "") ==
        "have a barrier that not every thread reaches");
  CHECK(cause_of(fault_of("a_kind_of_tomorrow", "{}"), "").empty());
  CHECK(cause_of(fault_of("race", "no JSON <"), "") ==
        "use one value from several threads without an order");
}

TEST_CASE("a task that nobody has begun is named instead of what comes of it", "[grader][report]") {
  ExerciseResult result;
  result.exercise = "x";
  result.status = Verdict::kWrong;
  result.file = "x.cu";
  result.source =
      "// TODO(1): add (about 2 lines)\n// of the grid\n\n// END TODO(1)\n"
      "// TODO(2): launch\n  f<<<1, 1>>>();\n// END TODO(2)\n";
  result.checks = {failed(Verdict::kWrong, 1, "f, given 3 floats:\nexpected 1, got NaN"),
                   failed(Verdict::kWrong, 2, "f, given 4 floats:\nexpected 2, got 7")};
  for (CheckResult& check : result.checks) {
    check.kind = "correctness";
  }
  const std::vector<Mistake> mistakes = mistakes_in(result);
  REQUIRE(mistakes.size() == 2);
  CHECK(mistakes[0].what == "leave TODO(1) empty");
  CHECK(mistakes[0].is_empty);
  CHECK_FALSE(mistakes[1].is_empty);
  CHECK(mistakes[0].happened == "TODO(1) is empty.");
  CHECK(mistakes[0].line == 1);
  CHECK(mistakes[1].what.find("empty") == std::string::npos);
  CHECK(singular(mistakes[0].what) == "leaves TODO(1) empty");
}

TEST_CASE("the class page tells who was late, and what is no mistake but not begun",
          "[grader][report]") {
  ExerciseResult begun;
  begun.exercise = "x";
  begun.status = Verdict::kWrong;
  begun.file = "x.cu";
  begun.source = "// TODO(1): add (about 2 lines)\n  a + b;\n// END TODO(1)\n";
  begun.checks = {failed(Verdict::kWrong, 1, "f, given 3 floats:\nexpected 1, got 5")};
  begun.checks[0].kind = "correctness";
  ExerciseResult empty = begun;
  empty.source = "// TODO(1): add (about 2 lines)\n\n// END TODO(1)\n";
  ClassResult result;
  result.exercises.resize(1);
  result.exercises[0].id = "x";
  result.students.resize(5);
  for (std::size_t i = 0; i < 5; ++i) {
    result.students[i].id = result.students[i].name = "s" + std::to_string(i);
    result.students[i].exercises = {i < 3 ? empty : begun};
  }
  const std::vector<Cluster> clusters = clusters_of(result, 0);
  REQUIRE(clusters.size() == 2);
  CHECK_FALSE(clusters[0].example.is_empty);  // though fewer have it
  const auto holds = [&](const std::string& words) {
    return overview_page(result, {}).find(words) != std::string::npos;
  };
  CHECK(holds("x</a> 3 students"));
  CHECK_FALSE(holds("leave TODO(1) empty"));
  CHECK_FALSE(holds("Handed in late"));
  result.students[1].exercises[0].time.days_late = 2;
  result.students[1].exercises[0].time.lost = 1.5;
  result.students[2].exercises[0].notes.emplace_back(kLateOnCanvas);
  CHECK(holds("2 students</summary>"));
  CHECK(holds("s1</a> x 2 days (1.5 points lost)"));
  CHECK(holds("s2</a> x by Canvas"));
}

TEST_CASE("phrases fit one student", "[grader][report]") {
  CHECK(singular("lack a barrier") == "lacks a barrier");
  CHECK(singular("have a loop") == "has a loop");
  CHECK(singular("do not end") == "does not end");
  CHECK(singular("access it") == "accesses it");
  CHECK(singular("are slower") == "is slower");
  CHECK(singular("copy too much") == "copies too much");
}

TEST_CASE("students with one mistake are one cluster, with the line and its region",
          "[grader][report]") {
  const ClassResult result =
      class_of_results({racing(13, 10), racing(13, 10), result_of(Verdict::kPassed, {}),
                        racing(13, 10), racing(10, 5)});
  const std::vector<Cluster> clusters = clusters_of(result, 0);
  REQUIRE(clusters.size() == 1);  // another line of one region is no other mistake
  CHECK(sentence_of(clusters[0]) == "4 students lack the second barrier");
  CHECK(clusters[0].students == std::vector<std::size_t>{0, 1, 3, 4});
  CHECK(clusters[0].example.code == "out[0] = part[0];");
  CHECK(clusters[0].example.region == "TODO(2)");
  CHECK(clusters[0].example.next_step == "Put __syncthreads() between the two.");
}

TEST_CASE("messages that differ in figures and names alone are one mistake", "[grader][report]") {
  const auto wrong = [](const char* seen) {
    return result_of(Verdict::kWrong, {failed(Verdict::kWrong, 1, seen)});
  };
  const ClassResult result = class_of_results(
      {wrong("x, given 7 floats:\nfirst wrong at element 208, 1 of 256 differ:\n ..."),
       wrong("x, given 9 floats:\nfirst wrong at element 2, 31 of 256 differ:\n ..."),
       wrong("the 'answer' has 1e-05 elements"), wrong("the answer is empty")});
  const std::vector<Cluster> clusters = clusters_of(result, 0);
  REQUIRE(clusters.size() == 3);
  CHECK(sentence_of(clusters[0]) ==
        "2 students have a wrong answer: first wrong at element \u2026, \u2026 of \u2026 differ");
  CHECK(sentence_of(clusters[1]) == "1 student has a wrong answer: the answer is empty");
  // Whoever is alone keeps the figures.
  CHECK(sentence_of(clusters[2]) ==
        "1 student has a wrong answer: the 'answer' has 1e-05 elements");
}

TEST_CASE("a mistake that stops two tasks is told once", "[grader][report]") {
  CheckResult one = failed(Verdict::kRace, 1, "");
  CheckResult two = failed(Verdict::kRace, 2, "");
  one.faults = two.faults = {race(13, 10)};
  const std::vector<Mistake> mistakes = mistakes_in(result_of(Verdict::kRace, {two, one}));
  REQUIRE(mistakes.size() == 1);
  CHECK(mistakes[0].task == 1);
}

TEST_CASE("what fails because the answer is wrong is no mistake of its own", "[grader][report]") {
  CheckResult wrong = failed(Verdict::kWrong, 1, "wrong");
  wrong.kind = "correctness";
  CheckResult timing = failed(Verdict::kWrong, 2, "not the same answer");
  timing.kind = "timing";
  CheckResult counters = failed(Verdict::kCounters, 3, "launches: 2, allowed at most 1");
  counters.kind = "counters";
  const std::vector<Mistake> mistakes =
      mistakes_in(result_of(Verdict::kWrong, {wrong, timing, counters}));
  REQUIRE(mistakes.size() == 2);
  CHECK(mistakes[0].what == "have a wrong answer: wrong");
  CHECK(mistakes[1].what == "break the rule on launches");
  CHECK(mistakes_in(result_of(Verdict::kWrong, {timing})).size() == 1);
}

TEST_CASE("the first error of the compiler is the mistake, with its line", "[grader][report]") {
  ExerciseResult result = result_of(Verdict::kBuildError, {});
  result.build_log =
      "x.cu:5:3: error: use of undeclared identifier 'part'\nx.cu:6:1: error: more\n";
  const std::vector<Mistake> mistakes = mistakes_in(result);
  REQUIRE(mistakes.size() == 1);
  CHECK(mistakes[0].what == "do not compile: use of undeclared identifier \u2026");
  CHECK(mistakes[0].code == "part[threadIdx.x] = 1;");
  CHECK(mistakes[0].region == "TODO(1)");
}

TEST_CASE("every status but a pass has a next step, and a pass none", "[grader][report]") {
  for (const Verdict verdict : all_verdicts()) {
    const std::optional<Mistake> mistake = first_mistake(result_of(verdict, {}));
    INFO(to_string(verdict));
    CHECK(mistake.has_value() == (verdict != Verdict::kPassed));
    CHECK((!mistake || !mistake->next_step.empty()));
    CHECK((!mistake || !mistake->happened.empty()));
  }
}

TEST_CASE("long and broken messages are cut at a character's end", "[grader][report]") {
  std::string endless;
  for (int i = 0; i < 400; ++i) {
    endless += "\u00fc";
  }
  const ExerciseResult result = result_of(Verdict::kWrong, {failed(Verdict::kWrong, 1, endless)});
  const std::string happened = mistakes_in(result).at(0).happened;
  CHECK(happened.size() < 420);
  CHECK(happened.size() % 2 == std::string(" \u2026").size() % 2);
}
