// Variables whose type has no name, set and read by both sides.
//! prints: 7 9 1 5 | 8 40 6 | 11 2
#include <cstdio>

__managed__ struct {
  int count;
  double sum;
} shared = {3, 4.5};
__managed__ enum { kOff, kOn } state = kOff;
__managed__ struct {
  int v[4];
} table;

__device__ struct {
  int a[4];
} results;
__device__ struct {
  int base, step;
} settings = {1, 2};
__device__ volatile union {
  int number;
  float value;
} last;
__constant__ struct {
  int first, second;
} constants;

namespace {
__managed__ int hidden = 5;
}

__global__ void work(int n) {
  shared.count += n;
  shared.sum *= 2;
  state = kOn;
  table.v[2] = table.v[1] + 1;
  results.a[n % 4] = settings.base * 2 * n;
  last.number = constants.first + constants.second;
  hidden += n;
}

int main() {
  table.v[1] = 4;
  const int five[2] = {5, 0}, pair[2] = {2, 4};
  cudaMemcpyToSymbol(settings, five, sizeof five);
  cudaMemcpyToSymbol(constants, pair, sizeof pair);
  work<<<1, 1>>>(4);
  cudaDeviceSynchronize();
  int host[4], number, settings_now[2];
  cudaMemcpyFromSymbol(host, results, sizeof host);
  cudaMemcpyFromSymbol(&number, last, sizeof number);
  cudaMemcpyFromSymbol(settings_now, settings, sizeof settings_now);
  std::printf("%d %g %d %d | %d %d %d | ", shared.count, shared.sum, state, table.v[2],
              2 * table.v[1], host[0], number);
  hidden += settings_now[0] == 5 ? 2 : 0;
  std::printf("%d %d\n", hidden, settings_now[1] + 2);
}
