// All pairs, bodies staged in shared tiles, two barriers a tile.
#include <cmath>
#include <vector>

__global__ void forces(const float4* body, float3* force, int n) {
  __shared__ float4 tile[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 own = i < n ? body[i] : make_float4(0, 0, 0, 0);
  float3 f = make_float3(0, 0, 0);
  for (int base = 0; base < n; base += 32) {
    tile[threadIdx.x] = base + threadIdx.x < n ? body[base + threadIdx.x] : make_float4(0, 0, 0, 0);
    __syncthreads();
#pragma unroll 4
    for (int j = 0; j < 32; ++j) {
      float dx = tile[j].x - own.x, dy = tile[j].y - own.y, dz = tile[j].z - own.z;
      float s = tile[j].w * rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      f.x += dx * s;
      f.y += dy * s;
      f.z += dz * s;
    }
    __syncthreads();
  }
  if (i < n)
    force[i] = f;
}

int main() {
  const int n = 75;
  std::vector<float4> h(n);
  std::vector<float3> r(n);
  for (int i = 0; i < n; ++i)
    h[i] = make_float4(i % 5, i % 7, i % 3, 1.0f);
  float4* body;
  float3* force;
  cudaMalloc(&body, n * sizeof(float4));
  cudaMalloc(&force, n * sizeof(float3));
  cudaMemcpy(body, h.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
  forces<<<3, 32>>>(body, force, n);
  cudaMemcpy(r.data(), force, n * sizeof(float3), cudaMemcpyDeviceToHost);
  cudaFree(body);
  cudaFree(force);
  for (int i = 0; i < n; i += 10) {
    double fx = 0;
    for (int j = 0; j < n; ++j) {
      double dx = h[j].x - h[i].x, dy = h[j].y - h[i].y, dz = h[j].z - h[i].z;
      fx += dx / std::sqrt(dx * dx + dy * dy + dz * dz + 0.01);
    }
    if (std::fabs(fx - r[i].x) > 1e-2)
      return 1;
  }
  return 0;
}
