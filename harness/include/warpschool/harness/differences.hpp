// Holds an answer against what was expected, and keeps what its explanation needs: how many
// elements differ, where, and a look at any of them.
#pragma once

#include "warpschool/harness/catch.hpp"
#include "warpschool/harness/device_memory.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace warpschool::harness::detail {

/// An answer that a known mistake gives, and the words for it.
struct Mistaken {
  std::function<std::vector<double>()> values;  ///< made of wrong answers only
  std::string hint;
  double within = 1e-5;  ///< a value may be off by so much of the largest
};

/// What an answer's numbers are called, where an index lies and whose element it is; all optional.
struct Layout {
  std::size_t rows = 0, cols = 0;  ///< as_matrix
  unsigned block_x = 0, block_y = 0;
  std::string name = {};  ///< of a single number
  std::vector<Mistaken> mistaken = {};
  std::optional<double> preset =
      std::nullopt;  ///< what the code around the submission's had put there
};

/// Makes the summands of an expected sum, which only wrong answers need; empty where it is no sum.
using Terms = std::function<std::vector<double>()>;

/// Copies of a matcher share the values.
template <class T>
Terms terms_of(std::vector<T> values) {
  return [kept = std::make_shared<const std::vector<T>>(std::move(values))] {
    std::vector<double> terms(kept->size());
    std::transform(kept->begin(), kept->end(), terms.begin(),
                   [](const T& value) { return static_cast<double>(value); });
    return terms;
  };
}

/// What is known about the elements that differ.
struct Differences {
  static constexpr std::size_t kExamples = 5;
  struct Example {
    std::size_t index;
    std::string expected, got;
  };
  std::size_t size = 0;
  std::size_t got_size = 0;
  std::size_t wrong = 0;
  std::size_t first = 0, last = 0;
  std::size_t poison = 0, zeros = 0, nans = 0;  ///< of the wrong ones
  std::size_t fresh = 0;                        ///< of those, what unwritten memory holds
  std::size_t element_bytes = 0;
  std::vector<Example> examples;
  bool scalar = false;
  bool of_lines = false;  ///< texts in an array are lines that were printed, in alphabetical order
  Terms terms;

  // Views of the two arrays, empty where nothing differs or elements are no numbers. They are good
  // for as long as the arrays are, and for indices below both sizes.
  std::function<double(std::size_t)> want, got;
  std::function<bool(std::size_t)> untouched;  ///< got[i] is as before the submission ran
  /// got[at] is what belongs at `place`.
  std::function<bool(std::size_t place, std::size_t at)> holds;

  bool ok() const { return wrong == 0 && size == got_size; }
  bool has_views() const { return got_size == size && static_cast<bool>(holds); }
};

std::string number_text(double value);
std::string number_text(float value);
std::string number_text(std::int64_t value);
std::string number_text(std::uint64_t value);

template <class T>
std::string element_text(const T& value) {
  if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
    return number_text(value);
  } else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
    return number_text(static_cast<std::int64_t>(value));
  } else if constexpr (std::is_integral_v<T>) {
    return number_text(static_cast<std::uint64_t>(value));
  } else {
    return Catch::Detail::stringify(value);
  }
}

/// In one byte any value may be a result.
template <class T>
bool is_untouched(const T& value) {
  return sizeof(T) > 1 && is_poison(value);
}

/// What the simulator's memory is filled with as long as nobody writes it. Two bytes of it may be a
/// result.
template <class T>
bool is_fresh(const T& value) {
  constexpr unsigned char kFresh = 0xCD;
  if constexpr (std::is_arithmetic_v<T> && sizeof(T) >= 4) {
    std::array<unsigned char, sizeof(T)> bytes{};
    std::memcpy(bytes.data(), &value, sizeof(T));
    return std::all_of(bytes.begin(), bytes.end(),
                       [](unsigned char byte) { return byte == kFresh; });
  } else {
    return false;
  }
}

template <class T>
bool is_preset(const T& value, const std::optional<double>& preset) {
  if constexpr (std::is_arithmetic_v<T>) {
    return preset && static_cast<double>(value) == *preset;
  } else {
    return false;
  }
}

/// A value that came back, with a remark if it is what the array held before the submission ran, or
/// what any memory holds that nobody has written.
template <class T>
std::string got_text(const T& value, const std::optional<double>& preset = std::nullopt) {
  return element_text(value) + (is_untouched(value) || is_preset(value, preset)
                                    ? ", as before your code ran"
                                : is_fresh(value) ? ", as in memory that nobody wrote"
                                                  : "");
}

template <class T, class Expected, class Agree>
void add_views(Differences& found, const std::vector<T>& got, const Expected& expected,
               const Agree& agree, const std::optional<double>& preset) {
  using Want = std::decay_t<decltype(expected(std::size_t{}))>;
  if constexpr (std::is_arithmetic_v<T> && std::is_arithmetic_v<Want>) {
    found.want = [expected](std::size_t i) { return static_cast<double>(expected(i)); };
    found.got = [&got](std::size_t i) { return static_cast<double>(got[i]); };
    found.untouched = [&got, preset](std::size_t i) {
      return is_untouched(static_cast<T>(got[i])) || is_preset(static_cast<T>(got[i]), preset);
    };
    found.holds = [&got, expected, agree](std::size_t place, std::size_t at) {
      return static_cast<bool>(agree(expected(place), got[at]));
    };
  }
}

/// Compares element by element: `expected(i)` and `agree(expected, got)`.
template <class T, class Expected, class Agree>
Differences compare(const std::vector<T>& got, std::size_t size, const Expected& expected,
                    const Agree& agree, const std::optional<double>& preset = std::nullopt) {
  Differences found;
  found.size = size;
  found.got_size = got.size();
  found.element_bytes = sizeof(T);
  found.of_lines = std::is_same_v<T, std::string>;
  const std::size_t common = std::min(size, got.size());
  for (std::size_t i = 0; i < common; ++i) {
    const auto want = expected(i);
    if (agree(want, got[i])) {
      continue;
    }
    if (found.wrong++ == 0) {
      found.first = i;
    }
    found.last = i;
    if (found.examples.size() < Differences::kExamples) {
      found.examples.push_back({i, element_text(want), got_text(static_cast<T>(got[i]), preset)});
    }
    const T have = got[i];
    found.poison += is_untouched(have) || is_preset(have, preset) ? 1U : 0U;
    found.fresh += is_fresh(have) ? 1U : 0U;
    if constexpr (std::is_arithmetic_v<T>) {
      found.zeros += got[i] == T{} ? 1U : 0U;
      if constexpr (std::is_floating_point_v<T>) {
        found.nans += std::isnan(got[i]) ? 1U : 0U;
      }
    }
  }
  if (found.wrong > 0) {
    add_views(found, got, expected, agree, preset);
  }
  return found;
}

}  // namespace warpschool::harness::detail

namespace warpschool::harness {

using detail::number_text;  // for what an exercise says of its inputs itself

}  // namespace warpschool::harness
