// What a worker says and what its device knows, held against each other and against what the
// harness in a worker does: forged reports, and values that host code got at.
#pragma once

#include "device_process.hpp"
#include "protocol.hpp"
#include "simulator_report.hpp"
#include "warpschool/course/course.hpp"
#include "warpschool/harness/answer.hpp"
#include "warpschool/harness/ask.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace warpschool::harness {

/// What is known of a question whose values pass beside the worker.
struct SealedQuestion {
  Mode mode = Mode::kCorrectness;
  std::uint64_t input_bytes = 0;   ///< that nobody but the device got
  bool allows_host_copies = true;  ///< the harness in the worker makes some
  bool places_inputs = false;      ///< it moves inputs on the device, and their results back
  course::HostCopies allowed = course::HostCopies::kFlags;  ///< inside of calls
};

/// What does not fit what the harness does in a worker; empty: all does.
std::string forgery_in(const DeviceCalls& calls, const WorkerReport& report,
                       const SealedQuestion& question);

/// Why a report cannot be the worker's own; empty where it can. Only what a submission would gain
/// by is looked at: a check that is skipped, or a rule that nothing is held against.
std::string forgery_in(const WorkerReport& report, bool has_device);

/// A way beside copies on which host code got values of device memory; empty: there was none.
std::string leak_of(const DeviceCalls& calls, const SealedQuestion& question);
/// The same of memory that host code reads without a copy, wherever the device lives.
std::string leak_of(const HostMemory& used, course::HostCopies allowed);
/// What kernels printed, where nothing may come to the host; empty: nothing. Who looks for a
/// mistake prints, so it is told of a right answer only.
std::string print_of(const DeviceCalls& calls, const SealedQuestion& question);

/// Passed where the device did the work, as far as anybody can tell, or where the host may.
/// @param leak what leak_of() says
Finding finding_of_host_work(const AnswerBase& answer, const std::string& leak,
                             course::HostCopies allowed);

}  // namespace warpschool::harness
