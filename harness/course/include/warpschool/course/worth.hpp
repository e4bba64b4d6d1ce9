// What checks are worth beside each other: time and counters win points with right answers alone.
#pragma once

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
/// Whether a note is a withheld_text().
bool is_withheld_text(std::string_view note);

}  // namespace warpschool::course
