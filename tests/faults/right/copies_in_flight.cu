//! Asynchronous copies, waited for in all the ways there are.
//! prints: 0 wrong
#include <cuda/pipeline>
#include <cuda_pipeline.h>

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
#include <vector>
namespace cg = cooperative_groups;

constexpr int kTile = 96, kTiles = 11, kStages = 3;

__global__ void three_stages(const float* in, float* out) {
  __shared__ float ring[kStages][kTile];
  const int t = threadIdx.x;
  auto fetch = [&](int tile) {
    if (tile < kTiles) {
      __pipeline_memcpy_async(&ring[tile % kStages][t], &in[tile * kTile + t], sizeof(float));
    }
    __pipeline_commit();  // an empty group at the end: the count stays the same
  };
  for (int tile = 0; tile + 1 < kStages; ++tile) {
    fetch(tile);
  }
  for (int tile = 0; tile < kTiles; ++tile) {
    __pipeline_wait_prior(kStages - 2);
    __syncthreads();
    out[tile * kTile + t] = ring[tile % kStages][kTile - 1 - t];
    fetch(tile + kStages - 1);
  }
}

/// Each warp on its own; the last 4 bytes of 16 are filled up with zeros.
__global__ void by_warps(const float4* in, float4* out) {
  __shared__ float4 cells[kTile];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __pipeline_memcpy_async(&cells[threadIdx.x], &in[i], 16, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncwarp();
  out[i] = cells[threadIdx.x ^ 1];
}

/// The copy and the thread's own use of it need no barrier.
__global__ void own_cell(const double* in, double* out) {
  __shared__ double cells[kTile];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __pipeline_memcpy_async(&cells[threadIdx.x], &in[i], sizeof(double));
  asm volatile("cp.async.wait_all;" ::: "memory");
  out[i] = cells[threadIdx.x];
}

__global__ void by_the_block(const float* in, float* out) {
  __shared__ float cells[2][kTile];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, cells[0], in, sizeof cells[0]);
  for (int tile = 0; tile < kTiles; ++tile) {
    if (tile + 1 < kTiles) {
      cg::memcpy_async(block, cells[(tile + 1) % 2], in + (tile + 1) * kTile, sizeof cells[0]);
      cg::wait_prior<1>(block);
    } else {
      cg::wait(block);
    }
    out[tile * kTile + threadIdx.x] = cells[tile % 2][kTile - 1 - threadIdx.x];
    block.sync();
  }
}

/// A pipeline of the thread's own; the group copies the first tile, each thread its part of others.
__global__ void by_a_pipeline(const float* in, float* out) {
  __shared__ alignas(16) float cells[2][kTile];
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline();
  const int t = threadIdx.x;
  pipe.producer_acquire();
  cuda::memcpy_async(block, cells[0], in, sizeof cells[0], pipe);
  pipe.producer_commit();
  for (int tile = 0; tile < kTiles; ++tile) {
    const float* next = in + (tile + 1) * kTile;
    pipe.producer_acquire();
    if (tile + 1 < kTiles) {
      cuda::memcpy_async(&cells[(tile + 1) % 2][t], &next[t], sizeof(float), pipe);
    }
    pipe.producer_commit();
    cuda::pipeline_consumer_wait_prior<1>(pipe);
    block.sync();
    out[tile * kTile + t] = cells[tile % 2][kTile - 1 - t];
    block.sync();
    pipe.consumer_release();
  }
}

int main() {
  constexpr int n = kTile * kTiles;
  std::vector<float> values(n), one(n), two(n), three(n), four(n), five(n);
  for (int i = 0; i < n; ++i) {
    values[i] = static_cast<float>(i % 251);
  }
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, values.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  three_stages<<<1, kTile>>>(in, out);
  cudaMemcpy(one.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  by_warps<<<n / 4 / 24, 24>>>(reinterpret_cast<float4*>(in), reinterpret_cast<float4*>(out));
  cudaMemcpy(two.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  own_cell<<<n / 2 / 48, 48>>>(reinterpret_cast<double*>(in), reinterpret_cast<double*>(out));
  cudaMemcpy(three.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  by_the_block<<<1, kTile>>>(in, out);
  cudaMemcpy(four.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  by_a_pipeline<<<1, kTile>>>(in, out);
  cudaMemcpy(five.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    const float reversed = values[i / kTile * kTile + kTile - 1 - i % kTile];
    wrong +=
        one[i] != reversed || four[i] != reversed || five[i] != reversed || three[i] != values[i];
    wrong += two[i] != (i % 4 == 3 ? 0 : values[i ^ 4]);
  }
  std::printf("%d wrong\n", wrong);
  cudaFree(in);
  cudaFree(out);
}
