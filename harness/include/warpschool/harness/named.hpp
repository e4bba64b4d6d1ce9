// Named<"rows"> rows: a parameter of a run function that a question tells with its name.
#pragma once

#include "warpschool/harness/differences.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace warpschool::harness {

namespace detail {

/// Letters that a template takes.
template <std::size_t N>
struct Letters {
  char text[N];
  // Not explicit: written as a literal.
  constexpr Letters(const char (&letters)[N]) { std::copy_n(letters, N, text); }
};

/// "rows = 4".
std::string with_name(const char* name, const std::string& value);

}  // namespace detail

/// Stands for a T in a run function's parameters. Where several numbers are given, a question says
/// by it which is which: "given 32 floats, rows = 4 and cols = 8".
template <detail::Letters kName, class T = std::size_t>
struct Named {
  T value{};

  Named() = default;
  // Not explicit: tests give, and functions of a submission take, a T.
  Named(T given) : value(given) {}
  operator T() const { return value; }
};

template <detail::Letters kName, class T>
std::string in_words(const Named<kName, T>& named) {
  if constexpr (std::is_same_v<T, bool>) {
    return detail::with_name(kName.text, named.value ? "true" : "false");
  } else if constexpr (std::is_floating_point_v<T>) {
    return detail::with_name(kName.text, number_text(named.value));
  } else if constexpr (std::is_signed_v<T>) {
    return detail::with_name(kName.text, number_text(static_cast<std::int64_t>(named.value)));
  } else {
    return detail::with_name(kName.text, number_text(static_cast<std::uint64_t>(named.value)));
  }
}

}  // namespace warpschool::harness
