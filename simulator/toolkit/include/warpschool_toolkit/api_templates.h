/* The C++ face of the runtime API: symbols by reference, kernels by their typed address. */
#ifndef WARPSCHOOL_API_TEMPLATES_H
#define WARPSCHOOL_API_TEMPLATES_H

#include "../cuda_runtime_api.h"

#ifndef WS_HOST_INLINE
#  define WS_HOST_INLINE static __inline__ __attribute__((unused, always_inline, nodebug))
#endif

#if !defined(WARPSCHOOL_ORIGINS)
template <class T>
WS_HOST_INLINE cudaError_t cudaMalloc(T** pointer, size_t bytes) {
  return ::cudaMalloc((void**)pointer, bytes);
}
template <class T>
WS_HOST_INLINE cudaError_t cudaMallocHost(T** pointer, size_t bytes, unsigned int flags = 0) {
  return ::cudaHostAlloc((void**)pointer, bytes, flags);
}
template <class T>
WS_HOST_INLINE cudaError_t cudaHostAlloc(T** pointer, size_t bytes, unsigned int flags) {
  return ::cudaHostAlloc((void**)pointer, bytes, flags);
}
template <class T>
WS_HOST_INLINE cudaError_t cudaMallocManaged(T** pointer, size_t bytes, unsigned int flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged((void**)pointer, bytes, flags);
}
template <class T>
WS_HOST_INLINE cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width, size_t height) {
  return ::cudaMallocPitch((void**)pointer, pitch, width, height);
}
template <class T>
WS_HOST_INLINE cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaStream_t stream) {
  return ::cudaMallocAsync((void**)pointer, bytes, stream);
}
#endif

template <class T>
WS_HOST_INLINE cudaError_t cudaHostGetDevicePointer(T** device_pointer, void* host, unsigned int flags) {
  return ::cudaHostGetDevicePointer((void**)(void*)device_pointer, host, flags);
}
template <class T>
WS_HOST_INLINE cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, size_t bytes, size_t offset = 0,
                                              cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol((const void*)&symbol, from, bytes, offset, kind);
}
template <class T>
WS_HOST_INLINE cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, size_t bytes, size_t offset = 0,
                                                cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return ::cudaMemcpyFromSymbol(to, (const void*)&symbol, bytes, offset, kind);
}
template <class T>
WS_HOST_INLINE cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, size_t bytes, size_t offset = 0,
                                                   cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0) {
  return ::cudaMemcpyToSymbolAsync((const void*)&symbol, from, bytes, offset, kind, stream);
}
template <class T>
WS_HOST_INLINE cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, size_t bytes, size_t offset = 0,
                                                     cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0) {
  return ::cudaMemcpyFromSymbolAsync(to, (const void*)&symbol, bytes, offset, kind, stream);
}
template <class T>
WS_HOST_INLINE cudaError_t cudaGetSymbolAddress(void** pointer, const T& symbol) {
  return ::cudaGetSymbolAddress(pointer, (const void*)&symbol);
}
template <class T>
WS_HOST_INLINE cudaError_t cudaGetSymbolSize(size_t* bytes, const T& symbol) {
  return ::cudaGetSymbolSize(bytes, (const void*)&symbol);
}
template <class F>
WS_HOST_INLINE cudaError_t cudaLaunchKernel(F* function, dim3 grid, dim3 block, void** arguments, size_t shared_bytes = 0,
                                            cudaStream_t stream = 0) {
  return ::cudaLaunchKernel((const void*)function, grid, block, arguments, shared_bytes, stream);
}
template <class F>
WS_HOST_INLINE cudaError_t cudaLaunchCooperativeKernel(F* function, dim3 grid, dim3 block, void** arguments,
                                                       size_t shared_bytes = 0, cudaStream_t stream = 0) {
  return ::cudaLaunchCooperativeKernel((const void*)function, grid, block, arguments, shared_bytes, stream);
}
template <class F>
WS_HOST_INLINE cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, F* function) {
  return ::cudaFuncGetAttributes(attributes, (const void*)function);
}
template <class F>
WS_HOST_INLINE cudaError_t cudaFuncSetAttribute(F* function, cudaFuncAttribute attribute, int value) {
  return ::cudaFuncSetAttribute((const void*)function, attribute, value);
}
template <class F>
WS_HOST_INLINE cudaError_t cudaFuncSetCacheConfig(F* function, cudaFuncCache config) {
  return ::cudaFuncSetCacheConfig((const void*)function, config);
}
template <class F>
WS_HOST_INLINE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, F function, int threads_per_block,
                                                                         size_t dynamic_shared_bytes) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void*)function, threads_per_block,
                                                         dynamic_shared_bytes);
}

/* The block size with the most resident threads, and the smallest grid that fills the device with it. */
template <class F, class SharedBytes>
WS_HOST_INLINE cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* min_grid, int* block, F function,
                                                                          SharedBytes shared_bytes, int limit = 0) {
  int device = 0, sms = 0, best_threads = 0;
  cudaFuncAttributes attributes;
  cudaError_t error = cudaGetDevice(&device);
  if (error != cudaSuccess) return error;
  error = cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
  if (error != cudaSuccess) return error;
  error = ::cudaFuncGetAttributes(&attributes, (const void*)function);
  if (error != cudaSuccess) return error;
  int top = attributes.maxThreadsPerBlock;
  if (limit > 0 && limit < top) top = limit;
  *min_grid = *block = 0;
  for (int threads = (top + 31) / 32 * 32; threads > 0; threads -= 32) {
    int size = threads < top ? threads : top, blocks = 0;
    error = ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void*)function, size, shared_bytes(size));
    if (error != cudaSuccess) return error;
    if (blocks * size > best_threads) {
      best_threads = blocks * size;
      *block = size;
      *min_grid = blocks * sms;
    }
  }
  return cudaSuccess;
}
template <class F>
WS_HOST_INLINE cudaError_t cudaOccupancyMaxPotentialBlockSize(int* min_grid, int* block, F function,
                                                              size_t dynamic_shared_bytes = 0, int limit = 0) {
  struct Fixed {
    size_t bytes;
    size_t operator()(int) const { return bytes; }
  };
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(min_grid, block, function, Fixed{dynamic_shared_bytes}, limit);
}

/* The channel format of a texel type. */
template <class T>
cudaChannelFormatDesc cudaCreateChannelDesc();
#define WS_CHANNEL(type, bits, kind)                                                                                     \
  template <>                                                                                                            \
  __inline__ cudaChannelFormatDesc cudaCreateChannelDesc<type>() { return {bits, 0, 0, 0, cudaChannelFormatKind##kind}; }
#define WS_CHANNELS(name, component, bits, kind)                                                                              \
  WS_CHANNEL(component, bits, kind)                                                                                           \
  template <>                                                                                                                 \
  __inline__ cudaChannelFormatDesc cudaCreateChannelDesc<name##1>() { return {bits, 0, 0, 0, cudaChannelFormatKind##kind}; }  \
  template <>                                                                                                                 \
  __inline__ cudaChannelFormatDesc cudaCreateChannelDesc<name##2>() { return {bits, bits, 0, 0, cudaChannelFormatKind##kind}; } \
  template <>                                                                                                                 \
  __inline__ cudaChannelFormatDesc cudaCreateChannelDesc<name##4>() {                                                         \
    return {bits, bits, bits, bits, cudaChannelFormatKind##kind};                                                             \
  }
WS_CHANNELS(char, signed char, 8, Signed)
WS_CHANNELS(uchar, unsigned char, 8, Unsigned)
WS_CHANNELS(short, short, 16, Signed)
WS_CHANNELS(ushort, unsigned short, 16, Unsigned)
WS_CHANNELS(int, int, 32, Signed)
WS_CHANNELS(uint, unsigned int, 32, Unsigned)
WS_CHANNELS(float, float, 32, Float)
#undef WS_CHANNELS
#undef WS_CHANNEL

#endif
