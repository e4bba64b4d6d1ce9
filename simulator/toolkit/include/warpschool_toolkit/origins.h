/* Allocating calls that also tell the runtime the caller's line, so that a fault can say where an allocation was made. They
 * replace the C declarations of cuda_runtime_api.h and reach the same functions of the library. */
#ifndef WARPSCHOOL_ORIGINS_H
#define WARPSCHOOL_ORIGINS_H

#include "../driver_types.h"

extern "C" {
void warpschool_sim_next_origin(const char* file, int line, size_t element_bytes);
cudaError_t warpschool_c_cudaMalloc(void** pointer, size_t bytes) __asm__("cudaMalloc");
cudaError_t warpschool_c_cudaMallocHost(void** pointer, size_t bytes) __asm__("cudaMallocHost");
cudaError_t warpschool_c_cudaHostAlloc(void** pointer, size_t bytes, unsigned int flags) __asm__("cudaHostAlloc");
cudaError_t warpschool_c_cudaMallocManaged(void** pointer, size_t bytes, unsigned int flags) __asm__("cudaMallocManaged");
cudaError_t warpschool_c_cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) __asm__("cudaMallocPitch");
cudaError_t warpschool_c_cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream) __asm__("cudaMallocAsync");
cudaError_t warpschool_c_cudaMallocFromPoolAsync(void** pointer, size_t bytes, cudaMemPool_t pool,
                                                 cudaStream_t stream) __asm__("cudaMallocFromPoolAsync");
}

#define WS_ORIGIN const char *file = __builtin_FILE(), int line = __builtin_LINE()
#define WS_HOST_INLINE static __inline__ __attribute__((unused, always_inline, nodebug))

namespace warpschool_details {
template <class T>
struct SizeOf { /* none of incomplete types */
  template <class Other, size_t Count = sizeof(Other)>
  static constexpr size_t get(int) { return Count; }
  template <class Other>
  static constexpr size_t get(long) { return 0; }
};
template <>
struct SizeOf<void> {
  template <class>
  static constexpr size_t get(int) { return 0; }
};
template <>
struct SizeOf<const void> : SizeOf<void> {};
/* What a pointer's type says of the memory it will point to; 0: nothing, as (void**)&p does. */
template <class T>
constexpr size_t element_bytes() { return SizeOf<T>::template get<T>(0); }
}  // namespace warpschool_details

template <class T>
WS_HOST_INLINE cudaError_t cudaMalloc(T** pointer, size_t bytes, WS_ORIGIN) {
  warpschool_sim_next_origin(file, line, warpschool_details::element_bytes<T>());
  return warpschool_c_cudaMalloc((void**)pointer, bytes);
}
template <class T>
WS_HOST_INLINE cudaError_t cudaMallocHost(T** pointer, size_t bytes, unsigned int flags = 0, WS_ORIGIN) {
  warpschool_sim_next_origin(file, line, warpschool_details::element_bytes<T>());
  return warpschool_c_cudaHostAlloc((void**)pointer, bytes, flags);
}
template <class T>
WS_HOST_INLINE cudaError_t cudaHostAlloc(T** pointer, size_t bytes, unsigned int flags, WS_ORIGIN) {
  warpschool_sim_next_origin(file, line, warpschool_details::element_bytes<T>());
  return warpschool_c_cudaHostAlloc((void**)pointer, bytes, flags);
}
template <class T>
WS_HOST_INLINE cudaError_t cudaMallocManaged(T** pointer, size_t bytes, unsigned int flags = cudaMemAttachGlobal, WS_ORIGIN) {
  warpschool_sim_next_origin(file, line, warpschool_details::element_bytes<T>());
  return warpschool_c_cudaMallocManaged((void**)pointer, bytes, flags);
}
template <class T>
WS_HOST_INLINE cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width, size_t height, WS_ORIGIN) {
  warpschool_sim_next_origin(file, line, warpschool_details::element_bytes<T>());
  return warpschool_c_cudaMallocPitch((void**)pointer, pitch, width, height);
}
template <class T>
WS_HOST_INLINE cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaStream_t stream, WS_ORIGIN) {
  warpschool_sim_next_origin(file, line, warpschool_details::element_bytes<T>());
  return warpschool_c_cudaMallocAsync((void**)pointer, bytes, stream);
}
template <class T>
WS_HOST_INLINE cudaError_t cudaMallocFromPoolAsync(T** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream,
                                                   WS_ORIGIN) {
  warpschool_sim_next_origin(file, line, warpschool_details::element_bytes<T>());
  return warpschool_c_cudaMallocFromPoolAsync((void**)pointer, bytes, pool, stream);
}
/* The overload of the C++ API that takes a pool */
template <class T>
WS_HOST_INLINE cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream, WS_ORIGIN) {
  warpschool_sim_next_origin(file, line, warpschool_details::element_bytes<T>());
  return warpschool_c_cudaMallocFromPoolAsync((void**)pointer, bytes, pool, stream);
}

/* The plain functions, for programs that take their address, as Thrust does. Of equal ones clang calls the one with conditions. */
#define WS_CALLED_FIRST __attribute__((enable_if(true, "")))
extern "C" cudaError_t cudaMalloc(void** pointer, size_t bytes);
WS_HOST_INLINE cudaError_t cudaMalloc(void** pointer, size_t bytes, WS_ORIGIN) WS_CALLED_FIRST {
  warpschool_sim_next_origin(file, line, 0);
  return warpschool_c_cudaMalloc(pointer, bytes);
}
extern "C" cudaError_t cudaMallocHost(void** pointer, size_t bytes);
WS_HOST_INLINE cudaError_t cudaMallocHost(void** pointer, size_t bytes, WS_ORIGIN) WS_CALLED_FIRST {
  warpschool_sim_next_origin(file, line, 0);
  return warpschool_c_cudaHostAlloc(pointer, bytes, 0);
}
#undef WS_CALLED_FIRST
#undef WS_ORIGIN

#endif
