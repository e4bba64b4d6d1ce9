//! Shared memory that is bytes, then words, then halves, with barriers between; and arrays of each side by side.
#include <cstdio>

__global__ void by_turns(unsigned* out, int turns) {
  __shared__ unsigned words[64];
  __shared__ float floats[256];
  __shared__ short halves[256];
  unsigned char* const bytes = reinterpret_cast<unsigned char*>(words);
  unsigned short* const pairs = reinterpret_cast<unsigned short*>(words);
  const unsigned t = threadIdx.x;
  unsigned sum = 0;
  for (int turn = 0; turn < turns; ++turn) {
    bytes[(t * 5 + turn) % 256] = static_cast<unsigned char>(t + turn);
    floats[t] = static_cast<float>(t);
    halves[t ^ 3] = static_cast<short>(t);
    __syncthreads();
    if (t < 64) {
      sum += words[(t + turn) % 64];
    }
    sum += static_cast<unsigned>(floats[255 - t]) + halves[(t + 7) % 256];
    __syncthreads();
    if (t < 128) {
      pairs[127 - t] = static_cast<unsigned short>(sum);
    }
    __syncthreads();
    sum += bytes[t] + pairs[t / 2];
    __syncthreads();
    if (t < 64) {
      words[t] = sum;
      sum += words[t];
    }
    __syncthreads();
  }
  out[t] = sum;
}

/// Each thread has the bytes and halves that it reads and writes to itself, neighbours in a word.
__global__ void each_its_own(unsigned* out) {
  __shared__ unsigned char bytes[256];
  __shared__ short halves[256];
  const unsigned t = threadIdx.x;
  bytes[t] = static_cast<unsigned char>(t);
  halves[t] = static_cast<short>(t);
  for (int turn = 0; turn < 20; ++turn) {
    bytes[t] = static_cast<unsigned char>(bytes[t] + turn);
    halves[t] = static_cast<short>(halves[t] - bytes[t]);
  }
  out[t] = halves[t];
}

/// Lanes of a warp swap bytes, and meet in between.
__global__ void swaps(unsigned* out) {
  __shared__ unsigned char bytes[256];
  const unsigned t = threadIdx.x;
  bytes[t] = static_cast<unsigned char>(t);
  for (unsigned bit = 1; bit < 32; bit *= 2) {
    __syncwarp();
    const unsigned char other = bytes[t ^ bit];
    __syncwarp();
    bytes[t] = static_cast<unsigned char>(other + 1);
  }
  out[t] = bytes[t];
}

int main() {
  unsigned *out, host[256];
  cudaMalloc(&out, sizeof host);
  by_turns<<<1, 256>>>(out, 30);
  each_its_own<<<1, 256>>>(out);
  swaps<<<1, 256>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (unsigned t = 0; t < 256; ++t) {
    if (host[t] != static_cast<unsigned char>((t ^ 31) + 5)) {
      std::printf("wrong\n");
      return 1;
    }
  }
  cudaFree(out);
}
