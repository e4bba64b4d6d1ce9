// Streams and events. Work is executed when it is asked for; streams and events order it on the
// modelled clock.
#include "runtime/capture.hpp"
#include "runtime/runtime.hpp"
#include "runtime/unseen_results.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>

namespace warpschool::sim::runtime {
namespace {

constexpr const char* kNoEvent =
    "there is no such event: it was never created with cudaEventCreate, or is destroyed";

constexpr const char* kNoStream =
    "there is no such stream: it was never created with cudaStreamCreate, or is destroyed";

cudaError_t no_handle(Runtime& runtime, const char* why) {
  runtime.recorder().reason(fmt::format("{}: {}", current_call().api, why));
  return cudaErrorInvalidResourceHandle;
}

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

cudaError_t create_stream(cudaStream_t* stream, unsigned flags, int priority) {
  return call([&](Runtime& runtime) {
    if (stream == nullptr || flags > cudaStreamNonBlocking) {
      return cudaErrorInvalidValue;
    }
    *stream = runtime.create_stream(flags, priority);
    return cudaSuccess;
  });
}

constexpr int kLeastPriority = 0;
constexpr int kGreatestPriority = -5;

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

/// Two events, recorded one after the other in a stream that had nothing to do in between, while
/// kernels were launched in others: their time is that of nothing.
void note_time_of_nothing(Runtime& runtime, const CUevent_st& start, const CUevent_st& end) {
  const bool is_empty = end.number == start.number + 1 && start.clock.epoch == end.clock.epoch &&
                        start.clock.counts == end.clock.counts;
  if (!is_empty || end.launches <= start.launches) {
    return;
  }
  const SourceLocation where = current_call().where_in_program();
  const std::string place =
      where.line == 0 ? "host code" : fmt::format("{}:{}", where.file, where.line);
  const std::uint64_t launches = end.launches - start.launches;
  runtime.recorder().note_once(
      "time of nothing " + place,
      fmt::format(
          "{}: cudaEventElapsedTime: the stream in which both events were recorded had nothing to "
          "do in between; {} launched in another stream, which the events do not wait for. Record "
          "them in the stream of the kernel: cudaEventRecord(event, stream).",
          place, launches == 1 ? "a kernel was" : fmt::format("{} kernels were", launches)));
}

/// Was the second event certainly reached before the first?
bool is_before(const CUevent_st& end, const CUevent_st& start) {
  const std::vector<std::uint32_t>&first = end.clock.counts, &second = start.clock.counts;
  if (end.number >= start.number || end.clock.epoch != start.clock.epoch) {
    return end.number < start.number && end.clock.epoch < start.clock.epoch;
  }
  bool is_all = true;
  for (std::size_t lane = 0; lane < first.size(); ++lane) {
    is_all = is_all && first[lane] <= (lane < second.size() ? second[lane] : 0);
  }
  return is_all;
}

void note_negative_time(Runtime& runtime, const CUevent_st& start, const CUevent_st& end) {
  if (end.time_us >= start.time_us || !is_before(end, start)) {
    return;
  }
  const SourceLocation where = current_call().where_in_program();
  const std::string place =
      where.line == 0 ? "host code" : fmt::format("{}:{}", where.file, where.line);
  runtime.recorder().note_once(
      "negative time " + place,
      fmt::format("{}: cudaEventElapsedTime: the second event was recorded before the first, so "
                  "that the time is negative. Its arguments are (&ms, start, stop).",
                  place));
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
    event->clock = runtime.order().mark(*id);
    static std::uint64_t records = 0;  // under the runtime's lock, as all of this
    event->number = ++records;
    event->launches = runtime.recorder().launch_count();
    runtime.timeline().hold_until(*id, event->time_us);  // it is work of the stream, too
    runtime.order().wait(*id, event->clock);
    return cudaSuccess;
  });
}

bool is_default(StreamId id) {
  return id == kLegacyStream || id == kPerThreadStream;
}

/// Whether host code that the program put into a stream may run now: everything before it has run.
/// It is called outside the lock, as it may call the API. @param status what the stream came to.
/// @param captured called where the stream is being captured; its result says that nothing runs.
template <class Captured>
cudaError_t reach_host_function(cudaStream_t stream, bool is_valid, cudaError_t& status,
                                Captured&& captured) {
  return call([&](Runtime& runtime) {
    if (!is_valid) {
      return cudaErrorInvalidValue;
    }
    const StreamId* id = runtime.stream_id(stream);
    if (id == nullptr) {
      return no_handle(runtime, kNoStream);
    }
    const StreamUse use = use_stream(runtime, *id);
    if (use.error != cudaSuccess || use.capture != nullptr) {
      status = cudaErrorNotReady;
      return use.error != cudaSuccess ? use.error : captured(runtime, *id, *use.capture);
    }
    status = runtime.stopped_by();
    // A stream's host code has waited for it, and may tell other host code.
    runtime.order().host_waits_for_stream(*id);
    runtime.guard().release(runtime.order());
    return cudaSuccess;
  });
}

}  // namespace

// NOLINTBEGIN(readability-function-size): the parameters are CUDA's
extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  WARPSCHOOL_API;
  return create_stream(stream, cudaStreamDefault, 0);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
  WARPSCHOOL_API;
  return create_stream(stream, flags, 0);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority) {
  WARPSCHOOL_API;
  // Priorities beyond the range are moved into it (cudaStreamCreateWithPriority).
  return create_stream(stream, flags, std::clamp(priority, kGreatestPriority, kLeastPriority));
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    return runtime.destroy_stream(stream) ? cudaSuccess : no_handle(runtime, kNoStream);
  });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    const StreamId* id = runtime.stream_id(stream);
    if (id == nullptr) {
      return no_handle(runtime, kNoStream);
    }
    if (const cudaError_t error = check_stream_wait(runtime, *id); error != cudaSuccess) {
      return error;
    }
    runtime.host_waits_for_stream(*id);
    return runtime.synchronised();
  });
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    const StreamId* id = runtime.stream_id(stream);
    if (id == nullptr) {
      return no_handle(runtime, kNoStream);
    }
    if (const cudaError_t error = check_stream_wait(runtime, *id); error != cudaSuccess) {
      return error;
    }
    if (runtime.timeline().mark(*id) <= runtime.timeline().host_us()) {
      runtime.order().host_waits_for_stream(*id);
      return runtime.synchronised();
    }
    if (!is_default(*id) && runtime.timeline().ready(*id) <= runtime.timeline().host_us()) {
      // It is idle: only its next work would wait for the default stream.
      runtime.order().host_waits_for_own_work(*id);
      runtime.guard().release(runtime.order());
      return runtime.is_stopped() ? runtime.synchronised() : cudaSuccess;
    }
    runtime.timeline().host_polls();
    return cudaErrorNotReady;
  });
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    const StreamId* id = runtime.stream_id(stream);
    if (id == nullptr || flags == nullptr) {
      return cudaErrorInvalidResourceHandle;
    }
    *flags = is_default(*id) ? cudaStreamDefault : stream->flags;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    const StreamId* id = runtime.stream_id(stream);
    if (id == nullptr || priority == nullptr) {
      return cudaErrorInvalidResourceHandle;
    }
    *priority = is_default(*id) ? 0 : stream->priority;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    const StreamId* known = runtime.stream_id(stream);
    if (known == nullptr || id == nullptr) {
      return known == nullptr ? cudaErrorInvalidResourceHandle : cudaErrorInvalidValue;
    }
    *id = *known;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    const StreamId* id = runtime.stream_id(stream);
    if (id == nullptr || !runtime.is_event(event)) {
      return no_handle(runtime, id == nullptr ? kNoStream : kNoEvent);
    }
    if ((flags & ~unsigned{cudaEventWaitExternal}) != 0) {
      return cudaErrorInvalidValue;
    }
    bool captured = false;
    if (const cudaError_t error = capture_wait(runtime, *id, event, flags, captured); captured) {
      return error;
    }
    if (event->recorded) {
      runtime.timeline().hold_until(*id, event->time_us);
      runtime.order().wait(*id, event->clock);
    }
    return cudaSuccess;
  });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  WARPSCHOOL_API;
  cudaError_t status = cudaSuccess;
  const cudaError_t error = reach_host_function(
      stream, function != nullptr, status, [&](Runtime&, StreamId, CapturingStream& into) {
        return capture_work(into, HostWork{{function, data}});
      });
  if (error != cudaSuccess || status == cudaErrorNotReady) {
    return error;  // or a capture has it now
  }
  if (status != cudaSuccess) {
    // A stream that met an error does not come so far: who waits for the function must be told.
    return call([status](Runtime&) { return status; });
  }
  const InHostFunction here;
  function(data);
  return cudaSuccess;
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t function, void* data,
                                  unsigned int flags) {
  WARPSCHOOL_API;
  cudaError_t status = cudaSuccess;
  const cudaError_t error =
      reach_host_function(stream, function != nullptr && flags == 0, status,
                          [](Runtime& runtime, StreamId id, CapturingStream&) {
                            return refuse_in_capture(runtime, id);
                          });
  if (error == cudaSuccess) {
    const InHostFunction here;
    function(stream, status, data);
  }
  return error;
}

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
        return cudaErrorNotReady;
      },
      Sticky::kChecked, Callers::kAll);
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  WARPSCHOOL_API;
  return call(
      [&](Runtime& runtime) {
        unseen_results().give_up();  // who measures may do without results
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
        note_time_of_nothing(runtime, *start, *end);
        note_negative_time(runtime, *start, *end);
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
