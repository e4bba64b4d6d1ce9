/* What all cooperative groups have in common, the block, and the grid (CUDA C++ Programming Guide, "Cooperative Groups"). */
#ifndef WARPSCHOOL_GROUPS_BASE_H
#define WARPSCHOOL_GROUPS_BASE_H

#include "../cuda_runtime.h"

#if defined(__CUDA__) && defined(__clang__)

#define WS_GROUP __inline__ __attribute__((device, always_inline, nodebug))

namespace cooperative_groups {

namespace details {

WS_DEVICE unsigned int lane_id() { return __nvvm_read_ptx_sreg_laneid(); }
WS_DEVICE unsigned int rank_in_block() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
WS_DEVICE unsigned int block_threads() { return blockDim.x * blockDim.y * blockDim.z; }
WS_DEVICE unsigned long long grid_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
WS_DEVICE unsigned long long rank_of_block() {
  return blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
}
/* The lanes of `mask` below the caller's. */
WS_DEVICE unsigned int rank_in(unsigned int mask) { return (unsigned int)__popc(mask & ((1u << lane_id()) - 1u)); }
/* The lane that has rank `rank` among those of `mask`. */
WS_DEVICE unsigned int lane_of(unsigned int mask, unsigned int rank) {
  for (; rank > 0; --rank) {
    mask &= mask - 1u;
  }
  return (unsigned int)__builtin_ctz(mask);
}
/* The bits of `ballot` at the lanes of `mask`, moved together. */
WS_DEVICE unsigned int pack(unsigned int mask, unsigned int ballot) {
  unsigned int packed = 0;
  for (unsigned int bit = 1; mask != 0; mask &= mask - 1u, bit <<= 1) {
    packed |= (ballot & mask & (0u - mask)) != 0 ? bit : 0u;
  }
  return packed;
}
/* `size` lanes (a power of two), the caller's among them, side by side. */
WS_DEVICE unsigned int lanes_around(unsigned int size) {
  const unsigned int all = size >= 32 ? 0xffffffffu : (1u << size) - 1u;
  return all << (lane_id() & ~(size - 1u));
}

/* A value of any size from another lane, word by word. */
template <class T>
WS_DEVICE T from_lane(unsigned int mask, const T& value, unsigned int lane) {
  constexpr unsigned int kWords = (sizeof(T) + 3) / 4;
  unsigned int words[kWords] = {};
  __builtin_memcpy(words, &value, sizeof(T));
  for (unsigned int i = 0; i < kWords; ++i) {
    words[i] = warpschool_shfl_idx(mask, words[i], lane, 32);
  }
  T result = value;
  __builtin_memcpy(&result, words, sizeof(T));
  return result;
}

/* Who has arrived at the barrier of the grid: all blocks together add 2^31, so that the top bit changes with the last one and the
 * others are 0 again. Kernels run one at a time, so the grids of a file share it. */
static __attribute__((device, unused)) unsigned int grid_arrivals = 0;

/* Answered by the simulator: the first one stops a kernel that was not launched cooperatively. */
WS_EXTERN void __ws_grid_barrier(void);
WS_EXTERN int __ws_is_cooperative(void);

/* One thread of each block speaks for it: the fence before the arrival publishes what the block wrote, the one behind the wait
 * makes it see what the others did. */
WS_DEVICE void grid_barrier() {
  __ws_grid_barrier();
  __syncthreads();
  if (rank_in_block() == 0) {
    const unsigned int all = 0x80000000u, others = (unsigned int)grid_blocks() - 1u;
    __threadfence();
    const unsigned int before = atomicAdd(&grid_arrivals, rank_of_block() == 0 ? all - others : 1u);
    while (((before ^ *(volatile unsigned int*)&grid_arrivals) & all) == 0) {
    }
    __threadfence();
  }
  __syncthreads();
}

enum group_kind { kBlock, kGrid, kLanes };

}  // namespace details

/* Any group of threads, for functions that take whichever they are given. */
class thread_group {
 public:
  WS_GROUP void sync() const {
    if (kind_ == details::kLanes) {
      __syncwarp(mask_);
    } else if (kind_ == details::kBlock) {
      __syncthreads();
    } else {
      details::grid_barrier();
    }
  }
  WS_GROUP unsigned long long num_threads() const {
    return kind_ == details::kLanes   ? (unsigned long long)__popc(mask_)
           : kind_ == details::kBlock ? details::block_threads()
                                      : details::grid_blocks() * details::block_threads();
  }
  WS_GROUP unsigned long long size() const { return num_threads(); }
  WS_GROUP unsigned long long thread_rank() const {
    return kind_ == details::kLanes   ? details::rank_in(mask_)
           : kind_ == details::kBlock ? details::rank_in_block()
                                      : details::rank_of_block() * details::block_threads() + details::rank_in_block();
  }
  WS_GROUP bool is_valid() const { return true; }
  /* The lanes of a group within a warp; for partitions of it. */
  WS_GROUP unsigned int lane_mask() const { return mask_; }

 protected:
  WS_GROUP thread_group(details::group_kind kind, unsigned int mask) : kind_(kind), mask_(mask) {}

  details::group_kind kind_;
  unsigned int mask_;
};

namespace details {

/* Some lanes of a warp. */
class Lanes : public thread_group {
 public:
  WS_GROUP explicit Lanes(unsigned int mask) : thread_group(kLanes, mask) {}
};

}  // namespace details

/* All threads of the block. */
class thread_block : public thread_group {
 public:
  struct arrival_token {};

  WS_GROUP thread_block() : thread_group(details::kBlock, 0) {}
  WS_GROUP static void sync() { __syncthreads(); }
  WS_GROUP static arrival_token barrier_arrive() { return arrival_token(); }
  WS_GROUP static void barrier_wait(arrival_token&&) { __syncthreads(); }
  WS_GROUP static unsigned int thread_rank() { return details::rank_in_block(); }
  WS_GROUP static unsigned int num_threads() { return details::block_threads(); }
  WS_GROUP static unsigned int size() { return details::block_threads(); }
  WS_GROUP static dim3 group_index() { return blockIdx; }
  WS_GROUP static dim3 thread_index() { return threadIdx; }
  WS_GROUP static dim3 group_dim() { return blockDim; }
  WS_GROUP static dim3 dim_threads() { return blockDim; }
};

WS_DEVICE thread_block this_thread_block() { return thread_block(); }

/* All threads of the grid; its barrier needs cudaLaunchCooperativeKernel. */
class grid_group : public thread_group {
 public:
  struct arrival_token {};

  WS_GROUP grid_group() : thread_group(details::kGrid, 0) {}
  WS_GROUP static void sync() { details::grid_barrier(); }
  WS_GROUP static arrival_token barrier_arrive() { return arrival_token(); }
  WS_GROUP static void barrier_wait(arrival_token&&) { details::grid_barrier(); }
  WS_GROUP static bool is_valid() { return details::__ws_is_cooperative() != 0; }
  WS_GROUP static unsigned long long thread_rank() {
    return details::rank_of_block() * details::block_threads() + details::rank_in_block();
  }
  WS_GROUP static unsigned long long block_rank() { return details::rank_of_block(); }
  WS_GROUP static unsigned long long num_threads() { return num_blocks() * details::block_threads(); }
  WS_GROUP static unsigned long long size() { return num_threads(); }
  WS_GROUP static unsigned long long num_blocks() { return details::grid_blocks(); }
  WS_GROUP static dim3 group_dim() { return gridDim; }
  WS_GROUP static dim3 dim_blocks() { return gridDim; }
  WS_GROUP static dim3 block_index() { return blockIdx; }
};

WS_DEVICE grid_group this_grid() { return grid_group(); }

}  // namespace cooperative_groups

#endif
#endif
