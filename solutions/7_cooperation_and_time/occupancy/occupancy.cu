// Exercise occupancy: see README.md for the tasks and occupancy.hpp for the interface.
#include "occupancy.hpp"

#include <algorithm>

constexpr unsigned kWarp = 32;  // lanes in a warp

// The least multiple of unit that is not below value.
inline unsigned round_up(unsigned value, unsigned unit) {
  return (value + unit - 1) / unit * unit;
}

// A block's warps; the last one may be partial and counts like the others.
inline unsigned warps_of(unsigned threads) {
  return round_up(threads, kWarp) / kWarp;
}

extern "C" unsigned blocks_by_warps(Limits limits, Needs needs) {
  unsigned blocks = 0;
  // TODO(1): if such a block can run at all: as many as warps and blocks allow (about 3 lines)
  if (needs.threads <= limits.threads_per_block) {
    blocks = std::min(limits.warps / warps_of(needs.threads), limits.blocks);
  }
  // END TODO(1)
  return blocks;
}

extern "C" unsigned blocks_by_registers(Limits limits, Needs needs) {
  unsigned blocks = 0;
  // TODO(2): registers of a warp; warps in a scheduler's share; blocks (about 4 lines)
  const unsigned registers_of_a_warp = round_up(needs.registers * kWarp, limits.register_unit);
  const unsigned share = limits.registers / limits.schedulers;
  const unsigned warps = share / registers_of_a_warp * limits.schedulers;
  blocks = warps / warps_of(needs.threads);
  // END TODO(2)
  return blocks;
}

extern "C" unsigned blocks_by_shared_memory(Limits limits, Needs needs) {
  unsigned blocks = 0;
  // TODO(3): what a block really takes; how often that fits (about 2 lines)
  const unsigned bytes = round_up(needs.shared_bytes + limits.shared_reserved, limits.shared_unit);
  blocks = bytes == 0 ? limits.blocks : limits.shared_bytes / bytes;
  // END TODO(3)
  return blocks;
}

extern "C" unsigned resident_blocks(Limits limits, Needs needs) {
  return std::min({blocks_by_warps(limits, needs), blocks_by_registers(limits, needs),
                   blocks_by_shared_memory(limits, needs)});
}

extern "C" unsigned best_block_size(Limits limits, unsigned registers,
                                    unsigned shared_bytes_per_thread) {
  unsigned best = 0;
  // TODO(4): try all multiples of 32 and keep the first with the most warps (about 8 lines)
  unsigned most = 0;
  for (unsigned threads = kWarp; threads <= limits.threads_per_block; threads += kWarp) {
    const Needs needs = {threads, registers, shared_bytes_per_thread * threads};
    const unsigned warps = resident_blocks(limits, needs) * warps_of(threads);
    if (warps > most) {
      most = warps;
      best = threads;
    }
  }
  // END TODO(4)
  return best;
}

// A kernel to ask the runtime about: sums of 64 neighbours through 1 KiB of shared memory.
__global__ void example_kernel(const float* in, float* out) {
  __shared__ float sums[256];
  float sum = 0;
  for (unsigned i = 0; i < 64; ++i) {
    sum += in[blockIdx.x * blockDim.x + threadIdx.x + i];
  }
  sums[threadIdx.x % 256] = sum;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = sums[255 - threadIdx.x % 256];
}

static Limits limits_of(const cudaDeviceProp& device) {
  Limits limits = {};
  limits.threads_per_block = static_cast<unsigned>(device.maxThreadsPerBlock);
  limits.warps = static_cast<unsigned>(device.maxThreadsPerMultiProcessor) / kWarp;
  limits.blocks = static_cast<unsigned>(device.maxBlocksPerMultiProcessor);
  limits.registers = static_cast<unsigned>(device.regsPerMultiprocessor);
  limits.schedulers = 4;  // this and the units: the runtime does not tell them
  limits.register_unit = 256;
  limits.shared_bytes = static_cast<unsigned>(device.sharedMemPerMultiprocessor);
  limits.shared_unit = device.major >= 8 ? 128 : 256;
  limits.shared_reserved = static_cast<unsigned>(device.reservedSharedMemPerBlock);
  return limits;
}

extern "C" Comparison compare_with_device(unsigned threads, unsigned dynamic_bytes) {
  cudaDeviceProp device = {};
  cudaGetDeviceProperties(&device, 0);
  cudaFuncAttributes kernel = {};
  cudaFuncGetAttributes(&kernel, example_kernel);
  int blocks = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, example_kernel, static_cast<int>(threads),
                                                dynamic_bytes);
  const Needs needs = {threads, static_cast<unsigned>(kernel.numRegs),
                       static_cast<unsigned>(kernel.sharedSizeBytes) + dynamic_bytes};
  return {static_cast<unsigned>(blocks), resident_blocks(limits_of(device), needs)};
}
