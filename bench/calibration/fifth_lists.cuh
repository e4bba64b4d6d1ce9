// Fifth blind test, lists: sums by key in shared memory, votes, places in
// buckets, segments.
#pragma once

#include "cases.cuh"

namespace calibration {

/// Sums of values by 32 keys: floats that a block adds up in shared memory, or words of fixed
/// point.
__global__ void tallies_floats(const unsigned* keys, const float* values, float* sums, unsigned n) {
  __shared__ float own[32];
  if (threadIdx.x < 32) {
    own[threadIdx.x] = 0;
  }
  __syncthreads();
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&own[keys[i]], values[i]);
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    atomicAdd(&sums[threadIdx.x], own[threadIdx.x]);
  }
}

__global__ void tallies_fixed(const unsigned* keys, const float* values, float* sums, unsigned n) {
  __shared__ unsigned own[32];
  if (threadIdx.x < 32) {
    own[threadIdx.x] = 0;
  }
  __syncthreads();
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&own[keys[i]], static_cast<unsigned>(values[i] * 65536));
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    atomicAdd(&sums[threadIdx.x], static_cast<float>(own[threadIdx.x]) / 65536);
  }
}

/// Votes for eight candidates: atomics of each lane in shared memory, or of a warp's ballots.
__global__ void votes_lanes(const unsigned* votes, unsigned* counts, unsigned n) {
  __shared__ unsigned own[8];
  if (threadIdx.x < 8) {
    own[threadIdx.x] = 0;
  }
  __syncthreads();
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&own[votes[i]], 1U);
  }
  __syncthreads();
  if (threadIdx.x < 8) {
    atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);
  }
}

__global__ void votes_ballots(const unsigned* votes, unsigned* counts, unsigned n) {
  __shared__ unsigned own[8];
  if (threadIdx.x < 8) {
    own[threadIdx.x] = 0;
  }
  __syncthreads();
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned vote = i < n ? votes[i] : 8;
  unsigned mine = 0;
  for (unsigned candidate = 0; candidate < 8; ++candidate) {
    const unsigned all = __popc(__ballot_sync(~0U, vote == candidate));
    mine = threadIdx.x % 32 == candidate ? all : mine;
  }
  if (threadIdx.x % 32 < 8) {
    atomicAdd(&own[threadIdx.x % 32], mine);
  }
  __syncthreads();
  if (threadIdx.x < 8) {
    atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);
  }
}

/// Elements go to one of 16 buckets: a place from a global counter each, or a block's places at
/// once.
__global__ void placed_one_by_one(const unsigned* in, unsigned* out, unsigned* filled_to,
                                  unsigned room, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned bucket = in[i] % 16;
    out[bucket * room + atomicAdd(&filled_to[bucket], 1U) % room] = in[i];
  }
}

__global__ void placed_by_blocks(const unsigned* in, unsigned* out, unsigned* filled_to,
                                 unsigned room, unsigned n) {
  __shared__ unsigned here[16], first[16];
  if (threadIdx.x < 16) {
    here[threadIdx.x] = 0;
  }
  __syncthreads();
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned value = i < n ? in[i] : 0, bucket = value % 16;
  const unsigned place = i < n ? atomicAdd(&here[bucket], 1U) : 0;
  __syncthreads();
  if (threadIdx.x < 16) {
    first[threadIdx.x] = atomicAdd(&filled_to[threadIdx.x], here[threadIdx.x]);
  }
  __syncthreads();
  if (i < n) {
    out[bucket * room + (first[bucket] + place) % room] = value;
  }
}

/// Means of segments of different lengths: a thread a segment, or a warp.
__global__ void segments_threads(const float* values, const unsigned* begins, float* means,
                                 unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float sum = 0;
    for (unsigned k = begins[i]; k < begins[i + 1]; ++k) {
      sum += values[k];
    }
    means[i] = sum / static_cast<float>(begins[i + 1] - begins[i]);
  }
}

__global__ void segments_warps(const float* values, const unsigned* begins, float* means,
                               unsigned n) {
  const unsigned i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (i < n) {
    const unsigned begin = begins[i], end = begins[i + 1];
    float sum = 0;
    for (unsigned k = begin + lane; k < end; k += 32) {
      sum += values[k];
    }
    for (unsigned step = 16; step > 0; step /= 2) {
      sum += __shfl_down_sync(~0U, sum, step);
    }
    if (lane == 0) {
      means[i] = sum / static_cast<float>(end - begin);
    }
  }
}

inline void add_tallies(Runner& runner, unsigned n) {
  const auto keys_of = [=](unsigned kinds) { return filled(random_numbers<unsigned>(n, kinds)); };
  runner.add(sized("tallies_floats", n), [=] {
    auto keys = keys_of(32);
    auto values = floats(n), sums = zeros<float>(32);
    return [=] { tallies_floats<<<264, 256>>>(keys->get(), values->get(), sums->get(), n); };
  });
  runner.add(sized("tallies_fixed", n), [=] {
    auto keys = keys_of(32);
    auto values = floats(n), sums = zeros<float>(32);
    return [=] { tallies_fixed<<<264, 256>>>(keys->get(), values->get(), sums->get(), n); };
  });
  runner.add(sized("votes_lanes", n), [=] {
    auto votes = keys_of(8), counts = zeros<unsigned>(8);
    return [=] { votes_lanes<<<n / 256, 256>>>(votes->get(), counts->get(), n); };
  });
  runner.add(sized("votes_ballots", n), [=] {
    auto votes = keys_of(8), counts = zeros<unsigned>(8);
    return [=] { votes_ballots<<<n / 256, 256>>>(votes->get(), counts->get(), n); };
  });
}

inline void add_buckets(Runner& runner, unsigned n) {
  runner.add(sized("placed_one_by_one", n), [=] {
    auto in = filled(random_numbers<unsigned>(n, 1U << 20)), out = zeros<unsigned>(n * 2);
    auto ends = zeros<unsigned>(16);
    return
        [=] { placed_one_by_one<<<n / 256, 256>>>(in->get(), out->get(), ends->get(), n / 8, n); };
  });
  runner.add(sized("placed_by_blocks", n), [=] {
    auto in = filled(random_numbers<unsigned>(n, 1U << 20)), out = zeros<unsigned>(n * 2);
    auto ends = zeros<unsigned>(16);
    return
        [=] { placed_by_blocks<<<n / 256, 256>>>(in->get(), out->get(), ends->get(), n / 8, n); };
  });
}

inline void add_segments(Runner& runner, unsigned n) {
  std::vector<unsigned> begins(n + 1);
  const std::vector<unsigned> lengths = random_numbers<unsigned>(n, 64, 13);
  for (unsigned i = 0; i < n; ++i) {
    begins[i + 1] = begins[i] + 1 + lengths[i];
  }
  const unsigned all = begins[n];
  runner.add(sized("segments_threads", n), [=] {
    auto values = floats(all), means = zeros<float>(n);
    auto from = filled(begins);
    return [=] { segments_threads<<<n / 128, 128>>>(values->get(), from->get(), means->get(), n); };
  });
  runner.add(sized("segments_warps", n), [=] {
    auto values = floats(all), means = zeros<float>(n);
    auto from = filled(begins);
    return [=] { segments_warps<<<n / 8, 256>>>(values->get(), from->get(), means->get(), n); };
  });
}

inline void add_fifth_lists(Runner& runner) {
  for (const unsigned n : {1U << 18, 1U << 21}) {
    add_tallies(runner, n);
    add_buckets(runner, n);
  }
  for (const unsigned n : {1U << 13, 1U << 16}) {
    add_segments(runner, n);
  }
}

}  // namespace calibration
