// The words of a grade: what became of a check, of a task, of a submission. Their order is the
// order of precedence: a submission's status is the first of them over its checks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace warpschool::grader {

/// Worst first. The last two say nothing about work: `kSkipped`, nothing here could judge it, and
/// `kNotDueYet`, which only a result may have: not handed in, and there is still time.
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
  kSkipped,
  kNotDueYet
};

inline constexpr std::size_t kVerdicts = static_cast<std::size_t>(Verdict::kNotDueYet) + 1;

/// "internal_error", ...: the word used in every file and table.
const char* to_string(Verdict verdict);

/// The inverse; nothing for a word that is none.
std::optional<Verdict> verdict_from(std::string_view word);

/// Every word in order of precedence, without kSkipped and kNotDueYet.
std::initializer_list<Verdict> all_verdicts();

/// Whether the word says something about a student's work, and neither about the machine nor the
/// calendar.
constexpr bool is_judged(Verdict verdict) {
  return verdict != Verdict::kInternalError && verdict < Verdict::kSkipped;
}

/// One sentence for a student: what this status means.
const char* explain(Verdict verdict);

/// The one that takes precedence (the smaller enumerator).
constexpr Verdict worse(Verdict left, Verdict right) {
  return left < right ? left : right;
}

}  // namespace warpschool::grader
