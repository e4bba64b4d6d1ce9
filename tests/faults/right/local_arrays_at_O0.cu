//! flags: -O0
//! Places within local objects that unoptimised code reaches in all the ways there are; checks of them are no branches of the warp.
#include <cstdio>

struct Bin {
  char tag;
  short counts[5];
  union {
    float values[3];
    unsigned bits[3];
  };
};

__device__ int sum_of(const int* begin, const int* end) {
  int sum = 0;
  for (const int* at = begin; at != end; ++at)
    sum += *at;
  return sum;
}

__device__ float& component(float4& v, int i) { return (&v.x)[i]; }

__global__ void places(const int* in, int* out) {
  int lane = threadIdx.x, ring[8], table[3][4];
  for (int i = 0; i < 8; i++)
    ring[(i + lane) % 8] = in[i];
  for (int i = 0; i < 12; i++)
    table[i / 4][i % 4] = i;
  int* middle = ring + 4;
  int sum = middle[-4] + middle[3] + (ring + 4)[-(lane % 4)] + table[lane % 3][lane % 4];
  sum += sum_of(ring, ring + 8) + sum_of(&table[1][0], &table[2][4]);
  Bin bins[2];
  for (int i = 0; i < 5; i++)
    bins[lane % 2].counts[i] = i;
  bins[lane % 2].values[lane % 3] = 1.0f;
  sum += bins[lane % 2].counts[lane % 5] + (bins[lane % 2].bits[lane % 3] == 0x3f800000u);
  float4 v = make_float4(1, 2, 3, 4);
  component(v, lane % 4) += 1;
  (&v.y)[lane % 3] += 1;
  char text[4] = "abc";
  text[lane % 3] ^= 32;
  unsigned long long wide[2] = {0, ~0ull};
  unsigned char* bytes = (unsigned char*)wide;
  bytes[lane % 16]++;
  if (lane == 40 && in[0] == 0)
    __trap();
  out[lane] = sum + (int)(v.x + v.y + v.z + v.w) + text[lane % 4] + (wide[0] != 0) + (wide[1] == ~0ull);
}

int main() {
  int host[64], *in, *out;
  for (int i = 0; i < 64; i++)
    host[i] = i + 1;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  places<<<1, 64>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  printf("%d %d %d\n", host[0], host[17], host[63]);
}
