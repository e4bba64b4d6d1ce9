// Holds a worker's report against what its device knows.
#include "claims.hpp"

#include "judge.hpp"
#include "simulator_report.hpp"
#include "warpschool/screen/figures.hpp"

#include <fmt/format.h>

namespace warpschool::harness {
namespace {

using course::HostCopies;

/// What may come to the host in a question, in bytes.
struct HostLimits {
  std::uint64_t seen, written, printed;  ///< seen: copied, or in memory that the host reads
};

HostLimits limits_of(HostCopies allowed, Mode mode) {
  constexpr std::uint64_t kPage = 4096;
  const std::uint64_t printed = mode == Mode::kCorrectness ? 16 * kPage : kPage;
  return allowed == HostCopies::kNothing
             ? HostLimits{0, 0, printed}
             : HostLimits{256, 1024, printed};  // some flags, and some changes of them
}

}  // namespace

std::string forgery_in(const DeviceCalls& calls, const WorkerReport& report,
                       const SealedQuestion& question) {
  if (report.trouble != Trouble::kNone) {
    return {};  // a call that was not ended is no forgery, and nothing is gained by it
  }
  const Copies& harness = report.harness_copies;
  if (calls.launches_outside > 0) {
    return "kernels ran while none of your functions was being called";
  }
  if (calls.outside.bytes > harness.bytes ||
      calls.outside.device_to_host_bytes > harness.device_to_host_bytes) {
    return "copies were made while none of your functions was being called";
  }
  // What the worker says of its harness is not believed where that has a number or two to copy.
  constexpr std::uint64_t kFewBytes = 256;
  if (question.allowed == HostCopies::kNothing &&
      calls.outside.bytes - calls.outside.device_to_host_bytes > kFewBytes) {
    return "copies to the device were made while none of your functions was being called";
  }
  if (calls.moved_outside_bytes > (question.places_inputs ? 2 * question.input_bytes : 0)) {
    return "copies on the device were made while none of your functions was being called";
  }
  if (calls.input_changed) {
    return "an input array was changed, and the worker does not say so";
  }
  if (question.input_bytes > 0 && !question.allows_host_copies &&
      calls.outside.device_to_host_bytes > limits_of(question.allowed, question.mode).seen) {
    return "copies to the host were made while none of your functions was being called";
  }
  return calls.irregular;
}

std::string forgery_in(const WorkerReport& report, bool has_device) {
  if (report.trouble == Trouble::kNoDevice && has_device) {
    return "it says that there is no device, but there is one";
  }
  if (!judge().simulated() || report.trouble == Trouble::kNoDevice) {
    return {};
  }
  const std::string flaw = flaw_of_report(report.simulator_report);
  return flaw.empty() ? flaw : "the simulator's report cannot be read, " + flaw;
}

std::string leak_of(const DeviceCalls& calls, const SealedQuestion& question) {
  if (question.input_bytes == 0) {
    return {};
  }
  const HostLimits most = limits_of(question.allowed, question.mode);
  if (calls.written_bytes > most.written) {
    return fmt::format("wrote {} bytes on the device into managed, pinned or mapped memory",
                       screen::count_text(calls.written_bytes));
  }
  return calls.printed_bytes > most.printed
             ? fmt::format("printed {} bytes in kernels", screen::count_text(calls.printed_bytes))
             : std::string();
}

std::string leak_of(const HostMemory& used, HostCopies allowed) {
  if (used.bytes <= limits_of(allowed, Mode::kCorrectness).seen) {
    return {};
  }
  return fmt::format("used {} bytes of managed, pinned or mapped memory{}",
                     screen::count_text(used.bytes),
                     used.largest.empty() ? "" : " (" + used.largest + ")");
}

std::string print_of(const DeviceCalls& calls, const SealedQuestion& question) {
  const bool tells = question.allowed == HostCopies::kNothing && question.input_bytes > 0 &&
                     calls.printed_bytes > 0;
  return tells ? fmt::format("printed {} bytes", screen::count_text(calls.printed_bytes))
               : std::string();
}

Finding finding_of_host_work(const AnswerBase& answer, const std::string& leak,
                             HostCopies allowed) {
  const std::uint64_t most = limits_of(allowed, Mode::kCorrectness).seen;
  const bool copied = answer.copies() && answer.copies()->device_to_host_bytes > most;
  if (allowed == HostCopies::kArrays || (!copied && leak.empty())) {
    return {Verdict::kPassed, {}, {}, {}, {}};
  }
  if (!copied) {
    return {Verdict::kCounters,
            fmt::format("{} {}, which host code can read: the work of this exercise is the "
                        "device's.",
                        answer.function(), leak),
            "Let kernels compute, and keep what they work on in device memory (cudaMalloc); the "
            "tests fetch the results by themselves.",
            {},
            {}};
  }
  return {Verdict::kCounters,
          fmt::format("{} copied {} bytes from the device to the host, where {} may be: "
                      "the work of this exercise is the device's.",
                      answer.function(), screen::count_text(answer.copies()->device_to_host_bytes),
                      most == 0 ? std::string("none") : fmt::format("at most {}", most)),
          "Let kernels compute; the tests fetch the results by themselves.",
          {},
          {}};
}

std::optional<Finding> AnswerBase::reservation() const {
  if (print_.empty()) {
    return std::nullopt;
  }
  return finding(
      Verdict::kCounters,
      fmt::format(
          "The answer is right, but kernels of {} {}, which host code can read: the work of "
          "this exercise is the device's.",
          function_, print_),
      "Print as long as you look for a mistake; then take printf out of the kernels.");
}

}  // namespace warpschool::harness
