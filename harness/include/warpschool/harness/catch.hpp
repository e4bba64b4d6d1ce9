// The one place that knows which Catch2 is installed: 2.13 (Debian 12) or 3.x (Ubuntu 24.04).
// Include this, never a Catch2 header; derive matchers from MatcherBase below.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#  include <catch2/catch_all.hpp>
#  define WARPSCHOOL_CATCH_MAJOR 3
#else
#  include <catch2/catch.hpp>
#  define WARPSCHOOL_CATCH_MAJOR 2
#endif

#if WARPSCHOOL_CATCH_MAJOR == 3
// The spellings of 2.13, so that tests need only one.
using Catch::Approx;  // NOLINT(google-global-names-in-headers): where 2.13 has it
namespace Catch {
using Matchers::EndsWith;
using Matchers::StartsWith;
inline auto Contains(const std::string& text) {
  return Matchers::ContainsSubstring(text);
}
}  // namespace Catch
#endif

/// Ends a test that cannot be tried on this machine, and says why: ctest counts it as skipped, not
/// as passed (Catch2 2.13 has no SKIP).
#define WARPSCHOOL_SKIP(why)         \
  do {                               \
    WARN("test-skipped: " << (why)); \
    return;                          \
  } while (false)

namespace warpschool {
#if WARPSCHOOL_CATCH_MAJOR == 3
template <class T>
using MatcherBase = Catch::Matchers::MatcherBase<T>;
#else
template <class T>
using MatcherBase = Catch::MatcherBase<T>;
#endif
}  // namespace warpschool
