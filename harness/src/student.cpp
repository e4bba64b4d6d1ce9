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

CallScope::CallScope(const char* name) : name_(name) {
  leave_breadcrumb(Stage::kPreparing, name);
  call_log().function = name;
  if (call_log().mode == Mode::kTiming && !simulator().present()) {
    device::flush_l2();
  }
  if (const device::Status before = device::synchronise(); !before) {
    throw StudentError(Trouble::kApiError, "before the call: " + words(before), before.code);
  }
  if (simulator().present() && call_log().elapsed_us == 0) {
    simulator().take_report();
    call_log().harness_copies = {};
  }
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
  call_log().elapsed_us += measured_us();
  leave_breadcrumb(Stage::kAfterCall);
  verify_device_arrays(name_);
}

}  // namespace detail
}  // namespace warpschool::harness
