// count(run, arguments...): one question with its hardware counters; MeetsLimits() holds them
// against course.yaml.
#pragma once

#include "warpschool/harness/ask.hpp"
#include "warpschool/harness/matchers.hpp"
#include "warpschool/harness/metrics.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace warpschool::harness {

namespace detail {
/// A figure that a harness makes itself.
struct OwnFigure {
  double value = 0;  ///< NaN where there is nothing to count
  std::string meaning;
};

OwnFigure counter_per(const AnswerBase& answer, const std::string& counter, std::size_t count);
}  // namespace detail

/// An answer and what the simulator counted on the way to it.
template <class R>
class Counted {
 public:
  explicit Counted(Answer<R> answer) : answer_(std::move(answer)) {}
  const Answer<R>& answer() const { return answer_; }
  const CounterValues& extra() const { return extra_; }
  const std::map<std::string, std::string>& meanings() const { return meanings_; }
  /// A value that a rule may name though no counter knows it: global loads an output, say. What it
  /// means is told where the rule does not hold.
  Counted& with(const std::string& name, double value, const std::string& meaning = {}) {
    extra_[name] = value;
    if (!meaning.empty()) {
      meanings_[name] = meaning;
    }
    return *this;
  }
  /// What helps where the rule on a figure of the exercise's own does not hold.
  Counted& advise(const std::string& name, const std::string& help) {
    advice_[name] = help;
    return *this;
  }
  const std::map<std::string, std::string>& advice() const { return advice_; }
  /// A counter, summed over the launches, for each of `count` things: sectors loaded an element,
  /// say. A bound from the input's size is fair to any launch configuration. What was counted not
  /// at all fails every rule on it.
  Counted& per(const std::string& name, const std::string& counter, std::size_t count) {
    const detail::OwnFigure figure = detail::counter_per(answer_, counter, count);
    return with(name, figure.value, figure.meaning);
  }

 private:
  Answer<R> answer_;
  CounterValues extra_;
  std::map<std::string, std::string> advice_, meanings_;
};

/// Asks the student's submission once, counting.
template <class F, class... A>
auto count(const F& run, const A&... arguments) {
  return Counted(detail::ask(Who::kStudent, Mode::kCounters, +run, arguments...));
}

/// Counters of one answer, summed over its launches; nothing where the backend does not count.
std::optional<CounterValues> counters_of(const AnswerBase& answer);

namespace detail {

/// What a harness says of its own figures, by their names.
struct OwnFigures {
  const CounterValues& values;
  const std::map<std::string, std::string>&advice, &meanings;
};

/// Holds the rules of the current check against the counters and books both.
std::optional<Finding> judge_counters(const AnswerBase& answer, const OwnFigures& own);

template <class Expected>
class LimitsMatcher {
 public:
  explicit LimitsMatcher(Expected expected) : expected_(std::move(expected)) {}

  template <class R>
  bool match(const Counted<R>& counted) const {
    forget_booked();
    std::optional<Finding> finding = expected_.examine(counted.answer());
    if (!finding) {
      finding =
          judge_counters(counted.answer(), {counted.extra(), counted.advice(), counted.meanings()});
    }
    if (finding && !counted.answer().not_asked()) {
      book(std::move(*finding));
      return false;
    }
    return !finding;
  }
  std::string toString() const { return "meets the limits of course.yaml"; }

 private:
  Expected expected_;
};

}  // namespace detail

/// All counter rules of the exercise that name this check's task or none. Only a right answer is
/// held against them, so give the matcher that knows what is right.
template <class Expected>
detail::LimitsMatcher<Expected> MeetsLimits(Expected expected) {
  return detail::LimitsMatcher<Expected>(std::move(expected));
}
inline detail::LimitsMatcher<Answered> MeetsLimits() {
  return detail::LimitsMatcher<Answered>(Answered());
}

}  // namespace warpschool::harness

namespace Catch {
template <class R>
struct StringMaker<warpschool::harness::Counted<R>> {
  static std::string convert(const warpschool::harness::Counted<R>&) {
    return "the counted answer";
  }
};
}  // namespace Catch
