// Monte Carlo with own generators, Black-Scholes, binomial trees, random walks, an Ising model, k-means.
#include <algorithm>
#include <cfloat>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <iomanip>
#include <iostream>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

typedef unsigned long long u64;

class Xorshift32 {
  uint32_t s;

 public:
  __host__ __device__ explicit Xorshift32(uint32_t seed) : s(seed ? seed : 1) {}
  __host__ __device__ uint32_t operator()() {
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return s;
  }
  __host__ __device__ float uniform() { return (operator()() >> 8) * (1.0f / 16777216.0f); }
};
struct Lcg64 {
  u64 state;
  __host__ __device__ static constexpr u64 multiplier() { return 6364136223846793005ULL; }
  __host__ __device__ u64 next() { return state = state * multiplier() + 1442695040888963407ULL; }
};
struct Philox {
  uint32_t key[2], counter[4];
  __host__ __device__ static void mulhilo(uint32_t a, uint32_t b, uint32_t &hi, uint32_t &lo) {
#ifdef __CUDA_ARCH__
    hi = __umulhi(a, b);
#else
    hi = (uint32_t)(((u64)a * b) >> 32);
#endif
    lo = a * b;
  }
  __host__ __device__ void generate(uint32_t out[4]) const {
    uint32_t c[4] = {counter[0], counter[1], counter[2], counter[3]}, k0 = key[0], k1 = key[1];
    for (int r = 0; r < 10; ++r) {
      uint32_t h0, l0, h1, l1;
      mulhilo(0xD2511F53u, c[0], h0, l0);
      mulhilo(0xCD9E8D57u, c[2], h1, l1);
      uint32_t n[4] = {h1 ^ c[1] ^ k0, l1, h0 ^ c[3] ^ k1, l0};
      for (int i = 0; i < 4; ++i) c[i] = n[i];
      k0 += 0x9E3779B9u;
      k1 += 0xBB67AE85u;
    }
    for (int i = 0; i < 4; ++i) out[i] = c[i];
  }
};

template <int kTrials>
__host__ __device__ inline int hits_of(uint32_t id) {
  Xorshift32 rng(id * 2654435761u + 12345u);
  int hits = 0;
  for (int i = 0; i < kTrials; ++i) {
    // in integers: the same on every machine
    uint32_t x = rng() >> 17, y = rng() >> 17;
    hits += x * x + y * y < (1u << 30);
  }
  return hits;
}
__global__ void pi_kernel(u64 *total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int mine = i < n ? hits_of<64>(i) : 0;
  for (int d = 16; d; d >>= 1) mine += __shfl_xor_sync(0xffffffffu, mine, d);
  if (threadIdx.x % 32 == 0) atomicAdd(total, (u64)mine);
}
__global__ void lcg_and_philox(u64 *a, uint32_t *b) {
  int t = threadIdx.x;
  Lcg64 g{(u64)t};
  for (int i = 0; i < 10; ++i) g.next();
  a[t] = g.state;
  Philox p{{(uint32_t)t, 7}, {1, 2, 3, (uint32_t)t}};
  uint32_t r[4];
  p.generate(r);
  b[t] = r[0] ^ r[1] ^ r[2] ^ r[3];
}

__device__ inline float cndGPU(float d) {
  const float A1 = 0.31938153f, A2 = -0.356563782f, A3 = 1.781477937f, A4 = -1.821255978f, A5 = 1.330274429f;
  const float RSQRT2PI = 0.39894228040143267793994605993438f;
  float K = __fdividef(1.0f, (1.0f + 0.2316419f * fabsf(d)));
  float cnd = RSQRT2PI * __expf(-0.5f * d * d) * (K * (A1 + K * (A2 + K * (A3 + K * (A4 + K * A5)))));
  if (d > 0) cnd = 1.0f - cnd;
  return cnd;
}
__launch_bounds__(128) __global__ void BlackScholesGPU(float2 *__restrict d_CallResult, float2 *__restrict d_PutResult,
                                                       float2 *__restrict d_StockPrice, float2 *__restrict d_OptionStrike,
                                                       float2 *__restrict d_OptionYears, float Riskfree, float Volatility, int optN) {
  const int opt = blockDim.x * blockIdx.x + threadIdx.x;
  if (opt < optN / 2) {
    float call[2], put[2];
    const float S[2] = {d_StockPrice[opt].x, d_StockPrice[opt].y}, X[2] = {d_OptionStrike[opt].x, d_OptionStrike[opt].y},
                T[2] = {d_OptionYears[opt].x, d_OptionYears[opt].y};
    for (int i = 0; i < 2; ++i) {
      float sqrtT = __fdividef(1.0F, rsqrtf(T[i]));
      float d1 = __fdividef(__logf(S[i] / X[i]) + (Riskfree + 0.5f * Volatility * Volatility) * T[i], Volatility * sqrtT);
      float d2 = d1 - Volatility * sqrtT;
      float CNDD1 = cndGPU(d1), CNDD2 = cndGPU(d2);
      float expRT = __expf(-Riskfree * T[i]);
      call[i] = S[i] * CNDD1 - X[i] * expRT * CNDD2;
      put[i] = X[i] * expRT * (1.0f - CNDD2) - S[i] * (1.0f - CNDD1);
    }
    d_CallResult[opt] = make_float2(call[0], call[1]);
    d_PutResult[opt] = make_float2(put[0], put[1]);
  }
}
static double cnd(double d) { return 0.5 * std::erfc(-d / std::sqrt(2.0)); }

__global__ void binomial(const double *strike, double *price, int steps) {
  extern __shared__ double value[];
  const double S = 100, vol = 0.3, r = 0.05, T = 1, dt = T / steps;
  const double up = exp(vol * sqrt(dt)), down = 1 / up, p = (exp(r * dt) - down) / (up - down), discount = exp(-r * dt);
  const double K = strike[blockIdx.x];
  for (int i = threadIdx.x; i <= steps; i += blockDim.x) value[i] = fmax(S * pow(up, 2.0 * i - steps) - K, 0.0);
  __syncthreads();
  for (int level = steps; level > 0; --level) {
    double next = 0;
    if (threadIdx.x < level) next = discount * (p * value[threadIdx.x + 1] + (1 - p) * value[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x < level) value[threadIdx.x] = next;
    __syncthreads();
  }
  if (threadIdx.x == 0) price[blockIdx.x] = value[0];
}

__global__ void ising(signed char *spin, int n, int colour, unsigned step) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n || ((x + y) & 1) != colour) return;
  int sum = spin[y * n + (x + 1) % n] + spin[y * n + (x + n - 1) % n] + spin[(y + 1) % n * n + x] + spin[(y + n - 1) % n * n + x];
  Xorshift32 rng((y * n + x) * 747796405u + step * 2891336453u);
  rng();
  int energy = 2 * spin[y * n + x] * sum;
  if (energy <= 0 || (rng() & 0xffff) < (energy == 4 ? 10923u : 1820u)) spin[y * n + x] = -spin[y * n + x];
}

__global__ void assign_points(const float2 *points, const float2 *centres, int *label, float2 *sums, int *counts, int n, int k) {
  extern __shared__ float2 c[];
  if (threadIdx.x < k) c[threadIdx.x] = centres[threadIdx.x];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float best = FLT_MAX;
  int mine = -1;
  for (int j = 0; j < k; ++j) {
    float dx = points[i].x - c[j].x, dy = points[i].y - c[j].y, d = dx * dx + dy * dy;
    if (d < best) best = d, mine = j;
  }
  label[i] = mine;
  atomicAdd(&sums[mine].x, points[i].x);
  atomicAdd(&sums[mine].y, points[i].y);
  atomicAdd(&counts[mine], 1);
}
__global__ void move_centres(float2 *centres, float2 *sums, int *counts) {
  int j = threadIdx.x;
  if (counts[j]) centres[j] = make_float2(sums[j].x / counts[j], sums[j].y / counts[j]);
  sums[j] = float2{0, 0};
  counts[j] = 0;
}

template <class T>
struct Managed {
  T *p;
  size_t n;
  Managed(size_t n) : n(n) { cudaMallocManaged(&p, n * sizeof(T)); std::fill_n((char *)p, n * sizeof(T), 0); }
  ~Managed() { cudaFree(p); }
  T &operator[](size_t i) { return p[i]; }
};

int main() {
  auto begin = std::chrono::steady_clock::now();
  const int n = 1000;
  Managed<u64> total(1), states(32);
  Managed<uint32_t> philox(32);
  pi_kernel<<<(n + 127) / 128, 128>>>(total.p, n);
  lcg_and_philox<<<1, 32>>>(states.p, philox.p);
  cudaDeviceSynchronize();
  u64 expected = 0;
  for (int i = 0; i < n; ++i) expected += hits_of<64>(i);
  std::cout << "pi " << std::fixed << std::setprecision(5) << 4.0 * total[0] / (64.0 * n) << (total[0] == expected ? " right" : " wrong") << '\n';
  int bad = 0;
  for (int t = 0; t < 32; ++t) {
    Lcg64 g{(u64)t};
    for (int i = 0; i < 10; ++i) g.next();
    Philox p{{(uint32_t)t, 7}, {1, 2, 3, (uint32_t)t}};
    uint32_t r[4];
    p.generate(r);
    bad += g.state != states[t] || philox[t] != (r[0] ^ r[1] ^ r[2] ^ r[3]);
  }
  std::cout << "generators " << bad << " wrong\n";

  const int options = 500;
  Managed<float> call(options), put(options), stock(options), strike(options), years(options);
  std::mt19937 gen(5347);
  std::uniform_real_distribution<float> s(5, 30), x(1, 100), t(0.25f, 10);
  for (int i = 0; i < options; ++i) stock[i] = s(gen), strike[i] = x(gen), years[i] = t(gen);
  BlackScholesGPU<<<(options / 2 + 127) / 128, 128>>>((float2 *)call.p, (float2 *)put.p, (float2 *)stock.p, (float2 *)strike.p,
                                                      (float2 *)years.p, 0.02f, 0.30f, options);
  cudaDeviceSynchronize();
  double worst = 0;
  for (int i = 0; i < options; ++i) {
    double sq = std::sqrt((double)years[i]), d1 = (std::log((double)stock[i] / strike[i]) + (0.02 + 0.5 * 0.09) * years[i]) / (0.3 * sq), d2 = d1 - 0.3 * sq;
    worst = std::max(worst, std::fabs(call[i] - (stock[i] * cnd(d1) - strike[i] * std::exp(-0.02 * years[i]) * cnd(d2))));
  }
  std::cout << "Black-Scholes " << (worst < 1e-3 ? "agrees" : "differs") << '\n';
  Managed<double> K(8), price(8);
  for (int i = 0; i < 8; ++i) K[i] = 80 + 5 * i;
  binomial<<<8, 256, 256 * sizeof(double)>>>(K.p, price.p, 200);
  cudaDeviceSynchronize();
  worst = 0;
  for (int i = 0; i < 8; ++i) {
    double d1 = (std::log(100 / K[i]) + 0.05 + 0.045) / 0.3, d2 = d1 - 0.3;
    worst = std::max(worst, std::fabs(price[i] - (100 * cnd(d1) - K[i] * std::exp(-0.05) * cnd(d2))));
  }
  std::cout << "binomial " << (worst < 0.05 ? "agrees" : "differs") << '\n';

  const int side = 40;
  Managed<signed char> spin(side * side);
  for (int i = 0; i < side * side; ++i) spin[i] = i * 7 % 3 ? 1 : -1;
  for (unsigned step = 0; step < 10; ++step)
    for (int colour = 0; colour < 2; ++colour) ising<<<dim3(3, 5), dim3(16, 8)>>>(spin.p, side, colour, step * 2 + colour);
  cudaDeviceSynchronize();
  std::cout << "magnetisation " << std::accumulate(spin.p, spin.p + side * side, 0) << '\n';

  const int points = 600, k = 4;
  Managed<float2> p(points), centre(k), sums(k);
  Managed<int> label(points), counts(k);
  for (int i = 0; i < points; ++i) p[i] = make_float2((i % 2) * 100 + i % 7, (i / 2 % 2) * 100 + i % 5);
  for (int j = 0; j < k; ++j) centre[j] = make_float2(j % 2 * 60 + 10, j / 2 * 60 + 10);
  for (int round = 0; round < 5; ++round) {
    assign_points<<<(points + 127) / 128, 128, k * sizeof(float2)>>>(p.p, centre.p, label.p, sums.p, counts.p, points, k);
    move_centres<<<1, k>>>(centre.p, sums.p, counts.p);
  }
  cudaDeviceSynchronize();
  std::cout << std::setprecision(3) << "centres";
  for (int j = 0; j < k; ++j) std::cout << " (" << centre[j].x << ", " << centre[j].y << ')';
  std::cout << '\n';
  auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin).count();
  std::cout << (elapsed >= 0 && std::numeric_limits<float>::max() == FLT_MAX ? "done" : "never") << std::endl;
}
