// Loads a student's shared object and finds its functions.
#include "warpschool/harness/student.hpp"

#include "call_log.hpp"
#include "device_arrays.hpp"
#include "device_runtime.hpp"

#include <dlfcn.h>
#include <string>

namespace warpschool::harness {
namespace {

using device::Stamp;

/// Work on a stream that the default stream does not wait for would end after the second event:
/// more than this between that event and the device's rest is time that was spent.
constexpr double kSettleSlackUs = 50.0;
constexpr double kSettleSlackShare = 0.1;

double measured_us() {
  const double claimed = device::between_us(Stamp::kBegin, Stamp::kEnd);
  const double settled = device::between_us(Stamp::kBegin, Stamp::kSettled);
  return settled - claimed > kSettleSlackUs + kSettleSlackShare * claimed ? settled : claimed;
}

/// A kernel that was to run did not. Other errors that nobody looked at may be harmless.
bool is_launch_error(int code) {
  // cudaErrorInvalidConfiguration, InvalidDeviceFunction, LaunchOutOfResources,
  // CooperativeLaunchTooLarge
  return code == 9 || code == 98 || code == 701 || code == 720;
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

namespace detail {

CallScope::CallScope(const char* name, bool timed)
    : name_(name), timed_(timed), asked_(call_log().function) {
  leave_breadcrumb(Stage::kPreparing, name);
  call_log().function = name;
  if (call_log().mode == Mode::kTiming && timed && !simulator().present()) {
    device::flush_l2();
  }
  if (const device::Status before = device::synchronise(); !before) {
    throw StudentError(Trouble::kApiError, "before the call: " + words(before), before.code);
  }
  if (simulator().present() && !call_log().called) {
    simulator().take_report();
    call_log().harness_copies = {};
  }
  call_log().called = true;
  device::stamp(Stamp::kBegin);
  leave_breadcrumb(Stage::kCalling, name);
}

void CallScope::finish() {
  device::stamp(Stamp::kEnd);
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
  device::stamp(Stamp::kSettled);
  call_log().elapsed_us += timed_ ? measured_us() : 0;
  leave_breadcrumb(Stage::kAfterCall);
  verify_device_arrays(name_);
  if (!timed_ && !asked_.empty()) {
    call_log().function = asked_;  // of a right answer the timed call is the subject
  }
}

Aftermath CallScope::finish_in_spite_of_errors() {
  Aftermath after;
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
