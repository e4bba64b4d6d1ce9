// The words of a verdict and their order.
#include "result/grade_verdict.hpp"

#include <array>
#include <utility>

namespace warpschool::grader {
namespace {

struct Row {
  Verdict verdict;
  const char* word;
  const char* meaning;
};

constexpr std::array<Row, kVerdicts> kRows{{
    {Verdict::kInternalError, "internal_error",
     "The grader could not finish. That is the machine's fault and costs no points."},
    {Verdict::kMissing, "missing", "There is no file for this exercise, or it is empty."},
    {Verdict::kBuildError, "build_error", "The file is not text or does not compile."},
    {Verdict::kSuspicious, "suspicious",
     "A result looks impossible. A person has to look at it before it counts."},
    {Verdict::kTimeout, "timeout", "The code did not end within the time limit."},
    {Verdict::kDeadlock, "deadlock", "The threads of a kernel wait for each other for ever."},
    {Verdict::kCrash, "crash", "The program crashed or ended before it had answered."},
    {Verdict::kMemoryFault, "memory_fault", "The code touched memory that it must not touch."},
    {Verdict::kRace, "race",
     "Two threads use the same memory without an order between them; the result is luck."},
    {Verdict::kWrong, "wrong", "The code ran to its end and gave a wrong answer."},
    {Verdict::kSlow, "slow", "The answer is right, but it takes longer than the exercise allows."},
    {Verdict::kCounters, "counters",
     "The answer is right, but the way to it breaks a rule that the exercise sets."},
    {Verdict::kInconclusive, "inconclusive",
     "The measurement was too noisy to tell. The next grade measures it again."},
    {Verdict::kPassed, "passed", "Every check passed."},
    {Verdict::kSkipped, "skipped", "Nothing here could judge this check."},
    {Verdict::kNotDueYet, "not_due_yet",
     "Nothing has been handed in, and there is still time: it counts neither for nor against."},
}};

const Row& row_of(Verdict verdict) {
  return kRows.at(static_cast<std::size_t>(verdict));
}

}  // namespace

const char* to_string(Verdict verdict) {
  return row_of(verdict).word;
}

const char* explain(Verdict verdict) {
  return row_of(verdict).meaning;
}

std::optional<Verdict> verdict_from(std::string_view word) {
  for (const Row& row : kRows) {
    if (word == row.word) {
      return row.verdict;
    }
  }
  return std::nullopt;
}

std::initializer_list<Verdict> all_verdicts() {
  static constexpr std::initializer_list<Verdict> kAll = {
      Verdict::kInternalError, Verdict::kMissing,  Verdict::kBuildError, Verdict::kSuspicious,
      Verdict::kTimeout,       Verdict::kDeadlock, Verdict::kCrash,      Verdict::kMemoryFault,
      Verdict::kRace,          Verdict::kWrong,    Verdict::kSlow,       Verdict::kCounters,
      Verdict::kInconclusive,  Verdict::kPassed,
  };
  return kAll;
}

}  // namespace warpschool::grader
