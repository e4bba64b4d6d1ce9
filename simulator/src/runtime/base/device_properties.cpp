// Answers cudaDeviceProp and cudaDeviceAttr from a device profile.
#include "runtime/base/device_properties.hpp"

#include "warpschool/sim/types.hpp"

#include <cstdint>
#include <cstdio>
#include <cstring>

namespace warpschool::sim::runtime {
namespace {

constexpr std::size_t kConstantBytes = 65536;

int to_int(std::uint64_t value) {
  return static_cast<int>(value);
}

int clock_khz(const DeviceProfile& profile) {
  return static_cast<int>(profile.clock_ghz * 1e6);
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
}

/// Of compute capability 9.0 (CUDA C++ Programming Guide, "Technical Specifications").
void fill_texture_limits(cudaDeviceProp& p) {
  p.maxTexture1D = 131072;
  p.maxTexture1DMipmap = 32768;
  p.maxTexture1DLinear = 268435456;
  p.maxTexture2D[0] = p.maxTexture2DLinear[0] = 131072;
  p.maxTexture2D[1] = 65536;
  p.maxTexture2DLinear[1] = 65000;
  p.maxTexture2DLinear[2] = 2097120;
  p.maxTexture2DMipmap[0] = p.maxTexture2DMipmap[1] = 32768;
  p.maxTexture2DGather[0] = p.maxTexture2DGather[1] = 32768;
  p.maxTexture3D[0] = p.maxTexture3D[1] = p.maxTexture3D[2] = 16384;
  p.maxTexture3DAlt[0] = p.maxTexture3DAlt[1] = 8192;
  p.maxTexture3DAlt[2] = 32768;
  p.maxTextureCubemap = 32768;
  p.maxTexture1DLayered[0] = p.maxTexture2DLayered[0] = p.maxTexture2DLayered[1] = 32768;
  p.maxTexture1DLayered[1] = p.maxTexture2DLayered[2] = 2048;
  p.maxTextureCubemapLayered[0] = 32768;
  p.maxTextureCubemapLayered[1] = 2046;
  p.maxSurface1D = p.maxSurface2D[0] = 131072;
  p.maxSurface2D[1] = 65536;
  p.maxSurface3D[0] = p.maxSurface3D[1] = p.maxSurface3D[2] = 16384;
  p.maxSurface1DLayered[0] = p.maxSurface2DLayered[0] = p.maxSurface2DLayered[1] = 32768;
  p.maxSurface1DLayered[1] = p.maxSurface2DLayered[2] = 2048;
  p.maxSurfaceCubemap = p.maxSurfaceCubemapLayered[0] = 32768;
  p.maxSurfaceCubemapLayered[1] = 2046;
  p.surfaceAlignment = 512;
}

}  // namespace

cudaDeviceProp properties_of(const DeviceProfile& profile) {
  cudaDeviceProp p;
  std::memset(&p, 0, sizeof(p));
  std::snprintf(p.name, sizeof(p.name), "%s", profile.name.c_str());
  fill_limits(p, profile);
  fill_texture_limits(p);
  p.clockRate = clock_khz(profile);
  p.memoryClockRate = profile.memory_clock_khz;
  p.memoryBusWidth = profile.memory_bus_bits;
  p.l2CacheSize = to_int(profile.l2_total_bytes);
  p.persistingL2CacheMaxSize = to_int(profile.l2_persisting_bytes);
  p.major = profile.compute_major;
  p.minor = profile.compute_minor;
  p.multiProcessorCount = profile.sm_count;
  p.deviceOverlap = p.canMapHostMemory = p.concurrentKernels = p.unifiedAddressing = 1;
  p.asyncEngineCount = 2;
  p.globalL1CacheSupported = p.localL1CacheSupported = p.managedMemory = 1;
  p.concurrentManagedAccess = p.cooperativeLaunch = p.streamPrioritiesSupported = 1;
  p.computePreemptionSupported = p.canUseHostPointerForRegisteredMem = 1;
  p.pciBusID = 1;
  p.hostRegisterSupported = p.memoryPoolsSupported = p.unifiedFunctionPointers = 1;
  p.uuid.bytes[0] = 'W';  // the same in every run
  p.accessPolicyMaxWindowSize = 128 << 20;
  p.singleToDoublePrecisionPerfRatio =
      static_cast<int>(profile.fp32_per_clk / profile.fp64_per_clk);
  return p;
}

bool attribute_of(const cudaDeviceProp& p, cudaDeviceAttr attribute, int& value) {
  switch (attribute) {
#define WARPSCHOOL_ATTRIBUTE(name, member) \
  case name:                               \
    value = static_cast<int>(p.member);    \
    return true;
#include "runtime/base/device_attributes.def"
#undef WARPSCHOOL_ATTRIBUTE
  }
  return false;
}

}  // namespace warpschool::sim::runtime
