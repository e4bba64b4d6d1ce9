/* Cooperative groups (CUDA C++ Programming Guide, "Cooperative Groups"): the block, tiles of a warp, and the threads that happen to
 * run together. Synchronisation of a whole grid is not there: the simulator runs blocks one after the other. */
#ifndef WARPSCHOOL_COOPERATIVE_GROUPS_H
#define WARPSCHOOL_COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"

#if defined(__CUDA__) && defined(__clang__)

#define WS_GROUP __inline__ __attribute__((device, always_inline, nodebug))

namespace cooperative_groups {

namespace details {

WS_DEVICE unsigned int lane_id() { return __nvvm_read_ptx_sreg_laneid(); }
WS_DEVICE unsigned int rank_in_block() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
WS_DEVICE unsigned int block_threads() { return blockDim.x * blockDim.y * blockDim.z; }
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

}  // namespace details

/* All threads of the block. */
class thread_block {
 public:
  WS_GROUP static void sync() { __syncthreads(); }
  WS_GROUP static unsigned int thread_rank() { return details::rank_in_block(); }
  WS_GROUP static unsigned int num_threads() { return details::block_threads(); }
  WS_GROUP static unsigned int size() { return details::block_threads(); }
  WS_GROUP static dim3 group_index() { return blockIdx; }
  WS_GROUP static dim3 thread_index() { return threadIdx; }
  WS_GROUP static dim3 group_dim() { return blockDim; }
  WS_GROUP static dim3 dim_threads() { return blockDim; }
};

WS_DEVICE thread_block this_thread_block() { return thread_block(); }

/* All threads of the grid: who they are, but no barrier. */
class grid_group {
 public:
  WS_GROUP static unsigned long long thread_rank() {
    const unsigned long long block = blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
    return block * details::block_threads() + details::rank_in_block();
  }
  WS_GROUP static unsigned long long num_threads() { return num_blocks() * details::block_threads(); }
  WS_GROUP static unsigned long long size() { return num_threads(); }
  WS_GROUP static unsigned long long num_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
  WS_GROUP static dim3 group_dim() { return gridDim; }
  WS_GROUP static dim3 dim_blocks() { return gridDim; }
  WS_GROUP static dim3 block_index() { return blockIdx; }
};

WS_DEVICE grid_group this_grid() { return grid_group(); }

namespace details {

/* What groups within a warp have in common: a set of lanes, the caller's rank among them. */
class WarpGroup {
 public:
  WS_GROUP void sync() const { __syncwarp(mask_); }
  WS_GROUP int any(int predicate) const { return __any_sync(mask_, predicate); }
  WS_GROUP int all(int predicate) const { return __all_sync(mask_, predicate); }
  WS_GROUP unsigned int ballot(int predicate) const { return pack(mask_, __ballot_sync(mask_, predicate)); }
  template <class T>
  WS_GROUP unsigned int match_any(T value) const { return pack(mask_, __match_any_sync(mask_, value)); }
  template <class T>
  WS_GROUP unsigned int match_all(T value, int& predicate) const {
    return pack(mask_, __match_all_sync(mask_, value, &predicate));
  }

 protected:
  WS_GROUP explicit WarpGroup(unsigned int mask) : mask_(mask) {}
  unsigned int mask_;
};

}  // namespace details

/* Size consecutive threads: a power of two up to 32. */
template <unsigned int Size, class Parent = void>
class thread_block_tile : public details::WarpGroup {
  static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads");

 public:
  WS_GROUP explicit thread_block_tile(unsigned int meta_rank, unsigned int meta_size)
      : details::WarpGroup(lanes()), meta_rank_(meta_rank), meta_size_(meta_size) {}

  WS_GROUP static unsigned int thread_rank() { return details::lane_id() % Size; }
  WS_GROUP static constexpr unsigned int num_threads() { return Size; }
  WS_GROUP static constexpr unsigned int size() { return Size; }
  WS_GROUP unsigned int meta_group_rank() const { return meta_rank_; }
  WS_GROUP unsigned int meta_group_size() const { return meta_size_; }

  template <class T>
  WS_GROUP T shfl(T value, int rank) const {
    return details::from_lane(mask_, value, first() + (unsigned int)rank % Size);
  }
  template <class T>
  WS_GROUP T shfl_up(T value, unsigned int delta) const {
    const unsigned int rank = thread_rank();
    return details::from_lane(mask_, value, first() + (rank >= delta ? rank - delta : rank));
  }
  template <class T>
  WS_GROUP T shfl_down(T value, unsigned int delta) const {
    const unsigned int rank = thread_rank();
    return details::from_lane(mask_, value, first() + (rank + delta < Size ? rank + delta : rank));
  }
  template <class T>
  WS_GROUP T shfl_xor(T value, unsigned int bits) const {
    return details::from_lane(mask_, value, first() + ((thread_rank() ^ bits) % Size));
  }
  /* Words go straight to the one shuffle instruction that does it. */
  WS_GROUP float shfl_up(float v, unsigned int d) const { return __shfl_up_sync(mask_, v, d, (int)Size); }
  WS_GROUP float shfl_down(float v, unsigned int d) const { return __shfl_down_sync(mask_, v, d, (int)Size); }
  WS_GROUP float shfl_xor(float v, unsigned int b) const { return __shfl_xor_sync(mask_, v, (int)b, (int)Size); }
  WS_GROUP int shfl_up(int v, unsigned int d) const { return __shfl_up_sync(mask_, v, d, (int)Size); }
  WS_GROUP int shfl_down(int v, unsigned int d) const { return __shfl_down_sync(mask_, v, d, (int)Size); }
  WS_GROUP int shfl_xor(int v, unsigned int b) const { return __shfl_xor_sync(mask_, v, (int)b, (int)Size); }
  WS_GROUP unsigned int shfl_up(unsigned int v, unsigned int d) const { return __shfl_up_sync(mask_, v, d, (int)Size); }
  WS_GROUP unsigned int shfl_down(unsigned int v, unsigned int d) const { return __shfl_down_sync(mask_, v, d, (int)Size); }
  WS_GROUP unsigned int shfl_xor(unsigned int v, unsigned int b) const { return __shfl_xor_sync(mask_, v, (int)b, (int)Size); }

  /* A tile's lanes lie side by side: no need to pack. */
  WS_GROUP unsigned int ballot(int predicate) const { return (__ballot_sync(mask_, predicate) & mask_) >> first(); }

 private:
  WS_GROUP static unsigned int first() { return details::lane_id() & ~(Size - 1u); }
  WS_GROUP static unsigned int lanes() { return Size == 32 ? 0xffffffffu : ((1u << (Size % 32)) - 1u) << first(); }
  unsigned int meta_rank_, meta_size_;
};

template <unsigned int Size>
WS_DEVICE thread_block_tile<Size, thread_block> tiled_partition(const thread_block& block) {
  return thread_block_tile<Size, thread_block>(block.thread_rank() / Size, (block.size() + Size - 1) / Size);
}
template <unsigned int Size, unsigned int ParentSize, class Parent>
WS_DEVICE thread_block_tile<Size, thread_block_tile<ParentSize, Parent>> tiled_partition(
    const thread_block_tile<ParentSize, Parent>& parent) {
  static_assert(Size <= ParentSize, "a tile cannot be larger than the tile it is part of");
  return thread_block_tile<Size, thread_block_tile<ParentSize, Parent>>(parent.thread_rank() / Size, ParentSize / Size);
}

/* The threads of a warp that run together at this point. */
class coalesced_group : public details::WarpGroup {
 public:
  WS_GROUP explicit coalesced_group(unsigned int mask, unsigned int meta_rank = 0, unsigned int meta_size = 1)
      : details::WarpGroup(mask), meta_rank_(meta_rank), meta_size_(meta_size) {}

  WS_GROUP unsigned int thread_rank() const { return details::rank_in(mask_); }
  WS_GROUP unsigned int num_threads() const { return (unsigned int)__popc(mask_); }
  WS_GROUP unsigned int size() const { return num_threads(); }
  WS_GROUP unsigned int meta_group_rank() const { return meta_rank_; }
  WS_GROUP unsigned int meta_group_size() const { return meta_size_; }

  template <class T>
  WS_GROUP T shfl(T value, int rank) const {
    return details::from_lane(mask_, value, details::lane_of(mask_, (unsigned int)rank));
  }
  template <class T>
  WS_GROUP T shfl_up(T value, unsigned int delta) const {
    const unsigned int rank = thread_rank();
    return shfl(value, (int)(rank >= delta ? rank - delta : rank));
  }
  template <class T>
  WS_GROUP T shfl_down(T value, unsigned int delta) const {
    const unsigned int rank = thread_rank();
    return shfl(value, (int)(rank + delta < size() ? rank + delta : rank));
  }

  /* The lanes of the group; for partitions of it. */
  WS_GROUP unsigned int lane_mask() const { return mask_; }

 private:
  unsigned int meta_rank_, meta_size_;
};

WS_DEVICE coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

/* Those with the same answer stay together. */
WS_DEVICE coalesced_group binary_partition(const coalesced_group& group, bool predicate) {
  const unsigned int yes = __ballot_sync(group.lane_mask(), predicate);
  return predicate ? coalesced_group(yes, 0, 2) : coalesced_group(group.lane_mask() & ~yes, 1, 2);
}
template <unsigned int Size, class Parent>
WS_DEVICE coalesced_group binary_partition(const thread_block_tile<Size, Parent>& tile, bool predicate) {
  const unsigned int first = __nvvm_read_ptx_sreg_laneid() & ~(Size - 1u);
  const unsigned int all = (Size == 32 ? 0xffffffffu : ((1u << (Size % 32)) - 1u)) << first;
  const unsigned int yes = tile.ballot(predicate) << first;
  return predicate ? coalesced_group(yes, 0, 2) : coalesced_group(all & ~yes, 1, 2);
}
/* Those with the same label stay together. */
template <class Label>
WS_DEVICE coalesced_group labeled_partition(const coalesced_group& group, Label label) {
  return coalesced_group(__match_any_sync(group.lane_mask(), label));
}

template <class Group>
WS_DEVICE void sync(const Group& group) { group.sync(); }
template <class Group>
WS_DEVICE unsigned int thread_rank(const Group& group) { return group.thread_rank(); }
template <class Group>
WS_DEVICE unsigned int group_size(const Group& group) { return group.size(); }

}  // namespace cooperative_groups

#undef WS_GROUP
#endif
#endif
