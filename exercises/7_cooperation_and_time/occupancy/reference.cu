// The reference: correct and as plain as can be. It adds one warp or block after the other until
// the next one does not fit. Nothing is compared with it; compare_with_device asks the runtime
// alone.
#include "occupancy.hpp"

static unsigned warps_of(Needs needs) {
  unsigned warps = 0;
  while (warps * 32 < needs.threads) {
    ++warps;
  }
  return warps;
}

static unsigned multiple(unsigned value, unsigned unit) {
  unsigned result = 0;
  while (result < value) {
    result += unit;
  }
  return result;
}

extern "C" unsigned blocks_by_warps(Limits limits, Needs needs) {
  unsigned blocks = 0;
  while (needs.threads <= limits.threads_per_block && blocks < limits.blocks &&
         (blocks + 1) * warps_of(needs) <= limits.warps) {
    ++blocks;
  }
  return blocks;
}

extern "C" unsigned blocks_by_registers(Limits limits, Needs needs) {
  const unsigned a_warp = multiple(needs.registers * 32, limits.register_unit);
  unsigned warps_a_scheduler = 0;
  while ((warps_a_scheduler + 1) * a_warp * limits.schedulers <= limits.registers) {
    ++warps_a_scheduler;
  }
  unsigned blocks = 0;
  while ((blocks + 1) * warps_of(needs) <= warps_a_scheduler * limits.schedulers) {
    ++blocks;
  }
  return blocks;
}

extern "C" unsigned blocks_by_shared_memory(Limits limits, Needs needs) {
  const unsigned a_block =
      multiple(needs.shared_bytes + limits.shared_reserved, limits.shared_unit);
  if (a_block == 0) {
    return limits.blocks;
  }
  unsigned blocks = 0;
  while ((blocks + 1) * a_block <= limits.shared_bytes) {
    ++blocks;
  }
  return blocks;
}

extern "C" unsigned resident_blocks(Limits limits, Needs needs) {
  unsigned blocks = 0;
  while (blocks < blocks_by_warps(limits, needs) && blocks < blocks_by_registers(limits, needs) &&
         blocks < blocks_by_shared_memory(limits, needs)) {
    ++blocks;
  }
  return blocks;
}

extern "C" unsigned best_block_size(Limits limits, unsigned registers,
                                    unsigned shared_bytes_per_thread) {
  unsigned best = 0;
  unsigned most = 0;
  for (unsigned threads = limits.threads_per_block; threads >= 32; --threads) {
    const Needs needs = {threads, registers, shared_bytes_per_thread * threads};
    const unsigned warps = resident_blocks(limits, needs) * (threads / 32);
    if (threads % 32 == 0 && warps > 0 && warps >= most) {
      most = warps;
      best = threads;
    }
  }
  return best;
}

__global__ void empty_kernel() {}

extern "C" Comparison compare_with_device(unsigned threads, unsigned dynamic_bytes) {
  int blocks = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, empty_kernel, static_cast<int>(threads),
                                                dynamic_bytes);
  return {static_cast<unsigned>(blocks), static_cast<unsigned>(blocks)};
}
