// The device: how many there are (one), what it can do, synchronisation and limits.
#include "runtime/runtime.hpp"

#include <cstdio>
#include <cstring>

namespace warpschool::sim::runtime {
namespace {

constexpr int kCudaVersion = CUDART_VERSION;
constexpr std::size_t kConstantBytes = 65536;
constexpr int kMemoryBusBits = 5120;

int to_int(std::uint64_t value) {
  return static_cast<int>(value);
}

int clock_khz(const DeviceProfile& profile) {
  return static_cast<int>(profile.clock_ghz * 1e6);
}

/// The clock that gives the profile's bandwidth with two transfers a cycle over the bus.
int memory_clock_khz(const DeviceProfile& profile) {
  return static_cast<int>(profile.dram_gb_per_s * 1e9 / (2.0 * kMemoryBusBits / 8) / 1e3);
}

void fill_limits(cudaDeviceProp& p, const DeviceProfile& profile) {
  p.totalGlobalMem = profile.memory_bytes;
  p.sharedMemPerBlock = profile.shared_bytes_per_block;
  p.sharedMemPerBlockOptin = profile.shared_bytes_per_block_optin;
  p.sharedMemPerMultiprocessor = profile.shared_bytes_per_sm;
  p.reservedSharedMemPerBlock = profile.shared_bytes_reserved_per_block;
  p.regsPerBlock = to_int(profile.registers_per_sm);
  p.regsPerMultiprocessor = to_int(profile.registers_per_sm);
  p.warpSize = kWarpSize;
  p.memPitch = 0x7fffffff;
  p.maxThreadsPerBlock = to_int(profile.max_threads_per_block);
  p.maxThreadsDim[0] = p.maxThreadsDim[1] = to_int(profile.max_threads_per_block);
  p.maxThreadsDim[2] = 64;
  p.maxGridSize[0] = 0x7fffffff;
  p.maxGridSize[1] = p.maxGridSize[2] = 65535;
  p.maxThreadsPerMultiProcessor = to_int(std::uint64_t{profile.max_warps_per_sm} * kWarpSize);
  p.maxBlocksPerMultiProcessor = to_int(profile.max_blocks_per_sm);
  p.totalConstMem = kConstantBytes;
  p.textureAlignment = 512;
  p.texturePitchAlignment = 32;
  p.maxTexture1D = 131072;
  p.maxTexture2D[0] = p.maxTexture2D[1] = 65536;
}

cudaDeviceProp properties_of(const DeviceProfile& profile) {
  cudaDeviceProp p;
  std::memset(&p, 0, sizeof(p));
  std::snprintf(p.name, sizeof(p.name), "%s", profile.name.c_str());
  fill_limits(p, profile);
  p.clockRate = clock_khz(profile);
  p.memoryClockRate = memory_clock_khz(profile);
  p.memoryBusWidth = kMemoryBusBits;
  p.l2CacheSize = to_int(profile.l2_bytes);
  p.major = profile.compute_major;
  p.minor = profile.compute_minor;
  p.multiProcessorCount = profile.sm_count;
  p.deviceOverlap = p.canMapHostMemory = p.concurrentKernels = p.unifiedAddressing = 1;
  p.asyncEngineCount = 2;
  p.globalL1CacheSupported = p.localL1CacheSupported = p.managedMemory = 1;
  p.concurrentManagedAccess = p.cooperativeLaunch = p.streamPrioritiesSupported = 1;
  p.computePreemptionSupported = p.canUseHostPointerForRegisteredMem = 1;
  p.singleToDoublePrecisionPerfRatio =
      static_cast<int>(profile.fp32_per_clk / profile.fp64_per_clk);
  return p;
}

/// False for an attribute we do not know.
bool attribute_of(const cudaDeviceProp& p, cudaDeviceAttr attribute, int& value) {
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock:
      value = p.maxThreadsPerBlock;
      return true;
    case cudaDevAttrMaxBlockDimX:
      value = p.maxThreadsDim[0];
      return true;
    case cudaDevAttrMaxBlockDimY:
      value = p.maxThreadsDim[1];
      return true;
    case cudaDevAttrMaxBlockDimZ:
      value = p.maxThreadsDim[2];
      return true;
    case cudaDevAttrMaxGridDimX:
      value = p.maxGridSize[0];
      return true;
    case cudaDevAttrMaxGridDimY:
      value = p.maxGridSize[1];
      return true;
    case cudaDevAttrMaxGridDimZ:
      value = p.maxGridSize[2];
      return true;
    case cudaDevAttrMaxSharedMemoryPerBlock:
      value = to_int(p.sharedMemPerBlock);
      return true;
    case cudaDevAttrTotalConstantMemory:
      value = to_int(p.totalConstMem);
      return true;
    case cudaDevAttrWarpSize:
      value = p.warpSize;
      return true;
    case cudaDevAttrMaxPitch:
      value = to_int(p.memPitch);
      return true;
    case cudaDevAttrMaxRegistersPerBlock:
      value = p.regsPerBlock;
      return true;
    case cudaDevAttrClockRate:
      value = p.clockRate;
      return true;
    case cudaDevAttrTextureAlignment:
      value = to_int(p.textureAlignment);
      return true;
    case cudaDevAttrGpuOverlap:
      value = p.deviceOverlap;
      return true;
    case cudaDevAttrMultiProcessorCount:
      value = p.multiProcessorCount;
      return true;
    case cudaDevAttrKernelExecTimeout:
      value = p.kernelExecTimeoutEnabled;
      return true;
    case cudaDevAttrIntegrated:
      value = p.integrated;
      return true;
    case cudaDevAttrCanMapHostMemory:
      value = p.canMapHostMemory;
      return true;
    case cudaDevAttrComputeMode:
      value = p.computeMode;
      return true;
    case cudaDevAttrConcurrentKernels:
      value = p.concurrentKernels;
      return true;
    case cudaDevAttrEccEnabled:
      value = p.ECCEnabled;
      return true;
    case cudaDevAttrPciBusId:
      value = p.pciBusID;
      return true;
    case cudaDevAttrPciDeviceId:
      value = p.pciDeviceID;
      return true;
    case cudaDevAttrMemoryClockRate:
      value = p.memoryClockRate;
      return true;
    case cudaDevAttrGlobalMemoryBusWidth:
      value = p.memoryBusWidth;
      return true;
    case cudaDevAttrL2CacheSize:
      value = p.l2CacheSize;
      return true;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      value = p.maxThreadsPerMultiProcessor;
      return true;
    case cudaDevAttrAsyncEngineCount:
      value = p.asyncEngineCount;
      return true;
    case cudaDevAttrUnifiedAddressing:
      value = p.unifiedAddressing;
      return true;
    case cudaDevAttrComputeCapabilityMajor:
      value = p.major;
      return true;
    case cudaDevAttrComputeCapabilityMinor:
      value = p.minor;
      return true;
    case cudaDevAttrStreamPrioritiesSupported:
      value = p.streamPrioritiesSupported;
      return true;
    case cudaDevAttrGlobalL1CacheSupported:
      value = p.globalL1CacheSupported;
      return true;
    case cudaDevAttrLocalL1CacheSupported:
      value = p.localL1CacheSupported;
      return true;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      value = to_int(p.sharedMemPerMultiprocessor);
      return true;
    case cudaDevAttrMaxRegistersPerMultiprocessor:
      value = p.regsPerMultiprocessor;
      return true;
    case cudaDevAttrManagedMemory:
      value = p.managedMemory;
      return true;
    case cudaDevAttrPageableMemoryAccess:
      value = p.pageableMemoryAccess;
      return true;
    case cudaDevAttrConcurrentManagedAccess:
      value = p.concurrentManagedAccess;
      return true;
    case cudaDevAttrCooperativeLaunch:
      value = p.cooperativeLaunch;
      return true;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      value = to_int(p.sharedMemPerBlockOptin);
      return true;
    case cudaDevAttrMaxBlocksPerMultiprocessor:
      value = p.maxBlocksPerMultiProcessor;
      return true;
    case cudaDevAttrReservedSharedMemoryPerBlock:
      value = to_int(p.reservedSharedMemPerBlock);
      return true;
  }
  return false;
}

/// A question about the machine: a lost context still answers it.
template <class F>
cudaError_t ask(F&& body) {
  return call(std::forward<F>(body), Sticky::kIgnored);
}

template <class T>
cudaError_t give(T* out, T value) {
  if (out == nullptr) {
    return cudaErrorInvalidValue;
  }
  *out = value;
  return cudaSuccess;
}

}  // namespace

// NOLINTBEGIN(readability-function-size): the parameters are CUDA's
extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  WARPSCHOOL_API;
  return ask([&](Runtime&) { return give(count, 1); });
}

cudaError_t cudaGetDevice(int* device) {
  WARPSCHOOL_API;
  return ask([&](Runtime&) { return give(device, 0); });
}

cudaError_t cudaSetDevice(int device) {
  WARPSCHOOL_API;
  return call([&](Runtime&) { return device == 0 ? cudaSuccess : cudaErrorInvalidDevice; });
}

cudaError_t cudaSetDeviceFlags(unsigned int) {
  WARPSCHOOL_API;
  return cudaSuccess;
}

cudaError_t cudaGetDeviceFlags(unsigned int* flags) {
  WARPSCHOOL_API;
  return ask([&](Runtime&) { return give(flags, cudaDeviceScheduleAuto | cudaDeviceMapHost); });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  WARPSCHOOL_API;
  return ask([&](Runtime& runtime) {
    return device == 0 ? give(properties, properties_of(runtime.profile()))
                       : cudaErrorInvalidDevice;
  });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  WARPSCHOOL_API;
  return ask([&](Runtime& runtime) {
    if (device != 0) {
      return cudaErrorInvalidDevice;
    }
    int found = 0;
    return attribute_of(properties_of(runtime.profile()), attribute, found) ? give(value, found)
                                                                            : cudaErrorInvalidValue;
  });
}

cudaError_t cudaDeviceSynchronize(void) {
  WARPSCHOOL_API;
  return call([](Runtime& runtime) {
    runtime.timeline().host_waits_for_all();
    return runtime.synchronised();
  });
}

cudaError_t cudaDeviceReset(void) {
  WARPSCHOOL_API;
  const cudaError_t error = ask([](Runtime& runtime) {
    runtime.reset();
    return cudaSuccess;
  });
  last_error() = cudaSuccess;
  return error;
}

cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  WARPSCHOOL_API;
  return ask([&](Runtime&) {
    switch (limit) {
      case cudaLimitStackSize:
        return give(value, std::size_t{1024});
      case cudaLimitPrintfFifoSize:
        return give(value, std::size_t{1} << 20U);
      case cudaLimitMallocHeapSize:
        return give(value, std::size_t{8} << 20U);
    }
    return cudaErrorInvalidValue;
  });
}

cudaError_t cudaDeviceSetLimit(cudaLimit, size_t) {
  WARPSCHOOL_API;
  return cudaSuccess;
}
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) {
  WARPSCHOOL_API;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  WARPSCHOOL_API;
  return ask([&](Runtime&) { return give(config, cudaFuncCachePreferNone); });
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
  WARPSCHOOL_API;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  WARPSCHOOL_API;
  return ask([&](Runtime&) { return give(config, cudaSharedMemBankSizeFourByte); });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  WARPSCHOOL_API;
  return ask([&](Runtime&) {
    give(least, 0);
    return give(greatest, -5);
  });
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int, int) {
  WARPSCHOOL_API;
  return ask([&](Runtime&) { return give(can, 0); });
}

cudaError_t cudaDriverGetVersion(int* version) {
  WARPSCHOOL_API;
  return ask([&](Runtime&) { return give(version, kCudaVersion); });
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  WARPSCHOOL_API;
  return ask([&](Runtime&) { return give(version, kCudaVersion); });
}

cudaError_t cudaProfilerStart(void) {
  WARPSCHOOL_API;
  return cudaSuccess;
}
cudaError_t cudaProfilerStop(void) {
  WARPSCHOOL_API;
  return cudaSuccess;
}

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime
