// Building blocks of neural networks: softmax, layer norm, GELU, convolution, attention, cross entropy, Adam, a trained XOR.
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace nn {

constexpr int kWarp = 32;
template <typename T>
__device__ __forceinline__ T warpReduceSum(T v) {
#pragma unroll
  for (int mask = kWarp >> 1; mask > 0; mask >>= 1) v += __shfl_xor_sync(0xffffffff, v, mask, kWarp);
  return v;
}
template <typename T>
__device__ __forceinline__ T warpReduceMax(T v) {
#pragma unroll
  for (int mask = kWarp >> 1; mask > 0; mask >>= 1) v = max(v, __shfl_xor_sync(0xffffffff, v, mask, kWarp));
  return v;
}
template <template <typename> class ReductionOp, typename T, int block_size>
__device__ T BlockAllReduce(T val) {
  __shared__ T partial[block_size / 32];
  __shared__ T result;
  ReductionOp<T> op;
  for (int m = 16; m > 0; m /= 2) val = op(val, __shfl_down_sync(0xffffffff, val, m));
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = val;
  __syncthreads();
  if (threadIdx.x == 0) {
    T r = partial[0];
    for (int i = 1; i < block_size / 32; ++i) r = op(r, partial[i]);
    result = r;
  }
  __syncthreads();
  T r = result;
  __syncthreads();
  return r;
}
template <typename T>
struct SumOp {
  __device__ __forceinline__ T operator()(const T &a, const T &b) const { return a + b; }
};
template <typename T>
struct MaxOp {
  __device__ __forceinline__ T operator()(const T &a, const T &b) const { return max(a, b); }
};

// One warp a row, online.
__global__ void softmax_warp(const float *in, float *out, int rows, int cols) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
  if (row >= rows) return;
  const float *x = in + row * cols;
  float maxval = -INFINITY, sum = 0.f;
  for (int i = lane; i < cols; i += 32) {
    float bigger = fmaxf(maxval, x[i]);
    sum = sum * expf(maxval - bigger) + expf(x[i] - bigger);
    maxval = bigger;
  }
  float all = warpReduceMax(maxval);
  sum = warpReduceSum(sum * expf(maxval - all));
  for (int i = lane; i < cols; i += 32) out[row * cols + i] = expf(x[i] - all) / sum;
}
template <int kBlock>
__global__ void softmax_block(const float *in, float *out, int cols) {
  extern __shared__ __align__(sizeof(double)) unsigned char shared_buf[];
  auto *buf = reinterpret_cast<float *>(shared_buf);
  const float *x = in + blockIdx.x * cols;
  float m = -FLT_MAX;
  for (int i = threadIdx.x; i < cols; i += kBlock) buf[i] = x[i], m = fmaxf(m, x[i]);
  m = BlockAllReduce<MaxOp, float, kBlock>(m);
  float s = 0;
  for (int i = threadIdx.x; i < cols; i += kBlock) buf[i] = __expf(buf[i] - m), s += buf[i];
  s = BlockAllReduce<SumOp, float, kBlock>(s);
  for (int i = threadIdx.x; i < cols; i += kBlock) out[blockIdx.x * cols + i] = __fdividef(buf[i], s);
}
__global__ void layernorm(float *out, float *mean, float *rstd, const float *inp, const float *weight, const float *bias, int N, int C) {
  int idx = blockIdx.x;
  const float *x = inp + idx * C;
  float s = 0.f, s2 = 0.f;
  for (int i = threadIdx.x; i < C; i += 32) s += x[i], s2 += x[i] * x[i];
  s = warpReduceSum(s) / C;
  s2 = warpReduceSum(s2) / C;
  float r = rsqrtf(s2 - s * s + 1e-5f);
  if (threadIdx.x == 0 && mean != nullptr) mean[idx] = s, __stcs(rstd + idx, r);
  for (int c = threadIdx.x; c < C; c += 32) __stcs(out + idx * C + c, r * (__ldcs(x + c) - s) * weight[c] + bias[c]);
}
#define GELU_SCALING_FACTOR sqrtf(2.0f / M_PI)
__global__ void gelu(float *out, const float *inp, int N) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) {
    float xi = inp[i];
    float cube = 0.044715f * xi * xi * xi;
    out[i] = 0.5f * xi * (1.0f + tanhf(GELU_SCALING_FACTOR * (xi + cube)));
  }
}
// Flash-style attention: tiles of keys, a running maximum and sum.
template <int D, int kTile>
__global__ void attention(const float *Q, const float *K, const float *V, float *O, int n) {
  __shared__ float Ks[kTile][D], Vs[kTile][D];
  int q = blockIdx.x * blockDim.x + threadIdx.x;
  float query[D], acc[D] = {}, m = -INFINITY, l = 0;
#pragma unroll
  for (int d = 0; d < D; ++d) query[d] = q < n ? Q[q * D + d] : 0;
  for (int base = 0; base < n; base += kTile) {
    for (int i = threadIdx.x; i < kTile * D; i += blockDim.x) {
      int row = base + i / D;
      Ks[i / D][i % D] = row < n ? K[row * D + i % D] : 0;
      Vs[i / D][i % D] = row < n ? V[row * D + i % D] : 0;
    }
    __syncthreads();
    for (int j = 0; j < kTile && base + j < n; ++j) {
      float s = 0;
#pragma unroll
      for (int d = 0; d < D; ++d) s += query[d] * Ks[j][d];
      s *= rsqrtf((float)D);
      float bigger = fmaxf(m, s), old = __expf(m - bigger), p = __expf(s - bigger);
      l = l * old + p;
      for (int d = 0; d < D; ++d) acc[d] = acc[d] * old + p * Vs[j][d];
      m = bigger;
    }
    __syncthreads();
  }
  if (q < n)
    for (int d = 0; d < D; ++d) O[q * D + d] = acc[d] / l;
}
__global__ void conv2d_nchw(const float *in, const float *w, float *out, int C, int H, int W, int F, int k) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, f = blockIdx.z;
  int OW = W - k + 1, OH = H - k + 1;
  if (x >= OW || y >= OH) return;
  float s = 0;
  for (int c = 0; c < C; ++c)
    for (int i = 0; i < k; ++i)
      for (int j = 0; j < k; ++j) s += in[(c * H + y + i) * W + x + j] * w[((f * C + c) * k + i) * k + j];
  out[(f * OH + y) * OW + x] = s > 0 ? s : 0.01f * s;
}
struct AdamState {
  float m, v;
};
__global__ void adam(float *p, const float *g, AdamState *state, int n, float lr, float b1c, float b2c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  AdamState &s = state[i];
  s.m = 0.9f * s.m + 0.1f * g[i];
  s.v = 0.999f * s.v + 0.001f * g[i] * g[i];
  p[i] -= lr * (s.m / b1c) / (sqrtf(s.v / b2c) + 1e-8f);
}
}  // namespace nn

__device__ __forceinline__ float sigmoidf(float x) { return 1.0f / (1.0f + expf(-x)); }
// XOR by two hidden layers' worth of full-batch gradient descent, in one block: thread t has sample t.
__global__ void train_xor(float *weights, float *losses, int epochs) {
  constexpr int H = 4, P = 4 * H + 1;
  __shared__ float w[P], g[P], loss;
  const int t = threadIdx.x;
  const float a = t & 1, b = (t >> 1) & 1, target = (t & 1) ^ ((t >> 1) & 1);
  for (int i = t; i < P; i += blockDim.x) w[i] = weights[i];
  for (int epoch = 0; epoch < epochs; ++epoch) {
    for (int i = t; i < P; i += blockDim.x) g[i] = 0;
    if (t == 0) loss = 0;
    __syncthreads();
    float h[H], out = w[4 * H];
    for (int j = 0; j < H; ++j) h[j] = tanhf(w[4 * j] * a + w[4 * j + 1] * b + w[4 * j + 2]), out += h[j] * w[4 * j + 3];
    out = sigmoidf(out);
    float d = out - target;
    atomicAdd(&loss, d * d);
    atomicAdd(&g[4 * H], d);
    for (int j = 0; j < H; ++j) {
      float dh = d * w[4 * j + 3] * (1 - h[j] * h[j]);
      atomicAdd(&g[4 * j], dh * a);
      atomicAdd(&g[4 * j + 1], dh * b);
      atomicAdd(&g[4 * j + 2], dh);
      atomicAdd(&g[4 * j + 3], d * h[j]);
    }
    __syncthreads();
    if (t == 0) losses[epoch] = loss;
    for (int i = t; i < P; i += blockDim.x) w[i] -= 0.8f * g[i];
    __syncthreads();
  }
  for (int i = t; i < P; i += blockDim.x) weights[i] = w[i];
}

template <class T = float>
T *alloc(int n) {
  T *p;
  if (cudaMallocManaged(&p, n * sizeof(T)) != cudaSuccess) exit(1);
  for (int i = 0; i < n; ++i) ((float *)p)[i] = std::sin(i * 0.7f) * 2;
  return p;
}
int main() {
  using namespace nn;
  const int rows = 10, cols = 77;
  float *in = alloc(rows * cols), *out = alloc(rows * cols), *out2 = alloc(rows * cols);
  softmax_warp<<<(rows * 32 + 127) / 128, 128>>>(in, out, rows, cols);
  softmax_block<64><<<rows, 64, cols * sizeof(float)>>>(in, out2, cols);
  cudaDeviceSynchronize();
  double worst = 0;
  for (int r = 0; r < rows; ++r) {
    double sum = 0;
    for (int c = 0; c < cols; ++c) sum += std::exp((double)in[r * cols + c]);
    for (int c = 0; c < cols; ++c) {
      double e = std::exp((double)in[r * cols + c]) / sum;
      worst = std::fmax(worst, std::fabs(e - out[r * cols + c]) + std::fabs(e - out2[r * cols + c]));
    }
  }
  printf("softmax %s\n", worst < 1e-5 ? "right" : "wrong");
  float *weight = alloc(cols), *bias = alloc(cols), *mean = alloc(rows), *rstd = alloc(rows);
  layernorm<<<rows, 32>>>(out, mean, rstd, in, weight, bias, rows, cols);
  gelu<<<(rows * cols + 255) / 256, 256>>>(out2, in, rows * cols);
  cudaDeviceSynchronize();
  worst = 0;
  for (int r = 0; r < rows; ++r) {
    double m = 0, v = 0;
    for (int c = 0; c < cols; ++c) m += in[r * cols + c] / (double)cols;
    for (int c = 0; c < cols; ++c) v += (in[r * cols + c] - m) * (in[r * cols + c] - m) / cols;
    for (int c = 0; c < cols; ++c) {
      worst = std::fmax(worst, std::fabs((in[r * cols + c] - m) / std::sqrt(v + 1e-5) * weight[c] + bias[c] - out[r * cols + c]));
      double x = in[r * cols + c];
      worst = std::fmax(worst, std::fabs(out2[r * cols + c] - 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)))));
    }
  }
  printf("layer norm and gelu %s\n", worst < 1e-4 ? "right" : "wrong");
  const int n = 50, D = 8;
  float *q = alloc(n * D), *k = alloc(n * D), *v = alloc(n * D), *o = alloc(n * D);
  for (int i = 0; i < n * D; ++i) k[i] = std::cos(i * 1.3f), v[i] = (i % 9) - 4;
  attention<D, 16><<<(n + 31) / 32, 32>>>(q, k, v, o, n);
  cudaDeviceSynchronize();
  worst = 0;
  for (int i = 0; i < n; ++i) {
    std::vector<double> p(n);
    double sum = 0;
    for (int j = 0; j < n; ++j) {
      double s = 0;
      for (int d = 0; d < D; ++d) s += q[i * D + d] * k[j * D + d];
      sum += p[j] = std::exp(s / std::sqrt((double)D));
    }
    for (int d = 0; d < D; ++d) {
      double e = 0;
      for (int j = 0; j < n; ++j) e += p[j] / sum * v[j * D + d];
      worst = std::fmax(worst, std::fabs(e - o[i * D + d]));
    }
  }
  printf("attention %s\n", worst < 1e-4 ? "right" : "wrong");
  const int C = 3, H = 12, W = 15, F = 4, ks = 3, OH = H - ks + 1, OW = W - ks + 1;
  float *image = alloc(C * H * W), *filters = alloc(F * C * ks * ks), *maps = alloc(F * OH * OW);
  conv2d_nchw<<<dim3((OW + 7) / 8, (OH + 7) / 8, F), dim3(8, 8)>>>(image, filters, maps, C, H, W, F, ks);
  cudaDeviceSynchronize();
  worst = 0;
  for (int f = 0; f < F; ++f)
    for (int y = 0; y < OH; ++y)
      for (int x = 0; x < OW; ++x) {
        double s = 0;
        for (int c = 0; c < C; ++c)
          for (int i = 0; i < ks; ++i)
            for (int j = 0; j < ks; ++j) s += (double)image[(c * H + y + i) * W + x + j] * filters[((f * C + c) * ks + i) * ks + j];
        worst = std::fmax(worst, std::fabs((s > 0 ? s : 0.01 * s) - maps[(f * OH + y) * OW + x]));
      }
  printf("convolution %s\n", worst < 1e-4 ? "right" : "wrong");
  float *params = alloc(100), *grads = alloc(100);
  AdamState *state;
  cudaMallocManaged(&state, 100 * sizeof(AdamState));
  for (int i = 0; i < 100; ++i) state[i] = {}, params[i] = 1, grads[i] = i % 2 ? 1.f : -2.f;
  for (int step = 1; step <= 3; ++step) adam<<<1, 128>>>(params, grads, state, 100, 0.1f, 1 - std::pow(0.9f, step), 1 - std::pow(0.999f, step));
  cudaDeviceSynchronize();
  printf("adam %.3f %.3f\n", params[0], params[1]);
  const int epochs = 400;
  float *weights = alloc(17), *losses = alloc(epochs);
  train_xor<<<1, 4>>>(weights, losses, epochs);
  cudaDeviceSynchronize();
  printf("xor learnt: %s\n", losses[epochs - 1] < 0.1f && losses[0] > 0.5f ? "yes" : "no");
  for (void *p : std::vector<void *>{in, out, out2, weight, bias, mean, rstd, q, k, v, o, image, filters, maps, params, grads, state, weights, losses})
    cudaFree(p);
}
