//! flags: -w
//! Values that some way sets, or that nobody looks at: parts of structs, threads without work, components beside the point.
#include <cstdio>

struct Hit {
  bool found;
  float distance;
  int index;
};

__device__ Hit search(const float* in, int n, float x) {
  Hit hit;
  hit.found = false;
  for (int i = 0; i < n; ++i) {
    if (in[i] > x) {
      hit.found = true;
      hit.distance = in[i] - x;
      hit.index = i;
    }
  }
  return hit;
}

__global__ void hits(const float* in, Hit* out, int n) {
  int i = threadIdx.x;
  Hit hit = search(in, n, i);
  out[i] = hit;
}

__global__ void four(const float* in, float4* out, int n) {
  float4 sum;
  sum.x = sum.y = sum.z = 0;
  for (int i = 0; i < n; ++i) {
    float4 v = make_float4(in[i], 2 * in[i], 3 * in[i], 1);
    sum.x += v.x, sum.y += v.y, sum.z += v.z;
  }
  out[threadIdx.x] = sum;
}

__global__ void later(const float* in, float* out, int n) {
  float previous;
  bool has = false;
  for (int i = threadIdx.x; i < n; i += 32) {
    if (has)
      out[i] = in[i] - previous;
    else
      out[i] = in[i];
    previous = in[i];
    has = true;
  }
  __shared__ float last[32];
  last[threadIdx.x] = previous * 2;
  if (threadIdx.x < n)
    out[n + threadIdx.x] = last[threadIdx.x];
}

__global__ void chosen(const float* in, float* out, int n) {
  int i = threadIdx.x;
  float best;
  int at = -1;
  for (int k = 0; k < n; ++k) {
    if (at < 0 || in[k] > best) {
      best = in[k];
      at = k;
    }
  }
  out[i] = at < 0 ? 0 : best;
}

int main() {
  const int n = 40;
  float host[2 * n], *in, *out;
  Hit* found;
  float4* sums;
  for (int i = 0; i < n; i++)
    host[i] = i % 17;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&found, 32 * sizeof(Hit));
  cudaMalloc(&sums, 32 * sizeof(float4));
  cudaMemset(out, 0, sizeof host);
  cudaMemcpy(in, host, n * sizeof(float), cudaMemcpyHostToDevice);
  hits<<<1, 32>>>(in, found, n);
  four<<<1, 32>>>(in, sums, n);
  later<<<1, 32>>>(in, out, n);
  chosen<<<1, 32>>>(in, out, n);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  cudaFree(found);
  cudaFree(sums);
  printf("%g %g %g\n", host[0], host[33], host[n + 5]);
}
