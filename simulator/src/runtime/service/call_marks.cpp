// Keeps what happened between the marks of the harness's calls, and tells marks that no harness
// sets.
#include "runtime/service/call_marks.hpp"

#include "runtime/base/call_site.hpp"
#include "runtime/base/observer.hpp"
#include "runtime/base/remote_host.hpp"
#include "runtime/copies/copy_engine.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/graphs/capture.hpp"
#include "runtime/service/remote_program.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <mutex>
#include <nlohmann/json.hpp>

namespace warpschool::sim::runtime::service {
namespace {

struct Counts {
  std::uint64_t launches = 0, to_device = 0, to_host = 0, bytes = 0, bytes_to_host = 0;
  std::uint64_t bytes_within = 0;  ///< from device to device

  void add_since(const Counts& before, const Counts& now) {
    launches += now.launches - before.launches;
    to_device += now.to_device - before.to_device;
    to_host += now.to_host - before.to_host;
    bytes += now.bytes - before.bytes;
    bytes_to_host += now.bytes_to_host - before.bytes_to_host;
    bytes_within += now.bytes_within - before.bytes_within;
  }
};

/// Where the harness is: each call is begun, ended and settled, in this order.
enum class State { kBetween, kOpen, kEnded };

/// What is known of the calls of one question.
struct Calls {
  State state = State::kBetween;
  bool began = false;  ///< a call of this question has begun
  bool timed = false;  ///< of the last call
  double begin_us = 0, end_us = 0;
  double timed_us = 0, untimed_us = 0;
  Counts at_mark, inside, outside, untimed;
  std::uint64_t waits_before = 0, waits = 0;  ///< of the host: at the begin, and in timed calls
  std::uint64_t untimed_launches = 0;         ///< of the last call, if it is an untimed one
  std::uint64_t resets = 0;                   ///< of the device, when the question began
  std::string sequence;                       ///< a letter a mark
  const char* irregular = "";                 ///< what no harness does
  bool input_changed = false;                 ///< and the program was told so
};

/// Counts what is copied from device to device, which the recorder does not.
class MoveCounter final : public RuntimeObserver {
 public:
  void before_copy(Runtime&, const Copy& copy, CopySides sides) override {
    bytes_ += sides.from_device && sides.to_device ? copy.bytes() : 0;
  }
  std::uint64_t bytes() const { return bytes_; }
  void begin_anew() { bytes_ = 0; }

 private:
  std::uint64_t bytes_ = 0;  ///< under the runtime's lock
};

MoveCounter& moves() {
  static MoveCounter& counter = *[] {
    auto* const made = new MoveCounter;
    add_observer(*made);
    return made;
  }();
  return counter;
}

std::mutex g_mutex;
Calls g_calls;

Counts counts_now(Runtime& runtime) {
  const auto& copies = runtime.recorder().copies();
  return {
      runtime.recorder().launch_count(), copies.host_to_device, copies.device_to_host, copies.bytes,
      copies.device_to_host_bytes,       moves().bytes()};
}

/// What happened since the last mark.
void settle_counts(Runtime& runtime, Calls& calls) {
  const Counts now = counts_now(runtime);
  const bool is_open = calls.state == State::kOpen;
  (is_open ? calls.inside : calls.outside).add_since(calls.at_mark, now);
  if (is_open && !calls.timed) {
    calls.untimed.add_since(calls.at_mark, now);
    calls.untimed_launches += now.launches - calls.at_mark.launches;
  }
  calls.at_mark = now;
}

/// As the record of an event in the default stream; it is no event that a program could name.
double stamp(Runtime& runtime) {
  const double us = runtime.timeline().mark(kLegacyStream);
  runtime.timeline().hold_until(kLegacyStream, us);
  runtime.order().wait(kLegacyStream, runtime.order().mark(kLegacyStream));
  return us;
}

/// As the harness waits for the device around each call; a worker may leave that out. What runs on
/// a stream that the default stream does not wait for would begin before a call, or end behind it,
/// without anybody's counting it.
void come_to_rest(Runtime& runtime) {
  runtime.timeline().host_waits_for_all();
}

/// As an event would tell it: in floats of milliseconds.
double as_told(double us) {
  return static_cast<double>(static_cast<float>(us / 1e3)) * 1e3;
}

/// The last call is over, and the device at rest: work on a stream that the default stream does not
/// wait for may have ended after the second mark. Kernels count wherever they run: those of an
/// untimed call make it a timed one.
void settle_call(Runtime& runtime, Calls& calls) {
  come_to_rest(runtime);
  const double us = as_told(std::max(calls.end_us, stamp(runtime)) - calls.begin_us);
  (calls.timed || calls.untimed_launches > 0 ? calls.timed_us : calls.untimed_us) += us;
  calls.state = State::kBetween;
  calls.timed = false;
  calls.untimed_launches = 0;
}

/// The report of a question begins with its first call.
void begin_report(Runtime& runtime, Calls& calls) {
  for (RuntimeObserver* observer : observers()) {
    observer->before_report(runtime);
  }
  runtime.recorder().take(nullptr);
  moves().begin_anew();
  calls.at_mark = {};
  calls.began = true;
}

/// The submission's function has returned; its work may go on.
void end_call(Runtime& runtime, Calls& calls) {
  calls.waits += calls.timed ? runtime.timeline().host_waits() - calls.waits_before : 0;
  calls.end_us = stamp(runtime);
  calls.state = State::kEnded;
}

/// Where the harness is when it sets the mark.
State state_before(wire::Mark mark) {
  return mark == wire::Mark::kEnd       ? State::kOpen
         : mark == wire::Mark::kSettled ? State::kEnded
                                        : State::kBetween;
}

char letter_of(wire::Mark mark) {
  return mark == wire::Mark::kBegin          ? 'T'
         : mark == wire::Mark::kBeginUntimed ? 'U'
         : mark == wire::Mark::kEnd          ? 'e'
                                             : 's';
}

void keep_mark(Runtime& runtime, Calls& calls, wire::Mark mark) {
  constexpr std::size_t kMostMarks = 4096;
  settle_counts(runtime, calls);
  if (calls.sequence.size() < kMostMarks) {
    calls.sequence += letter_of(mark);
  }
  if (calls.state != state_before(mark)) {
    calls.irregular = "calls begin and end in another order than the harness makes them";
  }
  switch (mark) {
    case wire::Mark::kBegin:
    case wire::Mark::kBeginUntimed:
      if (!calls.began) {
        begin_report(runtime, calls);
      }
      come_to_rest(runtime);
      calls.begin_us = stamp(runtime);
      if (mark == wire::Mark::kBegin) {
        runtime.device().cool_l2();  // as the harness overwrites a GPU's
      }
      calls.timed = mark == wire::Mark::kBegin;
      calls.waits_before = runtime.timeline().host_waits();
      calls.state = State::kOpen;
      return;
    case wire::Mark::kEnd:
      end_call(runtime, calls);
      return;
    case wire::Mark::kSettled:
      settle_call(runtime, calls);
      return;
  }
}

/// A call that the harness has not settled is over when the report is wanted.
void end_last_call(Runtime& runtime, Calls& calls) {
  settle_counts(runtime, calls);
  if (calls.state == State::kOpen) {
    end_call(runtime, calls);
  }
  if (calls.state != State::kBetween) {
    settle_call(runtime, calls);
  }
  if (runtime.resets() != calls.resets) {
    calls.irregular = "the device was reset, and its clock with it";
  }
}

std::string json_of(const Counts& counts) {
  return fmt::format(
      R"({{"host_to_device":{},"device_to_host":{},"bytes":{},"device_to_host_bytes":{}}})",
      counts.to_device, counts.to_host, counts.bytes, counts.bytes_to_host);
}

/// Programs print what is no UTF-8 as well.
std::string text_of(const std::string& bytes) {
  return nlohmann::json(bytes).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

}  // namespace

void begin_question() {
  Runtime& runtime = Runtime::instance();
  const std::unique_lock<std::mutex> lock = runtime.lock();
  const std::lock_guard<std::mutex> own(g_mutex);
  g_calls = {};
  g_calls.resets = runtime.resets();
  program().begin_learning();
  begin_report(runtime, g_calls);
  g_calls.began = false;
}

cudaError_t note_mark(wire::Mark mark) {
  if (mark > wire::Mark::kSettled) {
    throw wire::Malformed("there is no such mark");
  }
  const ApiCall here({"cudaEventRecord", remote_caller()});
  return call([mark](Runtime& runtime) {
    const std::lock_guard<std::mutex> own(g_mutex);
    const cudaError_t error = use_stream(runtime, kLegacyStream).error;
    keep_mark(runtime, g_calls, mark);
    return error;
  });
}

void note_sealed_copy(bool to_device, std::uint64_t bytes) {
  Runtime& runtime = Runtime::instance();
  const std::unique_lock<std::mutex> lock = runtime.lock();
  const std::lock_guard<std::mutex> own(g_mutex);
  Counts& before = g_calls.at_mark;
  (to_device ? before.to_device : before.to_host) += 1;
  before.bytes += bytes;
  before.bytes_to_host += to_device ? 0 : bytes;
}

bool is_in_call() {
  const std::lock_guard<std::mutex> own(g_mutex);
  return g_calls.state == State::kOpen;
}

void note_irregular(const char* what) {
  const std::lock_guard<std::mutex> own(g_mutex);
  g_calls.irregular = *g_calls.irregular == '\0' ? what : g_calls.irregular;
}

void note_input_changed() {
  const std::lock_guard<std::mutex> own(g_mutex);
  g_calls.input_changed = true;
}

void note_report_taken() {
  const std::lock_guard<std::mutex> own(g_mutex);
  g_calls.at_mark = {};
}

std::string calls_json() {
  Runtime& runtime = Runtime::instance();
  const std::unique_lock<std::mutex> lock = runtime.lock();
  const std::lock_guard<std::mutex> own(g_mutex);
  end_last_call(runtime, g_calls);
  const RemoteProgram::Learnt learnt = program().learnt();
  return fmt::format(
      R"({{"device":"{}","timed_us":{},"untimed_us":{},"marks":"{}","irregular":"{}","launches_outside":{},"moved_outside_bytes":{},"input_changed":{},"printed_bytes":{},"printed":{},"written_bytes":{},"waits":{},"copies":{},"outside":{},"untimed":{}}})",
      runtime.profile().name, g_calls.timed_us, g_calls.untimed_us, g_calls.sequence,
      g_calls.irregular, g_calls.outside.launches, g_calls.outside.bytes_within,
      g_calls.input_changed, learnt.printed_bytes, text_of(learnt.printed), learnt.written_bytes,
      g_calls.waits, json_of(g_calls.inside), json_of(g_calls.outside), json_of(g_calls.untimed));
}

}  // namespace warpschool::sim::runtime::service
