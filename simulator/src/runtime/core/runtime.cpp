// The state of the simulated CUDA runtime.
#include "runtime/core/runtime.hpp"

#include "runtime/base/host_lines.hpp"
#include "runtime/base/launch_rules.hpp"
#include "runtime/base/observer.hpp"
#include "runtime/base/remote_host.hpp"
#include "runtime/base/settings.hpp"
#include "runtime/base/symbol_names.hpp"
#include "runtime/base/variable_declarations.hpp"
#include "runtime/copies/arrays.hpp"
#include "runtime/graphs/capture.hpp"
#include "runtime/host_memory/host_fault.hpp"
#include "runtime/host_memory/registered_memory.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <string_view>

namespace warpschool::sim::runtime {

Runtime& Runtime::instance() {
  static auto* runtime = new Runtime;
  return *runtime;
}

Runtime::Runtime()
    : profile_(profile_from_environment()),
      options_(options_from_environment()),
      goes_on_(goes_on_after_faults()),
      recorder_(!reports_as_json()),
      graphs_(std::make_unique<GraphStore>()) {}

Runtime::~Runtime() = default;

Device& Runtime::device() {
  if (!device_) {
    device_ = std::make_unique<Device>(profile_, options_);
    watch_process();
    watch_host_accesses();
    watch_deadly_signals();
  }
  return *device_;
}

DeviceOptions& Runtime::options() {
  return device_ ? device_->options() : options_;
}

cudaError_t Runtime::synchronised() {
  note_freed_registrations(*this);
  guard_.release(order_);
  if (!printed_.empty()) {
    if (RemoteHost* remote = remote_host(); remote != nullptr) {
      remote->print(printed_.data(), printed_.size());
    } else {
      std::fwrite(printed_.data(), 1, printed_.size(), stdout);
      std::fflush(stdout);
    }
    printed_.clear();
  }
  if (pending_ != cudaSuccess) {
    sticky_ = pending_;
    pending_ = cudaSuccess;
  }
  if (sticky_ != cudaSuccess) {
    guard_.release_all();  // nothing runs any more
  }
  return sticky_;
}

void Runtime::host_waits_for_stream(StreamId stream) {
  timeline_.host_waits_for_stream(stream);
  order_.host_waits_for_stream(stream);
}

void Runtime::host_waits_for_all() {
  timeline_.host_waits_for_all();
  order_.host_waits_for_all();
}

WorkOrder Runtime::begin_work(StreamId stream, const char* api) {
  WorkOrder work = order_.begin(stream);
  work.api = api;
  work.called_from = current_call().return_address;
  return work;
}

bool Runtime::may_copy(const WorkOrder& order, std::span<const CopiedRows> sides) {
  std::optional<Fault> fault = device().check_copy(order, sides);
  if (!fault) {
    return true;
  }
  fault->where = current_call().where_in_program();
  add_lines_of_calls(*fault);
  stop_by(fault->kind);
  recorder_.fault(std::move(*fault));
  return goes_on_;
}

bool Runtime::may_change_owner(StreamId stream, const Allocation& allocation) {
  CopiedRows all;
  all.begin = allocation.begin;
  all.width = all.pitch = allocation.bytes;
  all.is_write = true;
  return may_copy(begin_work(stream, current_call().api), {&all, 1});
}

/// Where work was asked for; of a copy there is no other line.
void Runtime::add_lines_of_calls(Fault& fault) {
  if (!fault.other || !fault.other->work) {
    return;
  }
  UnorderedPair& work = *fault.other->work;
  for (WorkName* name : {&work.other, &work.own}) {
    name->called_at = CallSite{"", name->called_from}.where_in_program();
  }
  if (work.other.kernel.empty()) {
    fault.other->where = work.other.called_at;
  }
  work.other.kernel = readable_name(work.other.kernel);
  work.own.kernel = readable_name(work.own.kernel);
}

/// Who freed what a kernel used, or the symbol that it took for a pointer: only we know.
void Runtime::add_what_the_host_knows(Fault& fault) {
  if (fault.kind == FaultKind::kHostPointer) {
    if (const SymbolEntry* symbol = modules_.symbol_at(fault.address); symbol != nullptr) {
      fault.cause = HostPointerCause{HostPointerCause::What::kDeviceVariable,
                                     readable_variable(symbol->name)};
    }
  } else if (fault.kind == FaultKind::kUseAfterFree && fault.allocation) {
    const Allocation* freed = memory().find_freed(fault.allocation->begin);
    if (freed != nullptr && freed->freed_from != nullptr) {
      fault.allocation->freed_at = origin_of_call(freed->freed_from);
    }
  }
}

namespace {

/// A constant of zeros that is declared so looks like one that was never set.
bool is_meant(Fault& note) {
  auto* const cause = std::get_if<UninitialisedCause>(&note.cause);
  const bool is_of_constant =
      cause != nullptr && (cause->what == UninitialisedCause::What::kConstant ||
                           cause->what == UninitialisedCause::What::kPartOfConstant);
  if (!is_of_constant) {
    return false;
  }
  cause->variable = readable_variable(cause->variable);
  return !is_without_value(cause->variable, note.where);
}

/// Where nothing else is known of it.
void say_in_library(Fault& fault) {
  const bool has_cause = !std::holds_alternative<std::monostate>(fault.cause);
  if (fault.kind == FaultKind::kOutOfBounds && !has_cause && fault.space != Space::kTexture) {
    fault.cause = BoundsCause::kInLibrary;
  }
  const auto* const pointer = std::get_if<HostPointerCause>(&fault.cause);
  const bool was_read =
      pointer != nullptr && pointer->what == HostPointerCause::What::kReadFromMemory;
  if (fault.kind == FaultKind::kHostPointer && (!has_cause || was_read)) {
    fault.cause = HostPointerCause{HostPointerCause::What::kInLibrary};
  }
}

/// Kernels that are all the toolkit's (Thrust's, CUB's) have no line of the program: they get the
/// one that called the library. PTX that the program brings as text has its own lines.
void add_line_of_library_call(Fault& fault, const PtxFile& file) {
  if (!file.own_text.empty() || !fault.where.file.empty()) {
    return;
  }
  fault.where = calling_line();
  say_in_library(fault);
  if (fault.other && fault.other->where.file.empty()) {
    fault.other->where = fault.where;
  }
}

}  // namespace

void Runtime::finish_launch(const LaunchOutcome& outcome, const PtxFile& file) {
  printed_ += outcome.printed;
  for (Fault fault : outcome.faults) {
    add_line_of_library_call(fault, file);
    add_what_the_host_knows(fault);
    add_lines_of_calls(fault);
    recorder_.fault(std::move(fault));
  }
  for (Fault note : outcome.notes) {
    if (is_meant(note)) {
      continue;
    }
    add_line_of_library_call(note, file);
    add_lines_of_calls(note);
    recorder_.note(std::move(note));
  }
  if (!outcome.faults.empty()) {
    stop_by(outcome.faults.front().kind);
  }
}

void Runtime::stop_by(FaultKind kind) {
  pending_ = goes_on_ ? pending_ : error_of(kind);
}

void Runtime::reset() {
  ++resets_;
  synchronised();
  modules_.forget_loaded();
  guard_.release_all();
  if (device_) {
    device_->reset(current_call().return_address);
    device_->options() = options_;
  }
  host_blocks_.release_all();
  registered_memory().clear();
  *graphs_ = {};
  streams_.clear();
  events_.clear();
  timeline_ = Timeline();
  order_ = StreamOrder();
  arrays_.clear();
  textures_.clear();
  pools_.clear();
  advice_.clear();
  limits_.clear();
  sticky_ = cudaSuccess;
}

const StreamId* Runtime::stream_id(cudaStream_t stream) const {
  static constexpr StreamId kLegacy = kLegacyStream;
  static constexpr StreamId kPerThread = kPerThreadStream;
  if (stream == nullptr || stream == cudaStreamLegacy) {
    return &kLegacy;
  }
  if (stream == cudaStreamPerThread) {
    return &kPerThread;
  }
  const auto found = streams_.find(stream);
  return found == streams_.end() ? nullptr : &found->second->id;
}

cudaStream_t Runtime::create_stream(unsigned flags, int priority) {
  auto stream = std::make_unique<CUstream_st>();
  stream->id = next_stream_++;
  stream->flags = flags;
  stream->priority = priority;
  timeline_.add_stream(stream->id, (flags & cudaStreamNonBlocking) == 0);
  order_.add_stream(stream->id, (flags & cudaStreamNonBlocking) == 0);
  const cudaStream_t handle = stream.get();
  streams_[handle] = std::move(stream);
  return handle;
}

bool Runtime::destroy_stream(cudaStream_t stream) {
  const auto found = streams_.find(stream);
  if (found == streams_.end()) {
    return false;
  }
  leave_capture(*this, found->second->id);
  // Work of a destroyed stream still delays the default stream, as on a device.
  timeline_.hold_until(kLegacyStream, timeline_.mark(found->second->id));
  timeline_.remove_stream(found->second->id);
  order_.remove_stream(found->second->id);
  streams_.erase(found);
  return true;
}

cudaEvent_t Runtime::create_event(bool timed) {
  auto event = std::make_unique<CUevent_st>();
  event->timed = timed;
  const cudaEvent_t handle = event.get();
  events_[handle] = std::move(event);
  return handle;
}

bool Runtime::destroy_event(cudaEvent_t event) {
  return events_.erase(event) != 0;
}

cudaArray_t Runtime::add_array(const cudaArray& array) {
  const auto destroy = [](cudaArray* held) { delete held; };
  std::unique_ptr<cudaArray, void (*)(cudaArray*)> held(new cudaArray(array), destroy);
  const cudaArray_t handle = held.get();
  arrays_.emplace(handle, std::move(held));
  return handle;
}

cudaMemPool_t Runtime::create_pool() {
  auto pool = std::make_unique<CUmemPoolHandle_st>();
  const cudaMemPool_t handle = pool.get();
  pools_[handle] = std::move(pool);
  return handle;
}

void Runtime::advise(DeviceAddress address, cudaMemoryAdvise advice, int device) {
  Advice& known = advice_[memory().find(address)->begin];
  switch (advice) {
    case cudaMemAdviseSetReadMostly:
    case cudaMemAdviseUnsetReadMostly:
      known.read_mostly = advice == cudaMemAdviseSetReadMostly;
      return;
    case cudaMemAdviseSetPreferredLocation:
      known.preferred = device;
      return;
    case cudaMemAdviseUnsetPreferredLocation:
      known.preferred = cudaInvalidDeviceId;
      return;
    case cudaMemAdviseSetAccessedBy:
      known.accessed_by = device;
      return;
    case cudaMemAdviseUnsetAccessedBy:
      known.accessed_by = cudaInvalidDeviceId;
      return;
  }
}

int Runtime::advice(DeviceAddress address, cudaMemRangeAttribute attribute) {
  const Advice& known = advice_[memory().find(address)->begin];
  switch (attribute) {
    case cudaMemRangeAttributeReadMostly:
      return known.read_mostly ? 1 : 0;
    case cudaMemRangeAttributePreferredLocation:
      return known.preferred;
    case cudaMemRangeAttributeAccessedBy:
      return known.accessed_by;
    case cudaMemRangeAttributeLastPrefetchLocation:
      break;
  }
  return cudaInvalidDeviceId;
}

std::size_t* Runtime::limit(cudaLimit which) {
  if (limits_.empty()) {
    limits_ = {{cudaLimitStackSize, 1024},
               {cudaLimitPrintfFifoSize, std::size_t{1} << 20U},
               {cudaLimitMallocHeapSize, std::size_t{8} << 20U},
               {cudaLimitDevRuntimeSyncDepth, 2},
               {cudaLimitDevRuntimePendingLaunchCount, 2048},
               {cudaLimitMaxL2FetchGranularity, 64},
               {cudaLimitPersistingL2CacheSize, 0}};
  }
  const auto found = limits_.find(which);
  return found == limits_.end() ? nullptr : &found->second;
}

cudaError_t& last_error() {
  thread_local cudaError_t error = cudaSuccess;
  return error;
}

void remember_error(Runtime& runtime, cudaError_t error) {
  const std::string reason = runtime.recorder().take_reason();
  if (error == cudaErrorNotReady && reason.empty()) {
    return;  // polling is no failure (Programming Guide, "Error Checking")
  }
  last_error() = error;
  for (RuntimeObserver* observer : observers()) {
    observer->call_failed(error);
  }
  if (error != runtime.sticky_error()) {  // what sticks was told as a fault already
    runtime.unchecked().add({current_call(), error, runtime.recorder().take_misuse(), reason});
  }
}

cudaError_t report_exception() noexcept {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return cudaErrorMemoryAllocation;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "warpschool: internal error in the simulator: %s\n", error.what());
  } catch (...) {
    std::fprintf(stderr, "warpschool: internal error in the simulator\n");
  }
  return cudaErrorUnknown;
}

}  // namespace warpschool::sim::runtime
