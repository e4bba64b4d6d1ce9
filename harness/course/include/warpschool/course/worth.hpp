// What checks are worth: time and counters win points with right answers alone, and a race wins by
// its thresholds. Judges and grader ask here alike.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

namespace warpschool::course {

/// The tasks whose answers are not right. Judge, screens and grader ask it alike, each of what it
/// knows: a judge of its own checks, those who put several judges' answers together of all.
class WrongTasks {
 public:
  /// A check as it was judged. Kind and verdict as result files spell them.
  void note(int task, std::string_view kind, std::string_view verdict);
  /// Whether checks of that task and kind win nothing, whatever they found. Verdict, explanation
  /// and figures of such a check stay what they are.
  bool withhold(int task, std::string_view kind) const;
  /// The same, and the check would have won something, or might have.
  bool withhold(int task, std::string_view kind, std::string_view verdict) const;

 private:
  std::set<int> tasks_;
};

/// Says it of one task, or of an exercise without tasks (0).
std::string withheld_text(int task);
/// The same of several tasks at once.
std::string withheld_text(const std::set<int>& tasks);
/// Whether a note is a withheld_text().
bool is_withheld_text(std::string_view note);

/// A submission's race against the reference: reference's time / its time, as far as it is known.
struct RaceRatio {
  double median = 0, low = 0, high = 0;  ///< with its confidence interval
};

enum class RaceEnd : std::uint8_t {
  kPassed,
  kSlow,
  kOpen  ///< the interval holds the threshold: the doubt is the machine's
};

struct RaceWorth {
  RaceEnd end = RaceEnd::kPassed;
  double share = 1;  ///< of the points
};

/// How a race ended by the thresholds of course.yaml: full points from the ratio `full_at` on, none
/// below `zero_at`. An open one gets what it may be worth at most.
RaceWorth worth_of(const RaceRatio& ratio, double full_at, double zero_at);

}  // namespace warpschool::course
