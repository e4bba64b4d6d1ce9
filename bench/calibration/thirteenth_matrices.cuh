// Thirteenth blind test, matrices: roots of small ones, a layer with gates, equations of three
// unknowns each, a product of two flat ones over a long way, squares of four by four among zeros.
#pragma once

#include "cases.cuh"

namespace calibration {

constexpr unsigned kSide = 12, kEntries = kSide * kSide;

/// Lower halves of which the small matrices are squares (Cholesky), a thread a matrix.
__global__ void cholesky_threads(const double* in, double* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const double* from = in + i * kEntries;
    double* to = out + i * kEntries;
    for (unsigned column = 0; column < kSide; ++column) {
      double pivot = 0;
      for (unsigned row = column; row < kSide; ++row) {
        double sum = from[row * kSide + column];
        for (unsigned k = 0; k < column; ++k) {
          sum -= to[row * kSide + k] * to[column * kSide + k];
        }
        pivot = row == column ? sqrt(sum) : pivot;
        to[row * kSide + column] = row == column ? pivot : sum / pivot;
      }
    }
  }
}

/// The same, sixteen lanes a matrix, which is in shared memory: a row a lane, four lanes idle.
__global__ void cholesky_lanes(const double* in, double* out) {
  __shared__ double matrices[8][kSide][kSide + 1];
  const unsigned row = threadIdx.x % 16, own = threadIdx.x / 16;
  const unsigned first = (blockIdx.x * 8 + own) * kEntries;
  double(*matrix)[kSide + 1] = matrices[own];
  for (unsigned k = row; k < kEntries; k += 16) {
    matrix[k / kSide][k % kSide] = in[first + k];
  }
  __syncwarp();
  for (unsigned column = 0; column < kSide; ++column) {
    const double pivot = sqrt(matrix[column][column]);
    __syncwarp();
    if (row >= column && row < kSide) {
      matrix[row][column] = row == column ? pivot : matrix[row][column] / pivot;
    }
    __syncwarp();
    if (row > column && row < kSide) {
      const double factor = matrix[row][column];
      for (unsigned k = column + 1; k <= row; ++k) {
        matrix[row][k] -= factor * matrix[k][column];
      }
    }
    __syncwarp();
  }
  for (unsigned k = row; k < kEntries; k += 16) {
    if (k % kSide <= k / kSide) {
      out[first + k] = matrix[k / kSide][k % kSide];
    }
  }
}

constexpr unsigned kInputs = 96, kOutputs = 128;

/// What a gate lets through: a value between -1 and 1, and a share of it.
__device__ inline float gated(float value, float gate) {
  return tanhf(value) / (1 + expf(-gate));
}

/// A layer before its gates: kOutputs values and kOutputs gates a row.
__global__ void gates_sums(const float* in, const float* weights, float* sums) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
  float sum = 0;
  for (unsigned k = 0; k < kInputs; ++k) {
    sum += in[row * kInputs + k] * weights[k * 2 * kOutputs + column];
  }
  sums[row * 2 * kOutputs + column] = sum;
}

__global__ void gates_passed(const float* sums, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned place = i / kOutputs * 2 * kOutputs + i % kOutputs;
    out[i] = gated(sums[place], sums[place + kOutputs]);
  }
}

/// The same in one go: a thread has both the value and its gate.
__global__ void gates_joined(const float* in, const float* weights, float* out) {
  const unsigned column = threadIdx.x, row = blockIdx.x;
  float value = 0, gate = 0;
  for (unsigned k = 0; k < kInputs; ++k) {
    const float input = in[row * kInputs + k];
    value += input * weights[k * 2 * kOutputs + column];
    gate += input * weights[k * 2 * kOutputs + kOutputs + column];
  }
  out[row * kOutputs + column] = gated(value, gate);
}

/// a times the unknown before, b times the own one, and c times the one behind are d.
struct Equation {
  float a, b, c, d;

  /// Neighbours are put in: what is left speaks of unknowns twice as far away.
  __device__ Equation without(const Equation& before, const Equation& behind) const {
    const float up = a / before.b, down = c / behind.b;
    return {-before.a * up, b - before.c * up - behind.a * down, -behind.c * down,
            d - before.d * up - behind.d * down};
  }
};

/// Systems of 32 unknowns, all equations at once in five steps (cyclic reduction), by way of shared
/// memory. At a system's ends a and c are nothing, and so are they where a neighbour is missing.
__global__ void cyclic_shared(const float* a, const float* b, const float* c, const float* d,
                              float* out) {
  __shared__ Equation equations[256];
  const unsigned t = threadIdx.x, lane = t % 32, i = blockIdx.x * 256 + t;
  Equation own = {a[i], b[i], c[i], d[i]};
  for (unsigned step = 1; step < 32; step *= 2) {
    equations[t] = own;
    __syncthreads();
    own = own.without(equations[lane >= step ? t - step : t],
                      equations[lane + step < 32 ? t + step : t]);
    __syncthreads();
  }
  out[i] = own.d / own.b;
}

/// The same with a warp a system, by shuffles.
__global__ void cyclic_shuffled(const float* a, const float* b, const float* c, const float* d,
                                float* out) {
  const unsigned i = blockIdx.x * 256 + threadIdx.x;
  Equation own = {a[i], b[i], c[i], d[i]};
  for (unsigned step = 1; step < 32; step *= 2) {
    const Equation before = {__shfl_up_sync(~0U, own.a, step), __shfl_up_sync(~0U, own.b, step),
                             __shfl_up_sync(~0U, own.c, step), __shfl_up_sync(~0U, own.d, step)};
    const Equation behind = {__shfl_down_sync(~0U, own.a, step), __shfl_down_sync(~0U, own.b, step),
                             __shfl_down_sync(~0U, own.c, step),
                             __shfl_down_sync(~0U, own.d, step)};
    own = own.without(before, behind);
  }
  out[i] = own.d / own.b;
}

/// 24 x 40 entries of a product, sums of very many terms.
constexpr unsigned kRows = 24, kColumns = 40, kProduct = kRows * kColumns, kPart = 32;

/// The terms of an entry from one on; the left matrix is stored by columns.
__device__ inline float some_terms(const float* left, const float* right, unsigned entry,
                                   unsigned from, unsigned count) {
  float sum = 0;
  for (unsigned k = from; k < from + count; ++k) {
    sum += left[k * kRows + entry / kColumns] * right[k * kColumns + entry % kColumns];
  }
  return sum;
}

/// A thread an entry.
__global__ void deepdot_whole(const float* left, const float* right, float* out, unsigned n) {
  const unsigned entry = blockIdx.x * blockDim.x + threadIdx.x;
  if (entry < kProduct) {
    out[entry] = some_terms(left, right, entry, 0, n);
  }
}

/// A thread 32 terms of an entry, and then a thread an entry to add these sums.
__global__ void deepdot_parts(const float* left, const float* right, float* parts) {
  const unsigned entry = blockIdx.x * blockDim.x + threadIdx.x;
  if (entry < kProduct) {
    parts[blockIdx.y * kProduct + entry] =
        some_terms(left, right, entry, blockIdx.y * kPart, kPart);
  }
}

__global__ void deepdot_added(const float* parts, float* out, unsigned count) {
  const unsigned entry = blockIdx.x * blockDim.x + threadIdx.x;
  if (entry < kProduct) {
    float sum = 0;
    for (unsigned k = 0; k < count; ++k) {
      sum += parts[k * kProduct + entry];
    }
    out[entry] = sum;
  }
}

/// The same, added by atomics to zeros; whole numbers, so that the order does not matter.
__global__ void deepdot_cleared(float* out) {
  const unsigned entry = blockIdx.x * blockDim.x + threadIdx.x;
  if (entry < kProduct) {
    out[entry] = 0;
  }
}

__global__ void deepdot_atomics(const float* left, const float* right, float* out) {
  const unsigned entry = blockIdx.x * blockDim.x + threadIdx.x;
  if (entry < kProduct) {
    atomicAdd(&out[entry], some_terms(left, right, entry, blockIdx.y * kPart, kPart));
  }
}

/// A matrix of few squares, 4 x 4 each, times a vector: a thread a row.
__global__ void blockwise_threads(const unsigned* begins, const unsigned* columns,
                                  const float* entries, const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 4 * n) {
    float sum = 0;
    for (unsigned k = begins[i / 4]; k < begins[i / 4 + 1]; ++k) {
      const float* row = entries + 16 * k + 4 * (i % 4);
      const float* from = in + 4 * columns[k];
      sum += row[0] * from[0] + row[1] * from[1] + row[2] * from[2] + row[3] * from[3];
    }
    out[i] = sum;
  }
}

/// The same, a lane an entry of the squares: sixteen lanes four rows.
__global__ void blockwise_lanes(const unsigned* begins, const unsigned* columns,
                                const float* entries, const float* in, float* out, unsigned n) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned i = thread / 16, lane = thread % 16;
  float sum = 0;
  if (i < n) {
    const unsigned end = begins[i + 1];
    for (unsigned k = begins[i]; k < end; ++k) {
      sum += entries[16 * k + lane] * in[4 * columns[k] + lane % 4];
    }
  }
  sum += __shfl_down_sync(~0U, sum, 2, 4);
  sum += __shfl_down_sync(~0U, sum, 1, 4);
  if (i < n && lane % 4 == 0) {
    out[4 * i + lane / 4] = sum;
  }
}

inline void add_choleskys(Runner& runner, unsigned n) {
  // Little numbers beside the diagonal, alike on both sides, and large ones on it.
  const auto matrices = [n] {
    const auto numbers = random_numbers<unsigned>(n * kEntries, 1000, 151);
    std::vector<double> all(n * kEntries);
    for (unsigned k = 0; k < n * kEntries; ++k) {
      const unsigned row = k % kEntries / kSide, column = k % kSide, first = k - k % kEntries;
      const unsigned twin = first + std::max(row, column) * kSide + std::min(row, column);
      all[k] = 0.001 * numbers[twin] + (row == column ? 12 : 0);
    }
    return all;
  };
  runner.add(sized("cholesky_threads", n), [=] {
    auto in = filled(matrices()), out = zeros<double>(n * kEntries);
    return [=] { cholesky_threads<<<n / 64, 64>>>(in->get(), out->get(), n); };
  });
  runner.add(sized("cholesky_lanes", n), [=] {
    auto in = filled(matrices()), out = zeros<double>(n * kEntries);
    return [=] { cholesky_lanes<<<n / 8, 128>>>(in->get(), out->get()); };
  });
}

inline void add_gates(Runner& runner, unsigned n) {
  runner.add(sized("gates_apart", n), [=] {
    auto in = floats(n * kInputs, 152), weights = floats(kInputs * 2 * kOutputs, 153);
    auto sums = zeros<float>(n * 2 * kOutputs), out = zeros<float>(n * kOutputs);
    return [=] {
      gates_sums<<<dim3(2, n), kOutputs>>>(in->get(), weights->get(), sums->get());
      gates_passed<<<n * kOutputs / 256, 256>>>(sums->get(), out->get(), n * kOutputs);
    };
  });
  runner.add(sized("gates_joined", n), [=] {
    auto in = floats(n * kInputs, 152), weights = floats(kInputs * 2 * kOutputs, 153);
    auto out = zeros<float>(n * kOutputs);
    return [=] { gates_joined<<<n, kOutputs>>>(in->get(), weights->get(), out->get()); };
  });
}

inline void add_cyclics(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n), [=] {
      const auto numbers = random_numbers<unsigned>(3 * n, 1000, 154);
      std::vector<float> before(n), own(n), behind(n);
      for (unsigned k = 0; k < n; ++k) {
        before[k] = k % 32 == 0 ? 0 : -0.001F * static_cast<float>(numbers[3 * k]);
        behind[k] = k % 32 == 31 ? 0 : -0.001F * static_cast<float>(numbers[3 * k + 1]);
        own[k] = 3 + 0.001F * static_cast<float>(numbers[3 * k + 2]);
      }
      auto a = filled(before), b = filled(own), c = filled(behind), d = floats(n, 155);
      auto out = zeros<float>(n);
      return [=] { kernel<<<n / 256, 256>>>(a->get(), b->get(), c->get(), d->get(), out->get()); };
    });
  };
  add("cyclic_shared", cyclic_shared);
  add("cyclic_shuffled", cyclic_shuffled);
}

inline void add_deepdots(Runner& runner, unsigned n) {
  constexpr unsigned kThreads = 96, kBlocks = kProduct / kThreads;
  const unsigned parts = n / kPart;
  const auto left_numbers = [n] { return filled(random_numbers<float>(n * kRows, 8, 156)); };
  const auto right_numbers = [n] { return filled(random_numbers<float>(n * kColumns, 8, 157)); };
  runner.add(sized("deepdot_whole", n), [=] {
    auto left = left_numbers(), right = right_numbers(), out = zeros<float>(kProduct);
    return [=] { deepdot_whole<<<kBlocks, kThreads>>>(left->get(), right->get(), out->get(), n); };
  });
  runner.add(sized("deepdot_parts", n), [=] {
    auto left = left_numbers(), right = right_numbers(), out = zeros<float>(kProduct);
    auto sums = zeros<float>(parts * kProduct);
    return [=] {
      deepdot_parts<<<dim3(kBlocks, parts), kThreads>>>(left->get(), right->get(), sums->get());
      deepdot_added<<<kBlocks, kThreads>>>(sums->get(), out->get(), parts);
    };
  });
  runner.add(sized("deepdot_atomics", n), [=] {
    auto left = left_numbers(), right = right_numbers(), out = zeros<float>(kProduct);
    return [=] {
      deepdot_cleared<<<kBlocks, kThreads>>>(out->get());
      deepdot_atomics<<<dim3(kBlocks, parts), kThreads>>>(left->get(), right->get(), out->get());
    };
  });
}

/// Four to twelve squares in four rows.
inline void add_blockwise(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel, unsigned threads) {
    runner.add(sized(name, 4 * n), [=] {
      const auto counts = random_numbers<unsigned>(n, 9, 158);
      std::vector<unsigned> firsts(n + 1);
      for (unsigned k = 0; k < n; ++k) {
        firsts[k + 1] = firsts[k] + counts[k] + 4;
      }
      auto begins = filled(firsts), columns = filled(random_numbers<unsigned>(firsts[n], n, 159));
      auto entries = floats(16 * firsts[n], 160), in = floats(4 * n, 161);
      auto out = zeros<float>(4 * n);
      return [=] {
        kernel<<<n * threads / 128, 128>>>(begins->get(), columns->get(), entries->get(), in->get(),
                                           out->get(), n);
      };
    });
  };
  add("blockwise_threads", blockwise_threads, 4);
  add("blockwise_lanes", blockwise_lanes, 16);
}

inline void add_thirteenth_matrices(Runner& runner) {
  for (const unsigned n : {1U << 11, 1U << 13}) {
    add_choleskys(runner, n);
  }
  for (const unsigned n : {128U, 2048U}) {
    add_gates(runner, n);
  }
  for (const unsigned n : {1U << 16, 1U << 20}) {
    add_cyclics(runner, n);
  }
  for (const unsigned n : {512U, 2048U}) {
    add_deepdots(runner, n);
  }
  for (const unsigned n : {1U << 12, 1U << 15}) {
    add_blockwise(runner, n);
  }
}

}  // namespace calibration
