// Keeps what happened between the marks of the harness's calls.
#include "runtime/service/call_marks.hpp"

#include "runtime/base/observer.hpp"
#include "runtime/core/runtime.hpp"

#include <array>
#include <fmt/format.h>
#include <mutex>

namespace warpschool::sim::runtime::service {
namespace {

/// Work on a stream that the default stream does not wait for would end after the second event:
/// more than this between that event and the device's rest is time that was spent.
constexpr double kSettleSlackUs = 50.0;
constexpr double kSettleSlackShare = 0.1;

struct Counts {
  std::uint64_t launches = 0, to_device = 0, to_host = 0, bytes = 0, bytes_to_host = 0;
};

struct Calls {
  bool began = false;  ///< a call of this question has begun
  bool open = false, timed = false;
  double timed_us = 0;
  Counts inside, at_mark;
  std::uint64_t launches_outside = 0;
  std::string sequence;  ///< a letter a mark
  std::array<cudaEvent_t, 3> events{};
};

std::mutex g_mutex;
Calls g_calls;

Counts counts_now() {
  Runtime& runtime = Runtime::instance();
  const std::unique_lock<std::mutex> lock = runtime.lock();
  const auto& copies = runtime.recorder().copies();
  return {runtime.recorder().launch_count(), copies.host_to_device, copies.device_to_host,
          copies.bytes, copies.device_to_host_bytes};
}

/// What happened since the last mark.
void settle_counts(Calls& calls) {
  const Counts now = counts_now();
  if (calls.open) {
    calls.inside.launches += now.launches - calls.at_mark.launches;
    calls.inside.to_device += now.to_device - calls.at_mark.to_device;
    calls.inside.to_host += now.to_host - calls.at_mark.to_host;
    calls.inside.bytes += now.bytes - calls.at_mark.bytes;
    calls.inside.bytes_to_host += now.bytes_to_host - calls.at_mark.bytes_to_host;
  } else if (calls.began) {
    calls.launches_outside += now.launches - calls.at_mark.launches;
  }
  calls.at_mark = now;
}

cudaError_t stamp(Calls& calls, std::size_t which) {
  if (calls.events.at(which) == nullptr) {
    if (const cudaError_t error = cudaEventCreate(&calls.events.at(which)); error != cudaSuccess) {
      return error;
    }
  }
  return cudaEventRecord(calls.events.at(which), nullptr);
}

double between_us(const Calls& calls, std::size_t end) {
  float milliseconds = 0;
  cudaEventSynchronize(calls.events.at(end));
  const bool known =
      cudaEventElapsedTime(&milliseconds, calls.events[0], calls.events.at(end)) == cudaSuccess;
  return known ? static_cast<double>(milliseconds) * 1e3 : 0;
}

double measured_us(const Calls& calls) {
  const double claimed = between_us(calls, 1);
  const double settled = between_us(calls, 2);
  return settled - claimed > kSettleSlackUs + kSettleSlackShare * claimed ? settled : claimed;
}

/// The report of a question begins with its first call.
void begin_report(Calls& calls) {
  Runtime& runtime = Runtime::instance();
  const std::unique_lock<std::mutex> lock = runtime.lock();
  for (RuntimeObserver* observer : observers()) {
    observer->before_report(runtime);
  }
  runtime.recorder().take(nullptr);
  calls.at_mark = {};
  calls.began = true;
}

}  // namespace

void begin_question() {
  const std::lock_guard<std::mutex> lock(g_mutex);
  const auto events = g_calls.events;
  g_calls = {};
  g_calls.events = events;
  begin_report(g_calls);
  g_calls.began = false;
}

cudaError_t note_mark(wire::Mark mark) {
  constexpr std::size_t kMostMarks = 4096;
  const std::lock_guard<std::mutex> lock(g_mutex);
  Calls& calls = g_calls;
  const bool begins = mark == wire::Mark::kBegin || mark == wire::Mark::kBeginUntimed;
  if (begins && !calls.began) {
    begin_report(calls);
  }
  settle_counts(calls);
  if (calls.sequence.size() < kMostMarks) {
    calls.sequence += mark == wire::Mark::kBegin          ? 'T'
                      : mark == wire::Mark::kBeginUntimed ? 'U'
                      : mark == wire::Mark::kEnd          ? 'e'
                                                          : 's';
  }
  if (begins) {
    calls.open = true;
    calls.timed = mark == wire::Mark::kBegin;
    return stamp(calls, 0);
  }
  if (mark == wire::Mark::kEnd) {
    calls.open = false;
    return stamp(calls, 1);
  }
  const cudaError_t error = stamp(calls, 2);
  calls.timed_us += calls.timed && error == cudaSuccess ? measured_us(calls) : 0;
  calls.timed = false;
  return error;
}

void note_report_taken() {
  const std::lock_guard<std::mutex> lock(g_mutex);
  g_calls.at_mark = {};
}

std::string calls_json() {
  const std::lock_guard<std::mutex> lock(g_mutex);
  settle_counts(g_calls);
  const Counts& in = g_calls.inside;
  return fmt::format(
      R"({{"timed_us":{},"marks":"{}","launches_outside":{},"copies":{{"host_to_device":{},"device_to_host":{},"bytes":{},"device_to_host_bytes":{}}}}})",
      g_calls.timed_us, g_calls.sequence, g_calls.launches_outside, in.to_device, in.to_host,
      in.bytes, in.bytes_to_host);
}

}  // namespace warpschool::sim::runtime::service
