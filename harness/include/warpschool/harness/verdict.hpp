// What can become of one check, worst first. A check's verdict is the first of this order over all
// that happened in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace warpschool::harness {

/// In order of precedence: what stands first hides what stands after it.
enum class Verdict : std::uint8_t {
  kInternalError,  ///< the machine's or the judge's fault; never costs a student points, never is a
                   ///< pass
  kSuspicious,     ///< a claimed time that cannot be
  kTimeout,
  kDeadlock,
  kCrash,  ///< signals, uncaught exceptions, early exits
  kMemoryFault,
  kRace,
  kWrong,
  kSlow,
  kCounters,      ///< right, but a counter rule of course.yaml does not hold
  kInconclusive,  ///< measured again and still on the threshold, or beside other programs on the
                  ///< GPU
  kPassed,
  kSkipped  ///< this backend cannot say
};

/// "internal_error", "suspicious", ...: the stable word used in results.
const char* to_string(Verdict verdict);

/// Why a check did not pass.
struct Finding {
  Finding() = default;
  Finding(Verdict which, std::string what, std::string mend = {}, std::string printed = {},
          std::vector<std::string> found = {})
      : verdict(which),
        message(std::move(what)),
        hint(std::move(mend)),
        output(std::move(printed)),
        faults(std::move(found)) {}

  Verdict verdict = Verdict::kWrong;
  std::string message;  ///< what was asked, what came, in plain words; may have several lines
  std::string hint;     ///< one sentence from the table of recognised mistakes, or empty
  std::string output;   ///< what the student's code printed during this ask
  std::vector<std::string> faults;  ///< JSON objects as the simulator wrote them
  std::size_t basis = 0;            ///< how many values the hint is drawn from
  std::string function;             ///< of the submission, that was asked
  std::string called;               ///< all that the question called: "one,two,"
};

}  // namespace warpschool::harness
