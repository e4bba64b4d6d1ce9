//! prints: 1000 51 999 0 128.0
//! flags: -O0
// Plain looks that an atomic on the same address checks again. Between the two stand blank lines, other variables and
// other computations of the same address: where they stand in the text does not matter.
#include <cstdio>
#include <vector>

constexpr int kSlots = 256, kEmpty = -1;

struct Result {
  int most, least;
};

__device__ double add(double* address, double value) {
  auto* as_bits = reinterpret_cast<unsigned long long*>(address);
  unsigned long long old = *as_bits, assumed;
  do {
    assumed = old;









    old = atomicCAS(as_bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}

__global__ void insert(const int* in, int n, int* keys, int* found) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int slot = (in[i] * 2654435761u) % kSlots;
  while (true) {
    int seen = keys[slot];
    if (seen == in[i])
      return;
    // A long comment, which
    // moves the atomic
    // far away
    // from
    // the
    // plain
    // look
    // above
    // it.
    if (seen == kEmpty) {
      seen = atomicCAS(&keys[slot], kEmpty, in[i]);
      if (seen == kEmpty)
        atomicAdd(found, 1);
      if (seen == kEmpty || seen == in[i])
        return;
    }
    slot = (slot + 1) % kSlots;
  }
}

__global__ void extremes(const int* in, const int* group, int n, Result* results) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > results[group[i]].most) {









    atomicMax(&results[group[i]].most, in[i]);
  }
  Result* mine = results + (i < n ? group[i] : 0);
  if (i < n && in[i] < mine->least)
    atomicMin(&mine->least, in[i]);
}

__global__ void sum(double* out) { add(out, 0.5); }

__global__ void count_claimed(const int* edge, int n, int* level, int* claimed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && level[edge[i]] == kEmpty)
    if (atomicCAS(&level[edge[i]], kEmpty, 7) == kEmpty)
      atomicAdd(claimed, 1);
}

int main() {
  const int n = 3000;
  std::vector<int> keys(n), edges(n), groups(n), numbers(n);
  for (int i = 0; i < n; ++i) {
    keys[i] = i * i % 101;
    edges[i] = i % 1000;
    groups[i] = i % 3;
    numbers[i] = i % 1000;
  }
  int *in, *table, *claimed;
  Result* results;
  double *total, t;
  cudaMalloc(&in, 4 * n * sizeof(int));
  cudaMalloc(&table, (kSlots + 1000) * sizeof(int));
  cudaMalloc(&claimed, 2 * sizeof(int));
  cudaMalloc(&results, 3 * sizeof(Result));
  cudaMalloc(&total, sizeof(double));
  cudaMemcpy(in, keys.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(in + n, edges.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(in + 2 * n, groups.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(in + 3 * n, numbers.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(table, 0xff, (kSlots + 1000) * sizeof(int));
  cudaMemset(claimed, 0, 2 * sizeof(int));
  cudaMemset(total, 0, sizeof(double));
  Result host[3] = {{-1, 1000}, {-1, 1000}, {-1, 1000}};
  cudaMemcpy(results, host, sizeof host, cudaMemcpyHostToDevice);
  insert<<<24, 128>>>(in, n, table, claimed);
  count_claimed<<<24, 128>>>(in + n, n, table + kSlots, claimed + 1);
  extremes<<<24, 128>>>(in + 3 * n, in + 2 * n, n, results);
  sum<<<4, 64>>>(total);
  int counts[2];
  cudaMemcpy(counts, claimed, sizeof counts, cudaMemcpyDeviceToHost);
  cudaMemcpy(host, results, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(&t, total, sizeof t, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d %.1f\n", counts[1], counts[0], host[0].most, host[0].least, t);
  cudaFree(in), cudaFree(table), cudaFree(claimed), cudaFree(results), cudaFree(total);
}
