// Loads a student's shared object and finds its functions.
#include "warpschool/harness/student.hpp"

#include "call_log.hpp"
#include "device_arrays.hpp"
#include "device_process.hpp"
#include "device_runtime.hpp"

#include <algorithm>
#include <dlfcn.h>
#include <string>

namespace warpschool::harness {
namespace {

using device::Stamp;

/// Work on a stream that the default stream does not wait for would end after the second event:
/// more than this between that event and the device's rest is time that was spent.
constexpr double kSettleSlackUs = 50.0;
constexpr double kSettleSlackShare = 0.1;

/// An event; where the device is another process it notes the call itself.
void stamp(Stamp which, CallMark mark) {
  if (!device_process().present()) {
    device::stamp(which);
  } else if (const device::Status status = device::mark(static_cast<int>(mark)); !status) {
    throw StudentError(Trouble::kApiError,
                       "recording an event failed: " + status.text + " (" + status.name + ")",
                       status.code);
  }
}

double measured_us() {
  if (device_process().present()) {
    return 0;  // the judge asks the device
  }
  const double claimed = device::between_us(Stamp::kBegin, Stamp::kEnd);
  const double settled = device::between_us(Stamp::kBegin, Stamp::kSettled);
  if (simulator().present()) {
    return std::max(claimed, settled);  // a modelled clock knows no jitter
  }
  return settled - claimed > kSettleSlackUs + kSettleSlackShare * claimed ? settled : claimed;
}

/// A kernel that was to run did not. Other errors that nobody looked at may be harmless.
bool is_launch_error(int code) {
  // cudaErrorInvalidConfiguration, InvalidDeviceFunction, LaunchOutOfResources,
  // CooperativeLaunchTooLarge
  return code == 9 || code == 98 || code == 701 || code == 720;
}

/// Throws where the call has reset the device, and what the harness has there is gone.
void need_the_same_device(const char* function) {
  if (device::was_reset()) {
    throw StudentError(Trouble::kGivenBack, function);
  }
}

std::uint64_t host_waits() {
  return simulator().host_waits != nullptr ? simulator().host_waits() : 0;
}

std::string words(const device::Status& status) {
  return status.text + " (" + status.name + ")";
}

}  // namespace

void* Student::find(const char* name) const {
  void* address = ::dlsym(module_, name);
  if (address == nullptr) {
    throw StudentError(Trouble::kMissingSymbol, name);
  }
  return address;
}

namespace {

bool g_has_failing_calls = false;

}  // namespace

bool has_failing_calls() {
  return g_has_failing_calls;
}

namespace detail {

bool note_failing_calls() {
  g_has_failing_calls = true;
  return true;
}

CallScope::CallScope(const char* name, bool timed)
    : name_(name), timed_(timed), asked_(call_log().function) {
  leave_breadcrumb(Stage::kPreparing, name);
  call_log().function = name;
  if (call_log().mode == Mode::kTiming && timed && !simulator().present()) {
    device::flush_l2();
  }
  if (timed && simulator().cool_l2 != nullptr) {
    simulator().cool_l2();  // a device of its own does it at the mark
  }
  if (const device::Status before = device::synchronise(); !before) {
    throw StudentError(Trouble::kApiError, "before the call: " + words(before), before.code);
  }
  if (simulator().present() && !device_process().present() && !call_log().called) {
    simulator().take_report();
    call_log().harness_copies = {};
  }
  call_log().called = true;
  need_the_same_device(name);
  stamp(Stamp::kBegin, timed_ ? CallMark::kBegin : CallMark::kBeginUntimed);
  waits_before_ = host_waits();
  leave_breadcrumb(Stage::kCalling, name);
}

void CallScope::finish() {
  call_log().waits += timed_ ? host_waits() - waits_before_ : 0;
  try {
    stamp(Stamp::kEnd, CallMark::kEnd);
  } catch (const StudentError&) {
    need_the_same_device(name_);
    throw;
  }
  // What a call or launch left behind is no verdict by itself, but explains a wrong answer.
  const device::Status left = device::take_last_error();
  if (!left && !is_launch_error(left.code)) {
    call_log().note = words(left);
  }
  if (const device::Status settled = device::synchronise(); !settled) {
    throw StudentError(Trouble::kApiError, words(settled), settled.code);
  }
  if (is_launch_error(left.code)) {
    throw StudentError(Trouble::kLaunchError, words(left), left.code);
  }
  need_the_same_device(name_);
  stamp(Stamp::kSettled, CallMark::kSettled);
  call_log().elapsed_us += timed_ ? measured_us() : 0;
  leave_breadcrumb(Stage::kAfterCall);
  verify_device_arrays(name_);
  if (!timed_ && !asked_.empty()) {
    call_log().function = asked_;  // of a right answer the timed call is the subject
  }
}

Aftermath CallScope::finish_in_spite_of_errors() {
  Aftermath after;
  if (device_process().present()) {
    device_process().mark(static_cast<int>(CallMark::kEnd));
  }
  after.pending = device::take_last_error().code;
  after.device = device::synchronise().code;
  call_log().errors_expected = true;
  call_log().device_lost = after.device != 0;
  leave_breadcrumb(Stage::kAfterCall);
  if (!call_log().device_lost) {
    verify_device_arrays(name_);
  }
  return after;
}

}  // namespace detail
}  // namespace warpschool::harness
