// nvstd::function in kernels and on the host: functions, lambdas with and without captures, large ones, copies, emptiness.
#include <cstdio>
#include <nvfunctional>

__device__ int doubled(int x) { return 2 * x; }
__host__ __device__ int negated(int x) { return -x; }

struct Polynomial {  // too large to lie in the function itself
  double coefficients[8];
  __host__ __device__ int operator()(int x) const {
    double sum = 0;
    for (int i = 7; i >= 0; --i) sum = sum * x + coefficients[i];
    return (int)sum;
  }
};

__device__ int apply(const nvstd::function<int(int)>& f, int x) { return f ? f(x) : -1; }

__global__ void calls(int* out) {
  const int i = threadIdx.x;
  int total = 100 * i;
  nvstd::function<int(int)> choices[4] = {doubled, negated, [=](int x) { return x + i; }};
  choices[3] = Polynomial{{1, 0, 1}};
  for (int k = 0; k < 4; ++k) total += apply(choices[(k + i) % 4], 10) * (k + 1);
  nvstd::function<void(int&, const int&)> adds = [] __device__(int& to, const int& from) { to += from; };
  nvstd::function<int(int)> none, copy = choices[3], moved(static_cast<nvstd::function<int(int)>&&>(copy));
  adds(total, apply(none, 1) + moved(2));
  swap(none, moved);
  moved = doubled;
  moved = nullptr;
  out[i] = total + 1000 * (moved == nullptr) + 10000 * (none != nullptr) + none(3);
}

int main() {
  int* out;
  cudaMallocManaged(&out, 8 * sizeof(int));
  calls<<<1, 8>>>(out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 8; ++i) printf("%d ", out[i]);
  int base = 5;
  nvstd::function<int(int)> f = [&base](int x) { return base + x; }, g = f, h = Polynomial{{3, 2}};
  base = 7;
  f = negated;
  swap(g, h);
  printf("\n%d %d %d\n", f(4), g(4), h(4));
  cudaFree(out);
}
