// The words of a grade: what became of a check, of a task, of a submission. Their order is the
// order of precedence: a submission's status is the first of them over its checks.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace warpschool::grader {

/// Worst first. `kSkipped` is a check's word only: nothing on this backend could judge it.
enum class Verdict : std::uint8_t {
  kInternalError,  ///< the machine's fault, never the student's: costs no points
  kMissing,        ///< no file, or an empty one
  kBuildError,     ///< does not compile, or is not text
  kSuspicious,
  kTimeout,
  kDeadlock,
  kCrash,  ///< early exits too
  kMemoryFault,
  kRace,
  kWrong,
  kSlow,
  kCounters,
  kInconclusive,
  kPassed,
  kSkipped
};

/// "internal_error", ...: the word used in every file and table.
const char* to_string(Verdict verdict);

/// The inverse; nothing for a word that is none.
std::optional<Verdict> verdict_from(std::string_view word);

/// Every word in order of precedence, without kSkipped.
std::initializer_list<Verdict> all_verdicts();

/// One sentence for a student: what this status means.
const char* explain(Verdict verdict);

/// The one that takes precedence (the smaller enumerator).
constexpr Verdict worse(Verdict left, Verdict right) {
  return left < right ? left : right;
}

}  // namespace warpschool::grader
