// race(run, make, expect): the student against the reference, on the same device and inputs,
// alternating, every output checked.
#pragma once

#include "warpschool/harness/ask.hpp"
#include "warpschool/harness/matchers.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace warpschool::harness {

/// What a race came to.
struct RaceResult {
  std::optional<Finding> trouble;  ///< a wrong answer, a crash, a lie: there is no ratio then
  bool skipped = false;            ///< no size or threshold for this backend
  bool ended = false;  ///< an earlier question of this check went so badly that nothing was asked
  double ratio = 0;    ///< median of reference time / student time
  double ratio_low = 0,
         ratio_high =
             0;  ///< 99 % confidence interval of the median; equal to it where time is exact
  double full_at = 0, zero_at = 0;
  double reference_us = 0, student_us = 0;  ///< medians
  std::size_t n = 0;
  std::size_t pairs = 0;
  bool shared = false;        ///< other processes used the GPU all the time: there is no ratio then
  std::size_t disturbed = 0;  ///< pairs that were thrown away for that
  double pause_us = 0;        ///< the longest time that they kept the GPU
  std::string student_report = {};  ///< the simulator's on the student's last call; JSON
  std::string advice = {};          ///< what to try if it is slow; empty: what its report suggests

  /// What helps where the check knows why a submission is slow. Nothing changes for an empty text.
  RaceResult& advise(std::string help) {
    advice = std::move(help);
    return *this;
  }
};

namespace detail {

/// Decides how many pairs a race takes and what they say. Not a template: race() only feeds it.
class Racer {
 public:
  Racer();
  ~Racer();
  Racer(const Racer&) = delete;
  Racer& operator=(const Racer&) = delete;

  bool wants_pair();
  std::size_t n() const;
  /// Who goes first in this pair (true) or second (false).
  Who runner(bool first) const;
  /// False: the race is decided without its answer.
  bool needs(Who who) const;
  /// `finding`: the answer was not right. `input_bytes`: what any right answer must have read.
  void record(Who who, const AnswerBase& answer, std::optional<Finding> finding,
              std::size_t input_bytes);
  void end_pair();
  RaceResult result() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

template <class T>
struct IsTuple : std::false_type {};
template <class... T>
struct IsTuple<std::tuple<T...>> : std::true_type {};

/// Books the race in the current check and says why it did not win all its points, if so.
std::optional<Finding> judge_race(const RaceResult& race);

}  // namespace detail

/// @param run     as for ask
/// @param make    std::size_t n -> std::tuple of the inputs (or one input), fresh at each call
/// @param expect  the inputs -> a matcher for the answer
/// @param read    share of the inputs' bytes that any right answer must read from memory: on a GPU
///                a time below what that takes at peak bandwidth is suspicious
template <class Run, class Make, class Expect>
RaceResult race(const Run& run, const Make& make, const Expect& expect, double read = 1) {
  detail::Racer racer;
  const auto pair = [&](const auto&... input) {
    const auto matcher = expect(input...);
    Writer counter;
    (encode(counter, input), ...);
    const auto must_read = static_cast<std::size_t>(read * static_cast<double>(counter.size()));
    for (const bool first : {true, false}) {
      const Who who = racer.runner(first);
      if (racer.needs(who)) {
        const auto answer = detail::ask(who, Mode::kTiming, +run, input...);
        racer.record(who, answer, matcher.examine(answer), must_read);
      }
    }
  };
  while (racer.wants_pair()) {
    const auto inputs = make(racer.n());
    if constexpr (detail::IsTuple<std::remove_cv_t<decltype(inputs)>>::value) {
      std::apply(pair, inputs);
    } else {
      pair(inputs);
    }
    racer.end_pair();
  }
  return racer.result();
}

/// Full points from course.yaml's full_at on, none up to zero_at, a share between.
class MeetsThreshold {
 public:
  bool match(const RaceResult& race) const {
    forget_booked();
    std::optional<Finding> finding = detail::judge_race(race);
    if (finding) {
      book(std::move(*finding));
      return false;
    }
    return !race.ended;
  }
  std::string toString() const { return "meets the threshold of course.yaml"; }
};

}  // namespace warpschool::harness

namespace Catch {
template <>
struct StringMaker<warpschool::harness::RaceResult> {
  static std::string convert(const warpschool::harness::RaceResult& race) {
    return "ratio " + std::to_string(race.ratio);
  }
};
}  // namespace Catch
