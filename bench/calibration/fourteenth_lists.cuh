// Fourteenth blind test, lists: compaction, scans with flags, merge sort, where the least stands.
#pragma once

#include "cases.cuh"

namespace calibration {

/// Compaction, first phase: how many of a block's values are kept (those above 0).
__global__ void compaction_counts(const float* in, unsigned* counts, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const int kept = __syncthreads_count(i < n && in[i] > 0.0F);
  if (threadIdx.x == 0) {
    counts[blockIdx.x] = static_cast<unsigned>(kept);
  }
}

/// Second phase: one block turns the counts into the sums of those before, each thread a run.
__global__ void compaction_starts(unsigned* counts, unsigned blocks, unsigned* total) {
  __shared__ unsigned sums[1024];
  const unsigned run = (blocks + 1023) / 1024, first = threadIdx.x * run;
  unsigned sum = 0;
  for (unsigned i = first; i < first + run && i < blocks; ++i) {
    sum += counts[i];
  }
  sums[threadIdx.x] = sum;
  __syncthreads();
  for (unsigned step = 1; step < 1024; step *= 2) {
    const unsigned before = threadIdx.x >= step ? sums[threadIdx.x - step] : 0;
    __syncthreads();
    sums[threadIdx.x] += before;
    __syncthreads();
  }
  if (threadIdx.x == 1023) {
    *total = sums[1023];
  }
  unsigned start = sums[threadIdx.x] - sum;
  for (unsigned i = first; i < first + run && i < blocks; ++i) {
    const unsigned count = counts[i];
    counts[i] = start;
    start += count;
  }
}

/// Third phase: a scan of the block's flags says where each kept value goes.
__global__ void compaction_moves(const float* in, const unsigned* starts, float* out, unsigned n) {
  __shared__ unsigned places[256];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float value = i < n ? in[i] : 0.0F;
  const bool is_kept = value > 0.0F;
  places[threadIdx.x] = is_kept ? 1 : 0;
  __syncthreads();
  for (unsigned step = 1; step < 256; step *= 2) {
    const unsigned before = threadIdx.x >= step ? places[threadIdx.x - step] : 0;
    __syncthreads();
    places[threadIdx.x] += before;
    __syncthreads();
  }
  if (is_kept) {
    out[starts[blockIdx.x] + places[threadIdx.x] - 1] = value;
  }
}

/// Compaction by votes: the counter begins at 0.
__global__ void compaction_clear(unsigned* total) {
  *total = 0;
}

/// Compaction by votes: a warp counts its kept values and asks once for their places.
__global__ void compaction_votes(const float* in, float* out, unsigned* total, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  const float value = i < n ? in[i] : 0.0F;
  const bool is_kept = value > 0.0F;
  const unsigned votes = __ballot_sync(~0U, is_kept);
  unsigned start = 0;
  if (lane == 0 && votes != 0) {
    start = atomicAdd(total, static_cast<unsigned>(__popc(votes)));
  }
  start = __shfl_sync(~0U, start, 0);
  if (is_kept) {
    out[start + static_cast<unsigned>(__popc(votes & ((1U << lane) - 1)))] = value;
  }
}

/// Sums within a block that begin anew at each flag: Hillis and Steele's steps, two buffers.
__global__ void segscan_steps(const float* in, const unsigned char* flags, float* out, unsigned n) {
  __shared__ float sums[2][256];
  __shared__ unsigned char begins[2][256];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
  sums[0][t] = i < n ? in[i] : 0.0F;
  begins[0][t] = i < n ? flags[i] : 1;
  unsigned from = 0;
  __syncthreads();
  for (unsigned step = 1; step < 256; step *= 2) {
    float sum = sums[from][t];
    unsigned char begin = begins[from][t];
    if (t >= step && begin == 0) {
      sum += sums[from][t - step];
      begin = begins[from][t - step];
    }
    sums[1 - from][t] = sum;
    begins[1 - from][t] = begin;
    from = 1 - from;
    __syncthreads();
  }
  if (i < n) {
    out[i] = sums[from][t];
  }
}

/// A warp's part of it: `begin` tells then whether a flag was at or before the lane.
__device__ inline float segscan_of_warp(float sum, unsigned& begin, unsigned lane) {
  for (unsigned step = 1; step < 32; step *= 2) {
    const float before = __shfl_up_sync(~0U, sum, step);
    const unsigned begin_before = __shfl_up_sync(~0U, begin, step);
    if (lane >= step && begin == 0) {
      sum += before;
      begin = begin_before;
    }
  }
  return sum;
}

/// The same by shuffles in warps, and then over the eight warps' last sums.
__global__ void segscan_shuffles(const float* in, const unsigned char* flags, float* out,
                                 unsigned n) {
  __shared__ float last_sums[8];
  __shared__ unsigned last_begins[8];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned begin = i < n ? flags[i] : 1;
  float sum = segscan_of_warp(i < n ? in[i] : 0.0F, begin, lane);
  if (lane == 31) {
    last_sums[warp] = sum;
    last_begins[warp] = begin;
  }
  __syncthreads();
  if (warp == 0) {
    unsigned any = lane < 8 ? last_begins[lane] : 1;
    const float all = segscan_of_warp(lane < 8 ? last_sums[lane] : 0.0F, any, lane);
    if (lane < 8) {
      last_sums[lane] = all;
    }
  }
  __syncthreads();
  if (warp > 0 && begin == 0) {
    sum += last_sums[warp - 1];
  }
  if (i < n) {
    out[i] = sum;
  }
}

/// A pass of merge sort: a thread merges two runs of `width`.
__global__ void mergesort_pair(const unsigned* in, unsigned* out, unsigned n, unsigned width) {
  const unsigned first = (blockIdx.x * blockDim.x + threadIdx.x) * width * 2;
  if (first >= n) {
    return;
  }
  const unsigned middle = first + width, end = middle + width;
  unsigned left = first, right = middle;
  for (unsigned i = first; i < end; ++i) {
    if (left < middle && (right >= end || in[left] <= in[right])) {
      out[i] = in[left++];
    } else {
      out[i] = in[right++];
    }
  }
}

/// The same pass: a thread looks up where its one value stands in the other run.
__global__ void mergesort_rank(const unsigned* in, unsigned* out, unsigned n, unsigned width) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  const unsigned value = in[i], run = i / width, place = i % width;
  const bool is_left = run % 2 == 0;
  const unsigned* const other = in + (is_left ? run + 1 : run - 1) * width;
  unsigned low = 0, high = width;
  while (low < high) {
    const unsigned middle = (low + high) / 2;
    if (other[middle] < value || (!is_left && other[middle] == value)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  out[run / 2 * width * 2 + place + low] = value;
}

/// Whether value a at place i goes before value b at place k.
__device__ inline bool argmin_before(float a, unsigned i, float b, unsigned k) {
  return a < b || (a == b && i < k);
}

/// A block's least value and its place, by a tree in shared memory; thread 0 has the answer.
__device__ inline void argmin_tree(float* values, unsigned* places) {
  for (unsigned step = blockDim.x / 2; step > 0; step /= 2) {
    if (threadIdx.x < step && argmin_before(values[threadIdx.x + step], places[threadIdx.x + step],
                                            values[threadIdx.x], places[threadIdx.x])) {
      values[threadIdx.x] = values[threadIdx.x + step];
      places[threadIdx.x] = places[threadIdx.x + step];
    }
    __syncthreads();
  }
}

/// Least value of each 256, a value a thread.
__global__ void argmin_blocks(const float* in, float* least, unsigned* at, unsigned n) {
  __shared__ float values[256];
  __shared__ unsigned places[256];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  values[threadIdx.x] = i < n ? in[i] : 3.0e38F;
  places[threadIdx.x] = i;
  __syncthreads();
  argmin_tree(values, places);
  if (threadIdx.x == 0) {
    least[blockIdx.x] = values[0];
    at[blockIdx.x] = places[0];
  }
}

/// The last step of both: one block over what the others found.
__global__ void argmin_last(const float* least, const unsigned* at, unsigned* out, unsigned count) {
  __shared__ float values[512];
  __shared__ unsigned places[512];
  float best = 3.0e38F;
  unsigned place = ~0U;
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) {
    if (argmin_before(least[i], at[i], best, place)) {
      best = least[i];
      place = at[i];
    }
  }
  values[threadIdx.x] = best;
  places[threadIdx.x] = place;
  __syncthreads();
  argmin_tree(values, places);
  if (threadIdx.x == 0) {
    *out = places[0];
  }
}

/// Threads stride over the grid, warps shuffle, and eight warps' answers meet in shared memory.
__global__ void argmin_strides(const float* __restrict__ in, float* least, unsigned* at,
                               unsigned n) {
  __shared__ float values[8];
  __shared__ unsigned places[8];
  float best = 3.0e38F;
  unsigned place = ~0U;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const float value = in[i];
    if (value < best) {
      best = value;
      place = i;
    }
  }
  for (unsigned step = 16; step > 0; step /= 2) {
    const float other = __shfl_down_sync(~0U, best, step);
    const unsigned other_place = __shfl_down_sync(~0U, place, step);
    if (argmin_before(other, other_place, best, place)) {
      best = other;
      place = other_place;
    }
  }
  if (threadIdx.x % 32 == 0) {
    values[threadIdx.x / 32] = best;
    places[threadIdx.x / 32] = place;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (unsigned warp = 1; warp < 8; ++warp) {
      if (argmin_before(values[warp], places[warp], best, place)) {
        best = values[warp];
        place = places[warp];
      }
    }
    least[blockIdx.x] = best;
    at[blockIdx.x] = place;
  }
}

inline void add_fourteenth_scans(Runner& runner, unsigned n) {
  const unsigned blocks = n / 256;
  runner.add(sized("compaction_scanned", n), [=] {
    auto in = floats(n), out = zeros<float>(n);
    auto counts = zeros<unsigned>(blocks), total = zeros<unsigned>(1);
    return [=] {
      compaction_counts<<<blocks, 256>>>(in->get(), counts->get(), n);
      compaction_starts<<<1, 1024>>>(counts->get(), blocks, total->get());
      compaction_moves<<<blocks, 256>>>(in->get(), counts->get(), out->get(), n);
    };
  });
  runner.add(sized("compaction_voted", n), [=] {
    auto in = floats(n), out = zeros<float>(n);
    auto total = zeros<unsigned>(1);
    return [=] {
      compaction_clear<<<1, 1>>>(total->get());
      compaction_votes<<<blocks, 256>>>(in->get(), out->get(), total->get(), n);
    };
  });
  const auto add_segscan = [&](const char* name, auto* kernel) {
    runner.add(sized(name, n), [=] {
      auto flags = random_numbers<unsigned char>(n, 16);  // a segment of 16 on the average
      for (unsigned char& flag : flags) {
        flag = flag == 0 ? 1 : 0;
      }
      auto in = floats(n), out = zeros<float>(n);
      auto begins = filled(flags);
      return [=] { kernel<<<blocks, 256>>>(in->get(), begins->get(), out->get(), n); };
    });
  };
  add_segscan("segscan_steps", segscan_steps);
  add_segscan("segscan_shuffles", segscan_shuffles);
}

inline void add_fourteenth_sorts(Runner& runner, unsigned n) {
  // Seven passes: runs of 128 are sorted then.
  const auto add_mergesort = [&](const char* name, auto* pass, bool is_by_pairs) {
    runner.add(sized(name, n), [=] {
      auto in = filled(random_numbers<unsigned>(n, 1U << 30));
      auto a = zeros<unsigned>(n), b = zeros<unsigned>(n);
      return [=] {
        const unsigned* from = in->get();
        unsigned *to = a->get(), *next = b->get();
        for (unsigned width = 1; width <= 64; width *= 2) {
          pass<<<bench::blocks_for(is_by_pairs ? n / width / 2 : n), 256>>>(from, to, n, width);
          from = to;
          std::swap(to, next);
        }
      };
    });
  };
  add_mergesort("mergesort_pairs", mergesort_pair, true);
  add_mergesort("mergesort_ranks", mergesort_rank, false);
}

inline void add_fourteenth_lists(Runner& runner) {
  for (const unsigned n : {1U << 18, 1U << 22}) {
    add_fourteenth_scans(runner, n);
  }
  for (const unsigned n : {1U << 14, 1U << 18}) {
    add_fourteenth_sorts(runner, n);
  }
  for (const unsigned n : {1U << 18, 1U << 23}) {
    const auto add_argmin = [&](const char* name, auto* kernel, unsigned blocks) {
      runner.add(sized(name, n), [=] {
        auto in = floats(n), least = zeros<float>(blocks);
        auto at = zeros<unsigned>(blocks), out = zeros<unsigned>(1);
        return [=] {
          kernel<<<blocks, 256>>>(in->get(), least->get(), at->get(), n);
          argmin_last<<<1, 512>>>(least->get(), at->get(), out->get(), blocks);
        };
      });
    };
    add_argmin("argmin_trees", argmin_blocks, n / 256);
    add_argmin("argmin_shuffles", argmin_strides, 528);
  }
}

}  // namespace calibration
