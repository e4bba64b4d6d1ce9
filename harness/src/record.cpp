// Records every check with its verdict, task and points.
#include "record.hpp"

#include "warpschool/course/worth.hpp"
#include "warpschool/support/assert.hpp"

#include <algorithm>
#include <cmath>
#include <map>

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
  // Words of a check's own are drawn from what it knows.
  const bool has_own_words = check.basis == 0 && !check.hint.empty();
  const bool is_better_drawn =
      !finding.hint.empty() && !has_own_words && check.basis < kFew &&
      (finding.basis >= kFew || (finding.basis == 0 && check.hint.empty()));
  return !finding.faults.empty() || is_better_drawn;
}

/// How a small question was answered wrong tells more than that a larger one took too long, where
/// nobody knows why it did.
bool hides(const Finding& finding, const Check& check) {
  const bool only_took_long = finding.verdict == Verdict::kTimeout && finding.faults.empty();
  return finding.verdict < check.verdict && !(only_took_long && check.verdict == Verdict::kWrong);
}

bool met_a_fault(const Check& check) {
  const bool ended = check.verdict > Verdict::kSuspicious && check.verdict <= Verdict::kRace;
  return ended || !check.faults.empty();
}

/// The test crashed, or something took too long, and nobody knows where: that explains nothing.
bool only_ended(const Check& check) {
  return check.faults.empty() &&
         (check.verdict == Verdict::kCrash || check.verdict == Verdict::kTimeout);
}

bool has_failed(const Check& check) {
  return check.verdict >= Verdict::kWrong && check.verdict <= Verdict::kCounters;
}

/// What is wrong with answers explains times and counters, and they explain no answer.
bool may_explain(const Check& cause, const Check& check) {
  return cause.kind == course::Kind::kCorrectness ||
         (check.kind != course::Kind::kCorrectness && !cause.faults.empty() &&
          cause.verdict != Verdict::kTimeout);
}

const std::string kFirstMend = "First mend what ";

/// One cause is enough: the first.
bool is_led(const Check& check) {
  return check.hint.rfind(kFirstMend, 0) == 0;
}

/// A hint that is drawn from values is a guess, which gives way; words of the check's own stay.
void lead_to(const Check& cause, Check& check, const char* why) {
  const std::string own = check.basis == 0 ? check.hint : std::string();
  check.hint = kFirstMend + "\"" + cause.name + "\" met: " + why + (own.empty() ? "" : " ") + own;
  check.basis = 0;
}

/// A question of another task called a function whose own check found a wrong answer. Or what it
/// gave made a test crash.
bool uses_what_failed(const Check& check, const Check& cause) {
  const bool failed = has_failed(check) || met_a_fault(check);
  const bool is_other = cause.task < check.task && cause.function != check.function;
  return failed && cause.task > 0 && (is_other || (only_ended(check) && &cause < &check)) &&
         !cause.function.empty() && cause.kind == course::Kind::kCorrectness &&
         cause.verdict == Verdict::kWrong &&
         ("," + check.called).find("," + cause.function + ",") != std::string::npos;
}

/// Its message without the words of the question: what the simulator said.
std::string fault_told(const Check& check) {
  const std::size_t end = check.message.find(":\n");
  return end == std::string::npos ? check.message : check.message.substr(end + 2);
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
  if (hides(finding, check) || says_more(finding, check)) {
    check.verdict = finding.verdict;
    check.basis = finding.basis;
    check.function = std::move(finding.function);
    check.called = std::move(finding.called);
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
  tell_once();
  for (const Check& cause : checks_) {
    for (Check& check : checks_) {
      const bool follows = check.task == cause.task && check.task > 0 && !met_a_fault(check) &&
                           has_failed(check) && may_explain(cause, check) &&
                           (!only_ended(cause) || &cause < &check);
      if (met_a_fault(cause) && follows && !is_led(check)) {
        lead_to(cause, check, "this may follow from it.");
      }
    }
  }
  for (const Check& cause : checks_) {
    for (Check& check : checks_) {
      if (uses_what_failed(check, cause) && !is_led(check)) {
        lead_to(cause, check, ("what " + cause.function + " does is used here, too.").c_str());
      }
    }
  }
}

void Record::tell_once() {
  std::map<std::string, std::string> told;  // the name of the first check that says it
  for (Check& check : checks_) {
    const std::string text = fault_told(check);
    const std::size_t end = text.find(". ");
    if (!met_a_fault(check) || end == std::string::npos) {
      continue;
    }
    const auto [first, is_new] = told.emplace(text, check.name);
    if (!is_new) {
      check.message.resize(check.message.size() - text.size());
      check.message += text.substr(0, end + 1) + " That is what \"" + first->second + "\" met.";
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
