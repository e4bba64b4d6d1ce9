// What the worker notes down while it answers one question.
#pragma once

#include "protocol.hpp"

#include <string>

namespace warpschool::harness {

struct CallLog {
  Mode mode = Mode::kCorrectness;
  Breadcrumb* breadcrumb = nullptr;
  std::string function;          ///< last one called
  std::string note;              ///< a CUDA error that the submission left for others to find
  bool called = false;           ///< a call of this question has begun
  double elapsed_us = 0;         ///< summed over the timed calls
  std::uint64_t waits = 0;       ///< of the host in timed calls
  Copies harness_copies;         ///< since the simulator's report was begun
  bool errors_expected = false;  ///< a CALL_TO_FAIL was made
  bool device_lost = false;      ///< it ended with a fault: this process can use the device no more
};

/// The log of the question in progress; a worker has one thread for questions.
CallLog& call_log();

/// Whether the harness of this judge has a CALL_TO_FAIL at all.
bool has_failing_calls();

/// Notes the stage for the judge to find if the worker dies now.
void leave_breadcrumb(Stage stage, const char* function = nullptr);

/// The simulator's extension (simulator/include/warpschool/sim/extension.h), found at run time:
/// absent on a real GPU.
struct SimulatorExtension {
  const char* (*take_report)() = nullptr;
  void (*cool_l2)() = nullptr;
  unsigned long long (*host_waits)() = nullptr;
  const char* (*identity)() = nullptr;
  int (*set_option)(const char*, int) = nullptr;
  bool present() const { return identity != nullptr && take_report != nullptr; }
};
const SimulatorExtension& simulator();

}  // namespace warpschool::harness
