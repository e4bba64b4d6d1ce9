// Decides which checks win nothing because the answers of their task are wrong.
#include "warpschool/course/worth.hpp"

#include "warpschool/course/course.hpp"

#include <algorithm>
#include <array>

namespace warpschool::course {
namespace {

constexpr std::string_view kWithheld = "o points for time and counters: ";

/// What nobody judged, or only the machine failed at, is no wrong answer.
bool says_wrong(std::string_view verdict) {
  constexpr std::array<std::string_view, 4> kOthers{"passed", "skipped", "inconclusive",
                                                    "internal_error"};
  return std::find(kOthers.begin(), kOthers.end(), verdict) == kOthers.end();
}

bool wins_something(std::string_view verdict) {
  return verdict == "passed" || verdict == "slow" || verdict == "inconclusive";
}

bool is_of_answers(std::string_view kind) {
  return kind == to_string(Kind::kCorrectness);
}

}  // namespace

void WrongTasks::note(int task, std::string_view kind, std::string_view verdict) {
  if (is_of_answers(kind) && says_wrong(verdict)) {
    tasks_.insert(task);
  }
}

bool WrongTasks::withhold(int task, std::string_view kind) const {
  return !is_of_answers(kind) && tasks_.count(task) > 0;
}

bool WrongTasks::withhold(int task, std::string_view kind, std::string_view verdict) const {
  return withhold(task, kind) && wins_something(verdict);
}

std::string withheld_text(int task) {
  const std::string text(kWithheld);
  return task > 0 ? "Task " + std::to_string(task) + " wins n" + text + "its answers are wrong."
                  : "N" + text + "the answers are wrong.";
}

bool is_withheld_text(std::string_view note) {
  return note.find(kWithheld) != std::string_view::npos;
}

}  // namespace warpschool::course
