// Twelfth blind test, arithmetic: sums of long numbers, the number in the middle, a game of dice,
// heaps of sand, how much there is to tell.
#pragma once

#include "cases.cuh"

namespace calibration {

constexpr unsigned kWords = 32;

/// Sums of numbers of 1024 bits, lowest word first: a thread a number.
__global__ void longadd_threads(const unsigned* a, const unsigned* b, unsigned* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned long long sum = 0;
    for (unsigned k = i * kWords; k < (i + 1) * kWords; ++k) {
      sum = (sum >> 32) + a[k] + b[k];
      out[k] = static_cast<unsigned>(sum);
    }
  }
}

/// The same with a warp a number: all carries come from one sum of what the lanes say.
__global__ void longadd_votes(const unsigned* a, const unsigned* b, unsigned* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  const unsigned first = a[i], sum = first + b[i];
  const unsigned gives = __ballot_sync(~0U, sum < first), passes = __ballot_sync(~0U, sum == ~0U);
  const unsigned carries = ((gives | passes) + gives) ^ passes;  // none both gives and passes
  out[i] = sum + (carries >> lane & 1);
}

constexpr unsigned kGroup = 128, kMiddle = 63, kKeyBits = 31;

/// The number in the middle of each 128: a block counts the smaller ones for each.
__global__ void kth_ranks(const unsigned* in, unsigned* out) {
  __shared__ unsigned group[kGroup];
  const unsigned own = in[blockIdx.x * kGroup + threadIdx.x];
  group[threadIdx.x] = own;
  __syncthreads();
  unsigned rank = 0;
  for (unsigned k = 0; k < kGroup; ++k) {
    const unsigned other = group[k];
    rank += other < own || (other == own && k < threadIdx.x) ? 1 : 0;
  }
  if (rank == kMiddle) {
    out[blockIdx.x] = own;
  }
}

/// The same: a warp finds the number's bits, the highest first, by votes.
__global__ void kth_bits(const uint4* in, unsigned* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const uint4 own = in[i];
  unsigned found = 0, rest = kMiddle;
  for (unsigned bit = kKeyBits; bit-- > 0;) {
    const unsigned alike = found >> bit;  // the bit itself is zero
    const unsigned count = static_cast<unsigned>(__popc(__ballot_sync(~0U, own.x >> bit == alike)) +
                                                 __popc(__ballot_sync(~0U, own.y >> bit == alike)) +
                                                 __popc(__ballot_sync(~0U, own.z >> bit == alike)) +
                                                 __popc(__ballot_sync(~0U, own.w >> bit == alike)));
    if (rest >= count) {
      rest -= count;
      found |= 1U << bit;
    }
  }
  if (threadIdx.x % 32 == 0) {
    out[i / 32] = found;
  }
}

constexpr unsigned kGames = 32;

/// What two dice show.
__device__ inline unsigned thrown(unsigned& state) {
  state = state * 1664525U + 1013904223U;
  return (state >> 11) % 6 + (state >> 22) % 6 + 2;
}

__device__ inline unsigned first_state(unsigned i) {
  i = (i ^ 61 ^ i >> 16) * 9;
  i = (i ^ i >> 4) * 0x27D4EB2DU;
  return i ^ i >> 15;
}

__device__ inline void add_wins(unsigned wins, unsigned* total) {
  wins = __reduce_add_sync(~0U, wins);
  if (threadIdx.x % 32 == 0) {
    atomicAdd(total, wins);
  }
}

/// Games of craps that are won, 32 a thread: a loop of games, and one of throws in it.
__global__ void craps_games(unsigned* total) {
  unsigned state = first_state(blockIdx.x * blockDim.x + threadIdx.x), wins = 0;
  for (unsigned game = 0; game < kGames; ++game) {
    const unsigned point = thrown(state);
    if (point == 7 || point == 11) {
      ++wins;
    } else if (point != 2 && point != 3 && point != 12) {
      unsigned now = thrown(state);
      while (now != point && now != 7) {
        now = thrown(state);
      }
      wins += now == point ? 1 : 0;
    }
  }
  add_wins(wins, total);
}

/// The same with one loop of throws, so that lanes do not wait for each other's games.
__global__ void craps_throws(unsigned* total) {
  unsigned state = first_state(blockIdx.x * blockDim.x + threadIdx.x), wins = 0;
  unsigned point = 0, games = 0;
  while (games < kGames) {
    const unsigned now = thrown(state);
    const bool is_first = point == 0;
    const bool has_won = is_first ? now == 7 || now == 11 : now == point;
    const bool has_lost = is_first ? now == 2 || now == 3 || now == 12 : now == 7;
    const bool is_over = has_won || has_lost;
    wins += has_won ? 1 : 0;
    games += is_over ? 1 : 0;
    point = is_over ? 0 : is_first ? now : point;
  }
  add_wins(wins, total);
}

constexpr unsigned kSandSteps = 3;

/// Heaps of four and more give to those around them: by atomics, into `out`, which is zero. `next`
/// is made zero for the step behind this one.
__global__ void sandpile_scattered(const unsigned* in, unsigned* out, unsigned* next, unsigned n) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) {
    const unsigned i = y * n + x, grains = in[i], given = grains / 4;
    next[i] = 0;
    atomicAdd(&out[i], grains % 4);
    if (given > 0) {
      if (x > 0) {
        atomicAdd(&out[i - 1], given);
      }
      if (x + 1 < n) {
        atomicAdd(&out[i + 1], given);
      }
      if (y > 0) {
        atomicAdd(&out[i - n], given);
      }
      if (y + 1 < n) {
        atomicAdd(&out[i + n], given);
      }
    }
  }
}

/// The same: each heap looks at what those around it give.
__global__ void sandpile_gathered(const unsigned* in, unsigned* out, unsigned n) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) {
    const unsigned i = y * n + x;
    unsigned grains = in[i] % 4;
    grains += x > 0 ? in[i - 1] / 4 : 0;
    grains += x + 1 < n ? in[i + 1] / 4 : 0;
    grains += y > 0 ? in[i - n] / 4 : 0;
    grains += y + 1 < n ? in[i + n] / 4 : 0;
    out[i] = grains;
  }
}

/// What 256 threads have, added, for thread 0.
__device__ inline float sum_of_threads(float sum) {
  __shared__ float sums[8];
  for (int step = 16; step > 0; step /= 2) {
    sum += __shfl_down_sync(~0U, sum, step);
  }
  if (threadIdx.x % 32 == 0) {
    sums[threadIdx.x / 32] = sum;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (unsigned k = 1; k < 8; ++k) {
      sum += sums[k];
    }
  }
  return sum;
}

/// A block's part of the entropy of n chances.
__device__ inline float part_of_entropy(const float* chances, unsigned n) {
  float sum = 0;
  for (unsigned i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
    const float chance = chances[i];
    sum -= chance * log2f(chance);
  }
  return sum_of_threads(sum);
}

/// The parts of an entropy, a block each.
__global__ void entropy_parts(const float* chances, float* parts, unsigned n) {
  const float sum = part_of_entropy(chances, n);
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = sum;
  }
}

/// All parts added by one block.
__global__ void entropy_total(const float* parts, float* total, unsigned count) {
  float sum = 0;
  for (unsigned k = threadIdx.x; k < count; k += 256) {
    sum += parts[k];
  }
  sum = sum_of_threads(sum);
  if (threadIdx.x == 0) {
    *total = sum;
  }
}

/// Both in one launch: the block that is ready last adds the parts.
__global__ void entropy_ticket(const float* chances, volatile float* parts, unsigned* tickets,
                               float* total, unsigned n) {
  __shared__ bool is_last;
  float sum = part_of_entropy(chances, n);
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = sum;
    __threadfence();
    is_last = atomicInc(tickets, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (is_last) {
    sum = 0;
    for (unsigned k = threadIdx.x; k < gridDim.x; k += 256) {
      sum += parts[k];
    }
    sum = sum_of_threads(sum);
    if (threadIdx.x == 0) {
      *total = sum;
    }
  }
}

/// Every eighth word of one number is the complement of the other's, so that carries pass it.
inline std::vector<unsigned> added_to(const std::vector<unsigned>& words) {
  auto others = random_numbers<unsigned>(words.size(), 1U << 31, 131);
  for (std::size_t k = 0; k < words.size(); ++k) {
    others[k] = others[k] % 8 == 0 ? ~words[k] : 2 * others[k];
  }
  return others;
}

inline std::vector<unsigned> long_numbers(unsigned n) {
  auto words = random_numbers<unsigned>(n * kWords, 1U << 31, 132);
  for (unsigned& word : words) {
    word *= 2;
  }
  return words;
}

inline void add_long_sums(Runner& runner, unsigned n) {
  runner.add(sized("longadd_threads", n), [=] {
    const auto words = long_numbers(n);
    auto a = filled(words), b = filled(added_to(words)), out = zeros<unsigned>(n * kWords);
    return [=] { longadd_threads<<<n / 128, 128>>>(a->get(), b->get(), out->get(), n); };
  });
  runner.add(sized("longadd_votes", n), [=] {
    const auto words = long_numbers(n);
    auto a = filled(words), b = filled(added_to(words)), out = zeros<unsigned>(n * kWords);
    return [=] { longadd_votes<<<n * kWords / 256, 256>>>(a->get(), b->get(), out->get()); };
  });
}

inline void add_middles(Runner& runner, unsigned n) {
  runner.add(sized("kth_ranks", n), [=] {
    auto in = filled(random_numbers<unsigned>(n, 1U << kKeyBits, 115));
    auto out = zeros<unsigned>(n / kGroup);
    return [=] { kth_ranks<<<n / kGroup, kGroup>>>(in->get(), out->get()); };
  });
  runner.add(sized("kth_bits", n), [=] {
    auto in = filled(random_numbers<unsigned>(n, 1U << kKeyBits, 115));
    auto out = zeros<unsigned>(n / kGroup);
    return
        [=] { kth_bits<<<n / 512, 128>>>(reinterpret_cast<const uint4*>(in->get()), out->get()); };
  });
}

inline void add_craps(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n), [=] {
      auto total = zeros<unsigned>(1);
      return [=] { kernel<<<n / 128, 128>>>(total->get()); };
    });
  };
  add("craps_games", craps_games);
  add("craps_throws", craps_throws);
}

/// Every run begins with the same heaps of up to eleven grains.
inline void add_sandpiles(Runner& runner, unsigned n) {
  runner.add(sized("sandpile_scattered", n * n), [=] {
    auto in = filled(random_numbers<unsigned>(n * n, 12, 133));
    const auto heaps = [=] { return zeros<unsigned>(n * n); };
    auto one = heaps(), two = heaps(), three = heaps();
    return [=] {
      unsigned* all[] = {one->get(), two->get(), three->get()};
      const unsigned* from = in->get();
      for (unsigned k = 0; k < kSandSteps; ++k) {
        sandpile_scattered<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(from, all[k], all[(k + 1) % 3], n);
        from = all[k];
      }
    };
  });
  runner.add(sized("sandpile_gathered", n * n), [=] {
    auto in = filled(random_numbers<unsigned>(n * n, 12, 133));
    const auto heaps = [=] { return zeros<unsigned>(n * n); };
    auto one = heaps(), two = heaps(), three = heaps();
    return [=] {
      unsigned* all[] = {one->get(), two->get(), three->get()};
      const unsigned* from = in->get();
      for (unsigned k = 0; k < kSandSteps; ++k) {
        sandpile_gathered<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(from, all[k], n);
        from = all[k];
      }
    };
  });
}

/// Chances that are not zero.
inline Shared<float> some_chances(unsigned n) {
  std::vector<float> numbers = bench::random_floats(n, 134);
  for (float& number : numbers) {
    number = (number + 1.001F) / static_cast<float>(n);
  }
  return filled(numbers);
}

inline void add_entropies(Runner& runner, unsigned n) {
  const unsigned blocks = std::min(n / 1024, 528U);
  runner.add(sized("entropy_launches", n), [=] {
    auto chances = some_chances(n), parts = zeros<float>(blocks), total = zeros<float>(1);
    return [=] {
      entropy_parts<<<blocks, 256>>>(chances->get(), parts->get(), n);
      entropy_total<<<1, 256>>>(parts->get(), total->get(), blocks);
    };
  });
  runner.add(sized("entropy_ticket", n), [=] {
    auto chances = some_chances(n), parts = zeros<float>(blocks), total = zeros<float>(1);
    auto tickets = zeros<unsigned>(1);
    return [=] {
      entropy_ticket<<<blocks, 256>>>(chances->get(), parts->get(), tickets->get(), total->get(),
                                      n);
    };
  });
}

inline void add_twelfth_numbers(Runner& runner) {
  for (const unsigned n : {1U << 12, 1U << 16}) {
    add_long_sums(runner, n);
  }
  for (const unsigned n : {1U << 15, 1U << 18}) {
    add_middles(runner, n);
  }
  for (const unsigned n : {1U << 13, 1U << 16}) {
    add_craps(runner, n);
  }
  for (const unsigned n : {256U, 1024U}) {
    add_sandpiles(runner, n);
  }
  for (const unsigned n : {1U << 18, 1U << 22}) {
    add_entropies(runner, n);
  }
}

}  // namespace calibration
