// Decides which checks win nothing because the answers of their task are wrong, and what races win.
#include "warpschool/course/worth.hpp"

#include "warpschool/course/course.hpp"
#include "warpschool/support/word_list.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

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

double share_of_points(double ratio, double full_at, double zero_at) {
  if (full_at <= zero_at) {
    return ratio >= full_at ? 1 : 0;
  }
  return std::clamp((ratio - zero_at) / (full_at - zero_at), 0.0, 1.0);
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

std::string withheld_text(const std::set<int>& tasks) {
  if (tasks.empty() || tasks.size() == 1 || *tasks.begin() == 0) {
    return tasks.empty() ? std::string() : withheld_text(*tasks.begin());
  }
  std::vector<std::string> numbers;
  std::transform(tasks.begin(), tasks.end(), std::back_inserter(numbers),
                 [](int task) { return std::to_string(task); });
  return "Tasks " + support::word_list(numbers) + " win n" + std::string(kWithheld) +
         "their answers are wrong.";
}

bool is_withheld_text(std::string_view note) {
  return note.find(kWithheld) != std::string_view::npos;
}

RaceWorth worth_of(const RaceRatio& ratio, double full_at, double zero_at) {
  if (ratio.low >= full_at) {
    return {RaceEnd::kPassed, 1};
  }
  return ratio.high >= full_at
             ? RaceWorth{RaceEnd::kOpen, share_of_points(ratio.high, full_at, zero_at)}
             : RaceWorth{RaceEnd::kSlow, share_of_points(ratio.median, full_at, zero_at)};
}

}  // namespace warpschool::course
