// Records every check with its verdict, task and points.
#include "record.hpp"

#include "warpschool/course/worth.hpp"
#include "warpschool/support/assert.hpp"

#include <algorithm>
#include <cmath>

namespace warpschool::harness {

namespace {

/// The first of the worst kind is the one that is explained. But what the simulator knows goes
/// before what values suggest, and of few values a mistake cannot be told: two elements may be the
/// first half, the first block or all but the last.
bool says_more(const Finding& finding, const Check& check) {
  constexpr std::size_t kFew = 8;
  if (finding.verdict != check.verdict || check.verdict == Verdict::kPassed ||
      !check.faults.empty()) {
    return false;
  }
  const bool is_better_drawn = !finding.hint.empty() && finding.basis >= kFew && check.basis < kFew;
  return !finding.faults.empty() || is_better_drawn;
}

}  // namespace

void Check::skip(const std::string& why) {
  ended = true;
  if (verdict == Verdict::kPassed) {
    verdict = Verdict::kSkipped;
    message = why;
  }
}

double Check::won() const {
  switch (verdict) {
    case Verdict::kPassed:
      return possible;
    case Verdict::kSlow:
    case Verdict::kInconclusive:
      return std::round(possible * share * 100) / 100;
    default:
      return 0;
  }
}

void Record::begin(const std::string& name) {
  const auto found = std::find_if(checks_.begin(), checks_.end(),
                                  [&](const Check& check) { return check.name == name; });
  WARPSCHOOL_ASSERT(found != checks_.end(), "a check runs that was not declared");
  current_ = &*found;
  booked_.reset();
}

void Record::end(std::uint64_t assertions) {
  if (current_ == nullptr) {
    return;
  }
  if (assertions == 0 && current_->verdict == Verdict::kPassed) {
    add({Verdict::kInternalError, "The check asserted nothing.", {}, {}, {}});
  }
  current_->ran = true;
  current_ = nullptr;
}

Check& Record::current() {
  WARPSCHOOL_ASSERT(current_ != nullptr, "asked outside of a TEST_CASE");
  return *current_;
}

void Record::commit(Finding otherwise) {
  if (booked_) {
    add(std::move(*booked_));
    booked_.reset();
  } else if (has_current() && !current_->ended) {
    add(std::move(otherwise));
  }
}

void Record::add(Finding finding) {
  Check& check = current();
  check.failures += 1;
  if (finding.verdict < check.verdict || says_more(finding, check)) {
    check.verdict = finding.verdict;
    check.basis = finding.basis;
    check.message = std::move(finding.message);
    check.hint = std::move(finding.hint);
    if (!finding.output.empty()) {
      check.output = std::move(finding.output);
    }
  }
  constexpr std::size_t kMostFaults = 8;
  for (std::string& fault : finding.faults) {
    if (check.faults.size() < kMostFaults) {
      check.faults.push_back(std::move(fault));
    }
  }
}

void Record::add_note(const std::string& note) {
  if (has_current() &&
      std::find(current_->notes.begin(), current_->notes.end(), note) == current_->notes.end()) {
    current_->notes.push_back(note);
  }
}

void Record::add_note_on_line(std::uint64_t line, const std::string& note) {
  if (noted_lines_.insert(line).second) {
    add_note(note);
  }
}

void Record::skip_rest(const std::string& why) {
  for (Check& check : checks_) {
    if (!check.ran) {
      check.ran = true;
      check.skip(why);
    }
  }
}

void Record::lead_with_causes() {
  const auto met_a_fault = [](const Check& check) {
    const bool ended = check.verdict > Verdict::kSuspicious && check.verdict <= Verdict::kRace;
    return ended || !check.faults.empty();
  };
  for (const Check& cause : checks_) {
    for (Check& check : checks_) {
      const bool follows = check.task == cause.task && check.task > 0 && !met_a_fault(check) &&
                           check.verdict >= Verdict::kWrong && check.verdict <= Verdict::kCounters;
      if (met_a_fault(cause) && follows) {
        check.hint = "First mend what \"" + cause.name + "\" met: this may follow from it.";
      }
    }
  }
}

bool Record::complete() const {
  return !checks_.empty() &&
         std::all_of(checks_.begin(), checks_.end(), [](const Check& check) { return check.ran; });
}

double Record::won(const Check& check) const {
  course::WrongTasks wrong;
  for (const Check& other : checks_) {
    wrong.note(other.task, course::to_string(other.kind), to_string(other.verdict));
  }
  return wrong.withhold(check.task, course::to_string(check.kind)) ? 0 : check.won();
}

double Record::won() const {
  double sum = 0;
  for (const Check& check : checks_) {
    sum += won(check);
  }
  return sum;
}

double Record::possible() const {
  double sum = 0;
  for (const Check& check : checks_) {
    sum += check.verdict == Verdict::kSkipped ? 0 : check.possible;
  }
  return sum;
}

Verdict Record::worst() const {
  Verdict worst = Verdict::kSkipped;
  for (const Check& check : checks_) {
    worst = std::min(worst, check.ran ? check.verdict : Verdict::kInternalError);
  }
  return worst;
}

}  // namespace warpschool::harness
