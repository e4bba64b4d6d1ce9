// Groups, a sum a block, and a small kernel that adds these up.
#include "trapezoid_block.hpp"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

template <class T>
__device__ T bs(T v) {
  __shared__ T s[32];
  auto b = cg::this_thread_block();
  auto w = cg::tiled_partition<32>(b);
  v = cg::reduce(w, v, cg::plus<T>());
  if (w.thread_rank() == 0)
    s[w.meta_group_rank()] = v;
  b.sync();
  if (w.meta_group_rank() == 0)
    v = cg::reduce(w, w.thread_rank() < w.meta_group_size() ? s[w.thread_rank()] : T(0),
                   cg::plus<T>());
  return v;
}

__device__ float f(float x) {
  return 4.f / fmaf(x, x, 1.f);
}

__global__ void sb(const float* v, unsigned c, float* s) {
  float x = bs(threadIdx.x < c ? v[threadIdx.x] : 0.f);
  if (!threadIdx.x)
    *s = x;
}

__global__ void parts(const Interval* in, std::size_t n, double* p) {
  const float a = in->a, h = (in->b - a) / n;
  double m = 0;
  for (std::size_t i = 1 + blockIdx.x * std::size_t(blockDim.x) + threadIdx.x; i < n;
       i += std::size_t(gridDim.x) * blockDim.x)
    m += f(a + h * i);
  m = bs(m);
  if (!threadIdx.x)
    p[blockIdx.x] = m;
}

__global__ void fin(const Interval* in, std::size_t traps, const double* p, unsigned n, double* out) {
  double m = 0;
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x)
    m += p[i];
  m = bs(m);
  if (!threadIdx.x)
    *out = (in->b - in->a) / traps * (m + 0.5 * (f(in->a) + f(in->b)));
}

extern "C" void sum_of_block(const float* v, unsigned c, float* s) {
  sb<<<1, c ? (c + 31) & ~31u : 32>>>(v, c, s);
}

extern "C" void trapezoid_block(const Interval* in, std::size_t n, unsigned t, double* out) {
  t = (t + 31) & ~31u;
  std::size_t blocks = n / t + 1;
  if (blocks > 264)
    blocks = 264;
  static double* p = nullptr;  // kept: allocating takes longer on a GPU than the sum
  if (!p)
    cudaMalloc(&p, 264 * sizeof *p);
  parts<<<(unsigned)blocks, t>>>(in, n, p);
  fin<<<1, 256>>>(in, n, p, (unsigned)blocks, out);
}
