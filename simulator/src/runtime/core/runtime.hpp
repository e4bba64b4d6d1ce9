// The state of the simulated CUDA runtime: one device, what the program registered, streams,
// events, errors, the clock.
//
// Every API function locks `mutex()` through call() and then works on this object; nothing here
// locks.
#pragma once

#include "runtime/core/admission.hpp"
#include "runtime/core/registered_modules.hpp"
#include "runtime/host_memory/host_blocks.hpp"
#include "runtime/host_memory/host_guard.hpp"
#include "runtime/report/recorder.hpp"
#include "runtime/report/unchecked_errors.hpp"
#include "runtime/streams/stream_order.hpp"
#include "runtime/streams/timeline.hpp"
#include "warpschool/sim/device.hpp"

#include <cuda_runtime_api.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace warpschool::sim::runtime {
struct Capture;
struct GraphStore;
}  // namespace warpschool::sim::runtime

/// A stream of the program (the handle's type is part of the API).
struct CUstream_st {
  warpschool::sim::runtime::StreamId id = 0;
  unsigned flags = 0;
  int priority = 0;
};

/// An event: the time it was recorded at, or the place in a graph that is being captured.
struct CUevent_st {
  bool recorded = false;
  bool timed = true;
  double time_us = 0;
  warpschool::sim::runtime::WorkClock clock;  ///< what it stands for
  std::uint64_t number = 0;                   ///< of all records of events
  std::uint64_t launches = 0;                 ///< that came before, in whatever stream
  std::shared_ptr<warpschool::sim::runtime::Capture> capture;
  std::vector<CUgraphNode_st*> ends;  ///< with `capture`: what a stream that waits for it waits for
};

/// A memory pool: nothing but its settings.
struct CUmemPoolHandle_st {
  std::array<std::uint64_t, cudaMemPoolAttrUsedMemHigh + 1> attributes{};
};

namespace warpschool::sim::runtime {

/// What a texture or surface object was made from.
struct TextureSource {
  cudaResourceDesc resource;
  cudaTextureDesc description;
};

class Runtime {
 public:
  /// Made at the first use, never destroyed: programs call the API from static destructors too.
  static Runtime& instance();

  std::mutex& mutex() { return mutex_; }
  /// The lock, in turn: a thread that launches over and over does not keep the others out.
  std::unique_lock<std::mutex> lock() {
    const std::lock_guard<std::mutex> next(turn_);
    return std::unique_lock<std::mutex>(mutex_);
  }
  Modules& modules() { return modules_; }
  Recorder& recorder() { return recorder_; }
  UncheckedErrors& unchecked() { return unchecked_; }
  Timeline& timeline() { return timeline_; }
  /// What the program ordered, whatever the clock says.
  StreamOrder& order() { return order_; }
  HostBlocks& host_blocks() { return host_blocks_; }
  HostGuard& guard() { return guard_; }
  /// Graphs, and captures that are going on (capture.hpp).
  GraphStore& graphs() { return *graphs_; }
  const DeviceProfile& profile() const { return profile_; }
  /// The device, created at the first use of anything that needs it.
  Device& device();
  Memory& memory() { return device().memory(); }
  /// The device's memory, or nullptr while there is no device.
  const Memory* existing_memory() const { return device_ ? &device_->memory() : nullptr; }
  /// Its options; may be changed before the device exists.
  DeviceOptions& options();

  /// An error that stays until cudaDeviceReset, or cudaSuccess.
  cudaError_t sticky_error() const { return sticky_; }
  /// The host has waited for the device: printed text comes out, a pending fault becomes the sticky
  /// error.
  cudaError_t synchronised();
  /// Kernels have printed since the host waited last.
  bool has_unseen_text() const { return !printed_.empty(); }
  /// True if a fault is waiting for the next synchronisation: until then the device does nothing
  /// more.
  bool is_stopped() const { return stopped_by() != cudaSuccess; }
  /// That fault's error; cudaSuccess while the device works.
  cudaError_t stopped_by() const { return pending_ != cudaSuccess ? pending_ : sticky_; }
  /// Takes over what a launch left behind. @param file that of the kernel.
  void finish_launch(const LaunchOutcome& outcome, const PtxFile& file);

  /// The host waits for a stream, or for the whole device.
  void host_waits_for_stream(StreamId stream);
  void host_waits_for_all();
  /// A piece of work that the call that is being answered puts into `stream`.
  WorkOrder begin_work(StreamId stream, const char* api);
  /// Copies and fills: false if they meet work that nothing orders with them. That is reported, and
  /// the device works no more.
  bool may_copy(const WorkOrder& order, std::span<const CopiedRows> sides);
  /// The same of memory that the call makes or gives back in `stream`: it is there when the stream
  /// has come so far, and until then (CUDA C++ Programming Guide, "Stream Ordered Memory
  /// Allocator").
  bool may_change_owner(StreamId stream, const Allocation& allocation);
  void reset();
  /// How often that was.
  std::uint64_t resets() const { return resets_; }
  /// A library with kernels is being unloaded.
  void unload(PtxFile* file) { modules_.remove_file(file, device_.get()); }

  /// nullptr for a handle that is no stream; the id of the default streams is kLegacyStream.
  const StreamId* stream_id(cudaStream_t stream) const;
  cudaStream_t create_stream(unsigned flags, int priority);
  bool destroy_stream(cudaStream_t stream);
  bool is_event(cudaEvent_t event) const { return events_.count(event) != 0; }
  cudaEvent_t create_event(bool timed);
  bool destroy_event(cudaEvent_t event);

  /// Arrays of the program; the runtime owns them (arrays.hpp).
  const std::unordered_map<cudaArray_const_t, std::unique_ptr<cudaArray, void (*)(cudaArray*)>>&
  arrays() const {
    return arrays_;
  }
  cudaArray_t add_array(const cudaArray& array);
  void remove_array(cudaArray_const_t array) { arrays_.erase(array); }

  /// Texture and surface objects that exist.
  std::unordered_map<unsigned long long, TextureSource>& textures() { return textures_; }

  cudaMemPool_t default_pool() { return &default_pool_; }
  bool is_pool(cudaMemPool_t pool) const {
    return pool == &default_pool_ || pools_.count(pool) != 0;
  }
  cudaMemPool_t create_pool();
  bool destroy_pool(cudaMemPool_t pool) { return pools_.erase(pool) != 0; }

  /// cudaMemAdvise, remembered for the allocation that holds `address`.
  void advise(DeviceAddress address, cudaMemoryAdvise advice, int device);
  /// What cudaMemRangeGetAttribute answers.
  int advice(DeviceAddress address, cudaMemRangeAttribute attribute);

  /// cudaDeviceSetLimit and cudaDeviceGetLimit; nullptr for a limit that does not exist.
  std::size_t* limit(cudaLimit which);

 private:
  void add_what_the_host_knows(Fault& fault);
  void add_lines_of_calls(Fault& fault);
  struct Advice {
    bool read_mostly = false;
    int preferred = cudaInvalidDeviceId;
    int accessed_by = cudaInvalidDeviceId;
  };

  Runtime();
  ~Runtime();
  void stop_by(FaultKind kind);

  std::mutex mutex_, turn_;
  DeviceProfile profile_;
  DeviceOptions options_;
  const bool goes_on_;  ///< after faults
  std::unique_ptr<Device> device_;
  Modules modules_;
  Recorder recorder_;
  UncheckedErrors unchecked_;
  Timeline timeline_;
  StreamOrder order_;
  HostBlocks host_blocks_;
  HostGuard guard_;
  std::unique_ptr<GraphStore> graphs_;
  std::string printed_;
  cudaError_t pending_ = cudaSuccess;
  cudaError_t sticky_ = cudaSuccess;
  std::unordered_map<cudaStream_t, std::unique_ptr<CUstream_st>> streams_;
  std::unordered_map<cudaEvent_t, std::unique_ptr<CUevent_st>> events_;
  StreamId next_stream_ = 1;
  std::uint64_t resets_ = 0;
  std::unordered_map<cudaArray_const_t, std::unique_ptr<cudaArray, void (*)(cudaArray*)>> arrays_;
  std::unordered_map<unsigned long long, TextureSource> textures_;
  CUmemPoolHandle_st default_pool_;
  std::unordered_map<cudaMemPool_t, std::unique_ptr<CUmemPoolHandle_st>> pools_;
  std::map<DeviceAddress, Advice> advice_;  ///< by begin of the allocation
  std::map<int, std::size_t> limits_;
};

/// Error of the calling thread's last failed call (cudaGetLastError).
cudaError_t& last_error();

/// Reports an exception that must not leave the library.
cudaError_t report_exception() noexcept;

enum class Sticky { kChecked, kIgnored };

/// Writes the report file, if one is wanted, as it stands: the program may end in a way that leaves
/// no time for it (exit_report.cpp).
void save_report(Runtime& runtime);

/// What every failure leaves behind: the thread's last error, and that somebody should look.
void remember_error(Runtime& runtime, cudaError_t error);

/// Runs one API function under the lock; a lost context answers for it; a failure becomes the
/// thread's last error.
template <class F>
cudaError_t call(F&& body, Sticky sticky = Sticky::kChecked,
                 Callers callers = Callers::kNoHostFunctions) noexcept {
  const Admission admission(callers);
  cudaError_t error = admission.refusal();
  if (error != cudaSuccess) {
    last_error() = error;
    return error;
  }
  try {
    Runtime& runtime = Runtime::instance();
    const std::unique_lock<std::mutex> lock = runtime.lock();
    error = sticky == Sticky::kChecked ? runtime.sticky_error() : cudaSuccess;
    if (error == cudaSuccess) {
      error = body(runtime);
    }
    if (error != cudaSuccess) {
      remember_error(runtime, error);
    }
    if (runtime.recorder().take_news()) {
      save_report(runtime);
    }
  } catch (...) {
    error = report_exception();
    last_error() = error;
  }
  return error;
}

/// Allocates for the call that is being answered; zero bytes give a null pointer (api_memory.cpp).
cudaError_t allocate(void** pointer, std::size_t bytes, AllocationKind kind);
/// The same under the lock. @param origin for Allocation::origin.
cudaError_t allocate_now(Runtime& runtime, void** pointer, std::size_t bytes, AllocationKind kind,
                         const std::string& origin);

}  // namespace warpschool::sim::runtime
