// cuda::barrier and cuda::pipeline: arrive and wait, warps that produce for others, staged copies of one thread and of a block.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void mirror(const int *in, int *out, int tiles) {
  __shared__ Barrier barrier;
  __shared__ int tile[128];
  cg::thread_block block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&barrier, block.size());
  block.sync();
  for (int t = 0; t < tiles; ++t) {
    cuda::memcpy_async(block, tile, in + t * 128, sizeof(int) * 128, barrier);
    Barrier::arrival_token token = barrier.arrive();
    barrier.wait(std::move(token));
    out[t * 128 + threadIdx.x] = tile[127 - threadIdx.x];
    barrier.arrive_and_wait();
  }
}
__global__ void specialised(int *out, int rounds) {
  __shared__ Barrier ready[2], filled[2];
  __shared__ int buffer[2][32];
  if (threadIdx.x < 2) {
    init(&ready[threadIdx.x], blockDim.x);
    init(&filled[threadIdx.x], blockDim.x);
  }
  __syncthreads();
  const int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int i = 0; i < rounds; ++i) {
      ready[i % 2].arrive_and_wait();
      buffer[i % 2][lane] = i * 100 + lane;
      (void)filled[i % 2].arrive();
    }
  } else {
    (void)ready[0].arrive();
    (void)ready[1].arrive();
    for (int i = 0; i < rounds; ++i) {
      filled[i % 2].arrive_and_wait();
      out[i * 32 + lane] = buffer[i % 2][31 - lane];
      (void)ready[i % 2].arrive();
    }
  }
}
template <int kStages>
__global__ void staged(const int *in, int *out, int batches) {
  extern __shared__ int tiles[];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
  cg::thread_block block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const int n = block.size();
  for (int done = 0, asked = 0; done < batches; ++done) {
    for (; asked < batches && asked < done + kStages; ++asked) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, tiles + asked % kStages * n, in + asked * n, sizeof(int) * n, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    out[done * n + threadIdx.x] = tiles[done % kStages * n + (threadIdx.x + 1) % n];
    pipe.consumer_release();
  }
}
__global__ void own_copies(const float4 *in, float4 *out) {
  __shared__ float4 tile[64];
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], cuda::aligned_size_t<16>(sizeof(float4)), pipe);
  pipe.producer_commit();
  cuda::pipeline_consumer_wait_prior<0>(pipe);
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
  pipe.consumer_release();
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 1024 * sizeof(int));
  cudaMallocManaged(&out, 1024 * sizeof(int));
  for (int i = 0; i < 1024; ++i) in[i] = i;
  mirror<<<1, 128>>>(in, out, 4);
  cudaDeviceSynchronize();
  printf("mirror %d %d %d\n", out[0], out[127], out[511]);
  specialised<<<1, 64>>>(out, 6);
  cudaDeviceSynchronize();
  printf("specialised %d %d\n", out[0], out[5 * 32 + 1]);
  staged<2><<<1, 128, 2 * 128 * sizeof(int)>>>(in, out, 8);
  cudaDeviceSynchronize();
  printf("staged %d %d %d\n", out[0], out[127], out[1023]);
  staged<4><<<1, 64, 4 * 64 * sizeof(int)>>>(in, out, 16);
  cudaDeviceSynchronize();
  printf("staged %d %d %d\n", out[0], out[63], out[1023]);
  for (int i = 0; i < 256; ++i) reinterpret_cast<float *>(in)[i] = i;
  own_copies<<<1, 64>>>(reinterpret_cast<float4 *>(in), reinterpret_cast<float4 *>(out));
  cudaDeviceSynchronize();
  printf("own %g %g\n", reinterpret_cast<float *>(out)[0], reinterpret_cast<float *>(out)[255]);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  cudaFree(in), cudaFree(out);
}
