// Events, and the time between two of them on the modelled clock.
#include "runtime/base/call_limit.hpp"
#include "runtime/base/handles.hpp"
#include "runtime/base/observer.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/graphs/capture.hpp"

namespace warpschool::sim::runtime {
namespace {

/// Why there is no time between two events; nullptr: there is, or will be.
const char* why_no_time(Runtime& runtime, cudaEvent_t start, cudaEvent_t end) {
  if (!runtime.is_event(start) || !runtime.is_event(end)) {
    return kNoEvent;
  }
  if (!start->recorded || !end->recorded) {
    return start->recorded ? "the second event was never recorded; cudaEventRecord does that"
                           : "the first event was never recorded; cudaEventRecord does that";
  }
  return start->timed && end->timed ? nullptr : "an event was created with cudaEventDisableTiming";
}

cudaError_t create_event(cudaEvent_t* event, unsigned flags) {
  return call([&](Runtime& runtime) {
    constexpr unsigned kKnown =
        cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    const bool shared = (flags & cudaEventInterprocess) != 0;
    const bool timed = (flags & cudaEventDisableTiming) == 0;
    if (event == nullptr || (flags & ~kKnown) != 0 || (shared && timed)) {
      return cudaErrorInvalidValue;
    }
    *event = runtime.create_event(timed);
    return cudaSuccess;
  });
}

cudaError_t record(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
  return call([&](Runtime& runtime) {
    const StreamId* id = runtime.stream_id(stream);
    if (id == nullptr || !runtime.is_event(event)) {
      return no_handle(runtime, id == nullptr ? kNoStream : kNoEvent);
    }
    bool captured = false;
    if (const cudaError_t error = capture_record(runtime, event, *id, flags, captured); captured) {
      return error;
    }
    event->recorded = true;
    event->time_us = runtime.timeline().mark(*id);
    runtime.timeline().end_queue(*id);
    event->clock = runtime.order().mark(*id);
    static std::uint64_t records = 0;  // under the runtime's lock, as all of this
    event->number = ++records;
    event->launches = runtime.recorder().launch_count();
    runtime.timeline().hold_until(*id, event->time_us);  // it is work of the stream, too
    runtime.order().wait(*id, event->clock);
    return cudaSuccess;
  });
}

}  // namespace

// NOLINTBEGIN(readability-function-size): the parameters are CUDA's
extern "C" {

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  WARPSCHOOL_API;
  return create_event(event, cudaEventDefault);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  WARPSCHOOL_API;
  return create_event(event, flags);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    return runtime.destroy_event(event) ? cudaSuccess : no_handle(runtime, kNoEvent);
  });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  WARPSCHOOL_API;
  return record(event, stream, cudaEventRecordDefault);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) {
  WARPSCHOOL_API;
  return record(event, stream, flags);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  WARPSCHOOL_API;
  return call(
      [&](Runtime& runtime) {
        if (!runtime.is_event(event)) {
          return no_handle(runtime, kNoEvent);
        }
        if (const cudaError_t error = check_event_wait(runtime, *event); error != cudaSuccess) {
          return error;
        }
        if (event->recorded) {
          runtime.timeline().host_waits_for(event->time_us);
          runtime.order().host_waits_for(event->clock);
        }
        return runtime.synchronised();
      },
      Sticky::kChecked, Callers::kAll);
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  WARPSCHOOL_API;
  return call(
      [&](Runtime& runtime) {
        if (!runtime.is_event(event)) {
          return no_handle(runtime, kNoEvent);
        }
        if (const cudaError_t error = check_event_wait(runtime, *event); error != cudaSuccess) {
          return error;
        }
        if (!event->recorded || event->time_us <= runtime.timeline().host_us()) {
          runtime.order().host_waits_for(event->clock);
          return runtime.synchronised();
        }
        runtime.timeline().host_polls();
        forgive_call();
        return cudaErrorNotReady;
      },
      Sticky::kChecked, Callers::kAll);
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  WARPSCHOOL_API;
  return call(
      [&](Runtime& runtime) {
        for (RuntimeObserver* observer : observers()) {
          observer->time_wanted();
        }
        if (milliseconds == nullptr) {
          return cudaErrorInvalidValue;
        }
        if (runtime.is_event(start) && runtime.is_event(end) &&
            (start->capture != nullptr || end->capture != nullptr)) {
          const bool going_on = (start->capture != nullptr && !start->capture->ended) ||
                                (end->capture != nullptr && !end->capture->ended);
          return going_on ? cudaErrorCapturedEvent : cudaErrorInvalidValue;
        }
        if (const char* why = why_no_time(runtime, start, end); why != nullptr) {
          return no_handle(runtime, why);
        }
        if (end->time_us > runtime.timeline().host_us() ||
            start->time_us > runtime.timeline().host_us()) {
          runtime.recorder().reason(
              "cudaEventElapsedTime: the event is not reached yet; cudaEventSynchronize(stop) "
              "first");
          return cudaErrorNotReady;
        }
        for (RuntimeObserver* observer : observers()) {
          observer->time_given(runtime, *start, *end);
        }
        runtime.order().host_waits_for(start->clock);  // a time says that they were reached
        runtime.order().host_waits_for(end->clock);
        *milliseconds = static_cast<float>((end->time_us - start->time_us) / 1e3);
        return cudaSuccess;
      },
      Sticky::kChecked, Callers::kAll);
}

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime
