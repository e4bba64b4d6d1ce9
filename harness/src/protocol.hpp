// The messages between judge and worker. Both are one program, so plain structs will do.
#pragma once

#include "warpschool/harness/ask.hpp"
#include "warpschool/harness/student.hpp"
#include "warpschool/harness/wire.hpp"

#include <array>
#include <cstdint>
#include <string>

namespace warpschool::harness {

/// Judge to worker, with two descriptors: the encoded arguments, and memory for the response.
struct Question {
  // Worker and judge are forks of one process: functions are at the same addresses in both.
  detail::Thunk thunk = nullptr;
  detail::AnyFunction function = nullptr;
  std::uint64_t request_bytes = 0;
  std::uint64_t response_capacity = 0;
  Mode mode = Mode::kCorrectness;
  std::uint32_t most_calls = 0;  ///< of the CUDA runtime; only a simulated one counts
};

/// Worker to judge.
struct Done {
  std::uint64_t result_bytes = 0;
  std::uint64_t report_bytes = 0;
};

/// Head of the response memory: what the worker is about, for the case that it does not live to say
/// it.
struct Breadcrumb {
  std::array<char, 128> function{};  ///< submission's function being called
  std::uint32_t stage = 0;           ///< Stage
  // Of the submission's host code, as handlers in the worker found it (trace/host_trace.hpp):
  std::array<char, 64> file{};
  std::uint32_t line = 0;     ///< 0: not known
  std::uint32_t in_call = 0;  ///< that line called the CUDA runtime, which was at work
  std::uint32_t host_ms = 0;  ///< processor time of host code since its last call of the runtime
  std::uint32_t crash = 0;    ///< HostCrash
  std::uint32_t calls = 0;    ///< of the CUDA runtime in this question, once they are too many
  std::array<char, 256> called{};  ///< submission's functions called in this question: "one,two,"
};
/// What host code did when it met a segmentation fault.
enum class HostCrash : std::uint32_t {
  kUnknown,
  kNullPointer,
  kDeviceMemory,
  kStack,
  kFreedDeviceMemory,  ///< by free() or delete
  kFreedPinnedMemory
};
enum class Stage : std::uint32_t { kStart, kLoading, kPreparing, kCalling, kAfterCall };
inline constexpr std::size_t kResultOffset = 512;
static_assert(sizeof(Breadcrumb) <= kResultOffset);

/// What the worker says beside the result.
struct WorkerReport {
  Trouble trouble = Trouble::kNone;
  std::int32_t error_code = 0;
  std::string message;
  std::string function;
  std::string note;
  std::string place;  ///< of an exception: "line 12 of x.cu"
  double elapsed_us = 0;
  double pause_us = 0;  ///< of a reference that was timed on a GPU: device::longest_pause_us
  bool simulated = false;
  std::string device;
  double peak_bytes_per_us = 0;  ///< of device memory; 0 if unknown
  std::string simulator_report;  ///< JSON of warpschool_sim_take_report
  bool errors_expected = false;  ///< faults of the device are no verdict
  bool device_lost = false;      ///< another worker must answer the next question
  std::uint64_t waits = 0;       ///< for work of the device that was not done, in timed calls
  Copies harness_copies;         ///< of those in the report: made by the harness for its arrays
};

inline void encode_report(Writer& writer, const WorkerReport& report) {
  encode(writer, report.trouble);
  encode(writer, report.error_code);
  encode(writer, report.message);
  encode(writer, report.function);
  encode(writer, report.note);
  encode(writer, report.place);
  encode(writer, report.elapsed_us);
  encode(writer, report.pause_us);
  encode(writer, report.simulated);
  encode(writer, report.device);
  encode(writer, report.peak_bytes_per_us);
  encode(writer, report.simulator_report);
  encode(writer, report.errors_expected);
  encode(writer, report.device_lost);
  encode(writer, report.waits);
  encode(writer, report.harness_copies);
}

inline WorkerReport decode_report(Reader& reader) {
  WorkerReport report;
  decode(reader, report.trouble);
  decode(reader, report.error_code);
  decode(reader, report.message);
  decode(reader, report.function);
  decode(reader, report.note);
  decode(reader, report.place);
  decode(reader, report.elapsed_us);
  decode(reader, report.pause_us);
  decode(reader, report.simulated);
  decode(reader, report.device);
  decode(reader, report.peak_bytes_per_us);
  decode(reader, report.simulator_report);
  decode(reader, report.errors_expected);
  decode(reader, report.device_lost);
  decode(reader, report.waits);
  decode(reader, report.harness_copies);
  return report;
}

}  // namespace warpschool::harness
