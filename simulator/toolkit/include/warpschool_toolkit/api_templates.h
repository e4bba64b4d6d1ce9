/* The C++ face of the runtime API: symbols by reference, kernels by their typed address. */
#ifndef WARPSCHOOL_API_TEMPLATES_H
#define WARPSCHOOL_API_TEMPLATES_H

#include "../cuda_runtime_api.h"
#include "channel_formats.h"

#if !defined(WS_HOST_INLINE) && defined(__clang__)
#  define WS_HOST_INLINE static __inline__ __attribute__((unused, always_inline, nodebug))
#elif !defined(WS_HOST_INLINE)
#  define WS_HOST_INLINE static __inline__ __attribute__((unused, always_inline)) /* of C++ files that g++ compiles */
#endif

/* Of lambdas in such functions: reports name the line that called, not one of this header. */
#if defined(__clang__)
#  define WS_HOST_LAMBDA __attribute__((always_inline, nodebug))
#else
#  define WS_HOST_LAMBDA __attribute__((always_inline))
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
template <class T>
WS_HOST_INLINE cudaError_t cudaMallocFromPoolAsync(T** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync((void**)pointer, bytes, pool, stream);
}
template <class T>
WS_HOST_INLINE cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync((void**)pointer, bytes, pool, stream);
}
#endif

#if defined(__clang__)
namespace warpschool_details {
template <class T>
struct OfBytes {}; /* numbers of several */
#  define WS_OF_BYTES(T)    \
    template <>             \
    struct OfBytes<T> {     \
      typedef int Is;       \
    };
WS_OF_BYTES(short)
WS_OF_BYTES(unsigned short)
WS_OF_BYTES(int)
WS_OF_BYTES(unsigned int)
WS_OF_BYTES(long)
WS_OF_BYTES(unsigned long)
WS_OF_BYTES(long long)
WS_OF_BYTES(unsigned long long)
WS_OF_BYTES(float)
WS_OF_BYTES(double)
#  undef WS_OF_BYTES
}  // namespace warpschool_details

/* Fills count bytes: cudaMemset(ints, 1, ...) is a mistake of beginners, which the compiler can tell, and so is cudaMemset(ints, INT_MAX, ...).
 * Patterns that are meant so, such as 0x7f for a large number, lie between. */
template <class T, typename warpschool_details::OfBytes<T>::Is = 0>
WS_HOST_INLINE cudaError_t cudaMemset(T* pointer, int value, size_t bytes) __attribute__((
    diagnose_if(value > 0 && value < 16,
                "cudaMemset gives every byte this value: of 1 an int becomes 16843009 (0x01010101); use a kernel, or a copy", "warning"),
    diagnose_if(value > 255 || value < -128,
                "cudaMemset gives every byte this value, of which only the lowest 8 bits count: of INT_MAX an int becomes -1; use a kernel, or a copy",
                "warning"))) {
  return ::cudaMemset((void*)pointer, value, bytes);
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
inline cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                                  size_t count, const T& symbol, const void* from, size_t bytes,
                                                  size_t offset, cudaMemcpyKind kind) {
  return cudaGraphAddMemcpyNodeToSymbol(node, graph, before, count, (const void*)&symbol, from, bytes, offset, kind);
}
template <class T>
inline cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                                    size_t count, void* to, const T& symbol, size_t bytes, size_t offset,
                                                    cudaMemcpyKind kind) {
  return cudaGraphAddMemcpyNodeFromSymbol(node, graph, before, count, to, (const void*)&symbol, bytes, offset, kind);
}
template <class T>
WS_HOST_INLINE cudaError_t cudaGetSymbolAddress(void** pointer, const T& symbol) {
  return ::cudaGetSymbolAddress(pointer, (const void*)&symbol);
}
template <class T>
WS_HOST_INLINE cudaError_t cudaGetSymbolSize(size_t* bytes, const T& symbol) {
  return ::cudaGetSymbolSize(bytes, (const void*)&symbol);
}
template <class Function>
WS_HOST_INLINE cudaError_t cudaLaunchKernel(Function* function, dim3 grid, dim3 block, void** arguments, size_t shared_bytes = 0,
                                            cudaStream_t stream = 0) {
  return ::cudaLaunchKernel((const void*)function, grid, block, arguments, shared_bytes, stream);
}
template <class Function>
WS_HOST_INLINE cudaError_t cudaLaunchCooperativeKernel(Function* function, dim3 grid, dim3 block, void** arguments,
                                                       size_t shared_bytes = 0, cudaStream_t stream = 0) {
  return ::cudaLaunchCooperativeKernel((const void*)function, grid, block, arguments, shared_bytes, stream);
}
template <class Function>
WS_HOST_INLINE cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, Function* function) {
  return ::cudaFuncGetAttributes(attributes, (const void*)function);
}
template <class Function>
WS_HOST_INLINE cudaError_t cudaFuncSetAttribute(Function* function, cudaFuncAttribute attribute, int value) {
  return ::cudaFuncSetAttribute((const void*)function, attribute, value);
}
template <class Function>
WS_HOST_INLINE cudaError_t cudaFuncSetCacheConfig(Function* function, cudaFuncCache config) {
  return ::cudaFuncSetCacheConfig((const void*)function, config);
}
template <class Function>
WS_HOST_INLINE cudaError_t cudaFuncSetSharedMemConfig(Function* function, cudaSharedMemConfig config) {
  return ::cudaFuncSetSharedMemConfig((const void*)function, config);
}
template <class Function>
WS_HOST_INLINE cudaError_t cudaFuncGetName(const char** name, Function* function) {
  return ::cudaFuncGetName(name, (const void*)function);
}
template <class Function>
WS_HOST_INLINE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Function function, int threads_per_block,
                                                                         size_t dynamic_shared_bytes) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void*)function, threads_per_block,
                                                         dynamic_shared_bytes);
}
template <class Function>
WS_HOST_INLINE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, Function function,
                                                                                  int threads_per_block,
                                                                                  size_t dynamic_shared_bytes,
                                                                                  unsigned int flags) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void*)function, threads_per_block,
                                                                  dynamic_shared_bytes, flags);
}
template <class Function>
WS_HOST_INLINE cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, Function* function, int blocks,
                                                                     int threads_per_block) {
  return ::cudaOccupancyAvailableDynamicSMemPerBlock(bytes, (const void*)function, blocks, threads_per_block);
}

/* A launch with attributes, its arguments typed as the kernel's parameters are. */
template <class... Parameters, class... Arguments>
WS_HOST_INLINE cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Parameters...),
                                              Arguments&&... arguments) {
  static_assert(sizeof...(Parameters) == sizeof...(Arguments), "one argument for each parameter of the kernel");
  return [&](Parameters... values) WS_HOST_LAMBDA {
    void* places[] = {(void*)&values..., nullptr};
    return ::cudaLaunchKernelExC(config, (const void*)kernel, places);
  }(static_cast<Arguments&&>(arguments)...);
}

/* The forms of CUDA 13, which name a place instead of a device. */
WS_HOST_INLINE cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice, cudaMemLocation place) {
  return ::cudaMemAdvise(pointer, bytes, advice, place.type == cudaMemLocationTypeDevice ? place.id : cudaCpuDeviceId);
}
WS_HOST_INLINE cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, cudaMemLocation place, unsigned int,
                                                cudaStream_t stream = 0) {
  return ::cudaMemPrefetchAsync(pointer, bytes, place.type == cudaMemLocationTypeDevice ? place.id : cudaCpuDeviceId, stream);
}

/* The block size with the most resident threads, and the smallest grid that fills the device with it. */
template <class Function, class SharedBytes>
WS_HOST_INLINE cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* min_grid, int* block, Function function,
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
template <class Function>
WS_HOST_INLINE cudaError_t cudaOccupancyMaxPotentialBlockSize(int* min_grid, int* block, Function function,
                                                              size_t dynamic_shared_bytes = 0, int limit = 0) {
  struct Fixed {
    size_t bytes;
    size_t operator()(int) const { return bytes; }
  };
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(min_grid, block, function, Fixed{dynamic_shared_bytes}, limit);
}
template <class Function, class SharedBytes>
WS_HOST_INLINE cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int* min_grid, int* block, Function function,
                                                                                   SharedBytes shared_bytes, int limit = 0,
                                                                                   unsigned int = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(min_grid, block, function, shared_bytes, limit);
}
template <class Function>
WS_HOST_INLINE cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* min_grid, int* block, Function function,
                                                                       size_t dynamic_shared_bytes = 0, int limit = 0,
                                                                       unsigned int = 0) {
  return cudaOccupancyMaxPotentialBlockSize(min_grid, block, function, dynamic_shared_bytes, limit);
}
template <class T>
WS_HOST_INLINE cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T* pointer, size_t bytes = 0,
                                                    unsigned int flags = cudaMemAttachSingle) {
  return ::cudaStreamAttachMemAsync(stream, (void*)pointer, bytes, flags);
}


#endif
