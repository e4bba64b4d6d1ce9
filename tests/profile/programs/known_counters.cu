// Kernels whose counters are known by hand: tests/profile/lines_test.cpp asserts them line by line.
#include <cstdio>

__global__ void copy_side_by_side(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];  // side by side
}

__global__ void copy_strided(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[32 * i];  // strided
}

__global__ void conflicts(float* out) {
  __shared__ float tile[32 * 32];
  tile[threadIdx.x * 32] = static_cast<float>(threadIdx.x);  // one bank
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x * 32];  // one bank again
}

__global__ void no_conflicts(float* out) {
  __shared__ float tile[32 * 33];
  tile[threadIdx.x * 33] = static_cast<float>(threadIdx.x);  // padded
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x * 33];
}

__global__ void divides(float* out, int turns) {
  float sum = 0;
  if (threadIdx.x % 2 == 0) {  // divides
    for (int k = 0; k < turns; ++k) {
      sum = sum * 0.5f + 1;
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void much_shared(float* out) {
  extern __shared__ float room[];
  room[threadIdx.x] = 1;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = room[blockDim.x - 1 - threadIdx.x];
}

__global__ void counts(unsigned* counter) {
  atomicAdd(counter, 1);  // counts
}

__global__ void busy(float* out, int turns) {
  float value = out[threadIdx.x];
  for (int k = 0; k < turns; ++k) {
    value = value * 0.999f + 1;
  }
  out[threadIdx.x] = value;
}

static void two_streams(float* device) {
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) {
    cudaStreamCreate(&stream);
  }
  for (int s = 0; s < 2; ++s) {
    busy<<<1, 32, 0, streams[s]>>>(device + 32 * s, 20000);
  }
  cudaDeviceSynchronize();
  for (cudaStream_t& stream : streams) {
    cudaStreamDestroy(stream);
  }
}

int main() {
  constexpr int kThreads = 1024, kShared = 100 << 10;
  float *in = nullptr, *out = nullptr;
  unsigned* counter = nullptr;
  cudaMalloc(&in, 32 * kThreads * sizeof(float));
  cudaMalloc(&out, 32 * kThreads * sizeof(float));
  cudaMalloc(&counter, sizeof(unsigned));
  cudaMemset(in, 0, 32 * kThreads * sizeof(float));
  cudaMemset(counter, 0, sizeof(unsigned));
  copy_side_by_side<<<kThreads / 256, 256>>>(in, out);
  copy_side_by_side<<<kThreads / 256, 256>>>(in, out);
  copy_strided<<<kThreads / 256, 256>>>(in, out);
  conflicts<<<1, 32>>>(out);
  no_conflicts<<<1, 32>>>(out);
  divides<<<kThreads / 256, 256>>>(out, 100);
  cudaFuncSetAttribute(much_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, kShared);
  much_shared<<<8, 128, kShared>>>(out);
  counts<<<64, 256>>>(counter);
  two_streams(out);
  cudaFree(counter);
  cudaFree(out);
  cudaFree(in);
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  return 0;
}
