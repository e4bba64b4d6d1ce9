// Eleventh blind test, arithmetic: queens on a board, prizes by their chances, discs that push each
// other, filters of sound, the worth of options by steps back in time.
#pragma once

#include "cases.cuh"

namespace calibration {

constexpr unsigned kMostQueens = 12;

/// Whether no queen in a row above stands in the way of the one in `row`.
__device__ inline bool is_safe(const unsigned* places, unsigned row) {
  for (unsigned above = 0; above < row; ++above) {
    const unsigned away = row - above;
    if (places[above] == places[row] || places[above] + away == places[row] ||
        places[above] == places[row] + away) {
      return false;
    }
  }
  return true;
}

__device__ inline void add_of_warp(unsigned found, unsigned* count) {
  found = __reduce_add_sync(~0U, found);
  if (threadIdx.x % 32 == 0 && found > 0) {
    atomicAdd(count, found);
  }
}

/// In how many ways n queens stand on a board, a thread for each way to set the first four: places
/// of queens in a list, or bits for columns and slants that are taken.
__global__ void queens_lists(unsigned* count, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned places[kMostQueens], rest = i, found = 0;
  bool is_possible = i < n * n * n * n;
  for (unsigned row = 0; row < 4 && is_possible; ++row) {
    places[row] = rest % n;
    rest /= n;
    is_possible = is_safe(places, row);
  }
  if (is_possible) {
    unsigned row = 4;
    places[row] = 0;
    while (row >= 4) {
      if (places[row] == n) {
        --row;
        ++places[row];
      } else if (!is_safe(places, row)) {
        ++places[row];
      } else if (row == n - 1) {
        ++found;
        ++places[row];
      } else {
        ++row;
        places[row] = 0;
      }
    }
  }
  add_of_warp(found, count);
}

/// Columns that are taken, for the next row, and those in it that are still to be tried.
struct Taken {
  unsigned straight, left, right, to_try;
};

__device__ inline Taken with_queen(const Taken& taken, unsigned queen, unsigned all) {
  const unsigned straight = taken.straight | queen, left = (taken.left | queen) << 1;
  const unsigned right = (taken.right | queen) >> 1;
  return {straight, left, right, all & ~(straight | left | right)};
}

__global__ void queens_bits(unsigned* count, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, all = (1U << n) - 1;
  unsigned rest = i, found = 0;
  Taken rows[kMostQueens];
  rows[4] = {0, 0, 0, all};
  bool is_possible = i < n * n * n * n;
  for (unsigned row = 0; row < 4 && is_possible; ++row) {
    const unsigned queen = 1U << rest % n;
    rest /= n;
    is_possible = (rows[4].to_try & queen) != 0;
    rows[4] = with_queen(rows[4], queen, all);
  }
  if (is_possible) {
    unsigned row = 4;
    while (row >= 4) {
      const unsigned to_try = rows[row].to_try, queen = to_try & (0 - to_try);
      rows[row].to_try = to_try ^ queen;
      if (queen == 0) {
        --row;
      } else if (row == n - 1) {
        ++found;
      } else {
        rows[row + 1] = with_queen(rows[row], queen, all);
        ++row;
      }
    }
  }
  add_of_warp(found, count);
}

constexpr unsigned kPrizes = 1024;

__device__ inline unsigned stirred(unsigned state) {
  state = (state ^ state >> 16) * 0x7FEB352DU;
  state = (state ^ state >> 15) * 0x846CA68BU;
  return state ^ state >> 16;
}

/// Prizes drawn by their chances: looked for in the sums of chances, or one of two that share a
/// drawer.
__global__ void lottery_searched(const float* sums, unsigned short* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float drawn = static_cast<float>(stirred(i) >> 8) * 0x1p-24F;
    unsigned low = 0, high = kPrizes - 1;
    while (low < high) {
      const unsigned middle = (low + high) / 2;
      if (sums[middle] > drawn) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    out[i] = static_cast<unsigned short>(low);
  }
}

/// Up to which part of a drawer its own prize is in it, and what else is there.
struct Drawer {
  float part;
  unsigned other;
};

__global__ void lottery_drawers(const Drawer* drawers, unsigned short* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned number = stirred(i), which = number % kPrizes;
    const float part = static_cast<float>(number / kPrizes) * 0x1p-22F;
    const Drawer drawer = drawers[which];
    out[i] = static_cast<unsigned short>(part < drawer.part ? which : drawer.other);
  }
}

constexpr int kCellColumns = 32;

/// How a disc pushes one that it overlaps.
__device__ inline void push(float2 own, float2 other, float2& force) {
  const float dx = own.x - other.x, dy = own.y - other.y, square = dx * dx + dy * dy;
  if (square > 0 && square < 1) {
    const float strength = rsqrtf(square) - 1;
    force.x += strength * dx;
    force.y += strength * dy;
  }
}

/// Forces between discs that are sorted by cells of 1 x 1: a thread a disc, which looks at those in
/// nine cells, or a warp a cell, with discs of three cells in a row handed from lane to lane.
__global__ void contacts_threads(const unsigned* begins, const float2* discs, float2* forces,
                                 int rows, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float2 own = discs[i];
    const int col = static_cast<int>(own.x), row = static_cast<int>(own.y);
    float2 force = make_float2(0, 0);
    for (int y = max(row - 1, 0); y <= min(row + 1, rows - 1); ++y) {
      for (int x = max(col - 1, 0); x <= min(col + 1, kCellColumns - 1); ++x) {
        const unsigned end = begins[y * kCellColumns + x + 1];
        for (unsigned k = begins[y * kCellColumns + x]; k < end; ++k) {
          push(own, discs[k], force);
        }
      }
    }
    forces[i] = force;
  }
}

__global__ void contacts_cells(const unsigned* begins, const float2* discs, float2* forces,
                               int rows) {
  const unsigned lane = threadIdx.x % 32;
  const auto cell = static_cast<int>((blockIdx.x * blockDim.x + threadIdx.x) / 32);
  const int col = cell % kCellColumns, row = cell / kCellColumns;
  const unsigned own_end = begins[cell + 1];
  for (unsigned first = begins[cell]; first < own_end; first += 32) {
    const bool is_used = first + lane < own_end;
    const float2 own = is_used ? discs[first + lane] : make_float2(-9, -9);
    float2 force = make_float2(0, 0);
    for (int y = max(row - 1, 0); y <= min(row + 1, rows - 1); ++y) {
      const unsigned end = begins[y * kCellColumns + min(col + 1, kCellColumns - 1) + 1];
      for (unsigned k = begins[y * kCellColumns + max(col - 1, 0)]; k < end; k += 32) {
        const unsigned count = min(end - k, 32U);
        const float2 other = lane < count ? discs[k + lane] : make_float2(0, 0);
        for (int from = 0; from < static_cast<int>(count); ++from) {
          const float x = __shfl_sync(~0U, other.x, from), y_of = __shfl_sync(~0U, other.y, from);
          push(own, make_float2(x, y_of), force);
        }
      }
    }
    if (is_used) {
      forces[first + lane] = force;
    }
  }
}

constexpr unsigned kSamples = 256, kStages = 4;

struct Stage {
  float b0, b1, b2, a1, a2;
};
__constant__ Stage stages[kStages];

/// What the stages of a filter remember.
struct Memory {
  float one[kStages], two[kStages];
};

__device__ inline float filtered(float sample, Memory& memory) {
#pragma unroll
  for (unsigned k = 0; k < kStages; ++k) {
    const float out = stages[k].b0 * sample + memory.one[k];
    memory.one[k] = stages[k].b1 * sample - stages[k].a1 * out + memory.two[k];
    memory.two[k] = stages[k].b2 * sample - stages[k].a2 * out;
    sample = out;
  }
  return sample;
}

/// Channels of 256 samples sent through four filters, a thread a channel: samples from memory, or
/// 32 samples of 32 channels by way of shared memory, a tile a warp.
__global__ void biquad_channels(const float* in, float* out, unsigned channels) {
  const unsigned channel = blockIdx.x * blockDim.x + threadIdx.x;
  if (channel < channels) {
    Memory memory{};
    for (unsigned k = 0; k < kSamples; ++k) {
      out[channel * kSamples + k] = filtered(in[channel * kSamples + k], memory);
    }
  }
}

__global__ void biquad_tiled(const float* in, float* out) {
  __shared__ float tiles[4][32][33];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned first = (blockIdx.x * 4 + warp) * 32 * kSamples + lane;
  float(*tile)[33] = tiles[warp];
  Memory memory{};
  for (unsigned sample = 0; sample < kSamples; sample += 32) {
    for (unsigned row = 0; row < 32; ++row) {
      tile[row][lane] = in[first + row * kSamples + sample];
    }
    __syncwarp();
    for (unsigned k = 0; k < 32; ++k) {
      tile[lane][k] = filtered(tile[lane][k], memory);
    }
    __syncwarp();
    for (unsigned row = 0; row < 32; ++row) {
      out[first + row * kSamples + sample] = tile[row][lane];
    }
    __syncwarp();
  }
}

constexpr unsigned kLeaves = 128;
constexpr float kInterest = 0.03F;

/// One step in time: by what a price grows, and what both ends of it count for the beginning.
struct TimeStep {
  float growth, if_up, if_down;
};

/// `option` has a price, a strike price, how much the price swings, and years.
__device__ inline TimeStep time_step(float4 option) {
  const float time = option.w / (kLeaves - 1), growth = expf(option.z * sqrtf(time));
  const float interest = expf(kInterest * time),
              chance = (interest - 1 / growth) / (growth - 1 / growth);
  return {growth, chance / interest, (1 - chance) / interest};
}

/// The worth of an option to sell at any time, from the last of 127 steps back to now: a block an
/// option and a leaf a thread, or a warp an option and four leaves a lane.
__global__ void binomial_blocks(const float4* options, float* out) {
  __shared__ float worth[kLeaves];
  const float4 option = options[blockIdx.x];
  const TimeStep step = time_step(option);
  const unsigned t = threadIdx.x;
  float price = option.x * powf(step.growth, 2 * static_cast<float>(t) - (kLeaves - 1));
  worth[t] = fmaxf(option.y - price, 0);
  __syncthreads();
  for (unsigned leaves = kLeaves - 1; leaves > 0; --leaves) {
    price *= step.growth;
    float now = 0;
    if (t < leaves) {
      now = fmaxf(step.if_up * worth[t + 1] + step.if_down * worth[t], option.y - price);
    }
    __syncthreads();
    if (t < leaves) {
      worth[t] = now;
    }
    __syncthreads();
  }
  if (t == 0) {
    out[blockIdx.x] = worth[0];
  }
}

__global__ void binomial_warps(const float4* options, float* out) {
  const unsigned lane = threadIdx.x % 32, i = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const float4 option = options[i];
  const TimeStep step = time_step(option);
  float prices[4], worth[4];
#pragma unroll
  for (unsigned k = 0; k < 4; ++k) {
    const auto ups = static_cast<float>(4 * lane + k);
    prices[k] = option.x * powf(step.growth, 2 * ups - (kLeaves - 1));
    worth[k] = fmaxf(option.y - prices[k], 0);
  }
  for (unsigned leaves = kLeaves - 1; leaves > 0; --leaves) {
    const float beyond = __shfl_down_sync(~0U, worth[0], 1);
#pragma unroll
    for (unsigned k = 0; k < 4; ++k) {
      const float up = k < 3 ? worth[k + 1] : beyond;
      prices[k] *= step.growth;
      worth[k] = fmaxf(step.if_up * up + step.if_down * worth[k], option.y - prices[k]);
    }
  }
  if (lane == 0) {
    out[i] = worth[0];
  }
}

inline void add_queens(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n), [=] {
      auto count = zeros<unsigned>(1);
      const unsigned blocks = (n * n * n * n + 127) / 128;
      return [=] { kernel<<<blocks, 128>>>(count->get(), n); };
    });
  };
  add("queens_lists", queens_lists);
  add("queens_bits", queens_bits);
}

/// Chances that add up to one, few of them great.
inline std::vector<double> chances() {
  const std::vector<float> numbers = bench::random_floats(kPrizes, 91);
  std::vector<double> parts(kPrizes);
  double sum = 0;
  for (unsigned k = 0; k < kPrizes; ++k) {
    parts[k] = std::pow(0.5 * numbers[k] + 0.5, 4) + 1e-4;
    sum += parts[k];
  }
  for (double& part : parts) {
    part /= sum;
  }
  return parts;
}

/// A prize in each drawer, and of another one what is too much for its own.
inline std::vector<Drawer> drawers_of(std::vector<double> parts) {
  std::vector<Drawer> drawers(kPrizes);
  std::vector<unsigned> small, great;
  for (unsigned k = 0; k < kPrizes; ++k) {
    parts[k] *= kPrizes;
    (parts[k] < 1 ? small : great).push_back(k);
    drawers[k] = {1, k};
  }
  while (!small.empty() && !great.empty()) {
    const unsigned one = small.back(), other = great.back();
    small.pop_back();
    drawers[one] = {static_cast<float>(parts[one]), other};
    parts[other] -= 1 - parts[one];
    if (parts[other] < 1) {
      great.pop_back();
      small.push_back(other);
    }
  }
  return drawers;
}

inline void add_lotteries(Runner& runner, unsigned n) {
  runner.add(sized("lottery_searched", n), [=] {
    const std::vector<double> parts = chances();
    std::vector<float> so_far(kPrizes);
    double sum = 0;
    for (unsigned k = 0; k < kPrizes; ++k) {
      sum += parts[k];
      so_far[k] = static_cast<float>(sum);
    }
    auto sums = filled(so_far);
    auto out = zeros<unsigned short>(n);
    return [=] { lottery_searched<<<n / 256, 256>>>(sums->get(), out->get(), n); };
  });
  runner.add(sized("lottery_drawers", n), [=] {
    auto drawers = filled(drawers_of(chances()));
    auto out = zeros<unsigned short>(n);
    return [=] { lottery_drawers<<<n / 256, 256>>>(drawers->get(), out->get(), n); };
  });
}

struct SortedDiscs {
  std::vector<unsigned> begins;
  std::vector<float2> discs;
};

/// Discs sorted by cells, about sixteen in each.
inline SortedDiscs sorted_discs(unsigned n, unsigned cells) {
  const std::vector<unsigned> cell_of = random_numbers<unsigned>(n, cells, 92);
  const std::vector<float> within = bench::random_floats(2 * n, 93);
  SortedDiscs sorted{std::vector<unsigned>(cells + 1), std::vector<float2>(n)};
  for (const unsigned cell : cell_of) {
    ++sorted.begins[cell + 1];
  }
  for (unsigned k = 0; k < cells; ++k) {
    sorted.begins[k + 1] += sorted.begins[k];
  }
  std::vector<unsigned> next(sorted.begins);
  for (unsigned k = 0; k < n; ++k) {
    const unsigned cell = cell_of[k];
    const auto col = static_cast<float>(cell % kCellColumns);
    const auto row = static_cast<float>(cell / kCellColumns);
    sorted.discs[next[cell]++] =
        make_float2(col + 0.49F * (within[2 * k] + 1), row + 0.49F * (within[2 * k + 1] + 1));
  }
  return sorted;
}

inline void add_contacts(Runner& runner, unsigned n) {
  const unsigned cells = n / 16;
  const auto rows = static_cast<int>(cells / kCellColumns);
  runner.add(sized("contacts_threads", n), [=] {
    const SortedDiscs sorted = sorted_discs(n, cells);
    auto begins = filled(sorted.begins);
    auto discs = filled(sorted.discs), forces = zeros<float2>(n);
    return [=] {
      contacts_threads<<<n / 128, 128>>>(begins->get(), discs->get(), forces->get(), rows, n);
    };
  });
  runner.add(sized("contacts_cells", n), [=] {
    const SortedDiscs sorted = sorted_discs(n, cells);
    auto begins = filled(sorted.begins);
    auto discs = filled(sorted.discs), forces = zeros<float2>(n);
    return [=] {
      contacts_cells<<<cells / 4, 128>>>(begins->get(), discs->get(), forces->get(), rows);
    };
  });
}

inline void add_biquads(Runner& runner, unsigned channels) {
  const unsigned size = channels * kSamples;
  const auto set_stages = [] {
    const Stage low{0.2F, 0.4F, 0.2F, -0.5F, 0.3F}, high{0.5F, -0.9F, 0.5F, -0.8F, 0.25F};
    const Stage all[kStages] = {low, high, low, high};
    BENCH_CHECK(cudaMemcpyToSymbol(stages, all, sizeof stages));
  };
  runner.add(sized("biquad_channels", size), [=] {
    set_stages();
    auto in = floats(size), out = zeros<float>(size);
    return [=] { biquad_channels<<<channels / 128, 128>>>(in->get(), out->get(), channels); };
  });
  runner.add(sized("biquad_tiled", size), [=] {
    set_stages();
    auto in = floats(size), out = zeros<float>(size);
    return [=] { biquad_tiled<<<channels / 128, 128>>>(in->get(), out->get()); };
  });
}

inline void add_binomials(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel, unsigned blocks) {
    runner.add(sized(name, n), [=] {
      const std::vector<float> numbers = bench::random_floats(4 * n, 94);
      std::vector<float4> all(n);
      for (unsigned k = 0; k < n; ++k) {
        const float* own = &numbers[4 * k];
        all[k] = make_float4(100 + 20 * own[0], 100 + 20 * own[1], 0.3F + 0.1F * own[2],
                             1 + 0.5F * own[3]);
      }
      auto options = filled(all);
      auto out = zeros<float>(n);
      return [=] { kernel<<<blocks, 128>>>(options->get(), out->get()); };
    });
  };
  add("binomial_blocks", binomial_blocks, n);
  add("binomial_warps", binomial_warps, n / 4);
}

inline void add_eleventh_numbers(Runner& runner) {
  for (const unsigned n : {9U, 11U}) {
    add_queens(runner, n);
  }
  for (const unsigned n : {1U << 18, 1U << 21}) {
    add_lotteries(runner, n);
  }
  for (const unsigned n : {1U << 14, 1U << 17}) {
    add_contacts(runner, n);
  }
  for (const unsigned n : {1U << 10, 1U << 13}) {
    add_biquads(runner, n);
  }
  for (const unsigned n : {1U << 8, 1U << 11}) {
    add_binomials(runner, n);
  }
}

}  // namespace calibration
