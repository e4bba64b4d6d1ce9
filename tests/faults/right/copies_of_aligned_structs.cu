//! prints: 136 136 136 136
// Structs that are copied as wholes: aligned to 16 bytes with padding that nobody writes, two float4, and 16 bytes that are
// aligned to 8 only, at places that are no multiple of 16.
#include <cstdio>

struct alignas(16) Padded {
  float x, y, z;
};
struct Pair {
  float4 first, second;
};
struct Loose {
  double value;
  int tag;
};

__global__ void fill(Padded* padded, Pair* pairs, Loose* loose, float4* quads) {
  const int i = threadIdx.x;
  padded[i].x = padded[i].y = padded[i].z = i;
  pairs[i].first = pairs[i].second = make_float4(i, i, i, i);
  loose[i].value = i;
  loose[i].tag = i;
  quads[i] = make_float4(i, i, i, i);
}

__global__ void copy(Padded* padded, Pair* pairs, Loose* loose, float4* quads) {
  __shared__ float4 tile[17];
  const int i = threadIdx.x;
  tile[i] = quads[i];
  __syncthreads();
  quads[17 + i] = tile[16 - i];
  padded[17 + i] = padded[i];
  pairs[17 + i] = pairs[i];
  loose[17 + i] = loose[i];
}

__global__ void sum(const Padded* padded, const Pair* pairs, const Loose* loose, const float4* quads, float* sums) {
  float a = 0, b = 0, c = 0, d = 0;
  for (int i = 17; i < 34; ++i) {
    a += padded[i].z;
    b += pairs[i].second.w;
    c += static_cast<float>(loose[i].value) + loose[i].tag - i + 17;
    d += quads[i].x;
  }
  sums[0] = a;
  sums[1] = b;
  sums[2] = c;
  sums[3] = d;
}

int main() {
  Padded* padded;
  Pair* pairs;
  char* loose_bytes;
  float4* quads;
  float *sums, host[4];
  cudaMalloc(&padded, 34 * sizeof(Padded));
  cudaMalloc(&pairs, 34 * sizeof(Pair));
  cudaMalloc(&loose_bytes, 34 * sizeof(Loose) + 8);
  cudaMalloc(&quads, 34 * sizeof(float4));
  cudaMalloc(&sums, sizeof host);
  Loose* loose = reinterpret_cast<Loose*>(loose_bytes + 8);
  fill<<<1, 17>>>(padded, pairs, loose, quads);
  copy<<<1, 17>>>(padded, pairs, loose, quads);
  sum<<<1, 1>>>(padded, pairs, loose, quads, sums);
  cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%.0f %.0f %.0f %.0f\n", host[0], host[1], host[2], host[3]);
  cudaFree(padded), cudaFree(pairs), cudaFree(loose_bytes), cudaFree(quads), cudaFree(sums);
}
