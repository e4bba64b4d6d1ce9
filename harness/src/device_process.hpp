// A simulated device that is a process of its own, where the runtime has one
// (simulator/include/warpschool/sim/device_process.h).
#pragma once

#include "ipc.hpp"
#include "warpschool/harness/answer.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace warpschool::harness {

/// The functions of that header, found at run time: absent where the device lives in the worker,
/// and on a real GPU.
struct DeviceProcessExtension {
  std::size_t (*lane_bytes)() = nullptr;
  void (*become)(int control, int lanes, int shared, int output) = nullptr;
  int (*connect)(int lanes, int shared) = nullptr;
  int (*mark)(int mark) = nullptr;
  int (*take_input)(void* device, std::uint64_t offset, std::uint64_t bytes) = nullptr;
  int (*is_input)(const void* device, std::uint64_t offset, std::uint64_t bytes,
                  int* same) = nullptr;
  int (*give_output)(const void* device, std::uint64_t bytes, unsigned* index) = nullptr;
  int (*question)(int control, int checks, int inputs, std::uint64_t input_bytes,
                  int patience_ms) = nullptr;
  const char* (*report)(int control, int patience_ms) = nullptr;
  const void* (*output)(unsigned index, std::uint64_t* bytes) = nullptr;
  bool present() const { return become != nullptr; }
};
const DeviceProcessExtension& device_process();

/// Where a call of the submission is (warpschool_device_mark).
enum class CallMark : int { kBegin, kBeginUntimed, kEnd, kSettled };

/// What device and worker are born with.
struct DeviceMemory {
  UniqueFd lanes, shared;
};
DeviceMemory make_device_memory();

/// The judge's hold on a worker's device.
struct DeviceHandle {
  int pid = 0;
  UniqueFd control, shared, life;
};

/// What the device says of the calls of one question.
struct DeviceCalls {
  std::string device;  ///< its name
  double timed_us = 0;
  double untimed_us = 0;                  ///< of untimed calls without kernels
  std::uint64_t launches_outside = 0;     ///< kernels that ran before or after a call, not in it
  std::uint64_t moved_outside_bytes = 0;  ///< from device to device, in no call at all
  Copies outside;                         ///< before, between and behind the calls
  Copies untimed;                         ///< in untimed calls
  std::uint64_t printed_bytes = 0;        ///< by kernels
  std::string printed;                    ///< the first 16 KiB of them
  std::uint64_t waits = 0;                ///< for work that was not done, in timed calls
  std::uint64_t written_bytes = 0;        ///< by kernels and copies, of memory that both see
  bool input_changed = false;             ///< the worker has been told so
  std::string irregular;                  ///< what no harness does with its marks; empty: nothing
};
/// Nothing where the report has none.
std::optional<DeviceCalls> device_calls_in(const std::string& report);

}  // namespace warpschool::harness
