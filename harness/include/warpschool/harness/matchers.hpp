// Matchers on answers. A failure says what was asked, where the first wrong element lies, what was
// expected there, how many differ, whose element it is, and, where the mistake is a known one, how
// to mend it.
//
//   CHECK_THAT(ask(run, a, b), EqualsExactly(expected).threads(256));
//   CHECK_THAT(ask(run, m, rows, cols), IsCloseTo(expected, within_relative(1e-6)).as_matrix(rows,
//   cols).block(16, 16));
#pragma once

#include "warpschool/harness/answer.hpp"
#include "warpschool/harness/catch.hpp"
#include "warpschool/harness/differences.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace warpschool::harness {

/// |got - expected| <= absolute + relative * |expected|.
struct ErrorBound {
  double absolute = 0;
  double relative = 0;
  double allowed(double expected) const { return absolute + relative * std::fabs(expected); }
};

inline ErrorBound within_absolute(double bound) {
  return {bound, 0};
}
inline ErrorBound within_relative(double bound) {
  return {0, bound};
}
/// For float sums of `terms` terms of either sign, each of about `typical` size: eight standard
/// deviations of what rounding does to the least careful order of additions, so that none of
/// millions of right sums exceeds it. A half-precision sum does.
ErrorBound float_rounding(std::size_t terms, double typical = 1.0);

namespace detail {

/// The message and the hint for a right-shaped but wrong answer.
Finding explain(const AnswerBase& answer, const Differences& found, const Layout& layout);

/// The first read of memory that nobody had set, as the simulator noted it.
std::optional<Finding> unset_read(const AnswerBase& answer);

/// What all matchers share; Derived has `std::optional<Finding> judge(answer, value)` and
/// `toString()`.
template <class Derived>
class AnswerMatcher {
 public:
  /// The answer is a row-major matrix: failures name row and column.
  Derived as_matrix(std::size_t rows, std::size_t cols) const {
    Derived copy = self();
    copy.layout_.rows = rows;
    copy.layout_.cols = cols;
    return copy;
  }
  /// One thread an element in blocks of `x` (and `y`, for matrices): failures name block and
  /// thread.
  Derived block(unsigned x, unsigned y = 1) const {
    Derived copy = self();
    copy.layout_.block_x = x;
    copy.layout_.block_y = y;
    return copy;
  }
  Derived threads(unsigned count) const { return block(count); }
  /// What the number is, "the launches between the events": failures say it.
  Derived called(std::string name) const {
    Derived copy = self();
    copy.layout_.name = std::move(name);
    return copy;
  }
  /// Who makes a mistake that the check knows gets these values, all of them: then the hint is
  /// told.
  /// @param within how far each may be off, as a share of the largest; of few values that are
  /// loosely compared nothing is told
  Derived mistaken(std::function<std::vector<double>()> values, std::string hint,
                   double within = 1e-5) const {
    Derived copy = self();
    copy.layout_.mistaken.push_back({std::move(values), std::move(hint), within});
    return copy;
  }
  Derived mistaken(double value, std::string hint) const {
    return mistaken([value] { return std::vector<double>{value}; }, std::move(hint));
  }
  /// Code around the submission's has put this value there: where it stands nobody wrote.
  Derived preset(double value) const {
    Derived copy = self();
    copy.layout_.preset = value;
    return copy;
  }

  /// Why the answer does not match, or nothing.
  template <class R>
  std::optional<Finding> examine(const Answer<R>& answer) const {
    if (!answer.clean() || !answer.raw()) {
      return answer.trouble();
    }
    std::optional<Finding> finding = self().judge(answer, *answer.raw());
    return finding ? std::move(finding) : answer.reservation();
  }

  /// Catch2's interface.
  template <class R>
  bool match(const Answer<R>& answer) const {
    forget_booked();
    std::optional<Finding> finding = examine(answer);
    if (finding && !answer.not_asked()) {
      book(std::move(*finding));
      return false;
    }
    return !finding;
  }

 protected:
  Layout layout_;

 private:
  const Derived& self() const { return static_cast<const Derived&>(*this); }
};

template <class T>
class ExactMatcher : public AnswerMatcher<ExactMatcher<T>> {
 public:
  explicit ExactMatcher(std::vector<T> expected) : expected_(std::move(expected)) {}

  template <class V>
  std::optional<Finding> judge(const AnswerBase& answer, const std::vector<V>& got) const {
    static_assert(std::is_integral_v<T> == std::is_integral_v<V>, "compare integers with integers");
    const auto found = compare(
        got, expected_.size(), [&](std::size_t i) { return expected_[i]; },
        [](const T& want, const V& have) {
          return static_cast<V>(want) == have && static_cast<T>(have) == want;
        },
        this->layout_.preset);
    return found.ok() ? std::nullopt : std::optional(explain(answer, found, this->layout_));
  }
  std::string toString() const { return "equals the expected elements exactly"; }

 private:
  std::vector<T> expected_;
};

template <class T>
class ExactValueMatcher : public AnswerMatcher<ExactValueMatcher<T>> {
 public:
  explicit ExactValueMatcher(T expected, Terms terms = nullptr)
      : expected_(std::move(expected)), terms_(std::move(terms)) {}

  template <class V>
  std::optional<Finding> judge(const AnswerBase& answer, const V& got) const {
    const std::vector<V> only{got};  // lives as long as what is known of the differences
    auto found = compare(
        only, 1, [&](std::size_t) { return expected_; },
        [](const T& want, const V& have) {
          return static_cast<V>(want) == have && static_cast<T>(have) == want;
        },
        this->layout_.preset);
    found.scalar = true;
    found.terms = terms_;
    return found.ok() ? std::nullopt : std::optional(explain(answer, found, this->layout_));
  }
  std::string toString() const { return "equals the expected value exactly"; }

 private:
  T expected_;
  Terms terms_;
};

/// A value of any float type against doubles. NaN never agrees unless NaN was expected.
class CloseMatcher : public AnswerMatcher<CloseMatcher> {
 public:
  CloseMatcher(std::vector<double> expected, ErrorBound bound, bool scalar = false,
               Terms terms = nullptr)
      : expected_(std::move(expected)), bound_(bound), scalar_(scalar), terms_(std::move(terms)) {}

  template <class V>
  std::optional<Finding> judge(const AnswerBase& answer, const std::vector<V>& got) const {
    auto found = compare(
        got, expected_.size(), [&](std::size_t i) { return expected_[i]; },
        [&](double want, const V& have) { return agrees(want, static_cast<double>(have)); },
        layout_.preset);
    found.scalar = scalar_;
    found.terms = terms_;
    return found.ok() ? std::nullopt : std::optional(explain(answer, found, layout_));
  }
  template <class V>
  requires std::is_arithmetic_v<V> std::optional<Finding> judge(const AnswerBase& answer,
                                                                const V& got)
  const { return judge(answer, std::vector<V>{got}); }
  std::string toString() const { return "is close to the expected values"; }

 private:
  bool agrees(double want, double have) const {
    if (std::isnan(want) || std::isinf(want)) {
      return std::isnan(want) ? std::isnan(have) : want == have;
    }
    return std::fabs(have - want) <= bound_.allowed(want);
  }
  std::vector<double> expected_;
  ErrorBound bound_;
  bool scalar_;
  Terms terms_;
};

template <class F>
class MapMatcher : public AnswerMatcher<MapMatcher<F>> {
 public:
  MapMatcher(std::size_t size, F expected, ErrorBound bound)
      : size_(size), expected_(std::move(expected)), bound_(bound) {}

  template <class V>
  std::optional<Finding> judge(const AnswerBase& answer, const std::vector<V>& got) const {
    const auto agree = [&](const auto& want, const V& have) {
      if constexpr (std::is_floating_point_v<V>) {
        const double difference = std::fabs(static_cast<double>(have) - static_cast<double>(want));
        return difference <= bound_.allowed(static_cast<double>(want));
      } else {
        return static_cast<V>(want) == have;
      }
    };
    const auto found = compare(got, size_, expected_, agree, this->layout_.preset);
    return found.ok() ? std::nullopt : std::optional(explain(answer, found, this->layout_));
  }
  std::string toString() const { return "has the expected value at every index"; }

 private:
  std::size_t size_;
  F expected_;
  ErrorBound bound_;
};

std::vector<std::string> sorted_lines(const std::string& text);

/// Sum of float data in double precision, and the bound that any order of float additions keeps.
CloseMatcher float_sum_matcher(const float* values, std::size_t count);
CloseMatcher double_sum_matcher(const double* values, std::size_t count);

}  // namespace detail

/// Every element equal, bit for bit in value.
template <class T>
detail::ExactMatcher<T> EqualsExactly(std::vector<T> expected) {
  return detail::ExactMatcher<T>(std::move(expected));
}
template <class T>
requires std::is_arithmetic_v<T> detail::ExactValueMatcher<T> EqualsExactly(T expected) {
  return detail::ExactValueMatcher<T>(expected);
}

/// Every element within the bound of a double-precision reference.
inline detail::CloseMatcher IsCloseTo(std::vector<double> expected, ErrorBound bound) {
  return {std::move(expected), bound};
}
inline detail::CloseMatcher IsCloseTo(double expected, ErrorBound bound) {
  return {std::vector<double>{expected}, bound, true};
}

/// The sum of the values: exact for integers (wrapping as the answer's type does), within
/// float_rounding for floats.
inline detail::CloseMatcher IsSumOf(const std::vector<float>& values) {
  return detail::float_sum_matcher(values.data(), values.size());
}
inline detail::CloseMatcher IsSumOf(const std::vector<double>& values) {
  return detail::double_sum_matcher(values.data(), values.size());
}
template <class T>
requires std::is_integral_v<T> detail::ExactValueMatcher<std::int64_t> IsSumOf(
    const std::vector<T>& values) {
  std::int64_t sum = 0;
  for (const T& value : values) {
    sum += static_cast<std::int64_t>(value);
  }
  return detail::ExactValueMatcher<std::int64_t>(sum, detail::terms_of(values));
}

/// `size` elements, the i-th equal (integers) or close (floats) to f(i).
template <class F>
detail::MapMatcher<F> MapsTo(std::size_t size, F f, ErrorBound bound = {}) {
  return {size, std::move(f), bound};
}

/// The answer need only exist: no crash, fault, race or early exit.
class Answered : public detail::AnswerMatcher<Answered> {
 public:
  template <class V>
  std::optional<Finding> judge(const AnswerBase&, const V&) const {
    return std::nullopt;
  }
  std::string toString() const { return "is answered"; }
};

/// Of any value: something that the check has found out about it, with the words for where it is
/// not so.
class Holds : public detail::AnswerMatcher<Holds> {
 public:
  Holds(bool is_so, std::string otherwise, std::string hint = {})
      : is_so_(is_so), otherwise_(std::move(otherwise)), hint_(std::move(hint)) {}

  template <class V>
  std::optional<Finding> judge(const AnswerBase& answer, const V&) const {
    return is_so_ ? std::nullopt
                  : std::optional(answer.finding(Verdict::kWrong, otherwise_, hint_));
  }
  std::string toString() const { return "is as asked for"; }

 private:
  bool is_so_;
  std::string otherwise_, hint_;
};

/// Of any value: no kernel read memory that is zero without anybody's doing (managed memory that
/// was never set). On a real GPU nobody knows.
class ReadsOnlyWhatIsSet : public detail::AnswerMatcher<ReadsOnlyWhatIsSet> {
 public:
  template <class V>
  std::optional<Finding> judge(const AnswerBase& answer, const V&) const {
    return detail::unset_read(answer);
  }
  std::string toString() const { return "reads only memory that was set"; }
};

/// What the student's kernels printed, as an answer of its own: the lines, sorted, because threads
/// print in any order. On a GPU, and where the simulated one is in the worker, what host code
/// printed is among them.
template <class R>
Answer<std::vector<std::string>> printed_lines(const Answer<R>& answer) {
  Answer<std::vector<std::string>> result;
  static_cast<AnswerBase&>(result) = static_cast<const AnswerBase&>(answer);
  if (answer.raw()) {
    result.set(detail::sorted_lines(answer.output_of_kernels()));
  }
  return result;
}

/// What the judge makes of an answer, as an answer of its own. `f` is not to trust the value more
/// than a matcher does: a vector may have any size.
template <class R, class F>
auto mapped(const Answer<R>& answer, const F& f) {
  Answer<std::decay_t<std::invoke_result_t<F, const R&>>> result;
  static_cast<AnswerBase&>(result) = static_cast<const AnswerBase&>(answer);
  if (answer.raw()) {
    result.set(f(*answer.raw()));
  }
  return result;
}

/// Part I of an answer that is a tuple or pair, as an answer of its own.
template <std::size_t I, class R>
auto part(const Answer<R>& answer) {
  return mapped(answer, [](const R& whole) { return std::get<I>(whole); });
}

}  // namespace warpschool::harness

namespace Catch {
template <class R>
struct StringMaker<warpschool::harness::Answer<R>> {
  static std::string convert(const warpschool::harness::Answer<R>& answer) {
    return answer.clean() ? "the answer" : answer.trouble().message;
  }
};
}  // namespace Catch
