// WARPSCHOOL_ASSERT: for our own bugs only, on in every build. Bad input is a Diagnostic, a guest's
// mistake a Fault.
#pragma once

#include <stdexcept>
#include <string>

namespace warpschool {

/// Thrown when an invariant of our own code does not hold.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] inline void fail_assertion(const char* file, int line, const char* condition,
                                        const char* why) {
  throw InternalError(std::string(file) + ":" + std::to_string(line) + ": " + why + " (" +
                      condition + ")");
}

}  // namespace warpschool

#define WARPSCHOOL_ASSERT(condition, why) \
  (static_cast<bool>(condition)           \
       ? static_cast<void>(0)             \
       : ::warpschool::fail_assertion(__FILE__, __LINE__, #condition, why))

#define WARPSCHOOL_UNREACHABLE(why) \
  ::warpschool::fail_assertion(__FILE__, __LINE__, "unreachable", why)
