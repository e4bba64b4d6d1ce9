// Blind cases on lists: sorting steps, sparse products, string search, random access, binary
// search, largest values.
#pragma once

#include "cases.cuh"

namespace calibration {

/// One step of a bitonic sort over the whole list.
__global__ void sort_step(unsigned* keys, unsigned n, unsigned stage, unsigned distance) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ distance;
  if (i < n && other > i) {
    const unsigned a = keys[i], b = keys[other];
    if ((a > b) == ((i & stage) == 0)) {
      keys[i] = b;
      keys[other] = a;
    }
  }
}

/// Blocks of 1024 keys, each sorted in shared memory.
__global__ void sort_blocks(unsigned* keys) {
  __shared__ unsigned part[1024];
  part[threadIdx.x] = keys[blockIdx.x * 1024 + threadIdx.x];
  for (unsigned stage = 2; stage <= 1024; stage *= 2) {
    for (unsigned distance = stage / 2; distance > 0; distance /= 2) {
      __syncthreads();
      const unsigned i = threadIdx.x, other = i ^ distance;
      if (other > i) {
        const unsigned a = part[i], b = part[other];
        if ((a > b) == ((i & stage) == 0)) {
          part[i] = b;
          part[other] = a;
        }
      }
    }
  }
  __syncthreads();
  keys[blockIdx.x * 1024 + threadIdx.x] = part[threadIdx.x];
}

struct SparseRows {
  const unsigned* begins;
  const unsigned* cols;
  const float* values;
  unsigned rows;
};

__global__ void sparse_threads(SparseRows matrix, const float* x, float* y) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < matrix.rows) {
    float sum = 0;
    for (unsigned k = matrix.begins[row]; k < matrix.begins[row + 1]; ++k) {
      sum += matrix.values[k] * x[matrix.cols[k]];
    }
    y[row] = sum;
  }
}

__global__ void sparse_warps(SparseRows matrix, const float* x, float* y) {
  const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= matrix.rows) {
    return;
  }
  float sum = 0;
  for (unsigned k = matrix.begins[row] + lane; k < matrix.begins[row + 1]; k += 32) {
    sum += matrix.values[k] * x[matrix.cols[k]];
  }
  for (unsigned step = 16; step > 0; step /= 2) {
    sum += __shfl_down_sync(~0U, sum, step);
  }
  if (lane == 0) {
    y[row] = sum;
  }
}

struct Pattern {
  char letters[8];
};

__global__ void search_plain(const char* text, unsigned n, Pattern pattern, unsigned* found) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 8 > n) {
    return;
  }
  bool same = true;
  for (unsigned k = 0; k < 8 && same; ++k) {
    same = text[i + k] == pattern.letters[k];
  }
  if (same) {
    atomicAdd(found, 1U);
  }
}

__global__ void search_tiled(const char* text, unsigned n, Pattern pattern, unsigned* found) {
  __shared__ char part[256 + 8];
  const unsigned first = blockIdx.x * 256;
  for (unsigned i = threadIdx.x; i < 264; i += 256) {
    part[i] = first + i < n ? text[first + i] : 0;
  }
  __syncthreads();
  unsigned same = 0;
  for (unsigned k = 0; k < 8; ++k) {
    same += part[threadIdx.x + k] == pattern.letters[k] ? 1 : 0;
  }
  const int all = __syncthreads_count(same == 8 && first + threadIdx.x + 8 <= n);
  if (threadIdx.x == 0 && all > 0) {
    atomicAdd(found, static_cast<unsigned>(all));
  }
}

__global__ void gather_random(const float* values, const unsigned* places, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = values[places[i]];
  }
}

__global__ void scatter_random(const float* values, const unsigned* places, float* out,
                               unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[places[i]] = values[i];
  }
}

__global__ void look_up(const unsigned* sorted, unsigned n, const unsigned* keys, unsigned* places,
                        unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) {
    return;
  }
  unsigned low = 0, high = n;
  while (low < high) {
    const unsigned middle = (low + high) / 2;
    if (sorted[middle] < keys[i]) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  places[i] = low;
}

/// The four largest values of each thread's share, kept in registers.
__global__ void largest_four(const float* values, unsigned n, float4* largest) {
  float4 most = make_float4(-2, -2, -2, -2);
  const unsigned threads = gridDim.x * blockDim.x, self = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned i = self; i < n; i += threads) {
    const float value = values[i];
    if (value > most.w) {
      most.w = value;
      if (most.w > most.z) {
        const float kept = most.z;
        most.z = most.w, most.w = kept;
      }
      if (most.z > most.y) {
        const float kept = most.y;
        most.y = most.z, most.z = kept;
      }
      if (most.y > most.x) {
        const float kept = most.x;
        most.x = most.y, most.y = kept;
      }
    }
  }
  largest[self] = most;
}

/// Rows of 1 to 63 values, 32 in the mean, columns at random.
inline void add_sparse(Runner& runner, unsigned rows) {
  const auto make = [=] {
    const auto lengths = random_numbers<unsigned>(rows, 63, 5);
    std::vector<unsigned> begins(rows + 1, 0);
    for (unsigned row = 0; row < rows; ++row) {
      begins[row + 1] = begins[row] + lengths[row] + 1;
    }
    return begins;
  };
  const auto add = [&](const char* name, auto kernel, unsigned blocks) {
    runner.add(sized(name, rows), [=] {
      const std::vector<unsigned> host = make();
      auto begins = filled(host);
      auto cols = filled(random_numbers<unsigned>(host.back(), rows, 7));
      auto values = floats(host.back()), x = floats(rows, 2), y = zeros<float>(rows);
      return [=] {
        const SparseRows matrix{begins->get(), cols->get(), values->get(), rows};
        kernel<<<blocks, 256>>>(matrix, x->get(), y->get());
      };
    });
  };
  add("sparse_threads", sparse_threads, bench::blocks_for(rows));
  add("sparse_warps", sparse_warps, rows / 8);
}

inline void add_searches(Runner& runner, unsigned n) {
  const Pattern pattern{{'a', 'b', 'c', 'd', 'a', 'b', 'c', 'd'}};
  const auto letters = [=] {
    auto text = random_numbers<char>(n, 4);
    for (char& letter : text) {
      letter = static_cast<char>(letter + 'a');
    }
    return text;
  };
  runner.add(sized("search_plain", n), [=] {
    auto text = filled(letters());
    auto found = zeros<unsigned>(1);
    return [=] { search_plain<<<n / 256, 256>>>(text->get(), n, pattern, found->get()); };
  });
  runner.add(sized("search_tiled", n), [=] {
    auto text = filled(letters());
    auto found = zeros<unsigned>(1);
    return [=] { search_tiled<<<n / 256, 256>>>(text->get(), n, pattern, found->get()); };
  });
}

inline void add_random_access(Runner& runner, unsigned n) {
  runner.add(sized("gather_random", n), [=] {
    auto values = floats(n), out = zeros<float>(n);
    auto places = filled(random_numbers<unsigned>(n, n));
    return [=] { gather_random<<<n / 256, 256>>>(values->get(), places->get(), out->get(), n); };
  });
  runner.add(sized("scatter_random", n), [=] {
    auto values = floats(n), out = zeros<float>(n);
    auto places = filled(random_numbers<unsigned>(n, n));
    return [=] { scatter_random<<<n / 256, 256>>>(values->get(), places->get(), out->get(), n); };
  });
  runner.add(sized("look_up", n), [=] {
    std::vector<unsigned> list = random_numbers<unsigned>(n, 1U << 31);
    std::sort(list.begin(), list.end());
    auto sorted = filled(list);
    auto keys = filled(random_numbers<unsigned>(n / 4, 1U << 31, 9));
    auto places = zeros<unsigned>(n / 4);
    return [=] { look_up<<<n / 1024, 256>>>(sorted->get(), n, keys->get(), places->get(), n / 4); };
  });
  runner.add(sized("largest_four", n), [=] {
    auto values = floats(n);
    auto largest = zeros<float4>(132 * 4 * 256);
    return [=] { largest_four<<<132 * 4, 256>>>(values->get(), n, largest->get()); };
  });
}

inline void add_blind_lists(Runner& runner) {
  for (const unsigned bits : {18U, 22U}) {
    const unsigned n = 1U << bits;
    runner.add(sized("sort_steps", n), [=] {
      auto keys = filled(random_numbers<unsigned>(n, 1U << 31));
      return [=] {
        for (unsigned distance = 1024; distance > 0; distance /= 2) {
          sort_step<<<n / 256, 256>>>(keys->get(), n, 2048, distance);
        }
      };
    });
    runner.add(sized("sort_blocks", n), [=] {
      auto keys = filled(random_numbers<unsigned>(n, 1U << 31));
      return [=] { sort_blocks<<<n / 1024, 1024>>>(keys->get()); };
    });
    add_searches(runner, n);
    add_random_access(runner, n);
  }
  for (const unsigned rows : {8192U, 65536U}) {
    add_sparse(runner, rows);
  }
}

}  // namespace calibration
