// The judge's book: one entry a TEST_CASE, its verdict the worst of all that happened in it, its
// points.
#pragma once

#include "warpschool/course/course.hpp"
#include "warpschool/harness/metrics.hpp"
#include "warpschool/harness/verdict.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warpschool::harness {

/// One TEST_CASE.
struct Check {
  std::string name;
  int task = 0;
  course::Kind kind = course::Kind::kCorrectness;
  bool hidden = false;  ///< for grading day: has points of its own
  bool ran = false;
  Verdict verdict = Verdict::kPassed;
  std::string message, hint, output;
  std::vector<std::string> notes;
  std::vector<std::string> faults;  ///< JSON
  unsigned failures = 0;            ///< findings booked in it
  std::size_t basis = 0;            ///< Finding::basis of the one that is told
  std::string function, called;     ///< Finding's, of the one that is told
  std::vector<std::string> failed_questions;
  double possible = 0;
  double share = 1;  ///< of the possible points, if nothing failed
  std::optional<double> ratio, ratio_low, ratio_high, threshold;
  CounterValues counters;
  unsigned mishaps = 0;  ///< questions that got no clean answer
  bool ended = false;    ///< nothing more is asked in this check

  double won() const;  ///< by itself: see Record
  /// This backend cannot say, so nothing more is asked; a verdict that is there already stays.
  void skip(const std::string& why);
};

/// All checks of a judge, in the order of their declaration.
class Record {
 public:
  void declare(Check check) { checks_.push_back(std::move(check)); }
  void begin(const std::string& name);
  /// `assertions`: a check without any did not check.
  void end(std::uint64_t assertions);

  /// The check in progress; internal error if there is none.
  Check& current();
  bool has_current() const { return current_ != nullptr; }

  void book(Finding finding) { booked_ = std::move(finding); }
  void forget_booked() { booked_.reset(); }
  /// An assertion failed: commits what was booked, or `otherwise`.
  void commit(Finding otherwise);
  /// Commits at once.
  void add(Finding finding);
  void add_note(const std::string& note);
  /// The same, of each line of the submission's kernels the first.
  void add_note_on_line(std::uint64_t line, const std::string& note);
  /// What did not run will not: it is skipped and its points are out of the count.
  void skip_rest(const std::string& why);

  const std::vector<Check>& checks() const { return checks_; }
  /// Where one check of a task met a fault, the others' hints are guesses at what follows from it:
  /// they name that check instead. So do checks of later tasks that call a function whose own check
  /// failed. A mistake that several checks meet at the same line is told once.
  void lead_with_causes();
  /// Every declared check ran to its end.
  bool complete() const;
  /// Of one of the checks. Time and counters of a task whose answers are wrong win nothing.
  double won(const Check& check) const;
  double won() const;
  double possible() const;  ///< skipped checks not counted
  Verdict worst() const;

 private:
  void tell_once();

  std::vector<Check> checks_;
  Check* current_ = nullptr;
  std::optional<Finding> booked_;
  std::set<std::uint64_t> noted_lines_;
};

}  // namespace warpschool::harness
