// Streams. Work is executed when it is asked for; streams and events order it on the modelled
// clock.
#include "runtime/base/call_limit.hpp"
#include "runtime/base/handles.hpp"
#include "runtime/base/remote_host.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/graphs/capture.hpp"

#include <algorithm>

namespace warpschool::sim::runtime {
namespace {

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
    forgive_call();
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
  if (RemoteHost* remote = remote_host(); remote != nullptr) {
    remote->call(function, data);
  } else {
    function(data);
  }
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
    if (RemoteHost* remote = remote_host(); remote != nullptr) {
      remote->call(function, stream, status, data);
    } else {
      function(stream, status, data);
    }
  }
  return error;
}

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime
