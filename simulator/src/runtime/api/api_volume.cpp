// Copies and fills in three dimensions (cudaMemcpy3D, cudaMemset3D).
#include "runtime/copies/arrays.hpp"
#include "runtime/core/runtime.hpp"

#include <fmt/format.h>

namespace warpschool::sim::runtime {
namespace {

/// One side as cudaMemcpy3DParms describes it.
struct Box {
  cudaArray_t array;
  cudaPos position;
  cudaPitchedPtr pitched;
};

/// Fields that nobody set hold what lay there before.
cudaError_t refuse_array(Runtime& runtime, const Copy& copy) {
  runtime.recorder().reason(fmt::format(
      "{}: an array is given that is none. Of the parameters those that are not used must be 0: "
      "begin with cudaMemcpy3DParms parameters = {{}}",
      copy.api));
  return cudaErrorInvalidResourceHandle;
}

/// Positions are in elements; those of plain memory are bytes.
cudaError_t place_box(Runtime& runtime, const Copy& copy, const Box& box, Side& side) {
  if (box.array == nullptr) {
    const std::size_t slice = times(box.pitched.pitch, box.pitched.ysize);
    const std::size_t offset = plus(times(box.position.z, slice),
                                    plus(times(box.position.y, box.pitched.pitch), box.position.x));
    side = {pointer_to(plus(address_of(box.pitched.ptr), offset)), box.pitched.pitch, slice};
    return box.pitched.ptr == nullptr || offset == kTooLarge ? cudaErrorInvalidValue : cudaSuccess;
  }
  if (!is_array(runtime, box.array)) {
    return refuse_array(runtime, copy);
  }
  const cudaArray& array = *box.array;
  const std::size_t x = times(box.position.x, texels_of(array.format).bytes());
  const auto fits = [](std::size_t begin, std::size_t count, std::size_t size) {
    return begin <= size && count <= size - begin;
  };
  if (!fits(x, copy.width, array.row_bytes) || !fits(box.position.y, copy.height, array.rows) ||
      !fits(box.position.z, copy.depth, array.slices)) {
    runtime.recorder().host_fault(
        FaultKind::kInvalidCopy,
        fmt::format("{}: {} slices of {} rows of {} bytes do not fit into the array there, which "
                    "has {} of {} of {}. With an array, extent and positions count its elements.",
                    copy.api, copy.depth, copy.height, copy.width, array.slices, array.rows,
                    array.row_bytes));
    return cudaErrorInvalidValue;
  }
  side = {pointer_to(array.data + box.position.z * array.slice_bytes() +
                     box.position.y * array.row_bytes + x),
          array.row_bytes, array.slice_bytes()};
  return cudaSuccess;
}

cudaError_t describe_boxes(Runtime& runtime, const Box& to, const Box& from,
                           const cudaExtent& extent, Copy& copy) {
  // The extent counts the elements of the array that takes part, else bytes.
  const cudaArray_t counted = to.array != nullptr ? to.array : from.array;
  if (counted != nullptr && !is_array(runtime, counted)) {
    return refuse_array(runtime, copy);
  }
  copy.width = times(extent.width, counted == nullptr ? 1 : texels_of(counted->format).bytes());
  copy.height = extent.height;
  copy.depth = extent.depth;
  if (copy.bytes() == 0) {
    return cudaSuccess;
  }
  const cudaError_t error = place_box(runtime, copy, to, copy.to);
  return error == cudaSuccess ? place_box(runtime, copy, from, copy.from) : error;
}

/// What cudaMemcpy3DParms or its peer form says.
template <class Parameters>
cudaError_t describe(Runtime& runtime, const Parameters& what, Copy& copy) {
  return describe_boxes(runtime, {what.dstArray, what.dstPos, what.dstPtr},
                        {what.srcArray, what.srcPos, what.srcPtr}, what.extent, copy);
}

/// `copy` says how, `what` says what.
template <class Parameters>
cudaError_t copy_volume(const Parameters* what, Copy copy) {
  return call([&](Runtime& runtime) {
    if (what == nullptr) {
      return cudaErrorInvalidValue;
    }
    const cudaError_t error = describe(runtime, *what, copy);
    return error == cudaSuccess && copy.bytes() != 0 ? copy_now(runtime, copy) : error;
  });
}

Copy manner(const char* api, cudaMemcpyKind kind, cudaStream_t stream, bool async) {
  return {{}, {}, 0, 1, kind, stream, async, api};
}

cudaError_t copy_peers(const cudaMemcpy3DPeerParms* what, const Copy& copy) {
  if (what != nullptr && (what->srcDevice != 0 || what->dstDevice != 0)) {
    return call([](Runtime&) { return cudaErrorInvalidDevice; });
  }
  return copy_volume(what, copy);
}

cudaError_t fill_volume(const char* api, const cudaPitchedPtr& pointer, int value,
                        const cudaExtent& extent, cudaStream_t stream) {
  Copy shape = manner(api, cudaMemcpyDefault, stream, false);
  shape.to = {pointer.ptr, pointer.pitch, times(pointer.pitch, pointer.ysize)};
  shape.width = extent.width;
  shape.height = extent.height;
  shape.depth = extent.depth;
  return call([&](Runtime& runtime) {
    return fill_now(runtime, shape, {static_cast<unsigned>(value), 1});
  });
}

cudaMemcpyKind kind_of(const cudaMemcpy3DParms* what) {
  return what == nullptr ? cudaMemcpyDefault : what->kind;
}

}  // namespace

cudaError_t describe_volume(Runtime& runtime, const cudaMemcpy3DParms& what, Copy& copy) {
  return describe(runtime, what, copy);
}

extern "C" {

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* what) {
  WARPSCHOOL_API;
  return copy_volume(what, manner(__func__, kind_of(what), nullptr, false));
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* what, cudaStream_t stream) {
  WARPSCHOOL_API;
  return copy_volume(what, manner(__func__, kind_of(what), stream, true));
}

cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* what) {
  WARPSCHOOL_API;
  return copy_peers(what, manner(__func__, cudaMemcpyDeviceToDevice, nullptr, false));
}

cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* what, cudaStream_t stream) {
  WARPSCHOOL_API;
  return copy_peers(what, manner(__func__, cudaMemcpyDeviceToDevice, stream, true));
}

cudaError_t cudaMemset3D(cudaPitchedPtr pointer, int value, cudaExtent extent) {
  WARPSCHOOL_API;
  return fill_volume(__func__, pointer, value, extent, nullptr);
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr pointer, int value, cudaExtent extent,
                              cudaStream_t stream) {
  WARPSCHOOL_API;
  return fill_volume(__func__, pointer, value, extent, stream);
}

}  // extern "C"

}  // namespace warpschool::sim::runtime
