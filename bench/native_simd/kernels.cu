// The two kernels of the prototype, for the interpreter: the processor time of a launch and what it
// computed. bench/native_simd/native.cpp has the same kernels as a compiler from PTX would make
// them.
#include "../common.cuh"

#include <ctime>

namespace {

__global__ void multiply(const float* a, const float* b, float* c, int n) {
  __shared__ float own[16][16], other[16][16];
  const int row = static_cast<int>(blockIdx.y) * 16 + static_cast<int>(threadIdx.y);
  const int col = static_cast<int>(blockIdx.x) * 16 + static_cast<int>(threadIdx.x);
  float sum = 0;
  for (int first = 0; first < n; first += 16) {
    own[threadIdx.y][threadIdx.x] = a[row * n + first + static_cast<int>(threadIdx.x)];
    other[threadIdx.y][threadIdx.x] = b[(first + static_cast<int>(threadIdx.y)) * n + col];
    __syncthreads();
    for (int k = 0; k < 16; ++k) {
      sum += own[threadIdx.y][k] * other[k][threadIdx.x];
    }
    __syncthreads();
  }
  c[row * n + col] = sum;
}

__global__ void add_up(const float* in, float* sums) {
  __shared__ float places[256];
  places[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  for (unsigned half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) {
      places[threadIdx.x] += places[threadIdx.x + half];
    }
  }
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = places[0];
  }
}

/// The best of five launches, in milliseconds of processor time: others may use the machine.
template <class Launch>
double best_ms(const Launch& launch) {
  double best = 1e30;
  for (int i = 0; i < 5; ++i) {
    const std::clock_t begin = std::clock();
    launch();
    BENCH_CHECK(cudaDeviceSynchronize());
    best = std::min(best, 1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  return best;
}

double sum_of(const bench::Buffer<float>& buffer) {
  double sum = 0;
  for (const float value : buffer.to_host()) {
    sum += static_cast<double>(value);
  }
  return sum;
}

}  // namespace

int main() {
  constexpr unsigned kEdge = 256, kCount = 1U << 20;
  const bench::Buffer<float> a(bench::random_floats(kEdge * kEdge, 1));
  const bench::Buffer<float> b(bench::random_floats(kEdge * kEdge, 2));
  const bench::Buffer<float> c(kEdge * kEdge), in(bench::random_floats(kCount, 3));
  const bench::Buffer<float> sums(kCount / 256);
  const double product = best_ms([&] {
    multiply<<<dim3(kEdge / 16, kEdge / 16), dim3(16, 16)>>>(a.get(), b.get(), c.get(), kEdge);
  });
  const double sum = best_ms([&] { add_up<<<kCount / 256, 256>>>(in.get(), sums.get()); });
  std::printf("multiply,interpreter,%.3f,%.6g\n", product, sum_of(c));
  std::printf("add_up,interpreter,%.3f,%.6g\n", sum, sum_of(sums));
}
