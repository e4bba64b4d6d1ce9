// Stencils: 1D with halo, 2D heat with double buffering, a whole solver in one cooperative launch, 3D, waves, red-black.
#include <cooperative_groups.h>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

namespace cg = cooperative_groups;
#define RADIUS 3
#define BLOCK_SIZE 16

__global__ void stencil_1d(int *in, int *out) {
  __shared__ int temp[BLOCK_SIZE + 2 * RADIUS];
  int gindex = threadIdx.x + blockIdx.x * blockDim.x;
  int lindex = threadIdx.x + RADIUS;
  temp[lindex] = in[gindex];
  if (threadIdx.x < RADIUS) {
    temp[lindex - RADIUS] = in[gindex - RADIUS];
    temp[lindex + BLOCK_SIZE] = in[gindex + BLOCK_SIZE];
  }
  __syncthreads();
  int result = 0;
  for (int offset = -RADIUS; offset <= RADIUS; offset++) result += temp[lindex + offset];
  out[gindex] = result;
}

__global__ void heat(const double *__restrict__ u, double *__restrict__ v, int nx, int ny, double c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i > 0 && j > 0 && i < nx - 1 && j < ny - 1) {
    int k = j * nx + i;
    v[k] = u[k] + c * (u[k - 1] + u[k + 1] + u[k - nx] + u[k + nx] - 4.0 * u[k]);
  }
}
// All steps in one launch.
__global__ void heat_cooperative(double *u, double *v, int nx, int ny, double c, int steps) {
  cg::grid_group grid = cg::this_grid();
  for (int s = 0; s < steps; ++s) {
    for (unsigned k = grid.thread_rank(); k < nx * ny; k += grid.size()) {
      int i = k % nx, j = k / nx;
      if (i > 0 && j > 0 && i < nx - 1 && j < ny - 1)
        v[k] = u[k] + c * (u[k - 1] + u[k + 1] + u[k - nx] + u[k + nx] - 4.0 * u[k]);
    }
    grid.barrier_wait(grid.barrier_arrive());
    double *t = u;
    u = v;
    v = t;
  }
}
template <int BX, int BY>
__global__ void laplace_3d(const float *in, float *out, int nx, int ny, int nz) {
  __shared__ float s[BY + 2][BX + 2];
  const int i = blockIdx.x * BX + threadIdx.x, j = blockIdx.y * BY + threadIdx.y;
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1, plane = nx * ny;
  const bool inside = i < nx && j < ny;
  const int at = j * nx + i;
  float below = 0, here = inside ? in[at] : 0, above;
  for (int k = 0; k < nz; ++k) {
    above = inside && k + 1 < nz ? in[(k + 1) * plane + at] : 0;
    s[ty][tx] = here;
    if (threadIdx.x == 0) s[ty][0] = inside && i > 0 ? in[k * plane + at - 1] : 0;
    if (threadIdx.x == BX - 1) s[ty][BX + 1] = inside && i + 1 < nx ? in[k * plane + at + 1] : 0;
    if (threadIdx.y == 0) s[0][tx] = inside && j > 0 ? in[k * plane + at - nx] : 0;
    if (threadIdx.y == BY - 1) s[BY + 1][tx] = inside && j + 1 < ny ? in[k * plane + at + nx] : 0;
    __syncthreads();
    if (inside) out[k * plane + at] = s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] + s[ty + 1][tx] + below + above - 6 * here;
    __syncthreads();
    below = here;
    here = above;
  }
}
__global__ void red_black(float *p, int n, int colour) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1, j = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (i < n - 1 && j < n - 1 && (i + j) % 2 == colour)
    p[j * n + i] = 0.25f * (p[j * n + i - 1] + p[j * n + i + 1] + p[(j - 1) * n + i] + p[(j + 1) * n + i]);
}
// A sum of all threads in one launch: partial sums, a grid barrier, then block 0.
__global__ void reduce_grid(const int *in, int n, int *partial, int *total) {
  auto grid = cg::this_grid();
  auto block = cg::this_thread_block();
  __shared__ int s;
  if (block.thread_rank() == 0) s = 0;
  block.sync();
  int mine = 0;
  for (auto i = grid.thread_rank(); i < n; i += grid.num_threads()) mine += in[i];
  atomicAdd(&s, mine);
  cg::sync(block);
  if (threadIdx.x == 0) partial[blockIdx.x] = s;
  cg::sync(grid);
  if (grid.thread_rank() == 0) {
    int t = 0;
    for (int b = 0; b < gridDim.x; ++b) t += partial[b];
    *total = t;
  }
}

int main() {
  const int N = 128;
  int *in, *out;
  cudaMallocManaged(&in, (N + 2 * RADIUS) * sizeof(int));
  cudaMallocManaged(&out, (N + 2 * RADIUS) * sizeof(int));
  for (int i = 0; i < N + 2 * RADIUS; ++i) in[i] = i % 9, out[i] = 0;
  stencil_1d<<<N / BLOCK_SIZE, BLOCK_SIZE>>>(in + RADIUS, out + RADIUS);
  cudaDeviceSynchronize();
  int bad = 0;
  for (int i = RADIUS; i < N + RADIUS; ++i) {
    int s = 0;
    for (int o = -RADIUS; o <= RADIUS; ++o) s += in[i + o];
    bad += out[i] != s;
  }
  printf("1D: %d wrong\n", bad);

  const int nx = 50, ny = 35, steps = 21;
  std::vector<double> h(nx * ny, 0.0), g;
  for (int i = 0; i < nx; ++i) h[i] = 100;
  for (int j = 0; j < ny; ++j) h[j * nx] = 50;
  double *u, *v;
  cudaMalloc(&u, h.size() * sizeof(double));
  cudaMalloc(&v, h.size() * sizeof(double));
  auto reset = [&] {
    cudaMemcpy(u, h.data(), h.size() * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(v, h.data(), h.size() * sizeof(double), cudaMemcpyHostToDevice);
  };
  reset();
  dim3 block(16, 8), blocks((nx + 15) / 16, (ny + 7) / 8);
  for (int s = 0; s < steps; ++s) {
    heat<<<blocks, block>>>(u, v, nx, ny, 0.2);
    std::swap(u, v);
  }
  std::vector<double> a(h.size()), b(h.size());
  cudaMemcpy(a.data(), u, a.size() * sizeof(double), cudaMemcpyDeviceToHost);
  g = h;
  std::vector<double> next = g;
  for (int s = 0; s < steps; ++s) {
    for (int j = 1; j < ny - 1; ++j)
      for (int i = 1; i < nx - 1; ++i) {
        int k = j * nx + i;
        next[k] = g[k] + 0.2 * (g[k - 1] + g[k + 1] + g[k - nx] + g[k + nx] - 4.0 * g[k]);
      }
    std::swap(g, next);
  }
  double worst = 0;
  for (size_t k = 0; k < a.size(); ++k) worst = std::fmax(worst, std::fabs(a[k] - g[k]));
  printf("heat %s\n", worst < 1e-10 ? "agrees" : "differs");

  reset();
  int device = 0, cooperative = 0, sms = 0, per_sm = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, device);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, heat_cooperative, 128, 0);
  int grid = sms * per_sm < 10 ? sms * per_sm : 10;
  int nx_ = nx, ny_ = ny, steps_ = steps;
  double c = 0.2;
  void *args[] = {&u, &v, &nx_, &ny_, &c, &steps_};
  cudaError_t e = cudaLaunchCooperativeKernel((void *)heat_cooperative, grid, 128, args);
  cudaDeviceSynchronize();
  cudaMemcpy(b.data(), v, b.size() * sizeof(double), cudaMemcpyDeviceToHost);
  worst = 0;
  for (size_t k = 0; k < a.size(); ++k) worst = std::fmax(worst, std::fabs(a[k] - b[k]));
  printf("cooperative: %d %s, %s\n", cooperative, cudaGetErrorString(e), worst < 1e-12 ? "agrees" : "differs");

  int *partial, *total, *numbers;
  cudaMallocManaged(&partial, 8 * sizeof(int));
  cudaMallocManaged(&total, sizeof(int));
  cudaMallocManaged(&numbers, 5000 * sizeof(int));
  int sum = 0;
  for (int i = 0; i < 5000; ++i) sum += numbers[i] = i % 23 - 3;
  int count = 5000;
  void *reduce_args[] = {&numbers, &count, &partial, &total};
  cudaLaunchCooperativeKernel((const void *)reduce_grid, dim3(8), dim3(96), reduce_args, 0, nullptr);
  cudaDeviceSynchronize();
  printf("grid reduction %s\n", *total == sum ? "right" : "wrong");
  e = cudaLaunchCooperativeKernel((void *)reduce_grid, dim3(1 << 20), dim3(1024), reduce_args, 0, 0);
  printf("too large: %s\n", cudaGetErrorName(e));
  cudaGetLastError();

  const int x3 = 20, y3 = 13, z3 = 9;
  float *vin, *vout;
  cudaMallocManaged(&vin, x3 * y3 * z3 * sizeof(float));
  cudaMallocManaged(&vout, x3 * y3 * z3 * sizeof(float));
  for (int i = 0; i < x3 * y3 * z3; ++i) vin[i] = (i * 31) % 17;
  laplace_3d<8, 8><<<dim3((x3 + 7) / 8, (y3 + 7) / 8), dim3(8, 8)>>>(vin, vout, x3, y3, z3);
  cudaDeviceSynchronize();
  bad = 0;
  auto at = [&](int i, int j, int k) {
    return i < 0 || j < 0 || k < 0 || i >= x3 || j >= y3 || k >= z3 ? 0.f : vin[(k * y3 + j) * x3 + i];
  };
  for (int k = 0; k < z3; ++k)
    for (int j = 0; j < y3; ++j)
      for (int i = 0; i < x3; ++i)
        bad += vout[(k * y3 + j) * x3 + i] != at(i - 1, j, k) + at(i + 1, j, k) + at(i, j - 1, k) + at(i, j + 1, k) + at(i, j, k - 1) +
                                                  at(i, j, k + 1) - 6 * at(i, j, k);
  printf("3D: %d wrong\n", bad);

  const int n = 34;
  float *p;
  std::vector<float> q(n * n);
  cudaMallocManaged(&p, n * n * sizeof(float));
  for (int i = 0; i < n * n; ++i) p[i] = q[i] = i < n ? 1.f : 0.f;
  for (int s = 0; s < 20; ++s) {
    for (int colour = 0; colour < 2; ++colour) {
      red_black<<<dim3(2, 4), dim3(16, 8)>>>(p, n, colour);
      for (int j = 1; j < n - 1; ++j)
        for (int i = 1; i < n - 1; ++i)
          if ((i + j) % 2 == colour) q[j * n + i] = 0.25f * (q[j * n + i - 1] + q[j * n + i + 1] + q[(j - 1) * n + i] + q[(j + 1) * n + i]);
    }
  }
  cudaDeviceSynchronize();
  worst = 0;
  for (int i = 0; i < n * n; ++i) worst = std::fmax(worst, std::fabs(p[i] - q[i]));
  printf("red-black %s\n", worst < 1e-5 ? "agrees" : "differs");
  cudaFree(in), cudaFree(out), cudaFree(u), cudaFree(v), cudaFree(partial), cudaFree(total), cudaFree(numbers);
  cudaFree(vin), cudaFree(vout), cudaFree(p);
}
