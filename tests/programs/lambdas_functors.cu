// Callables passed to kernels: lambdas, functors, function objects with state, compositions.
#include <cstdio>
#include <vector>
#include <utility>

template <typename F>
__global__ void for_each_kernel(int n, F f) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) f(i);
}

template <typename F>
void parallel_for(int n, F f) {
  constexpr int block = 128;
  for_each_kernel<<<(n + block - 1) / block, block>>>(n, f);
  cudaDeviceSynchronize();
}

template <typename In, typename Out, typename Op>
__global__ void transform(const In* in, Out* out, int n, Op op) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) out[i] = op(in[i]);
}

template <typename T, typename Op>
__global__ void reduce_one_block(const T* in, T* out, int n, T init, Op op) {
  __shared__ T cache[128];
  T mine = init;
  for (int i = threadIdx.x; i < n; i += blockDim.x) mine = op(mine, in[i]);
  cache[threadIdx.x] = mine;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s) cache[threadIdx.x] = op(cache[threadIdx.x], cache[threadIdx.x + s]);
    __syncthreads();
  }
  if (threadIdx.x == 0) *out = cache[0];
}

struct Saxpy {
  float a;
  const float* x;
  float* y;
  __device__ void operator()(int i) const { y[i] = a * x[i] + y[i]; }
};

struct Square {
  template <typename T>
  __host__ __device__ auto operator()(T v) const -> decltype(v * v) { return v * v; }
};

template <class F, class G>
struct Compose {
  F f;
  G g;
  template <class T>
  __host__ __device__ auto operator()(T t) const { return f(g(t)); }
};
template <class F, class G>
Compose<F, G> compose(F f, G g) { return {f, g}; }

struct MaxOp {
  __host__ __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};

struct Scale {
  int mul, add;
};

class Clamp {
  int lo_, hi_;

 public:
  __host__ __device__ Clamp(int lo, int hi) : lo_(lo), hi_(hi) {}
  __host__ __device__ int operator()(int v) const { return v < lo_ ? lo_ : v > hi_ ? hi_ : v; }
};

int main() {
  const int n = 1000;
  int *in, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i) in[i] = (i * 37) % 101 - 50;

  int offset = 7;
  parallel_for(n, [=] __device__(int i) { out[i] = in[i] + offset; });
  int bad = 0;
  for (int i = 0; i < n; ++i) bad += out[i] != in[i] + 7;
  printf("capture by value: %d wrong\n", bad);

  const Scale affine = {3, -2};
  parallel_for(n, [=] __host__ __device__(int i) { out[i] = in[i] * affine.mul + affine.add; });
  bad = 0;
  for (int i = 0; i < n; ++i) bad += out[i] != in[i] * 3 - 2;
  printf("capture a struct: %d wrong\n", bad);

  transform<<<(n + 255) / 256, 256>>>(in, out, n, compose(Clamp(-10, 500), Square{}));
  cudaDeviceSynchronize();
  bad = 0;
  for (int i = 0; i < n; ++i) bad += out[i] != (in[i] * in[i] > 500 ? 500 : in[i] * in[i]);
  printf("composition: %d wrong\n", bad);

  float *x, *y;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&y, n * sizeof(float));
  for (int i = 0; i < n; ++i) x[i] = i, y[i] = 1.0f;
  for_each_kernel<<<3, 64>>>(n, Saxpy{0.5f, x, y});
  cudaDeviceSynchronize();
  bad = 0;
  for (int i = 0; i < n; ++i) bad += y[i] != 0.5f * i + 1.0f;
  printf("functor with pointers: %d wrong\n", bad);

  int* result;
  cudaMallocManaged(&result, sizeof(int));
  reduce_one_block<<<1, 128>>>(in, result, n, -1000, MaxOp());
  cudaDeviceSynchronize();
  printf("max %d\n", *result);
  reduce_one_block<<<1, 128>>>(in, result, n, 0, [] __device__(int a, int b) { return a + b; });
  cudaDeviceSynchronize();
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += in[i];
  printf("sum %s\n", sum == *result ? "right" : "wrong");

  // A lambda inside a kernel, and one calling another.
  parallel_for(n, [=] __device__(int i) {
    auto twice = [](int v) { return 2 * v; };
    auto apply = [&](auto f, int k) {
      int v = in[i];
      for (int j = 0; j < k; ++j) v = f(v);
      return v;
    };
    out[i] = apply(twice, 3);
  });
  bad = 0;
  for (int i = 0; i < n; ++i) bad += out[i] != in[i] * 8;
  printf("nested lambdas: %d wrong\n", bad);
  cudaFree(in), cudaFree(out), cudaFree(x), cudaFree(y), cudaFree(result);
  return 0;
}
