#include "runtime/runtime.hpp"

#include "runtime/launch_rules.hpp"
#include "runtime/settings.hpp"

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
      recorder_(!reports_as_json()) {}

Device& Runtime::device() {
  if (!device_) {
    device_ = std::make_unique<Device>(profile_, options_);
    watch_host_accesses(&device_->memory());
  }
  return *device_;
}

DeviceOptions& Runtime::options() {
  return device_ ? device_->options() : options_;
}

cudaError_t Runtime::synchronised() {
  if (!printed_.empty()) {
    std::fwrite(printed_.data(), 1, printed_.size(), stdout);
    std::fflush(stdout);
    printed_.clear();
  }
  if (pending_ != cudaSuccess) {
    sticky_ = pending_;
    pending_ = cudaSuccess;
  }
  return sticky_;
}

void Runtime::finish_launch(const LaunchOutcome& outcome) {
  printed_ += outcome.printed;
  for (const Fault& fault : outcome.faults) {
    recorder_.fault(fault);
  }
  if (!outcome.faults.empty()) {
    pending_ = error_of(outcome.faults.front().kind);
  }
}

void Runtime::reset() {
  synchronised();
  modules_.forget_loaded();
  watch_host_accesses(nullptr);
  device_.reset();
  host_blocks_.release_all();
  streams_.clear();
  events_.clear();
  timeline_ = Timeline();
  sticky_ = cudaSuccess;
}

const StreamId* Runtime::stream_id(cudaStream_t stream) const {
  static constexpr StreamId kLegacy = kLegacyStream;
  if (stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread) {
    return &kLegacy;
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
  const cudaStream_t handle = stream.get();
  streams_[handle] = std::move(stream);
  return handle;
}

bool Runtime::destroy_stream(cudaStream_t stream) {
  const auto found = streams_.find(stream);
  if (found == streams_.end()) {
    return false;
  }
  // Work of a destroyed stream still delays the default stream, as on a device.
  timeline_.hold_until(kLegacyStream, timeline_.mark(found->second->id));
  timeline_.remove_stream(found->second->id);
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

cudaError_t& last_error() {
  thread_local cudaError_t error = cudaSuccess;
  return error;
}

void remember_error(Runtime& runtime, cudaError_t error) {
  last_error() = error;
  // Polling is no failure, and what sticks was told as a fault already.
  if (error != cudaErrorNotReady && error != runtime.sticky_error()) {
    runtime.unchecked().add({current_call(), error, runtime.recorder().take_misuse()});
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
