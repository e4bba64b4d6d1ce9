// The program's end of the lanes: sends calls to the device and does meanwhile what it asks for.
#pragma once

#include "runtime/wire/messages.hpp"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpschool::sim::runtime::stub {

/// Maps the lanes and the shared memory. Once; false if it cannot be done.
bool connect(int lanes, int shared);
bool is_connected();
/// Where the shared memory lies as a whole.
std::byte* shared_base();

/// One call on its way. Arguments are put before, results read after send().
class Outgoing {
 public:
  Outgoing(std::uint32_t what, const void* return_address);
  explicit Outgoing(wire::Special what, const void* return_address = nullptr)
      : Outgoing(static_cast<std::uint32_t>(what), return_address) {}
  ~Outgoing();
  Outgoing(const Outgoing&) = delete;
  Outgoing& operator=(const Outgoing&) = delete;

  wire::Head& head() { return head_; }
  wire::Writer& arguments() { return arguments_; }
  /// Memory of the program that the device will ask for, sent along. Nothing if it cannot be read.
  void prefetch(const void* begin, std::size_t bytes);

  /// cudaSuccess if the results are there. Else why the call could not be made.
  cudaError_t send();
  wire::Reader& results() { return results_; }

 private:
  wire::Head head_;
  wire::Writer arguments_, prefetched_, message_;
  std::vector<std::byte> reply_;
  wire::Reader results_{nullptr, 0};
};

/// Calls of all threads so far.
std::uint64_t calls_so_far();

/// `reached` is called at the begin of the call that comes after so many others, with the place
/// that this returns to; of a launch that is the one of its <<<>>>.
void limit_calls(std::uint64_t calls, void (*reached)(const void* call));
/// The call whose answer was to ask again later does not count for the limit.
void forgive_call();

/// This thread is inside a call: a signal handler must not begin another.
bool is_inside();

/// memmove; false if a side cannot be read or written.
bool copy_guarded(void* to, const void* from, std::size_t bytes);
/// Installs the handlers of memory faults.
void watch_memory_faults();
/// The device has closed or opened these pages: it knows what a fault there means.
void note_protected(std::uintptr_t begin, std::size_t bytes);

/// Of the <<<>>> before a launch, and of the wrapper before an allocation; each once.
struct Origin {
  const char* file = nullptr;
  int line = 0;
  std::size_t element_bytes = 0;
};
Origin take_origin();
const void* take_launch_site();

/// Makes memory of this program memory of both. False if it cannot be.
bool share_with_device(const void* begin, std::size_t bytes);

/// A kernel that spoke with the program was stopped: if the program computes or looks around from
/// now on without a call, it waits for an answer that will not come, and ends.
void watch_waiting();

/// What the device asked for; the answer goes into `out`.
void answer_ask(wire::Asked what, wire::Reader& in, wire::Lane& lane, wire::Writer& out);

/// For as long as it lives this thread may begin calls: it runs a function of the program.
class OutsideCall {
 public:
  OutsideCall();
  ~OutsideCall();
  OutsideCall(const OutsideCall&) = delete;
  OutsideCall& operator=(const OutsideCall&) = delete;
};

}  // namespace warpschool::sim::runtime::stub
