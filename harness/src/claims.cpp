// Holds a worker's report against what its device knows.
#include "claims.hpp"

#include "judge.hpp"
#include "simulator_report.hpp"
#include "warpschool/screen/figures.hpp"

#include <fmt/format.h>

namespace warpschool::harness {

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
  if (calls.moved_outside_bytes > (question.places_inputs ? 2 * question.input_bytes : 0)) {
    return "copies on the device were made while none of your functions was being called";
  }
  if (calls.input_changed) {
    return "an input array was changed, and the worker does not say so";
  }
  if (question.input_bytes > 0 && !question.allows_host_copies &&
      calls.outside.device_to_host_bytes > kMostHostBytes) {
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
  constexpr std::uint64_t kMostShared = std::uint64_t{16} << 10;  // some flags, each on its page
  constexpr std::uint64_t kMostWritten = 1024;
  constexpr std::uint64_t kMostPrinted = std::uint64_t{64} << 10;
  constexpr std::uint64_t kMostPrintedElsewhere = 4096;
  if (question.input_bytes == 0) {
    return {};
  }
  if (calls.shared_bytes > kMostShared) {
    return fmt::format("used {} bytes of managed, pinned or mapped memory",
                       screen::count_text(calls.shared_bytes));
  }
  if (calls.written_bytes > kMostWritten) {
    return fmt::format("wrote {} bytes on the device into managed, pinned or mapped memory",
                       screen::count_text(calls.written_bytes));
  }
  const bool is_correctness = question.mode == Mode::kCorrectness;
  return calls.printed_bytes > (is_correctness ? kMostPrinted : kMostPrintedElsewhere)
             ? fmt::format("printed {} bytes in kernels", screen::count_text(calls.printed_bytes))
             : std::string();
}

Finding finding_of_host_work(const AnswerBase& answer, const std::string& leak, bool allowed) {
  const bool copied = answer.copies() && answer.copies()->device_to_host_bytes > kMostHostBytes;
  if (allowed || (!copied && leak.empty())) {
    return {Verdict::kPassed, {}, {}, {}, {}};
  }
  if (!copied) {
    return {Verdict::kCounters,
            fmt::format("{} {}, which host code can read: the work of this exercise is the "
                        "device's.",
                        answer.function(), leak),
            "Keep the data in device memory; the tests fetch the results by themselves.",
            {},
            {}};
  }
  return {Verdict::kCounters,
          fmt::format("{} copied {} bytes from the device to the host, where at most {} may be: "
                      "the work of this exercise is the device's.",
                      answer.function(), screen::count_text(answer.copies()->device_to_host_bytes),
                      kMostHostBytes),
          "Let kernels compute; the tests fetch the results by themselves.",
          {},
          {}};
}

}  // namespace warpschool::harness
