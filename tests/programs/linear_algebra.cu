// Dense and structured linear algebra: products, LU, Gauss-Jordan, Cholesky, conjugate gradients, tridiagonal solvers, power
// iteration, QR by Gram-Schmidt, FFT.
#include <cmath>
#include <complex>
#include <cstdio>
#include <functional>
#include <vector>

#ifndef M_PI
#define M_PI 3.14159265358979323846
#endif
#define IDX2C(i, j, ld) (((j) * (ld)) + (i))

__global__ void matvec(const double *A, const double *x, double *y, int m, int n) {
  __shared__ double partial[64];
  double s = 0;
  for (int j = threadIdx.x; j < n; j += blockDim.x) s += A[blockIdx.x * n + j] * x[j];
  partial[threadIdx.x] = s;
  __syncthreads();
  for (int d = blockDim.x >> 1; d; d >>= 1) {
    if (threadIdx.x < d) partial[threadIdx.x] += partial[threadIdx.x + d];
    __syncthreads();
  }
  if (!threadIdx.x) y[blockIdx.x] = partial[0];
}
__global__ void axpy(int n, double a, const double *x, double *y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] += a * x[i];
}
__global__ void scale_add(int n, double b, double *p, const double *r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = r[i] + b * p[i];
}
__global__ void dot(int n, const double *a, const double *b, double *out) {
  double s = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) s = fma(a[i], b[i], s);
  for (int d = warpSize / 2; d > 0; d /= 2) s += __shfl_down_sync(0xffffffffu, s, d);
  __shared__ double warps[8];
  if (threadIdx.x % warpSize == 0) warps[threadIdx.x / warpSize] = s;
  __syncthreads();
  if (threadIdx.x == 0) {
    double t = 0;
    for (int w = 0; w < blockDim.x / warpSize; ++w) t += warps[w];
    *out = t;
  }
}
// LU without pivoting, one block, in shared memory.
__global__ void lu_shared(double *A, int n) {
  extern __shared__ double s[];
  for (int i = threadIdx.x; i < n * n; i += blockDim.x) s[i] = A[i];
  __syncthreads();
  for (int k = 0; k < n; ++k) {
    for (int i = k + 1 + threadIdx.x; i < n; i += blockDim.x) s[i * n + k] /= s[k * n + k];
    __syncthreads();
    const int m = n - k - 1;
    for (int e = threadIdx.x; e < m * m; e += blockDim.x) {
      int i = k + 1 + e / m, j = k + 1 + e % m;
      s[i * n + j] -= s[i * n + k] * s[k * n + j];
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < n * n; i += blockDim.x) A[i] = s[i];
}
// Gauss-Jordan with pivoting: steps from the host.
__global__ void find_pivot(const double *A, int n, int width, int k, int *pivot) {
  __shared__ double best[32];
  __shared__ int where[32];
  int t = threadIdx.x;
  best[t] = -1;
  where[t] = k;
  for (int i = k + t; i < n; i += 32)
    if (fabs(A[i * width + k]) > best[t]) best[t] = fabs(A[i * width + k]), where[t] = i;
  __syncwarp();
  for (int d = 16; d; d /= 2) {
    if (t < d && best[t + d] > best[t]) best[t] = best[t + d], where[t] = where[t + d];
    __syncwarp();
  }
  if (t == 0) *pivot = where[0];
}
__global__ void swap_rows(double *A, int width, int k, const int *pivot) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, p = *pivot;
  if (j < width && p != k) {
    double t = A[k * width + j];
    A[k * width + j] = A[p * width + j];
    A[p * width + j] = t;
  }
}
__global__ void eliminate(const double *A, double *B, int n, int width, int k) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= width) return;
  double p = A[k * width + j] / A[k * width + k];
  B[i * width + j] = i == k ? p : A[i * width + j] - A[i * width + k] * p;
}
__global__ void cholesky_column(double *A, int n, int k) {
  __shared__ double diagonal;
  if (threadIdx.x == 0) diagonal = A[IDX2C(k, k, n)] = sqrt(A[IDX2C(k, k, n)]);
  __syncthreads();
  for (int i = k + 1 + threadIdx.x; i < n; i += blockDim.x) A[IDX2C(i, k, n)] /= diagonal;
  __syncthreads();
  for (int j = k + 1; j < n; ++j)
    for (int i = j + threadIdx.x; i < n; i += blockDim.x) A[IDX2C(i, j, n)] -= A[IDX2C(i, k, n)] * A[IDX2C(j, k, n)];
}
// Parallel cyclic reduction of one tridiagonal system in a block.
__global__ void pcr(const float *a_, const float *b_, const float *c_, const float *d_, float *x, int n) {
  extern __shared__ float sh[];
  float *a = sh, *b = a + n, *c = b + n, *d = c + n;
  int i = threadIdx.x;
  a[i] = a_[i], b[i] = b_[i], c[i] = c_[i], d[i] = d_[i];
  __syncthreads();
  for (int s = 1; s < n; s *= 2) {
    int l = i - s < 0 ? -1 : i - s, r = i + s >= n ? -1 : i + s;
    float k1 = l >= 0 ? a[i] / b[l] : 0, k2 = r >= 0 ? c[i] / b[r] : 0;
    float nb = b[i] - (l >= 0 ? c[l] * k1 : 0) - (r >= 0 ? a[r] * k2 : 0);
    float nd = d[i] - (l >= 0 ? d[l] * k1 : 0) - (r >= 0 ? d[r] * k2 : 0);
    float na = l >= 0 ? -a[l] * k1 : 0, nc = r >= 0 ? -c[r] * k2 : 0;
    __syncthreads();
    a[i] = na, b[i] = nb, c[i] = nc, d[i] = nd;
    __syncthreads();
  }
  x[i] = d[i] / b[i];
}
struct Complex {
  float re, im;
};
__device__ Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
__device__ Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
__device__ Complex operator*(Complex a, Complex b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
template <int LOG>
__global__ void fft(const Complex *in, Complex *out, int sign) {
  constexpr int N = 1 << LOG;
  __shared__ Complex s[N];
  const int t = threadIdx.x;
  s[__brev(t) >> (32 - LOG)] = in[blockIdx.x * N + t];
  s[__brev(t + N / 2) >> (32 - LOG)] = in[blockIdx.x * N + t + N / 2];
  __syncthreads();
#pragma unroll
  for (int stage = 0; stage < LOG; ++stage) {
    const int half = 1 << stage, j = t & (half - 1), k = (t >> stage << (stage + 1)) + j;
    float sn, cs;
    sincosf(sign * (float)M_PI * j / half, &sn, &cs);
    Complex w = {cs, sn}, u = s[k], v = s[k + half] * w;
    s[k] = u + v;
    s[k + half] = u - v;
    __syncthreads();
  }
  out[blockIdx.x * N + t] = s[t];
  out[blockIdx.x * N + t + N / 2] = s[t + N / 2];
}

static double *device(const std::vector<double> &v) {
  double *p;
  cudaMalloc(&p, v.size() * sizeof(double));
  cudaMemcpy(p, v.data(), v.size() * sizeof(double), cudaMemcpyHostToDevice);
  return p;
}
static std::vector<double> host(const double *p, size_t n) {
  std::vector<double> v(n);
  cudaMemcpy(v.data(), p, n * sizeof(double), cudaMemcpyDeviceToHost);
  return v;
}
static const char *verdict(double worst, double limit) { return worst < limit ? "right" : "wrong"; }

int main() {
  const int n = 24;
  std::vector<double> A(n * n), x(n), b(n, 0.0);
  for (int i = 0; i < n; ++i) {
    x[i] = std::sin(i + 1.0);
    for (int j = 0; j < n; ++j) A[i * n + j] = i == j ? n + 3.0 : 1.0 / (1 + std::abs(i - j));
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) b[i] += A[i * n + j] * x[j];
  double *dA = device(A), *dx = device(x), *dy = device(b);
  matvec<<<n, 64>>>(dA, dx, dy, n, n);
  auto y = host(dy, n);
  double worst = 0;
  for (int i = 0; i < n; ++i) worst = std::fmax(worst, std::fabs(y[i] - b[i]));
  printf("matvec %s\n", verdict(worst, 1e-10));

  lu_shared<<<1, 64, n * n * sizeof(double)>>>(dA, n);
  auto lu = host(dA, n * n);
  worst = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double s = 0;
      for (int k = 0; k <= std::min(i, j); ++k) s += (k == i ? 1 : lu[i * n + k]) * lu[k * n + j];
      worst = std::fmax(worst, std::fabs(s - A[i * n + j]));
    }
  printf("lu %s\n", verdict(worst, 1e-10));

  const int width = n + 1;
  std::vector<double> system(n * width);
  for (int i = 0; i < n; ++i) {
    int row = (i * 7 + 3) % n;  // the rows shuffled, so that pivots are needed
    for (int j = 0; j < n; ++j) system[row * width + j] = A[i * n + j];
    system[row * width + n] = b[i];
  }
  double *S = device(system), *T = device(system);
  int *pivot;
  cudaMalloc(&pivot, sizeof(int));
  for (int k = 0; k < n; ++k) {
    find_pivot<<<1, 32>>>(S, n, width, k, pivot);
    swap_rows<<<1, 32>>>(S, width, k, pivot);
    eliminate<<<dim3((width + 15) / 16, (n + 7) / 8), dim3(16, 8)>>>(S, T, n, width, k);
    std::swap(S, T);
  }
  auto solved = host(S, n * width);
  worst = 0;
  for (int i = 0; i < n; ++i) worst = std::fmax(worst, std::fabs(solved[i * width + n] - x[i]));
  printf("Gauss-Jordan %s\n", verdict(worst, 1e-10));

  cudaMemcpy(dA, A.data(), n * n * sizeof(double), cudaMemcpyHostToDevice);
  for (int k = 0; k < n; ++k) cholesky_column<<<1, 32>>>(dA, n, k);
  auto L = host(dA, n * n);
  worst = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      double s = 0;
      for (int k = 0; k <= j; ++k) s += L[IDX2C(i, k, n)] * L[IDX2C(j, k, n)];
      worst = std::fmax(worst, std::fabs(s - A[i * n + j]));
    }
  printf("Cholesky %s\n", verdict(worst, 1e-10));

  cudaMemcpy(dA, A.data(), n * n * sizeof(double), cudaMemcpyHostToDevice);
  std::vector<double> zero(n, 0.0);
  double *X = device(zero), *R = device(b), *P = device(b), *Q = device(zero), *scalar = device({0.0});
  auto dot_on_device = [&](const double *u, const double *v) {
    double r;
    dot<<<1, 128>>>(n, u, v, scalar);
    cudaMemcpy(&r, scalar, sizeof r, cudaMemcpyDeviceToHost);
    return r;
  };
  double rr = dot_on_device(R, R);
  int steps = 0;
  for (; steps < 2 * n && rr > 1e-24; ++steps) {
    matvec<<<n, 64>>>(dA, P, Q, n, n);
    double alpha = rr / dot_on_device(P, Q);
    axpy<<<2, 32>>>(n, alpha, P, X);
    axpy<<<2, 32>>>(n, -alpha, Q, R);
    double next = dot_on_device(R, R);
    scale_add<<<1, 32>>>(n, next / rr, P, R);
    rr = next;
  }
  auto cg = host(X, n);
  worst = 0;
  for (int i = 0; i < n; ++i) worst = std::fmax(worst, std::fabs(cg[i] - x[i]));
  printf("conjugate gradients %s\n", verdict(worst, 1e-9));

  const int m = 100;
  float *tri[5];
  for (auto &t : tri) cudaMallocManaged(&t, m * sizeof(float));
  for (int i = 0; i < m; ++i) {
    tri[0][i] = i ? -1 : 0, tri[1][i] = 4 + i % 3, tri[2][i] = i + 1 < m ? -1.5f : 0;
    tri[3][i] = tri[0][i] * (i - 1) + tri[1][i] * i + tri[2][i] * (i + 1);
  }
  pcr<<<1, m, 4 * m * sizeof(float)>>>(tri[0], tri[1], tri[2], tri[3], tri[4], m);
  cudaDeviceSynchronize();
  worst = 0;
  for (int i = 0; i < m; ++i) worst = std::fmax(worst, std::fabs(tri[4][i] - i));
  printf("tridiagonal %s\n", verdict(worst, 1e-2));

  const int N = 256, batch = 3;
  Complex *in, *out, *back;
  cudaMallocManaged(&in, batch * N * sizeof(Complex));
  cudaMallocManaged(&out, batch * N * sizeof(Complex));
  cudaMallocManaged(&back, batch * N * sizeof(Complex));
  for (int i = 0; i < batch * N; ++i) in[i] = {(float)std::cos(2 * M_PI * (i / N + 3) * i / N), 0.01f * (i % 13)};
  fft<8><<<batch, N / 2>>>(in, out, -1);
  fft<8><<<batch, N / 2>>>(out, back, 1);
  cudaDeviceSynchronize();
  worst = 0;
  for (int k = 0; k < N; k += 17) {
    std::complex<double> s = 0;
    for (int i = 0; i < N; ++i) s += std::complex<double>(in[N + i].re, in[N + i].im) * std::polar(1.0, -2 * M_PI * k * i / N);
    worst = std::fmax(worst, std::abs(s - std::complex<double>(out[N + k].re, out[N + k].im)));
  }
  printf("fft %s", verdict(worst, 1e-2));
  worst = 0;
  for (int i = 0; i < batch * N; ++i) worst = std::fmax(worst, std::fabs(back[i].re / N - in[i].re) + std::fabs(back[i].im / N - in[i].im));
  printf(" and back %s\n", verdict(worst, 1e-4));
  cudaDeviceReset();
}
