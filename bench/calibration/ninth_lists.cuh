// Ninth blind test, lists: lengths of runs, two lists in one, a dictionary, order by some bits,
// items repeated.
#pragma once

#include "cases.cuh"

#include <numeric>

namespace calibration {

/// The length of each run of equal numbers, where it begins: by going to its end, or by a vote of
/// the warp.
__global__ void spans_walked(const int* in, unsigned* lengths, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  unsigned length = 0;
  if (i == 0 || in[i - 1] != in[i]) {
    const int value = in[i];
    do {
      ++length;
    } while (i + length < n && in[i + length] == value);
  }
  lengths[i] = length;
}

__global__ void spans_voted(const int* in, unsigned* lengths, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  if (i - lane + 32 > n) {
    return;  // lists end with a warp
  }
  const int value = in[i];
  int before = __shfl_up_sync(~0U, value, 1);
  if (lane == 0 && i > 0) {
    before = in[i - 1];
  }
  const bool begins = i == 0 || before != value;
  const unsigned later = __ballot_sync(~0U, begins) & ~((2U << lane) - 1);
  unsigned length = 0;
  if (begins && later != 0) {
    length = static_cast<unsigned>(__ffs(static_cast<int>(later))) - 1 - lane;
  } else if (begins) {
    unsigned end = i - lane + 32;
    while (end < n && in[end] == value) {
      ++end;
    }
    length = end - i;
  }
  lengths[i] = length;
}

constexpr unsigned kListLength = 1024;

/// How many of the first `place` numbers of two sorted lists in one come from list a.
__device__ inline unsigned share_of_first(const int* a, const int* b, unsigned place) {
  unsigned low = place > kListLength ? place - kListLength : 0, high = min(place, kListLength);
  while (low < high) {
    const unsigned middle = (low + high) / 2;
    if (a[middle] <= b[place - 1 - middle]) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/// Eight numbers of two sorted lists in one.
__device__ inline void merge_eight(const int* a, const int* b, unsigned place, int* out) {
  unsigned from_a = share_of_first(a, b, place), from_b = place - from_a;
#pragma unroll
  for (unsigned k = 0; k < 8; ++k) {
    const bool takes_a = from_b >= kListLength || (from_a < kListLength && a[from_a] <= b[from_b]);
    out[k] = takes_a ? a[from_a] : b[from_b];
    from_a += takes_a ? 1 : 0;
    from_b += takes_a ? 0 : 1;
  }
}

/// Pairs of sorted lists of 1024 in one, a block a pair, eight numbers a thread: in global memory,
/// or in shared memory.
__global__ void mergepath_global(const int* a, const int* b, int* out) {
  const unsigned first = blockIdx.x * kListLength, place = threadIdx.x * 8;
  int eight[8];
  merge_eight(a + first, b + first, place, eight);
  for (unsigned k = 0; k < 8; ++k) {
    out[2 * first + place + k] = eight[k];
  }
}

__global__ void mergepath_shared(const int* a, const int* b, int* out) {
  __shared__ int both[2 * kListLength];
  const unsigned first = blockIdx.x * kListLength, t = threadIdx.x;
  for (unsigned k = t; k < kListLength; k += 256) {
    both[k] = a[first + k];
    both[kListLength + k] = b[first + k];
  }
  __syncthreads();
  int eight[8];
  merge_eight(both, both + kListLength, t * 8, eight);
  __syncthreads();
  for (unsigned k = 0; k < 8; ++k) {
    both[t * 8 + k] = eight[k];
  }
  __syncthreads();
  for (unsigned k = t; k < 2 * kListLength; k += 256) {
    out[2 * first + k] = both[k];
  }
}

constexpr unsigned kEntries = 1U << 16;

/// Where each word would stand in a sorted dictionary of 65536: 16 steps of a search in memory, or
/// the first eight of them among what the block keeps of it.
__global__ void dictionary_whole(const unsigned* entries, const unsigned* words, unsigned* places,
                                 unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned word = words[i];
    unsigned place = 0;
    for (unsigned step = kEntries / 2; step > 0; step /= 2) {
      place += entries[place + step] <= word ? step : 0;
    }
    places[i] = place;
  }
}

__global__ void dictionary_topped(const unsigned* entries, const unsigned* words, unsigned* places,
                                  unsigned n) {
  __shared__ unsigned top[256];
  top[threadIdx.x] = entries[threadIdx.x * (kEntries / 256)];
  __syncthreads();
  for (unsigned i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
    const unsigned word = words[i];
    unsigned place = 0;
    for (unsigned step = 128; step > 0; step /= 2) {
      place += top[place + step] <= word ? step : 0;
    }
    place *= kEntries / 256;
    for (unsigned step = kEntries / 512; step > 0; step /= 2) {
      place += entries[place + step] <= word ? step : 0;
    }
    places[i] = place;
  }
}

/// Each 256 keys in the order of their four low bits, bit by bit: places from a scan in shared
/// memory, or from ballots.
__global__ void bitsplit_scanned(const unsigned* in, unsigned* out) {
  __shared__ unsigned keys[256], sums[256];
  const unsigned t = threadIdx.x;
  unsigned key = in[blockIdx.x * 256 + t];
  for (unsigned bit = 0; bit < 4; ++bit) {
    const bool is_low = (key >> bit & 1) == 0;
    unsigned sum = is_low ? 1 : 0;
    sums[t] = sum;
    __syncthreads();
    for (unsigned step = 1; step < 256; step *= 2) {
      const unsigned other = t >= step ? sums[t - step] : 0;
      __syncthreads();
      sum += other;
      sums[t] = sum;
      __syncthreads();
    }
    keys[is_low ? sum - 1 : sums[255] + t - sum] = key;
    __syncthreads();
    key = keys[t];
  }
  out[blockIdx.x * 256 + t] = key;
}

__global__ void bitsplit_voted(const unsigned* in, unsigned* out) {
  __shared__ unsigned keys[256], counts[8];
  const unsigned t = threadIdx.x, warp = t / 32, lane = t % 32;
  unsigned key = in[blockIdx.x * 256 + t];
  for (unsigned bit = 0; bit < 4; ++bit) {
    const bool is_low = (key >> bit & 1) == 0;
    const unsigned lows = __ballot_sync(~0U, is_low);
    if (lane == 0) {
      counts[warp] = static_cast<unsigned>(__popc(lows));
    }
    __syncthreads();
    auto before = static_cast<unsigned>(__popc(lows & ((1U << lane) - 1)));
    unsigned all = 0;
    for (unsigned k = 0; k < 8; ++k) {
      before += k < warp ? counts[k] : 0;
      all += counts[k];
    }
    keys[is_low ? before : all + t - before] = key;
    __syncthreads();
    key = keys[t];
  }
  out[blockIdx.x * 256 + t] = key;
}

/// Items written as often as they are wanted, one behind the other: a thread an item, or lanes that
/// share the items of their warp.
__global__ void expanded_items(const float* items, const unsigned* begins, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float item = items[i];
    const unsigned end = begins[i + 1];
    for (unsigned place = begins[i]; place < end; ++place) {
      out[place] = item;
    }
  }
}

__global__ void expanded_warps(const float* items, const unsigned* begins, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  if (i - lane + 32 > n) {
    return;  // lists end with a warp
  }
  const float item = items[i];
  const unsigned begin = begins[i], end = begins[i - lane + 32];
  for (unsigned first = __shfl_sync(~0U, begin, 0); first < end; first += 32) {
    const unsigned place = first + lane;
    unsigned owner = 0;
    for (unsigned step = 16; step > 0; step /= 2) {
      owner += __shfl_sync(~0U, begin, static_cast<int>(owner + step)) <= place ? step : 0;
    }
    const float owned = __shfl_sync(~0U, item, static_cast<int>(owner));
    if (place < end) {
      out[place] = owned;
    }
  }
}

/// Eight equal numbers a run, in the mean.
inline void add_spans(Runner& runner, unsigned n) {
  const auto numbers = [=] {
    std::vector<int> values = random_numbers<int>(n, 8);
    int run = 0;
    for (int& value : values) {
      run += value == 0 ? 1 : 0;
      value = run;
    }
    return filled(values);
  };
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n), [=] {
      auto in = numbers();
      auto lengths = zeros<unsigned>(n);
      return [=] { kernel<<<n / 256, 256>>>(in->get(), lengths->get(), n); };
    });
  };
  add("spans_walked", spans_walked);
  add("spans_voted", spans_voted);
}

inline void add_merges(Runner& runner, unsigned pairs) {
  const unsigned half = pairs * kListLength;
  const auto lists = [=](std::uint64_t seed) {
    std::vector<int> values = random_numbers<int>(half, 1U << 20, seed);
    for (auto first = values.begin(); first != values.end(); first += kListLength) {
      std::sort(first, first + kListLength);
    }
    return filled(values);
  };
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, 2 * half), [=] {
      auto a = lists(1), b = lists(2), out = zeros<int>(2 * half);
      return [=] { kernel<<<pairs, 256>>>(a->get(), b->get(), out->get()); };
    });
  };
  add("mergepath_global", mergepath_global);
  add("mergepath_shared", mergepath_shared);
}

inline void add_dictionaries(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel, unsigned blocks) {
    runner.add(sized(name, n), [=] {
      std::vector<unsigned> sorted = random_numbers<unsigned>(kEntries, 1U << 30, 11);
      std::sort(sorted.begin(), sorted.end());
      auto entries = filled(sorted), words = filled(random_numbers<unsigned>(n, 1U << 30)),
           places = zeros<unsigned>(n);
      return [=] { kernel<<<blocks, 256>>>(entries->get(), words->get(), places->get(), n); };
    });
  };
  add("dictionary_whole", dictionary_whole, n / 256);
  add("dictionary_topped", dictionary_topped, n / 1024);
}

inline void add_bitsplits(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n), [=] {
      auto in = filled(random_numbers<unsigned>(n, 1U << 30)), out = zeros<unsigned>(n);
      return [=] { kernel<<<n / 256, 256>>>(in->get(), out->get()); };
    });
  };
  add("bitsplit_scanned", bitsplit_scanned);
  add("bitsplit_voted", bitsplit_voted);
}

/// Each item up to 31 times.
inline void add_expansions(Runner& runner, unsigned n) {
  std::vector<unsigned> begins = random_numbers<unsigned>(n + 1, 32, 13);
  std::exclusive_scan(begins.begin(), begins.end(), begins.begin(), 0U);
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n), [=] {
      auto items = floats(n), out = zeros<float>(begins[n]);
      auto places = filled(begins);
      return [=] { kernel<<<n / 256, 256>>>(items->get(), places->get(), out->get(), n); };
    });
  };
  add("expanded_items", expanded_items);
  add("expanded_warps", expanded_warps);
}

inline void add_ninth_lists(Runner& runner) {
  for (const unsigned n : {1U << 18, 1U << 22}) {
    add_spans(runner, n);
  }
  for (const unsigned pairs : {128U, 2048U}) {
    add_merges(runner, pairs);
  }
  for (const unsigned n : {1U << 17, 1U << 20}) {
    add_dictionaries(runner, n);
    add_bitsplits(runner, n);
  }
  for (const unsigned n : {1U << 14, 1U << 18}) {
    add_expansions(runner, n);
  }
}

}  // namespace calibration
